// One game: its state, players, clocks, offers, chat.
import { Board, badge, optionButton } from "./board.js";
import { Chat } from "./chat.js";
import { Conditional } from "./conditional.js";
import { delayWords, gameKind, gameStatus, showRules } from "./rules.js";
import { $, announce, connect, element, fill, kept, notify, sentence, tabs, time } from "./dom.js";

const PROPOSALS = { draw: "a draw", "take-back": "to take back a move", pause: "a pause", rematch: "a rematch" };
const LOW = 20_000;
const LOW_OF_DAYS = 3_600_000;
/** Errors after which trying again is of no use. */
const ENDS = ["no-room", "damaged", "closed", "banned", "full", "name", "version"];
/** After this absence the others can claim a win, as the server has it. */
const AWAY = 60_000;

export class Room {
  constructor(id, name, me) {
    Object.assign(this, { id, name, me });
    this.state = null;
    this.client = null;
    this.sent = 0;
    this.session = Math.random().toString(36).slice(2);
    this.pending = null;
    this.at = null;
    this.sides = [];
    this.awaySince = new Map();
    const code = decodeURIComponent(location.hash.slice(1));
    if (code) kept.set(`code:${id}`, code);
    this.board = new Board($("board"), {
      ask: request => this.ask(request),
      play: move => this.play(move),
      say: notify,
      show: () => this.showChoices(),
    });
    this.link = connect(`/rooms/${id}/socket`, {
      opened: () => this.hello(),
      received: message => this.receive(message),
    });
    this.chat = new Chat(this);
    this.conditional = new Conditional(this);
    this.listen();
    setInterval(() => this.tick(), 200);
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.redraw());
    }
    let resizing = 0;
    const resized = () => {
      clearTimeout(resizing);
      resizing = setTimeout(() => this.redraw(), 150);
    };
    new ResizeObserver(resized).observe($("table"));
    addEventListener("resize", resized);
  }

  hello() {
    this.link.send({
      type: "hello", versions: [1], name: this.name() || "Guest",
      token: kept.get(`token:${this.id}`) || undefined,
      code: kept.get(`code:${this.id}`) || undefined,
    });
  }

  join() {
    const { game = 0, epoch = 0, version = 0 } = this.state ?? {};
    this.link.send({ type: "join", game, epoch, from: version, chat_from: this.chat.last });
  }

  receive(message) {
    switch (message.type) {
      case "welcome":
        this.client = message.client;
        // Another start of the server counts its drawings from the beginning.
        this.board.revision = "";
        this.conditional.lines = [];
        kept.set(`token:${this.id}`, message.token);
        $("code-form").hidden = true;
        $("lost").hidden = true;
        $("room").hidden = false;
        this.join();
        break;
      case "state": this.replace(message.state, message.elapsed_ms); break;
      case "event":
        this.event(message);
        break;
      case "current":
        this.clockAt(message.elapsed_ms);
        this.goOn();
        break;
      case "accepted":
        if (this.pending?.id === message.id) {
          this.pending = null;
          // A decision that stays secret until the others have decided.
          this.board.refresh();
          this.showStatus();
        }
        break;
      case "board":
        this.drawn(message);
        break;
      case "notes": this.chat.takeNotes(message); break;
      case "conditional": this.conditional.take(message); break;
      case "chat":
        this.chat.take(message);
        break;
      case "ping":
        this.link.send({ type: "pong", ping: message.ping });
        this.noticeLoss(message);
        break;
      case "error":
        this.failed(message);
        break;
    }
  }

  /** A ping tells which version the page should have: what is lacking is asked for. */
  noticeLoss({ game, epoch, version }) {
    const { state, pending } = this;
    const lacks = !game || !state || (epoch - state.epoch || game - state.game || version - state.version) > 0;
    if (lacks) this.join();
    else if (pending?.game === state.game && pending.ply === state.ply) this.link.send(pending);
  }

  failed(error) {
    if (error.code === "code") {
      kept.set(`code:${this.id}`, "");
      return this.leave("This game is private", true);
    }
    if (ENDS.includes(error.code)) return this.leave(sentence(error.message), false);
    if (error.id && this.pending?.id === error.id) {
      this.pending = null;
      this.board.refresh();
    }
    if (["plugin", "too-fast"].includes(error.code)) this.board.againLater();
    if (error.code === "sign-in") return this.signIn();
    if (error.code !== "stale") notify(sentence(error.message));
  }

  signIn() {
    sessionStorage.setItem("back", location.pathname + location.hash);
    location.href = "/account";
  }

  leave(title, asks) {
    this.link.stop();
    $("room").hidden = true;
    $("lost").hidden = false;
    $("lost-title").textContent = title;
    $("code-form").hidden = !asks;
    $("code-form").onsubmit = event => {
      event.preventDefault();
      kept.set(`code:${this.id}`, $("code").value.trim());
      location.reload();
    };
  }

  replace(state, elapsed) {
    const before = this.state;
    if (before && (before.epoch - state.epoch || before.game - state.game || before.version - state.version) > 0) return;
    this.state = state;
    if (before?.game !== state.game) {
      this.at = null;
      this.loadRules();
    }
    this.clockAt(elapsed);
    this.goOn();
    this.sitDown();
  }

  /** Goes on after the connection was made: what was sent before may be lost. */
  goOn() {
    const { state, pending } = this;
    // The same id is played once.
    if (pending && pending.game === state.game && pending.ply === state.ply) this.link.send(pending);
    else this.pending = null;
    this.board.lost();
    this.position = null;
    this.changed();
  }

  event(message) {
    const { state } = this;
    if (!state || message.game !== state.game || message.epoch !== state.epoch || message.version > state.version + 1) return this.join();
    if (message.version <= state.version) return;
    state.version = message.version;
    const turn = () => {
      const { ply, acting, position, scores, clock, paused, end } = message;
      Object.assign(state, { ply, acting, position, scores, clock, paused, end });
    };
    switch (message.event) {
      case "played":
        state.played.push(...message.played);
        turn();
        state.offers = [];
        this.tellMoves(message.played);
        break;
      case "taken-back":
        state.played.length = message.ply;
        turn();
        state.offers = [];
        announce("A move was taken back.");
        break;
      case "turn": {
        const other = state.paused !== message.paused || Boolean(state.end) !== Boolean(message.end);
        turn();
        if (other) state.offers = [];
        break;
      }
      case "seat": {
        const { kind, name, client, level, present, account, rating, on_vacation } = message;
        state.seats[message.seat - 1] = { kind, name, client, level, present, account, rating, on_vacation };
        break;
      }
      case "offered":
        state.offers = state.offers.filter(offer => offer.proposal !== message.proposal);
        state.offers.push({ proposal: message.proposal, seats: message.seats });
        announce(`${this.player(message.seats.at(-1))} offers ${PROPOSALS[message.proposal]}.`);
        break;
      case "declined":
        state.offers = state.offers.filter(offer => offer.proposal !== message.proposal);
        if (message.seat !== this.seat()) notify(`${this.player(message.seat)} declines ${PROPOSALS[message.proposal]}.`);
        break;
    }
    if (["played", "taken-back", "turn"].includes(message.event)) {
      this.clockAt(0);
      if (this.pending && this.pending.ply !== state.ply) this.pending = null;
    }
    this.changed();
  }

  changed() {
    const { state } = this;
    if (!state) return;
    const own = this.seat();
    const position = JSON.stringify([state.game, state.epoch, state.played.length, state.acting, state.paused, Boolean(state.end), own, state.seats.map(seat => seat.kind), this.at]);
    if (position !== this.position) {
      this.position = position;
      this.board.refresh();
    }
    // A name is given once, with the seat.
    $("name").parentElement.hidden = Boolean(own);
    this.showPlayers();
    this.showStatus();
    this.showOffers();
    this.showActions();
    this.showMoves();
    this.chat.showTargets();
    this.conditional.show();
  }

  /** Draws the board again if its room or the colours have changed. */
  redraw() {
    if (this.state && this.look() !== this.looks) this.board.redraw();
  }

  look() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = matchMedia("(prefers-contrast: more)").matches ? "high-contrast" : dark ? "dark" : "light";
    const narrow = innerWidth <= 900;
    const width = Math.max(200, Math.min($("board-frame").clientWidth, 1400));
    // On a wide screen all players stay in sight.
    const others = $("above").offsetHeight + $("below").offsetHeight + 110;
    const portrait = innerHeight > innerWidth;
    const wide = Math.max(240, innerHeight - (narrow ? 20 : others));
    const height = narrow && portrait ? Math.max(width, innerHeight - 330) : wide;
    return JSON.stringify({ width, height, theme });
  }

  ask(request) {
    const { state } = this;
    if (!state) return;
    this.looks = this.look();
    this.link.send({ ...request, ...JSON.parse(this.looks), game: state.game, ply: state.ply, at: this.at ?? undefined });
  }

  drawn(answer) {
    this.sides = answer.sides;
    this.views = answer.views;
    if (this.about !== answer.title) {
      this.about = answer.title;
      $("title").textContent = this.about;
      $("about").textContent = `${this.about} (${this.state.ruleset})`;
      $("board").setAttribute("aria-label", `Board: ${this.about}`);
    }
    const isCurrent = answer.game === this.state.game && answer.ply === this.state.ply;
    if (!this.board.take(answer, isCurrent)) return;
    $("prompt").textContent = [answer.prompt, answer.note].filter(Boolean).join(" ");
    $("facts").textContent = answer.facts.join(" · ");
    this.showPlayers();
    this.showStatus();
    this.showMoves();
    this.showTools();
  }

  play(move) {
    const { state } = this;
    if (this.pending) return;
    this.pending = { type: "move", id: this.nextId(), game: state.game, ply: state.ply, move };
    this.link.send(this.pending);
    this.showChoices();
    this.showStatus();
  }

  nextId() {
    return `${this.session}-${++this.sent}`;
  }

  seat() {
    const at = this.state?.seats.findIndex(seat => seat.client !== null && seat.client === this.client) ?? -1;
    return at < 0 ? null : at + 1;
  }

  side(seat) {
    return this.sides[seat - 1]?.name ?? `Player ${seat}`;
  }

  player(seat) {
    const known = this.state?.seats[seat - 1];
    if (seat === 0 || !known) return "Chance";
    if (!known.name) return this.side(seat);
    const same = this.state.seats.filter(other => other.name === known.name).length > 1;
    return same ? `${known.name} (${this.side(seat)})` : known.name;
  }

  sitDown() {
    const wanted = Number(sessionStorage.getItem(`sit:${this.id}`));
    if (!wanted || this.seat()) return;
    sessionStorage.removeItem(`sit:${this.id}`);
    if (this.state.seats[wanted - 1]?.kind === "open") this.link.send({ type: "sit", seat: wanted });
  }

  // Clocks

  clockAt(elapsed) {
    this.clockSince = performance.now() - elapsed;
  }

  left(seat) {
    const { clock } = this.state;
    if (!clock) return null;
    const left = clock.left_ms[seat - 1];
    return clock.running === seat ? Math.max(0, left - (performance.now() - this.clockSince)) : left;
  }

  /** Tells whether each move has its own days. */
  hasDays() {
    return / days?$/.test(this.state.clock?.control);
  }

  tick() {
    if (!this.state) return;
    const low = this.hasDays() ? LOW_OF_DAYS : LOW;
    for (const card of document.querySelectorAll(".player .clock")) {
      const seat = Number(card.dataset.seat);
      const left = this.left(seat);
      if (left === null) continue;
      const text = time(left);
      if (card.textContent !== text) card.textContent = text;
      card.classList.toggle("low", left < low && !this.state.end);
    }
    const claimable = this.claimable().join();
    if (claimable !== this.claimed) {
      this.claimed = claimable;
      this.showActions();
    }
  }

  /** Seats whose players have been away long enough. */
  claimable() {
    const { state } = this;
    const now = performance.now();
    state.seats.forEach((seat, at) => {
      if (seat.kind !== "human" || seat.present) this.awaySince.delete(at);
      else if (!this.awaySince.has(at)) this.awaySince.set(at, now);
    });
    if (state.end || !this.seat() || this.hasDays() || state.seats.some(seat => seat.kind === "open")) return [];
    return [...this.awaySince].filter(([at, since]) => at + 1 !== this.seat() && now - since > AWAY).map(([at]) => at + 1);
  }

  // What is shown

  showPlayers() {
    const { state } = this;
    const own = this.seat() ?? 1;
    const seats = state.seats.map((_, at) => at + 1);
    const { clock } = state;
    const key = [own, this.seat(), this.client, this.sides, state.seats, state.acting, Boolean(state.end), state.played.length === 0,
      clock && [clock.running, clock.coins, state.ply]];
    const others = seats.filter(seat => seat !== own);
    fill($("above"), key, () => others.map(seat => this.card(seat)));
    fill($("below"), key, () => [this.card(own)]);
    this.tick();
  }

  card(seat) {
    const { state } = this;
    const known = state.seats[seat - 1];
    const side = this.sides[seat - 1];
    const acting = state.acting.includes(seat) && !state.end;
    const classes = ["player", acting && "acting", side && !side.active && "out"].filter(Boolean).join(" ");
    const card = element("div", { className: classes });
    if (side) card.append(badge(side.badge));
    const note = known.on_vacation ? " (on vacation)" : known.kind === "human" && !known.present ? " (away)" : known.kind === "computer" ? " (computer)"
      : seat === this.seat() ? " (you)" : known.kind === "human" && !known.account ? " (guest)" : "";
    const name = known.kind === "open" ? "Open seat" : known.name;
    const points = known.rating ? ` ${known.rating}` : "";
    const who = element("span", { className: "who", title: name }, `${name}${points}${note} `);
    if (side && side.name !== name) who.append(element("small", {}, side.name));
    card.append(who);
    if (this.sides.some(side => side.score !== 0)) {
      card.append(element("span", { className: "score", "aria-label": `${side.score} points` }, String(side.score)));
    }
    if (state.clock) {
      const runs = state.clock.running === seat ? " runs" : "";
      card.append(element("span", { className: `clock${runs}`, role: "timer", "data-seat": String(seat), "aria-label": `Time of ${name}` }));
      if (state.clock.coins[seat - 1] > 0 && seat === this.seat()) {
        const buy = () => this.link.send({ type: "buy", game: state.game, ply: state.ply });
        card.append(element("button", { type: "button", onclick: buy }, `Buy time (${state.clock.coins[seat - 1]})`));
      }
    }
    if (known.kind === "open" && this.client && !state.end) {
      const sit = () => this.link.send({ type: "sit", seat });
      if (!this.seat()) card.append(element("button", { type: "button", className: "primary", onclick: sit }, "Join"));
    }
    if (seat === this.seat() && state.played.every(played => played.seat === 0) && !state.end) {
      card.append(element("button", { type: "button", onclick: () => this.link.send({ type: "stand" }) }, "Leave"));
    }
    return card;
  }

  showStatus() {
    const text = (this.at === null ? "" : `Position after ${this.at} of ${this.state.played.length} moves. `) + gameStatus(this);
    if ($("status").textContent !== text) $("status").textContent = text;
    const { delay } = this.state;
    const late = delay && `${this.seat() ? "Watchers" : "You"} see the game ${delayWords(delay)}`;
    const kind = [gameKind(this.state, this.me), late].filter(Boolean).join(" · ");
    if ($("kind").textContent !== kind) $("kind").textContent = kind;
    const turn = this.seat() && this.state.acting.includes(this.seat()) && !this.state.end;
    document.title = turn ? "Your turn – Boardloom" : `${this.about ?? "Game"} – Boardloom`;
  }

  showChoices() {
    const { board } = this;
    const free = !this.pending;
    $("board").classList.toggle("sent", !free);
    const end = option => board.end(option);
    const menu = free ? board.menu : [];
    fill($("menu"), menu, () => menu.map(option => optionButton(option, end)));
    if (menu.length) $("menu").firstChild.focus();
    const buttons = free && board.path.length === 0 ? board.first.options : [];
    fill($("buttons"), buttons, () => buttons.map(option => optionButton(option, end)));
    const question = free ? board.question : null;
    if (question && $("question").hidden) {
      $("question-label").textContent = question.label;
      $("answer").value = "";
      $("question").hidden = false;
      $("answer").focus();
    }
    if (!question) $("question").hidden = true;
    $("type-move").hidden = !this.seat() || Boolean(this.state?.end);
  }

  showOffers() {
    const { state } = this;
    const own = this.seat();
    fill($("offers"), [own, state.ply, state.game, state.offers], () => state.offers.map(({ proposal, seats }) => {
      const command = type => () => this.link.send({ type, game: state.game, ply: state.ply, proposal });
      const names = seats.map(seat => (seat === own ? "You" : this.player(seat))).join(", ");
      const mine = own && seats.includes(own);
      const offer = element("div", { className: "offer" }, element("span", {}, `${names} ${mine && seats.length === 1 ? "offer" : "offers"} ${PROPOSALS[proposal]}`));
      if (own && !mine) {
        offer.append(element("button", { type: "button", className: "primary", onclick: command("accept") }, "Accept"));
        offer.append(element("button", { type: "button", onclick: command("decline") }, "Decline"));
      } else if (mine && seats[0] === own) {
        offer.append(element("button", { type: "button", onclick: command("decline") }, "Withdraw"));
      }
      return offer;
    }));
  }

  showActions() {
    const { state } = this;
    const own = this.seat();
    const actions = [];
    const labels = [state.game, state.ply];
    const add = (label, message, danger) => {
      labels.push(label);
      const send = () => {
        if (danger && !confirm(`${label}?`)) return;
        this.link.send({ game: state.game, ply: state.ply, ...message });
      };
      actions.push(element("button", { type: "button", className: danger ? "danger" : "", onclick: send }, label));
    };
    const open = state.seats.some(seat => seat.kind === "open");
    const offers = state.offers.map(offer => offer.proposal);
    const offer = (label, proposal) => { if (!offers.includes(proposal)) add(label, { type: "offer", proposal }); };
    if (own && state.end) {
      offer("Rematch", "rematch");
    } else if (own && !open && !state.end) {
      const moved = new Set(state.played.map(played => played.seat));
      if (state.paused) add("Resume", { type: "resume" });
      else {
        if (moved.has(own)) offer("Take back", "take-back");
        if (state.seats.every(seat => seat.kind !== "computer")) offer("Offer draw", "draw");
        if (state.clock) offer("Pause", "pause");
      }
      if (state.seats.some((_, at) => !moved.has(at + 1))) add("Abort", { type: "abort" }, true);
      add("Resign", { type: "resign" }, true);
      for (const seat of this.claimable()) {
        if (state.seats.length > 2 || moved.has(own) && moved.has(seat)) add(`${this.player(seat)} is gone: claim the win`, { type: "claim", seat }, true);
        add("Adjourn", { type: "claim", seat, adjourn: true });
      }
    }
    if (this.me.moderator) actions.push(element("a", { href: `/moderation?room=${this.id}` }, "Moderate"));
    if (state.end && state.end.kind !== "aborted") {
      const file = `${this.id}-${state.game}.loom`;
      const code = kept.get(`code:${this.id}`);
      actions.push(element("a", { href: `/games/${file}${code ? `?code=${code}` : ""}`, download: file }, "Download record"));
    }
    fill($("actions"), [labels, actions.length], () => actions);
  }

  showTools() {
    const { board } = this;
    const tools = [];
    const add = (label, action, title) => tools.push(element("button", { type: "button", title: title ?? label, "aria-label": title ?? label, onclick: action }, label));
    add("⟲", () => { board.turn = (board.turn + 1) % 4; board.redraw(); }, "Turn the board");
    add("−", () => this.zoom(0.5), "Zoom out");
    add("+", () => this.zoom(2), "Zoom in");
    if (this.views?.length > 1) {
      add(`View: ${this.views[board.view]}`, () => { board.view = (board.view + 1) % this.views.length; board.redraw(); });
    }
    fill($("tools"), [this.views, board.view], () => tools);
  }

  zoom(factor) {
    const { board } = this;
    board.zoom = Math.max(1, Math.min(8, (board.zoom ?? 1) * factor));
    board.resize();
  }

  showMoves() {
    const { state } = this;
    const list = $("moves");
    const shown = this.at ?? state.played.length;
    const key = `${state.game} ${shown} ${state.played.map(played => played.text).join("|")} ${this.sides.map(side => side.color)}`;
    if (key === this.movesKey) return;
    this.movesKey = key;
    list.replaceChildren(...state.played.map((played, at) => {
      const go = () => this.lookAt(at + 1);
      const button = element("button", { type: "button", onclick: go, "aria-label": `Move ${at + 1}, ${this.player(played.seat)}: ${played.text}` });
      const dot = element("span", { className: "dot", "aria-hidden": "true" });
      dot.style.background = this.sides[played.seat - 1]?.color ?? "transparent";
      button.append(element("span", { className: "number" }, `${at + 1}.`), dot, played.text);
      if (at + 1 === shown) button.setAttribute("aria-current", "step");
      return element("li", {}, button);
    }));
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.parentElement.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /** Shows the position after so many moves. */
  lookAt(count) {
    const { length } = this.state.played;
    this.at = count >= length ? null : Math.max(0, count);
    this.changed();
  }

  tellMoves(played) {
    const words = played.map(entry => (entry.move.startsWith("!") ? `${this.player(entry.seat)} ${entry.text}` : `${this.player(entry.seat)}: ${entry.text}`));
    announce(words.join(". "));
  }

  // Rules

  loadRules() {
    const { ruleset } = this.state;
    $("link").value = location.origin + location.pathname + (kept.get(`code:${this.id}`) ? `#${kept.get(`code:${this.id}`)}` : "");
    this.rulesOf = ruleset;
  }

  // Input

  listen() {
    $("name").addEventListener("change", () => {
      // Under another name, another player enters.
      kept.set(`token:${this.id}`, "");
      this.link.again();
    });
    $("question").onsubmit = event => {
      event.preventDefault();
      const { question } = this.board;
      if (question) this.play(question.move + $("answer").value.trim());
    };
    $("type-move").onsubmit = event => {
      event.preventDefault();
      const move = $("typed").value.trim();
      if (move) this.play(move);
      $("typed").value = "";
    };
    $("copy").onclick = async () => {
      try {
        await navigator.clipboard.writeText($("link").value);
        notify("The link is copied.");
      } catch {
        $("link").select();
      }
    };
    tabs(["moves", "chat", "rules", "share"], name => { if (name === "rules") showRules(this.rulesOf); });
    addEventListener("keydown", event => {
      if (event.target.closest("input, select, [role=application], [role=tab]") || event.ctrlKey || event.altKey || event.metaKey) return;
      const shown = this.at ?? this.state?.played.length;
      if (event.key === "ArrowLeft") this.lookAt(shown - 1);
      if (event.key === "ArrowRight") this.lookAt(shown + 1);
    });
  }
}
