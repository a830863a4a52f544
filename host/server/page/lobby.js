// The list of games, and the form for a new one.
import { $, connect, element, fill, kept, notify, sentence, time } from "./dom.js";
import { delayWords } from "./rules.js";

/** The least time between two requests for the own games. */
const MINE_EVERY = 5000;
const STATUS = { open: "Waiting for players", running: "Playing", over: "Over" };

export class Lobby {
  constructor(me) {
    if (me.accounts === "required" && !me.name) {
      $("create").textContent = "Sign in to create a game";
      this.signIn = true;
    }
    this.me = me;
    this.options = {};
    this.described = null;
    this.asked = 0;
    this.link = connect("/lobby/socket", {
      opened: () => { if (!$("ruleset").options.length) this.link.send({ type: "rulesets" }); },
      received: message => this.receive(message),
    });
    $("ruleset").onchange = () => {
      this.options = {};
      this.describe();
    };
    $("new").onsubmit = event => {
      event.preventDefault();
      this.create();
    };
  }

  receive(message) {
    if (message.type === "games") {
      this.showGames(message.games, message.more);
      this.askMine();
    } else if (message.type === "mine") this.showMine(message.games);
    else if (message.type === "rulesets") this.showRulesets(message.rulesets);
    else if (message.type === "ruleset") this.showRuleset(message);
    else if (message.type === "created") this.created(message);
    else if (message.type === "error") {
      $("create").disabled = false;
      notify(sentence(message.message));
    }
  }

  /** The list of all games changes with each move of an own one. */
  askMine() {
    if (!this.me.name || this.asking) return;
    this.asking = setTimeout(() => { this.asking = 0; }, MINE_EVERY);
    this.link.send({ type: "mine" });
  }

