// The board: it draws what the server sends, and turns clicks, drags and keys into paths of sites.
// The server says which sites can follow a path and which moves it completes: no rules are here.
import { announce, element, shape } from "./dom.js";

const DRAG_START = 5;
const GROUPS = ["surface", "under", "pieces", "over", "hits", "marks", "hand"];
const KINDS = { pick: "can be chosen", quiet: "can be played", capture: "captures", split: "can be divided" };

export class Board {
  /** `ask(request)` sends a request; `play(move)` plays; `show()` is called after each change. */
  constructor(root, { ask, play, say, show }) {
    Object.assign(this, { root, ask, play, say, show });
    this.svg = shape("svg", { "aria-hidden": "true" });
    this.groups = {};
    for (const name of GROUPS) {
      this.groups[name] = shape("g", name === "hits" ? {} : { class: "layer" });
      this.svg.append(this.groups[name]);
    }
    root.append(this.svg);
    this.revision = "";
    this.places = [];
    this.bySite = new Map();
    this.contents = new Map();
    this.answered = { game: 0, ply: 0 };
    this.asked = 0;
    this.wait = null;
    this.next = null;
    this.queue = [];
    this.cursor = null;
    this.turn = 0;
    this.view = 0;
    this.reset();
    root.addEventListener("pointerdown", event => this.down(event));
    root.addEventListener("pointermove", event => this.moved(event));
    root.addEventListener("pointerup", event => this.up(event));
    root.addEventListener("pointercancel", () => this.dropped());
    root.addEventListener("keydown", event => this.key(event));
    root.addEventListener("blur", () => this.groups.marks.replaceChildren());
  }

  reset() {
    this.path = [];
    this.choices = { targets: [], options: [] };
    this.targets = new Map();
    this.first = this.choices;
    this.menu = [];
    this.question = null;
    this.press = null;
    this.dragging = false;
  }

  /** Asks for another position, or for the choices of another turn. */
  refresh() {
    this.queue = [];
    this.request([], false, null);
  }

  /** Asks for the same position in another size or colour. */
  redraw() {
    this.later(() => this.request(this.path, this.dragging, null));
  }

  /** Forgets a request whose answer is lost. */
  lost() {
    this.wait = null;
    this.next = null;
    this.root.removeAttribute("aria-busy");
  }

  request(path, drag, then) {
    // One at a time: of those that wait, the last counts.
    if (this.wait) {
      this.next = { path, drag, then };
      return;
    }
    this.asked += 1;
    this.wait = { id: this.asked, then };
    this.root.setAttribute("aria-busy", "true");
    const request = { type: "board", id: this.asked, path, drag, surface: this.revision,
      turn: this.turn, view: this.view };
    this.ask(request);
  }

  /** Asks again in a while for what the server refused to draw. */
  againLater() {
    const asked = this.wait?.id;
    setTimeout(() => {
      if (asked === undefined || this.wait?.id !== asked) return;
      this.lost();
      this.refresh();
    }, 1000);
  }

  /** Takes the server's answer, and tells whether it is shown: not if its position is gone. */
  take(answer, isCurrent) {
    if (!this.wait || answer.id !== this.wait.id) return false;
    const { wait: { then }, next: newer } = this;
    this.lost();
    const again = () => this.request(newer.path, newer.drag, newer.then);
    if (newer && !isCurrent) {
      again();
      return false;
    }
    this.root.removeAttribute("aria-busy");
    this.answered = answer;
    if (answer.surface.svg !== undefined) {
      this.groups.surface.innerHTML = answer.surface.svg;
      this.places = answer.surface.places;
      this.revision = answer.surface.revision;
    }
    this.root.parentElement.classList.add("drawn");
    const { width, height } = answer;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.resize();
    for (const name of ["under", "pieces", "over", "hand"]) {
      this.groups[name].innerHTML = answer.layers[name];
    }
    this.groups.hand.removeAttribute("transform");
    this.contents = new Map(answer.contents);
    this.path = answer.path;
    this.choices = answer.choices;
    this.targets = new Map(answer.choices.targets);
    if (this.path.length === 0) this.first = answer.choices;
    this.menu = [];
    this.question = null;
    this.hits(answer.proposed);
    this.mark();
    if (newer) {
      again();
      return true;
    }
    if (then) then();
    this.show();
    const next = this.queue.shift();
    if (next) next();
    return true;
  }

