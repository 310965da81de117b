// Which page is this: the start page, or a room?

import { $ } from "./dom.js";
import { openRoom } from "./room.js";
import { openStart } from "./start.js";

const room = /^\/room\/([^/]+)$/.exec(location.pathname);
if (room) {
  $("room").hidden = false;
  openRoom(room[1]);
} else {
  $("start").hidden = false;
  openStart();
}
