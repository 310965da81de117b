// The review of a match that is over: shares of wins and marked turns on the race, better cells on the board.

import { $, el, keepFocus } from "./dom.js";
import { placeOf } from "./race.js";
import { say } from "./words.js";

const ASK_AGAIN = 3000; // Milliseconds, where many reviews are made before this one.
const NEAREST = 9; // Points are further apart than this, in percent of the race, so that fingers tell them apart.

export class Review {
  /** `ask(number)` asks the referee for the review of a match. */
  constructor(moves, ask) {
    this.moves = moves;
    this.ask = ask;
    this.number = null;
    this.marks = [];
    for (const [id, step] of [["mark-back", -1], ["mark-on", 1]]) {
      $(id).addEventListener("click", () => this.go(this.beside(step)));
    }
  }

  /** Asks for the review of the match that is shown, unless it is here or on its way. */
  async open() {
    const { number, turn: count } = this.moves.match;
    $("tab-turns")?.click();
    if (this.number !== number || this.failed) {
      this.number = number;
      this.failed = false;
      $("review").hidden = false;
      this.show(say("referee-looks", { count }));
      $("review-text").focus();
      const { text, error, ...found } = await this.findings(number);
      // A rematch may have begun meanwhile, or the match goes on.
      if (this.number !== number) return;
      this.show(error ?? text, found);
      this.failed = Boolean(error);
    }
    $("review-text").focus();
  }

  async findings(number) {
    try {
      for (;;) {
        const answer = await this.ask(number);
        const told = await answer.json();
        if (answer.status !== 202) return told;
        // It is still being worked out, or others are before it.
        if (this.number !== number) return {};
        if (told.waiting) {
          $("review-text").textContent = told.waiting;
          await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
        }
      }
    } catch {
      return { error: say("unreached") };
    }
  }

  /** `worst` are the numbers of the marked turns, worst first; a referee of an older version tells no curve. */
  show(text, { marks = [], worst = [], curve } = {}) {
    this.marks = marks;
    $("review-text").textContent = text;
    this.moves.forget(marks, curve?.points);
    $("curve-key").hidden = !curve;
    $("curve-text").textContent = curve?.text ?? "";
    this.list(worst.map((turn) => marks.find((mark) => mark.turn === turn)));
    let left = -NEAREST;
    const lefts = marks.map(({ turn }) => (left = Math.max(left + NEAREST, placeOf(turn, this.moves.moves.length))));
    let right = 100;
    for (let index = marks.length; index--;) right = lefts[index] = Math.min(lefts[index], right - NEAREST);
    $("marks").replaceChildren(...marks.map((mark, index) => this.point(mark, lefts[index])));
    for (const id of ["mark-back", "mark-on", "mark-key"]) $(id).hidden = !marks.length;
    this.moves.go(this.moves.at);
    // What cost most stands at the top.
    if (worst.length) $("worst").parentElement.scrollTop = 0;
  }

  /** The turns that cost most, above all turns. */
  list(marks) {
    $("worst").hidden = !marks.length;
    $("worst").replaceChildren(...marks.map((mark) => {
      const button = el("button", { type: "button", class: mark.certain ? "proven" : "estimated" }, mark.line);
      button.addEventListener("click", () => this.go(mark));
      return el("li", {}, button);
    }));
  }

  point(mark, left) {
    const button = el("button", { type: "button", "aria-label": mark.text, class: mark.proven ? "proven" : "estimated" }, `${mark.turn}`);
    button.style.left = `${left}%`;
    button.addEventListener("click", () => this.go(mark));
    return button;
  }

  go(mark) {
    this.moves.go(mark.turn);
    $("board").scrollIntoView({ block: "nearest" });
  }

  /** The marked turn before or behind the one that is shown. */
  beside(step) {
    const { at, moves } = this.moves;
    const behind = this.marks.filter(({ turn }) => (turn - (at ?? moves.length)) * step > 0);
    return behind.at(step > 0 ? 0 : -1);
  }

  /** Marks the better cells of the turn that is shown; returns what is to be said of it. */
  draw(board) {
    const { at, moves } = this.moves;
    if (this.number !== null && this.marks !== this.moves.marks) {
      this.number = null;
      $("review").hidden = true;
      this.marks = this.moves.marks;
      this.list([]);
    }
    if (!this.marks.length) return "";
    const here = this.marks.find(({ turn }) => turn === (at ?? moves.length));
    keepFocus(() => {
      $("mark-back").disabled = !this.beside(-1);
      $("mark-on").disabled = !this.beside(1);
    }, () => [$("mark-back"), $("mark-on")].find((button) => !button.disabled) ?? $("review-text"));
    [...$("marks").children].forEach((button, index) =>
      this.marks[index] === here ? button.setAttribute("aria-current", "true") : button.removeAttribute("aria-current"));
    if (!here || (at !== null && !this.moves.past)) return "";
    for (const cell of here.better) {
      const button = board.buttons.get(cell);
      button.classList.add("better", here.proven ? "proven" : "estimated");
      button.setAttribute("aria-label", `${button.getAttribute("aria-label")}, ${say("better", here)}`);
    }
    return here.text;
  }
}
