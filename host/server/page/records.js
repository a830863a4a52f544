// Ratings, and the search for finished games.
import { count, day } from "./account.js";
import { $, connect, element, fill, notify, sentence } from "./dom.js";

function link(received, opened) {
  const lobby = connect("/lobby/socket", {
    opened: () => opened(lobby),
    received: message => {
      if (message.type === "error") notify(sentence(message.message));
      else received(message);
    },
  });
  return lobby;
}

export class RatingsPage {
  constructor(me) {
    document.title = "Ratings – Boardloom";
    this.me = me;
    const family = new URLSearchParams(location.search).get("family") ?? undefined;
    this.link = link(message => { if (message.type === "ratings") this.show(message); }, lobby => lobby.send({ type: "ratings", family }));
    $("family").onchange = () => {
      history.replaceState(null, "", `/ratings?family=${encodeURIComponent($("family").value)}`);
      this.link.send({ type: "ratings", family: $("family").value });
    };
  }

  show({ family, families, players }) {
    fill($("family"), families, () => families.map(({ family, name }) => element("option", { value: family }, name)));
    $("family").value = family;
    $("no-ratings").hidden = players.length > 0;
    $("ratings-table").hidden = players.length === 0;
    $("ratings-rows").replaceChildren(...players.map((player, at) => {
      const name = element("a", { href: `/search?player=${encodeURIComponent(player.name)}` }, player.name);
      const row = element("tr", {}, element("td", {}, player.provisional ? "–" : String(at + 1)), element("td", {}, name),
        element("td", {}, rating(player)), element("td", {}, `± ${2 * player.deviation}`), element("td", {}, String(player.games)));
      if (player.name === this.me.name) row.setAttribute("aria-current", "true");
      return row;
    }));
  }
}

/** A rating as players know it from elsewhere: the mark says that it is not sure yet. */
export function rating({ rating, provisional }) {
  return `${rating}${provisional ? "?" : ""}`;
}

const FIELDS = ["player", "opponent", "family", "ruleset", "since", "until", "result", "rated"];

export class SearchPage {
  constructor() {
    document.title = "Finished games – Boardloom";
    const asked = new URLSearchParams(location.search);
    this.games = [];
    this.link = link(message => this.receive(message), lobby => {
      if ($("find-family").options.length < 2) lobby.send({ type: "rulesets" });
      if (!this.games.length) this.search();
    });
    for (const field of FIELDS) $(`find-${field}`).value = asked.get(field) ?? "";
    this.wanted = asked;
    $("find").onsubmit = event => {
      event.preventDefault();
      this.games = [];
      this.wanted = null;
      history.replaceState(null, "", `/search?${this.query()}`);
      this.search();
    };
    $("find-more").onclick = () => this.search(this.games.at(-1).id);
    $("find-family").onchange = () => this.showRulesets();
  }

  values() {
    const values = FIELDS.map(field => [field, $(`find-${field}`).value.trim()]);
    // Until the list of rulesets has come, the address tells.
    if (this.wanted) for (const value of values) value[1] ||= this.wanted.get(value[0]) ?? "";
    return values.filter(([, value]) => value);
  }

  query() {
    return new URLSearchParams(this.values()).toString();
  }

  search(before) {
    const values = Object.fromEntries(this.values());
    if (values.rated) values.rated = values.rated === "true";
    this.link.send({ type: "search", ...values, before });
    $("download-all").href = `/records.loom?${this.query()}`;
  }

  receive(message) {
    if (message.type === "found") this.show(message);
    else if (message.type === "rulesets") {
      this.rulesets = message.rulesets;
      const families = [...new Map(this.rulesets.map(({ plugin, family }) => [plugin, family]))];
      $("find-family").append(...families.map(([value, name]) => element("option", { value }, name)));
      $("find-family").value = this.wanted?.get("family") ?? "";
      this.showRulesets();
      $("find-ruleset").value = this.wanted?.get("ruleset") ?? "";
      this.wanted = null;
    }
  }

  showRulesets() {
    const family = $("find-family").value;
    const known = (this.rulesets ?? []).filter(({ plugin }) => !family || plugin === family);
    $("find-ruleset").replaceChildren(element("option", { value: "" }, "Any"), ...known.map(({ ruleset, name }) => element("option", { value: ruleset }, name)));
  }

  show({ games, more }) {
    this.games.push(...games);
    $("found-count").textContent = this.games.length ? `${count(this.games.length, "game")}${more ? ", and more" : ""}` : "No finished games match.";
    $("find-more").hidden = !more;
    $("download-all").hidden = !this.games.length;
    fill($("found"), this.games, () => this.games.map(game => {
      const file = `${game.room}-${game.number}.loom`;
      const players = game.players.map(player => {
        const known = player.rating === undefined ? "" : ` (${player.rating}${change(player.change)})`;
        const note = player.kind === "account" ? "" : ` (${player.kind})`;
        return `${player.place === 1 && !drawn(game) ? "★ " : ""}${player.name}${note}${known}`;
      });
      const facts = [day(game.ended), count(game.plies, "move"), game.rated ? "rated" : "casual", sentence(game.reason)];
      return element("li", {},
        element("span", { className: "what" }, element("strong", {}, `${game.title}: ${players.join(" – ")}`), element("span", { className: "weak" }, facts.join(" · "))),
        element("a", { href: `/games/${file}`, download: file, "aria-label": `Download the record: ${game.title}, ${day(game.ended)}` }, "Record"));
    }));
  }
}

function drawn(game) {
  return game.players.filter(({ place }) => place === 1).length > 1;
}

function change(points) {
  return points === undefined ? "" : points < 0 ? ` − ${-points}` : ` + ${points}`;
}
