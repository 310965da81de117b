// Boards whose cells are too small for a finger: a tap brings the place near, the next one chooses.

import { $, keepFocus } from "./dom.js";

const FINGER = 24; // CSS pixels: what a finger meets at the least, as WCAG 2.5.8 has it.
const NEAR = 34; // How wide a cell is then.

export class Zoom {
  constructor() {
    this.touched = false;
    const cells = $("cells");
    cells.addEventListener("pointerdown", (event) => (this.touched = event.pointerType !== "mouse"), true);
    cells.addEventListener("keydown", () => this.out(), true);
    // Before the board hears of it: this tap is not for the cell under it.
    cells.addEventListener("click", (event) => this.tap(event), true);
    $("whole").addEventListener("click", () => this.out());
    addEventListener("resize", () => this.out());
  }

  tap(event) {
    const wide = event.target.closest("[data-cell]")?.getBoundingClientRect().width ?? FINGER;
    // Whoever chooses by keyboard has touched nothing.
    if (!this.touched || event.detail === 0 || wide >= FINGER) return;
    event.stopPropagation();
    const board = $("board").getBoundingClientRect();
    const share = (at, from, length) => `${(100 * (at - from)) / length}%`;
    const { style } = $("board");
    style.setProperty("--zoom", NEAR / wide);
    style.setProperty("--zoom-x", share(event.clientX, board.left, board.width));
    style.setProperty("--zoom-y", share(event.clientY, board.top, board.height));
    $("board").classList.add("near-by");
    $("whole").hidden = false;
  }

  /** Shows the whole board again. */
  out() {
    $("board").classList.remove("near-by");
    keepFocus(() => ($("whole").hidden = true), () => $("cells").querySelector("[tabindex='0']"));
  }
}
