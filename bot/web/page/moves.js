// The turns of the match: a list, a chart, and stepping through the positions. The live board goes on.

import { $, copyText, el, isShown, keepFocus, stone } from "./dom.js";
import { Race } from "./race.js";
import { say } from "./words.js";

const ASK_AGAIN = 1200; // A position that was asked for too fast is asked for once more.
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const BUSY = "input, textarea, select, [role=grid], [role=tablist], dialog, .lines";

export class Moves {
  /**
   * `ask(turn)` asks the referee for a position, `save(what, turn)` for files; `changed()` is called
   * when another position is shown.
   */
  constructor(ask, changed, save) {
    this.ask = ask;
    this.changed = changed;
    this.moves = [];
    this.forget();
    this.known = new Map();
    this.at = null;
    this.race = new Race($("race"), (turn) => this.go(turn));
    const go = (id, step) => $(id).addEventListener("click", () => this.step(step));
    go("step-first", -Infinity);
    go("step-back", -1);
    go("step-on", 1);
    go("step-last", Infinity);
    go("board-back", -1);
    go("board-on", 1);
    $("to-now").addEventListener("click", () => this.go(null));
    $("step-auto").addEventListener("click", () => (this.timer ? this.halt() : this.start()));
    $("step-pace").addEventListener("change", () => this.timer && this.start());
    $("turn-list").addEventListener("click", (event) => {
      const turn = event.target.closest("button")?.dataset.turn;
      if (!turn) return;
      this.go(Number(turn));
      // On a phone the list lies below the board.
      $("board").scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("keydown", (event) => this.key(event));
    for (const box of ["take", "end"]) {
      $(box).addEventListener("click", (event) => {
        const what = event.target.dataset.what;
        if (what) save(what, this.at ?? this.moves.length);
      });
    }
    $("step-through").addEventListener("click", () => {
      this.go(0);
      $("board-on").focus();
    });
    $("copy-result").addEventListener("click", () => copyText(result(this.match), $("copy-result")));
  }

  /** What is shown instead of the present, or null; it may still be on its way. */
  get past() {
    return this.at === null ? null : this.known.get(this.at) ?? null;
  }

  /** The turns as they are now; taken back ones are forgotten. */
  update(match, moves) {
    const same = moves.findIndex((move, index) => this.moves[index]?.text !== move.text);
    const kept = match.number === this.match?.number ? (same < 0 ? moves.length : same) : -1;
    // The last board may have changed as well: its match is over now, or goes on.
    for (const turn of this.known.keys()) if (turn > kept || turn >= moves.length) this.known.delete(turn);
    // A review is of these turns, and of a match that is over.
    if (match.status !== "over" || kept < moves.length || moves.length < this.moves.length) this.forget();
    this.match = match;
    this.moves = moves;
    if (this.at > moves.length || kept < 0) this.go(null);
    this.draw();
  }

  /** Has no review, or another one from now on: `points` are the shares of wins, turn by turn. */
  forget(marks = [], points = []) {
    this.marks = marks;
    this.points = points;
  }

  /** A position that was asked for. */
  show(position) {
    if (position.match !== this.match?.number || position.turn > this.moves.length) return;
    this.known.set(position.turn, position);
    if (position.turn === this.at) this.changed();
  }

  step(by) {
    const last = this.moves.length;
    this.go(Math.max(0, Math.min(last, (this.at ?? last) + by)));
  }

  /** Shows the board after a turn; null is now. */
  go(turn) {
    if (turn === this.moves.length) turn = null;
    if (turn === null) this.halt();
    this.at = turn;
    this.want(turn);
    if (turn !== null && turn < this.moves.length) this.want(turn + 1);
    if (turn > 0) this.want(turn - 1);
    this.draw();
    this.changed();
  }

  want(turn) {
    if (turn === null || this.known.has(turn)) return;
    this.ask(turn);
    setTimeout(() => this.at === turn && !this.known.has(turn) && this.ask(turn), ASK_AGAIN);
  }

  start() {
    clearInterval(this.timer);
    if (!this.moves.length) return;
    if (this.at === null) this.go(0);
    this.timer = setInterval(() => this.step(1), Number($("step-pace").value));
    this.sayAuto();
  }

  halt() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.sayAuto();
  }

  sayAuto() {
    $("step-auto").textContent = this.timer ? "Stop" : "Autoplay";
    $("step-auto").setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  key(event) {
    const step = KEYS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.(BUSY) || document.querySelector("dialog[open]") || !this.moves.length) return;
    event.preventDefault();
    this.halt();
    this.step(step);
  }

  draw() {
    const last = this.moves.length;
    const at = this.at ?? last;
    if (this.drawn !== this.moves || this.told !== this.marks) {
      [this.drawn, this.told] = [this.moves, this.marks];
      keepFocus(() => $("turn-list").replaceChildren(...this.rows()), () => $("step-back"));
    }
    for (const button of $("turn-list").querySelectorAll("button")) {
      const here = Number(button.dataset.turn) === at;
      if (here === button.hasAttribute("aria-current")) continue;
      if (here) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (here) reveal(button.parentElement);
    }
    keepFocus(() => this.drawSteps(at, last), () =>
      ["step-on", "step-back", "board-on"].map($).find(isShown) ?? $("cells").querySelector("[tabindex='0']"));
    $("no-turns").hidden = last > 0;
    $("take").hidden = last === 0;
    const over = this.match?.status === "over";
    for (const button of $("take").querySelectorAll("[data-over]")) button.hidden = !over;
    $("end").hidden = !over;
    for (const button of $("end").querySelectorAll(":scope > button")) button.hidden = last === 0;
    this.race.draw(this.moves, this.match?.seats ?? [], at, this.marks, this.points);
    $("past").textContent = this.at === null ? "" : say(this.at === 0 ? "empty-board" : "turn-of", { turn: this.at, last });
    $("board").classList.toggle("is-past", this.at !== null);
  }

  /** The rows of the list; of a review each tells the share of wins, and what a marked turn cost. */
  rows() {
    return this.moves.map((move, index) => {
      const turn = index + 1;
      return row(move, turn, this.points[turn], this.marks.find((mark) => mark.turn === turn));
    });
  }

  /** Which steps there are from here. */
  drawSteps(at, last) {
    for (const id of ["step-first", "step-back", "board-back"]) $(id).disabled = at === 0;
    for (const id of ["step-on", "step-last"]) $(id).disabled = this.at === null;
    $("step-auto").disabled = last === 0;
    for (const id of ["past", "to-now", "board-back", "board-on"]) $(id).hidden = this.at === null;
  }
}

function row(move, turn, point, mark) {
  const known = [point && [point.text, point.proven], mark?.cost && [mark.cost, mark.certain]].filter(Boolean);
  const button = el("button", { type: "button", "data-turn": turn, "data-key": `turn-${turn}` },
    el("span", { class: "number" }, `${turn}.`), stone(move.colour), el("span", { class: "words" }, move.text),
    el("span", { class: move.three ? "three" : "", title: move.three ? say("three-stones") : "" }, move.three ? "×3" : ""),
    el("span", { class: "figures" }, move.figures.join(" – ")),
    el("span", { class: "used" }, move.used),
    known.length ? el("span", { class: "known" }, ...known.map(([text, proven]) => el("span", { class: proven ? "proven" : "estimated" }, text))) : "");
  const three = move.three ? say("with-three") : "";
  const used = move.used ? say("with-time", move) : "";
  const full = say("turn-in-full", { ...move, turn, three, figures: say("figures", { first: move.figures[0], second: move.figures[1] }), used });
  button.setAttribute("aria-label", [full, ...known.map(([text]) => text)].join(", "));
  return el("li", {}, button);
}

/** The result as people tell it elsewhere. */
function result(match) {
  const each = match.seats.map((seat) => `${seat.label} ${seat.name} ${seat.figure}`);
  const turns = `${match.turn} ${match.turn === 1 ? "turn" : "turns"}`;
  const series = match.series ? ` ${say("series", match)}` : "";
  return say("result", { ...match, each: each.join(" – "), turns }) + series;
}

/** Scrolls a row into its list's view; the page itself stays where it is. */
function reveal(item) {
  const list = item.closest(".turn-list");
  if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
  const below = item.offsetTop + item.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
}
