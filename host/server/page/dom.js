// Small helpers: elements, kept values, and a connection that comes back.

export const $ = id => document.getElementById(id);

/** Makes an element; keys of `properties` that it lacks become attributes. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

const contents = new WeakMap();

/** Replaces the children of a node where its content is another: a click or the focus is not lost. */
export function fill(node, content, make) {
  const key = JSON.stringify(content);
  if (contents.get(node) === key) return;
  contents.set(node, key);
  node.replaceChildren(...make());
}

const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A value of this browser; browsers may forbid to keep any. */
export const kept = {
  get(key) {
    try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
  },
  set(key, value) {
    try { value ? localStorage.setItem(key, value) : localStorage.removeItem(key); } catch { /* forgotten */ }
  },
};

let hiding;
export function notify(text) {
  const notice = $("notice");
  notice.textContent = text;
  notice.hidden = !text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.hidden = true; }, 8000);
}

/** Tells screen readers. */
export function announce(text) {
  const live = $("live");
  // The same text again would not be read.
  live.textContent = live.textContent === text ? text + "\u00a0" : text;
}

/** Begins a text with a capital letter. */
export function sentence(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** Writes a time left as a clock shows it: in days and hours from a day on. */
export function time(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86400) return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = number => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Makes tabs of the elements `tab-NAME` and `NAME-panel`, and shows the first. */
export function tabs(names, chosen) {
  const choose = name => {
    for (const other of names) {
      const tab = $(`tab-${other}`);
      tab.setAttribute("aria-selected", other === name);
      tab.tabIndex = other === name ? 0 : -1;
      $(`${other}-panel`).hidden = other !== name;
    }
    $(`tab-${name}`).classList.remove("new");
    chosen(name);
  };
  names.forEach((name, at) => {
    const tab = $(`tab-${name}`);
    tab.onclick = () => choose(name);
    tab.onkeydown = event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      const next = names.at((at + step) % names.length);
      choose(next);
      $(`tab-${next}`).focus();
    };
  });
  choose(names[0]);
}

/** Connects, and again whenever the connection is lost, until `stop`. */
export function connect(path, { opened, received }) {
  let socket, timer, wait = 400, stopped = false;
  const shown = $("connection");
  const open = () => {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.onopen = () => { shown.textContent = ""; opened(); };
    socket.onmessage = event => {
      const message = JSON.parse(event.data);
      // A server that refuses is not asked again at once.
      if (message.type !== "error") wait = 400;
      if (message.code === "banned") {
        stopped = true;
        notify(sentence(message.message));
      }
      received(message);
    };
    socket.onclose = () => {
      if (stopped) return;
      shown.textContent = "Connecting …";
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, 10000);
    };
  };
  open();
  addEventListener("online", () => { if (socket.readyState > 1 && !stopped) open(); });
  return {
    send(message) {
      const open = socket.readyState === 1;
      if (open) socket.send(JSON.stringify(message));
      else if (message.type !== "board") notify("There is no connection to the server: trying again.");
      return open;
    },
    again() { socket.close(); },
    stop() { stopped = true; clearTimeout(timer); socket.close(); shown.textContent = ""; },
  };
}