  resize() {
    const zoom = this.zoom ?? 1;
    this.root.classList.toggle("zoomed", zoom > 1);
    this.svg.setAttribute("width", this.answered.width * zoom);
    this.svg.setAttribute("height", this.answered.height * zoom);
  }

  hits(proposed) {
    const all = this.places.concat(proposed);
    this.bySite = new Map();
    for (const place of all) {
      if (!this.bySite.has(place.site) || !place.copy) this.bySite.set(place.site, place);
    }
    this.groups.hits.replaceChildren(...all.map(place => {
      const hit = outline(place, 6);
      hit.setAttribute("class", this.targets.has(place.site) ? `hit target ${this.targets.get(place.site)}` : "hit");
      hit.dataset.site = place.site;
      return hit;
    }));
  }

  /** The cursor of the keyboard, and the place below a dragged piece. */
  mark(over) {
    const marks = [];
    const add = (site, name) => {
      const place = this.bySite.get(site);
      if (!place) return;
      const mark = outline(place, 0);
      mark.setAttribute("class", name);
      marks.push(mark);
    };
    if (this.cursor !== null && document.activeElement === this.root && this.byKeyboard) add(this.cursor, "cursor");
    if (over !== undefined && this.targets.has(over)) add(over, "dropping");
    this.groups.marks.replaceChildren(...marks);
  }

  site(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const site = hit?.closest?.(".hit")?.dataset.site;
    return site === undefined ? null : Number(site);
  }

  /** Runs an action once the choices that it depends on are here. */
  later(action) {
    if (this.wait) this.queue.push(action);
    else action();
  }

  down(event) {
    if (event.button !== 0) return;
    this.byKeyboard = false;
    this.mark();
    const site = this.site(event);
    const at = [event.clientX, event.clientY];
    this.press = null;
    if (site === null) {
      this.later(() => this.clear());
      return;
    }
    const zoomed = (this.zoom ?? 1) > 1;
    if (!zoomed) this.root.setPointerCapture(event.pointerId);
    const press = { site, at, picked: false, again: false };
    this.press = press;
    this.later(() => {
      if (this.path.at(-1) === site) {
        press.picked = press.again = true;
        // Drawn apart, in case that it is dragged.
        if (!zoomed) this.request(this.path, true, null);
        return;
      }
      const next = this.targets.get(site);
      const reselected = next === undefined && kind(this.first, site) === "pick";
      // What picks up acts on the press; everything else on the release, so that a slip can be corrected.
      press.picked = next === "pick" || reselected;
      if (press.picked) this.point(site, !zoomed);
    });
  }

  moved(event) {
    const { press } = this;
    if (!press || (this.zoom ?? 1) > 1) return;
    const [dx, dy] = [event.clientX - press.at[0], event.clientY - press.at[1]];
    if (press.picked && Math.hypot(dx, dy) >= DRAG_START) this.dragging = true;
    if (!this.dragging) return;
    const scale = this.answered.width / this.svg.getBoundingClientRect().width;
    this.groups.hand.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
    this.mark(this.site(event) ?? undefined);
  }

  up(event) {
    const { press, dragging } = this;
    this.press = null;
    this.dragging = false;
    if (!press) return;
    const over = this.site(event);
    this.later(() => {
      this.mark();
      if (dragging) return this.drop(over, press);
      const far = Math.hypot(event.clientX - press.at[0], event.clientY - press.at[1]) >= DRAG_START;
      if ((far && over !== press.site) || (press.picked && !press.again)) return;
      this.point(press.site, false);
    });
  }

  drop(over, press) {
    if (over !== null && this.targets.has(over)) return this.step(over, false);
    // Dropped on its own site, it stays selected.
    if (over === press.site) this.groups.hand.removeAttribute("transform");
    else this.clear();
  }

  dropped() {
    this.press = null;
    if (this.dragging) this.later(() => this.clear());
    this.dragging = false;
  }

