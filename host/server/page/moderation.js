// What moderators do: mutes, bans, closed games and accounts, and the log.
import { day } from "./account.js";
import { $, connect, element, fill, notify, sentence } from "./dom.js";

export class ModerationPage {
  constructor() {
    document.title = "Moderation – Boardloom";
    this.link = connect("/lobby/socket", {
      opened: () => this.link.send({ type: "moderation" }),
      received: message => this.receive(message),
    });
    const asked = new URLSearchParams(location.search).get("room");
    if (asked) $("visitors-room").value = asked;
    $("moderate").onsubmit = event => {
      event.preventDefault();
      const action = $("action").value;
      const days = Number($("days").value) || undefined;
      const target = $("target").value.trim();
      if (["ban", "close-account", "close-room"].includes(action) && !confirm(`${$("action").selectedOptions[0].text}: ${target}?`)) return;
      this.sent = true;
      this.link.send({ type: "moderate", action, target, days, reason: $("reason").value.trim() });
    };
    $("look").onsubmit = event => {
      event.preventDefault();
      this.link.send({ type: "visitors", room: $("visitors-room").value.trim().split("/").at(-1) });
    };
  }

  receive(message) {
    if (message.type === "moderation") {
      if (this.sent) {
        this.sent = false;
        $("moderate").reset();
        notify("Done.");
      }
      this.show(message);
    } else if (message.type === "visitors") {
      this.showVisitors(message.visitors);
    } else if (message.type === "error") {
      notify(sentence(message.message));
    }
  }

  show({ sanctions, log }) {
    $("no-sanctions").hidden = sanctions.length > 0;
    fill($("sanctions"), sanctions, () => sanctions.map(({ kind, target, until, reason }) => {
      const lift = () => this.link.send({ type: "moderate", action: `un${kind}`, target });
      const words = [until ? `until ${day(until)}` : "without an end", reason].filter(Boolean).join(": ");
      return element("li", {},
        element("span", { className: "what" }, element("strong", {}, `${kind === "ban" ? "Banned" : "Muted"}: ${target}`), element("span", { className: "weak" }, words)),
        element("button", { type: "button", onclick: lift, "aria-label": `End the ${kind} of ${target}` }, "End"));
    }));
    fill($("log"), log, () => log.map(({ time, moderator, action, target, until, reason }) => {
      const words = [`${action} ${target}`, until && `until ${day(until)}`, reason].filter(Boolean).join(", ");
      return element("li", {}, element("span", { className: "weak" }, `${day(time)} ${moderator ?? "Command line"}: `), words);
    }));
  }

  showVisitors(visitors) {
    $("visitors").replaceChildren(...visitors.map(({ account, address }) => {
      const use = target => () => {
        $("target").value = target;
        $("action").focus();
      };
      const line = element("li", {}, element("span", { className: "what" }, element("strong", {}, account ?? "Guest"), element("span", { className: "weak" }, address)));
      if (account) line.append(element("button", { type: "button", onclick: use(account) }, "Use name"));
      line.append(element("button", { type: "button", onclick: use(address) }, "Use address"));
      return line;
    }));
  }
}
