// What the keyboard does beside the buttons: Esc takes the chosen cells back, ? shows the keys.

import { el, openSheet } from "./dom.js";
import { say } from "./words.js";

const KEYS = [
  ["Tab", say("key-tab")],
  ["← → ↑ ↓", say("key-arrows")],
  ["Enter", say("key-enter")],
  ["Esc", say("key-escape")],
  ["← → Home End", say("key-steps")],
  ["rows", say("key-rows")],
  ["my groups", say("key-groups")],
  ["near E4", say("key-near")],
  ["?", say("key-keys")],
];
const WRITING = "input, textarea, select";

/** `clear()` takes back what has been chosen. */
export function bindKeys(clear) {
  document.addEventListener("keydown", (event) => {
    // Esc is then for what is open.
    if (document.querySelector("dialog[open], .menu[open], .popup[open]")) return;
    if (event.key === "Escape") clear();
    if (event.key !== "?" || event.target.closest?.(WRITING)) return;
    event.preventDefault();
    openSheet("Keys", el("dl", {}, ...KEYS.flatMap(([key, does]) => [el("dt", {}, key), el("dd", {}, does)])));
  });
}
