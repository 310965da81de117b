// Which page is this: the start page, a room, or a seat in a match that is held elsewhere?

import { $, addressOf } from "./dom.js";
import { openRoom } from "./room.js";
import { openStart } from "./start.js";
import { say } from "./words.js";

// The link that skips to what the page is for. Followed as a link it would change the address, in
// which a room looks for the token of a seat.
const [words, target] = location.href.split(/[?#]/)[0] === addressOf("") ? ["skip-to-form", "visitor"] : ["skip-to-words", "words"];
const skip = document.querySelector(".skip");
skip.textContent = say(words);
skip.href = `#${target}`;
skip.addEventListener("click", (event) => {
  event.preventDefault();
  $(target).focus();
});

const found = /\/((?:room|match)\/[^/]+)$/.exec(location.pathname);
if (found) {
  for (const id of ["room", "alerts"]) $(id).hidden = false;
  openRoom(found[1]);
} else {
  $("start").hidden = false;
  openStart();
}
