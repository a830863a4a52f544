// Shows the lobby, a game or another page, by the path of the address.
import { AccountPage, whoAmI } from "./account.js";
import { $, kept } from "./dom.js";
import { Lobby } from "./lobby.js";
import { ModerationPage } from "./moderation.js";
import { RatingsPage, SearchPage } from "./records.js";
import { Room } from "./room.js";

const name = $("name");
name.value = kept.get("name");
name.onchange = () => kept.set("name", name.value.trim());

const me = await whoAmI();
if (me.name) $("me").textContent = me.name;
$("guest-name").hidden = Boolean(me.name) || me.accounts === "required";

$("to-moderation").hidden = !me.moderator;

const PAGES = { "/account": AccountPage, "/ratings": RatingsPage, "/search": SearchPage, "/moderation": ModerationPage };
const { pathname } = location;
const room = /^\/rooms\/([a-z0-9]+)$/.exec(pathname)?.[1];
if (room) {
  $("room").hidden = false;
  new Room(room, () => name.value.trim(), me);
} else if (PAGES[pathname]) {
  $(pathname.slice(1)).hidden = false;
  document.querySelector(`nav a[href="${pathname}"]`)?.setAttribute("aria-current", "page");
  new PAGES[pathname](me);
} else {
  $("lobby").hidden = false;
  new Lobby(me);
}
if (pathname !== "/account") $("me").onclick = () => sessionStorage.setItem("back", pathname + location.hash);
