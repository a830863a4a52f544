// The rules of a game, which the lobby tells, and whether it counts.
import { $, connect, element } from "./dom.js";

let shown;

export function showRules(ruleset) {
  if (shown === ruleset) return;
  shown = ruleset;
  const lobby = connect("/lobby/socket", {
    opened: () => lobby.send({ type: "ruleset", ruleset }),
    received: message => {
      if (message.type === "games") return;
      lobby.stop();
      const rules = message.type === "ruleset" ? message.rules : ["The rules of this game are not in the catalog of this server."];
      $("rules-panel").replaceChildren(element("h3", {}, message.name ?? ""), ...rules.map(text => element("p", {}, text)));
    },
  });
}

/** Says whether a game counts for ratings. */
export function gameKind({ rated, seats }, me) {
  if (seats.length !== 2) return "";
  if (!rated) return "Casual game";
  if (seats.some(({ kind }) => kind === "open")) return `Rated game, if two accounts play${me.name ? "" : ": sign in to take part"}`;
  return seats.every(({ account }) => account) ? "Rated game" : "Casual game: not all players have accounts";
}