  showMine(games) {
    $("mine-part").hidden = games.length === 0;
    fill($("mine"), games, () => games.map(game => {
      const others = game.seats.filter((_, at) => at + 1 !== game.seat).map(seat => seat.name || "open seat");
      const turn = game.status === "over" ? "Over" : game.status === "open" ? STATUS.open : game.own_turn ? "Your turn" : "Waiting for the other side";
      const left = game.left_ms === null ? [] : [`${time(game.left_ms)} left`];
      const link = element("a", { href: `/rooms/${game.room}${game.code ? `#${game.code}` : ""}`, className: game.own_turn ? "primary" : "" }, game.own_turn ? "Play" : "Look");
      link.setAttribute("aria-label", `${link.textContent}: ${game.name} against ${others.join(", ")}`);
      return element("li", {},
        element("span", { className: "what" }, element("strong", {}, `${game.name} – ${others.join(", ")}`), element("span", { className: "weak" }, [turn, ...left, clockWords(game.clock)].join(" · "))),
        link);
    }));
  }

  showGames(games, more) {
    $("more-games").textContent = more ? `And ${more} more games` : "";
    $("no-games").hidden = games.length > 0;
    fill($("games"), games, () => games.map(game => {
      const rated = seat => (seat.rating ? ` (${seat.rating})` : seat.account ? "" : " (guest)");
      const players = game.seats.map(seat => (seat.kind === "open" ? "open seat" : seat.kind === "computer" ? `${seat.name} (computer)` : seat.name + rated(seat) + (seat.on_vacation ? " (on vacation)" : "")));
      // A guest or the computer on a seat makes a game casual.
      const rates = game.rated && game.seats.every(seat => seat.kind === "open" || seat.account);
      const clock = clockWords(game.clock);
      const more = [players.join(" – "), clock, rates ? "rated" : "casual", ...(game.analysis ? ["analysis allowed"] : []), ...(game.delay ? [`watched ${delayWords(game.delay)}`] : []), ...game.options].join(" · ");
      const open = game.status === "open";
      return element("li", {},
        element("span", { className: "what" }, element("strong", {}, game.name), element("span", { className: "weak" }, `${STATUS[game.status]}: ${more}`)),
        element("a", { href: `/rooms/${game.room}`, className: open ? "primary" : "", "aria-label": `${open ? "Join" : "Watch"} ${game.name}` }, open ? "Join" : "Watch"));
    }));
  }

  showRulesets(rulesets) {
    const families = new Map();
    for (const ruleset of rulesets) {
      if (!families.has(ruleset.family)) families.set(ruleset.family, []);
      families.get(ruleset.family).push(ruleset);
    }
    $("ruleset").replaceChildren(...[...families].map(([family, known]) => {
      known.sort((a, b) => b.main - a.main);
      const options = known.map(({ ruleset, name }) => element("option", { value: ruleset }, name));
      return element("optgroup", { label: family }, ...options);
    }));
    const before = kept.get("ruleset");
    if (rulesets.some(({ ruleset }) => ruleset === before)) $("ruleset").value = before;
    this.describe();
  }

  describe() {
    this.link.send({ type: "ruleset", ruleset: $("ruleset").value, options: this.options });
  }

  showRuleset(known) {
    if (known.ruleset !== $("ruleset").value) return;
    const seats = this.described?.ruleset === known.ruleset ? this.seats() : [];
    this.described = known;
    $("summary").textContent = known.summary;
    $("clock").options[0].textContent = `As usual for this game (${known.clock_words})`;
    $("rated-part").hidden = known.seats.length !== 2;
    const levels = known.levels.map((name, at) => [String(at + 1), `Computer: ${name}`]);
    $("seats").replaceChildren(element("legend", {}, "Players"), ...known.seats.map((name, at) => {
      const kinds = [["me", "You"], ["open", "Anybody"], ...levels];
      const select = element("select", { "data-seat": String(at) }, ...kinds.map(([value, label]) => element("option", { value }, label)));
      select.value = seats[at] ?? (at === 0 ? "me" : "open");
      select.onchange = () => {
        // One player has one seat.
        if (select.value !== "me") return;
        for (const other of $("seats").querySelectorAll("select")) {
          if (other !== select && other.value === "me") other.value = "open";
        }
      };
      return element("label", {}, `${name} `, select);
    }));
    const fields = known.options.filter(option => option.applies).map(option => this.field(option));
    $("options").replaceChildren(...fields);
    $("options-part").hidden = fields.length === 0;
    $("rules").replaceChildren(...known.rules.map(text => element("p", {}, text)));
    $("rules-part").hidden = known.rules.length === 0;
    $("create").disabled = false;
  }

  seats() {
    return [...$("seats").querySelectorAll("select")].map(select => select.value);
  }

  field(option) {
    const { domain } = option;
    const set = value => {
      if (value === option.default) delete this.options[option.key];
      else this.options[option.key] = value;
      this.describe();
    };
    if (domain.kind === "switch") {
      const box = element("input", { type: "checkbox", checked: option.value, onchange: () => set(box.checked) });
      return element("label", { className: "check", title: option.help ?? "" }, box, option.label);
    }
    let input;
    if (domain.kind === "list") {
      input = element("select", { onchange: () => set(domain.values[input.selectedIndex].value) },
        ...domain.values.map(({ label }) => element("option", {}, label)));
      input.selectedIndex = domain.values.findIndex(({ value }) => JSON.stringify(value) === JSON.stringify(option.value));
    } else {
      const step = domain.step ?? (domain.whole ? 1 : "any");
      input = element("input", { type: "number", min: domain.low, max: domain.high, step, value: option.value });
      input.onchange = () => { if (input.reportValidity() && input.value !== "") set(Number(input.value)); };
    }
    const zero = option.zero ? ` (0: ${option.zero})` : "";
    return element("label", { title: option.help ?? "" }, `${option.label}${zero} `, input);
  }

  create() {
    if (this.signIn) {
      location.href = "/account";
      return;
    }
    const seats = this.seats();
    if (!seats.length) return;
    $("create").disabled = true;
    kept.set("ruleset", $("ruleset").value);
    this.mine = seats.indexOf("me") + 1;
    const message = {
      type: "create", id: String(++this.asked), ruleset: $("ruleset").value, options: this.options,
      clock: $("clock").value || undefined, private: $("private").checked, rated: $("rated").checked, delay: delay($("delay").value),
      analysis: $("may-analyse").checked,
      seats: seats.map(seat => (seat === "me" || seat === "open" ? null : Number(seat))),
    };
    if (!this.link.send(message)) {
      $("create").disabled = false;
    }
  }

  created({ room, code }) {
    if (this.mine) sessionStorage.setItem(`sit:${room}`, String(this.mine));
    location.href = `/rooms/${room}${code ? `#${code}` : ""}`;
  }
}

/** Reads how late watchers see a game, such as `moves:3`. */
function delay(value) {
  const [unit, number] = value.split(":");
  return unit ? { [unit]: Number(number) } : undefined;
}

function clockWords(clock) {
  if (clock === "none") return "no clock";
  if (/ days?$/.test(clock)) return `${clock} a move`;
  const fischer = /^([0-9.]+)\+([0-9.]+)$/.exec(clock);
  return fischer ? `${Number(fischer[1]) / 60} min + ${fischer[2]} s` : clock;
}
