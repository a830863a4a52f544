// The chat of a game: with all, with one player alone, among watchers, and notes for after it.
import { $, element } from "./dom.js";

const MOST_LINES = 300;

export class Chat {
  constructor(room) {
    this.room = room;
    /** The number of the last message. */
    this.last = 0;
    this.notes = new Set();
    $("say").onsubmit = event => {
      event.preventDefault();
      const text = $("chat-text").value.trim();
      if (!text) return;
      const target = $("chat-to").value;
      const to = ["all", "watchers", "notes"].includes(target) ? target : { seat: Number(target) };
      if (room.link.send({ type: "chat", id: room.nextId(), to, text })) $("chat-text").value = "";
    };
  }

  showTargets() {
    const { state } = this.room;
    const own = this.room.seat();
    const targets = [["all", "Everybody"]];
    if (!own || state.end) targets.push(["watchers", "Watchers"]);
    if (own && !state.end) targets.push(["notes", "Note (read after the game)"]);
    if (own) {
      state.seats.forEach((seat, at) => {
        if (seat.kind === "human" && at + 1 !== own) targets.push([String(at + 1), `${this.room.player(at + 1)} alone`]);
      });
    }
    const key = JSON.stringify(targets);
    if (key === this.targets) return;
    this.targets = key;
    const before = $("chat-to").value;
    $("chat-to").replaceChildren(...targets.map(([value, label]) => element("option", { value }, label)));
    if (targets.some(([value]) => value === before)) $("chat-to").value = before;
  }

  take(message) {
    if (message.number <= this.last) return;
    this.last = message.number;
    const to = message.to === "all" ? "" : message.to === "watchers" ? " (to watchers)"
      : message.from === this.room.client ? ` (to ${this.room.player(message.to.seat)} alone)` : " (to you alone)";
    this.add(message.name, to, message.text);
  }

  /** Adds the notes that are new. */
  takeNotes({ game, notes }) {
    for (const { seat, ply, name, text } of notes) {
      const key = JSON.stringify([game, seat, ply, text]);
      if (!this.notes.has(key)) this.add(name, ` (note after move ${ply})`, text);
      this.notes.add(key);
    }
  }

  add(name, to, text) {
    const line = element("li", {}, element("strong", {}, name), element("span", { className: "to" }, to), `: ${text}`);
    const list = $("chat");
    list.append(line);
    while (list.children.length > MOST_LINES) list.firstChild.remove();
    list.scrollTop = list.scrollHeight;
    if ($("chat-panel").hidden) $("tab-chat").classList.add("new");
  }
}
