// What the keyboard does beside the buttons: Esc takes the chosen cells back, ? shows the keys.

import { el, openSheet } from "./dom.js";

const KEYS = [
  ["Tab", "To the board, its buttons, the message box and the talk"],
  ["← → ↑ ↓", "On the board: from cell to cell; Home and End to the ends of the row"],
  ["Enter", "Chooses a cell or takes it back; in the message box: plays or says it"],
  ["Esc", "Takes all chosen cells back; closes what is open"],
  ["← → Home End", "Outside board and message box: steps through the turns"],
  ["rows", "Typed in the message box: the board row by row, for you alone"],
  ["my groups", "Typed there: the groups of both sides, yours first"],
  ["near E4", "Typed there: what lies on a cell and around it"],
  ["?", "Shows these keys"],
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
