// Shows the lobby or a game, by the path of the address.
import { $, kept } from "./dom.js";
import { Lobby } from "./lobby.js";
import { Room } from "./room.js";

const name = $("name");
name.value = kept.get("name");
name.onchange = () => kept.set("name", name.value.trim());

const room = /^\/rooms\/([a-z0-9]+)$/.exec(location.pathname)?.[1];
if (room) {
  $("room").hidden = false;
  new Room(room, () => name.value.trim());
} else {
  $("lobby").hidden = false;
  new Lobby();
}
