// The rules of a game, which the lobby tells, whether it counts, and how it stands.
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
export function gameKind({ rated, analysis, seats }, me) {
  if (analysis) return "Casual game with analysis";
  if (seats.length !== 2) return "";
  if (!rated) return "Casual game";
  if (seats.some(({ kind }) => kind === "open")) return `Rated game, if two accounts play${me.name ? "" : ": sign in to take part"}`;
  return seats.every(({ account }) => account) ? "Rated game" : "Casual game: not all players have accounts";
}

/** Says whose turn it is, or how the game ended. */
export function gameStatus(room) {
  const { state } = room;
  const own = room.seat();
  if (state.end) {
    const first = state.end.places.flatMap((place, at) => (place === 1 ? [at + 1] : []));
    if (state.end.kind === "aborted") return "Game aborted";
    if (state.end.kind === "agreed") return "Draw by agreement";
    if (first.length === 1) return `${first[0] === own ? "You" : room.player(first[0])} won: ${state.end.reason}`;
    return `Draw: ${state.end.reason}`;
  }
  if (state.seats.some(seat => seat.kind === "open")) return own ? "Waiting for players" : "Waiting for players: take a seat or watch";
  if (state.paused) return "Paused";
  if (room.pending) return "Sending your move …";
  if (own && state.acting.includes(own)) return "Your turn";
  const names = state.acting.map(seat => room.player(seat));
  return names.length ? `${names.join(", ")} to move` : "";
}

/** Says how late watchers see a game. */
export function delayWords({ moves, minutes }) {
  const [number, noun] = moves ? [moves, "move"] : minutes % 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return `${number} ${noun}${number === 1 ? "" : "s"} late`;
}
