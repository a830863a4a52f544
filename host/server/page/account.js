// Who the browser is signed in as, and the page of the account.
import { $, connect, element, fill, notify, sentence } from "./dom.js";

/** Asks the server; the answer has `name`, null for guests. */
export async function whoAmI() {
  try {
    const answer = await fetch("/account/me");
    return answer.ok ? await answer.json() : { name: null, moderator: false, accounts: "optional" };
  } catch {
    return { name: null, moderator: false, accounts: "optional" };
  }
}

/** Sends a request, and returns what went wrong, or null. */
async function post(path, fields) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) });
    if (answer.ok) return null;
    const text = await answer.text();
    try { return sentence(JSON.parse(text).message) + "."; } catch { return text; }
  } catch {
    return "There is no connection to the server.";
  }
}

export function day(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function tell(place, why) {
  $(place).textContent = why ?? "";
  $(place).hidden = !why;
}

export class AccountPage {
  constructor(me) {
    $("signed-out").hidden = Boolean(me.name);
    $("signed-in").hidden = !me.name;
    if (me.name) this.showAccount(me);
    else this.askForName(me);
  }

  askForName(me) {
    document.title = "Sign in – Boardloom";
    if (me.accounts === "required") $("why-account").textContent = "On this server, guests can only watch: sign in to play.";
    const send = async path => {
      if (!$("sign-in").reportValidity()) return;
      const why = await post(path, { name: $("account-name").value, password: $("password").value });
      if (why) return tell("sign-in-error", why);
      // Back to the game that asked for an account.
      location.href = sessionStorage.getItem("back") ?? "/";
      sessionStorage.removeItem("back");
    };
    $("sign-in").onsubmit = event => {
      event.preventDefault();
      send("/account/sign-in");
    };
    $("sign-up").onclick = () => send("/account/sign-up");
  }

  showAccount(me) {
    document.title = `${me.name} – Boardloom`;
    $("account-title").textContent = me.name;
    const leave = async () => {
      const why = await post("/account/sign-out", {});
      if (why) notify(why);
      else location.href = "/";
    };
    $("sign-out").onclick = leave;
    $("end-others").onclick = () => this.link.send({ type: "withdraw" });
    $("new-password").onsubmit = async event => {
      event.preventDefault();
      const why = await post("/account/password", { password: $("old-password").value, new: $("next-password").value });
      tell("password-error", why);
      if (why) return;
      $("new-password").reset();
      notify("The password is changed, and all other sessions have ended.");
      this.link.send({ type: "account" });
    };
    this.link = connect("/lobby/socket", {
      opened: () => this.link.send({ type: "account" }),
      received: message => this.receive(message),
    });
  }

  receive(message) {
    if (message.type === "account") this.show(message);
    else if (message.type === "error") {
      // The session ended meanwhile.
      if (message.code === "sign-in") location.reload();
      else notify(sentence(message.message));
    }
  }

  showVacation({ since, until, days_left }) {
    const left = `${count(days_left, "day")} left`;
    $("vacation-now").textContent = since ? `On vacation since ${day(since)}, until ${day(until)} at the latest: ${left}` : left;
    $("vacation").hidden = !since && !days_left;
    $("vacation").textContent = since ? "End vacation" : "Begin vacation";
    $("vacation").onclick = () => this.link.send({ type: "vacation", begin: !since });
  }

  show({ name, created, sessions, ratings, vacation }) {
    this.showVacation(vacation);
    $("my-games").href = `/search?player=${encodeURIComponent(name)}`;
    $("unrated").hidden = ratings.length > 0;
    fill($("my-ratings"), ratings, () => ratings.map(known => element("li", {},
      element("span", { className: "what" }, element("strong", {}, `${known.family_name}: ${known.rating}${known.provisional ? "?" : ""}`), element("span", { className: "weak" }, `± ${2 * known.deviation} · ${count(known.games, "game")}`)),
      element("a", { href: `/ratings?family=${encodeURIComponent(known.family)}`, "aria-label": `Ratings of ${known.family_name}` }, "All"))));
    $("account-since").textContent = `Account since ${day(created)}`;
    $("end-others").hidden = sessions.length < 2;
    fill($("sessions"), sessions, () => sessions.map(({ session, program, address, used, own }) => {
      const end = () => this.link.send({ type: "withdraw", session });
      const name = programName(program);
      const button = own ? element("span", { className: "weak" }, "This browser")
        : element("button", { type: "button", onclick: end, "aria-label": `End the session of ${name}` }, "End");
      return element("li", {}, element("span", { className: "what" }, element("strong", {}, name), element("span", { className: "weak" }, `${address} · ${day(used)}`)), button);
    }));
  }
}

/** Names a browser as its user knows it. */
function programName(program) {
  const browser = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find(name => program.includes(`${name}/`));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find(name => program.includes(name));
  const names = { Edg: "Edge", OPR: "Opera" };
  return browser ? `${names[browser] ?? browser}${system ? ` on ${system}` : ""}` : program || "A program";
}
