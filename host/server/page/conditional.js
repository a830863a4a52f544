// Conditional moves: the own answers to moves that the other side may play.
import { $, element, fill } from "./dom.js";

export class Conditional {
  constructor(room) {
    this.room = room;
    /** As the server has them; each begins with a move of another player. */
    this.lines = [];
    /** The moves before the next pair. */
    this.base = [];
    $("add-conditional").onsubmit = event => {
      event.preventDefault();
      const pair = [$("if-move").value.trim(), $("then-move").value.trim()];
      if (pair.every(Boolean)) this.send([...this.lines, [...this.base, ...pair]]);
    };
  }

  send(lines) {
    const { game, ply } = this.room.state;
    this.room.link.send({ type: "conditional", game, ply, lines });
  }

  take({ lines }) {
    // After a refusal, what was typed stays.
    if (String(lines) !== String(this.lines)) {
      this.base = [];
      $("add-conditional").reset();
    }
    this.lines = lines;
    this.show();
  }

  show() {
    const { room, lines, base } = this;
    const { state } = room;
    const own = room.seat();
    const slow = !state.clock || room.hasDays();
    const human = state.acting.some(seat => state.seats[seat - 1].kind === "human");
    const waits = own && slow && human && !state.end && !state.paused && !state.acting.includes(own) && state.seats.every(({ kind }) => kind !== "open");
    $("conditional-part").hidden = !waits;
    const after = base.length ? `After ${base.join(", ")}:` : "";
    if ($("conditional-after").textContent !== after) $("conditional-after").textContent = after;
    fill($("conditional"), lines, () => lines.map((line, at) => {
      const then = () => { this.base = line; this.show(); $("if-move").focus(); };
      const remove = () => this.send(lines.filter((_, other) => other !== at));
      const words = line.map((move, ply) => `${ply % 2 ? "I answer" : ply ? "then if" : "If"} ${move}`).join(", ");
      return element("li", {}, element("span", { className: "what" }, state.seats.length === 2 ? words : line.join(", ")),
        element("button", { type: "button", onclick: then, "aria-label": `Go on after ${words}` }, "Then"),
        element("button", { type: "button", onclick: remove, "aria-label": `Remove: ${words}` }, "Remove"));
    }));
  }
}
