// The board: the referee's own picture of it, and over it a button for every cell.
// The words in the message box are the one truth about which stones are about to be placed.

import { $, el, memory } from "./dom.js";
import { say } from "./words.js";

const WORDS = /[\s,+&;]+/;

export class Board {
  /** `choose(cell)` is called with the name of a cell that was clicked. */
  constructor(choose) {
    this.choose = choose;
    this.rows = [];
    this.buttons = new Map();
    this.shape = "";
    $("cells").addEventListener("click", (event) => {
      const cell = event.target.closest("[data-cell]")?.dataset.cell;
      if (cell) this.choose(cell);
    });
    $("cells").addEventListener("keydown", (event) => this.move(event));
    $("cells").addEventListener("focusin", (event) => this.rove(event.target));
    $("names")?.addEventListener("change", () => {
      memory.write("names", $("names").checked);
      this.drawNames($("names").checked);
    });
  }

  /** Cells show their names as this browser wants it, else as is usual in the match. */
  drawNames(usual) {
    $("names").checked = memory.read("names", null) ?? usual;
    $("board").classList.toggle("named", $("names").checked);
  }

  /** Takes a picture, where it is there and a new one; the cells are laid over it where it has them. */
  draw(svg) {
    if (!svg || svg === this.drawn) return;
    this.drawn = svg;
    const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    if (picture.nodeName !== "svg") return;
    $("picture").replaceChildren(document.importNode(picture, true));
    const shape = picture.getAttribute("viewBox");
    if (shape === this.shape) return;
    this.shape = shape;
    const view = picture.viewBox.baseVal;
    document.documentElement.style.setProperty("--ratio", view.width / view.height);
    this.lay([...$("picture").querySelectorAll("polygon.cell")], view);
  }

  lay(shapes, view) {
    this.buttons.clear();
    const rows = new Map();
    for (const shape of shapes) {
      const name = shape.dataset.cell;
      const points = shape.getAttribute("points").split(" ").map((point) => point.split(",").map(Number));
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
      const button = el("button", { type: "button", role: "gridcell", class: "cell", tabIndex: -1 },
        el("span", { "aria-hidden": "true" }, name));
      button.dataset.cell = name;
      button.style.left = `${(100 * (left - view.x)) / view.width}%`;
      button.style.top = `${(100 * (top - view.y)) / view.height}%`;
      button.style.width = `${(100 * wide) / view.width}%`;
      button.style.height = `${(100 * high) / view.height}%`;
      button.style.setProperty("--wide", `${(100 * wide) / view.width}cqw`);
      button.x = left + wide / 2;
      this.buttons.set(name, button);
      const letter = name.charAt(0);
      rows.set(letter, [...(rows.get(letter) ?? []), button]);
    }
    this.rows = [...rows.values()];
    $("cells").replaceChildren(
      ...[...rows].map(([letter, buttons]) =>
        el("div", { role: "row", "aria-label": say("row", { letter }) }, ...buttons)),
    );
    this.rove(this.rows[0]?.[0]);
  }

  has(cell) {
    return this.buttons.has(cell);
  }

  /** Shows which stones are about to be placed, and says of each cell what is on it. */
  mark(stones, chosen, last, colour, closed = []) {
    const wished = new Map(chosen.map((one) => [one.cell, one.colour || colour]));
    for (const [name, button] of this.buttons) {
      const taken = stones[name];
      const wish = taken ? undefined : wished.get(name);
      const state = taken ? say(last.includes(name) ? "stone-of-last-turn" : "stone", { colour: taken })
        : wish !== undefined ? "chosen" : closed.includes(name) ? "closed" : "empty";
      button.className = `cell ${taken ? "taken" : "empty"}${state === "closed" ? " closed" : ""}${wish === undefined ? "" : ` chosen ${wish}`}`;
      button.setAttribute("aria-label", `${name}, ${state}`);
    }
  }

  rove(button) {
    if (!button?.dataset?.cell) return;
    if (this.current) this.current.tabIndex = -1;
    this.current = button;
    button.tabIndex = 0;
  }

  move(event) {
    const row = this.rows.findIndex((buttons) => buttons.includes(event.target));
    if (row < 0) return;
    const at = this.rows[row].indexOf(event.target);
    const near = (buttons) => buttons?.reduce((best, one) =>
      Math.abs(one.x - event.target.x) < Math.abs(best.x - event.target.x) ? one : best);
    const steps = {
      ArrowLeft: () => this.rows[row][at - 1],
      ArrowRight: () => this.rows[row][at + 1],
      ArrowUp: () => near(this.rows[row - 1]),
      ArrowDown: () => near(this.rows[row + 1]),
      Home: () => this.rows[row][0],
      End: () => this.rows[row].at(-1),
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    steps[event.key]()?.focus();
  }
}

/** What a line of words would place: `cells` with their colours, and whether it is a turn at all. */
export function readTurn(text, board, colours) {
  const words = text.replace(/[*_`~|]/g, " ").split(WORDS).filter((word) => word && word.toLowerCase() !== "and");
  const cells = [];
  const verbs = [];
  let said = "";
  // A correction, by a star that stands alone or struck through: the referee asks which is meant.
  const corrected = text.split("*").length % 2 === 0 || text.includes("~~");
  let isTurn = words.length > 0 && !corrected;
  for (const word of words) {
    const [, head, tail] = /^(?:([a-z]+):)?(.*)$/i.exec(word);
    const colour = colourOf(head ?? (board.has(word.toUpperCase()) ? "" : word), colours);
    if (head === undefined && colour) {
      said = colour;
      continue;
    }
    const cell = tail.toUpperCase();
    if (["pass", "button"].includes(tail.toLowerCase())) verbs.push(tail.toLowerCase());
    else if (board.has(cell)) cells.push({ cell, colour: colour || said, word });
    else isTurn = false;
    said = "";
  }
  return { cells, verbs, isTurn: isTurn && cells.length + verbs.length > 0 };
}

function colourOf(word, colours) {
  const said = (word ?? "").toLowerCase();
  return said ? colours.find((colour) => colour === said || (said.length === 1 && colour[0] === said)) ?? "" : "";
}