  /** A click on a site, from any device. */
  point(site, drag) {
    this.menu = [];
    this.question = null;
    if (this.targets.has(site)) return this.step(site, drag);
    if (this.path.at(-1) === site) {
      if (this.choices.options.length === 0) return this.back();
      return this.finish();
    }
    if (this.path.length > 0) {
      if (kind(this.first, site) === "pick") return this.request([site], drag, () => this.stepped());
      return this.clear();
    }
    const none = this.first.targets.length === 0 && this.first.options.length === 0;
    this.say(none ? "It is not your turn." : "No legal move begins there.");
  }

  step(site, drag) {
    this.request(this.path.concat(site), drag, () => this.stepped());
  }

  /** Plays once the path completes the only possible move. */
  stepped() {
    if (this.choices.targets.length === 0 && !this.choices.proposed) this.finish();
    else if (this.byKeyboard) announce(`${this.name(this.path.at(-1))} chosen`);
  }

  finish() {
    const { options } = this.choices;
    if (options.length === 0) {
      this.clear();
      this.say("No legal move leads there.");
    } else if (options.length === 1) {
      this.end(options[0]);
    } else {
      this.menu = options;
      this.show();
    }
  }

  end(option) {
    this.menu = [];
    if (option.answer) {
      this.question = option;
      this.show();
      return;
    }
    this.play(option.move);
  }

  back() {
    if (this.menu.length > 0 || this.question) {
      this.menu = [];
      this.question = null;
      if (this.choices.targets.length > 0) return this.show();
    }
    if (this.path.length > 0) this.request(this.path.slice(0, -1), false, null);
    else this.show();
  }

  clear() {
    if (this.path.length > 0 || this.menu.length > 0 || this.question) this.request([], false, null);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step) {
      this.byKeyboard = true;
      this.cursor = this.cursor === null ? this.middle() : this.toward(this.cursor, step) ?? this.cursor;
      this.mark();
      announce(this.describe(this.cursor));
    } else if (event.key === "Enter" || event.key === " ") {
      this.byKeyboard = true;
      this.cursor ??= this.middle();
      this.mark();
      if (this.cursor !== null) this.later(() => this.point(this.cursor, false));
    } else if (event.key === "Escape") {
      this.later(() => this.back());
    } else {
      return;
    }
    event.preventDefault();
  }

  middle() {
    const { width, height } = this.answered;
    const far = place => Math.hypot(place.x - width / 2, place.y - height / 2);
    const own = [...this.bySite.values()];
    return own.length ? own.reduce((a, b) => (far(b) < far(a) ? b : a)).site : null;
  }

  /** The nearest site within 60 degrees of a direction; the distance aside counts double. */
  toward(from, [dx, dy]) {
    const here = this.bySite.get(from);
    if (!here) return this.middle();
    let best = null, least = Infinity;
    for (const place of this.bySite.values()) {
      if (place.site === from) continue;
      const [x, y] = [place.x - here.x, place.y - here.y];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy - y * dx)];
      const cost = along + 2 * aside;
      if (along > 0.1 && aside <= along * 1.75 && cost < least) [best, least] = [place.site, cost];
    }
    return best;
  }

  name(site) {
    return this.bySite.get(site)?.name ?? `place ${site + 1}`;
  }

  describe(site) {
    if (site === null) return "";
    const target = this.targets.get(site);
    const own = this.path.includes(site) ? "chosen" : target && KINDS[target];
    return [this.name(site), this.contents.get(site) ?? "empty", own].filter(Boolean).join(", ");
  }
}

function kind(choices, site) {
  return choices.targets.find(([known]) => known === site)?.[1];
}

/** The outline of a place; a vertex gets a circle that a finger can hit. */
function outline(place, more) {
  if (place.outline) return shape("polygon", { points: place.outline.map(at => at.join(",")).join(" ") });
  return shape("circle", { cx: place.x, cy: place.y, r: place.r + (place.r < 14 ? more : 0) });
}

/** A small picture of a side. */
export function badge(markup) {
  const svg = shape("svg", { viewBox: "0 0 20 20", width: 22, height: 22, "aria-hidden": "true" });
  svg.innerHTML = markup;
  return svg;
}

export function optionButton(option, chosen) {
  return element("button", { type: "button", onclick: () => chosen(option) }, option.label || option.move);
}
