// The race: both players' figures by turn, drawn from the list of turns; a click goes to a turn.

import { make } from "./dom.js";

const WIDE = 360;
const HIGH = 96;
const EDGE = 10;

export class Race {
  /** `go(turn)` is called with the turn that was clicked. */
  constructor(box, go) {
    this.box = box;
    box.addEventListener("click", (event) => {
      // On a wide page the drawing is narrower than its box.
      const { x } = new DOMPoint(event.clientX, 0).matrixTransform(box.firstElementChild.getScreenCTM().inverse());
      const turn = Math.round(((x - EDGE) / (WIDE - 2 * EDGE)) * this.last);
      go(Math.max(0, Math.min(this.last, turn)));
    });
  }

  draw(moves, seats, at) {
    this.last = moves.length;
    this.box.hidden = moves.length < 2;
    if (this.box.hidden) return;
    const most = Math.max(1, ...moves.flatMap((move) => move.race));
    const x = (turn) => EDGE + ((WIDE - 2 * EDGE) * turn) / this.last;
    const y = (figure) => HIGH - EDGE - ((HIGH - 2 * EDGE) * figure) / most;
    const shapes = [make("line", { x1: x(at), x2: x(at), y1: 2, y2: HIGH - 2, class: "here" })];
    seats.forEach((seat, index) => {
      const figures = [0, ...moves.map((move) => move.race[index])];
      const steps = figures.map((figure, turn) => `${turn ? `H${x(turn)}` : `M${x(0)} ${y(figure)}`}V${y(figure)}`);
      // Its rim lies under it: white and black are seen on any ground.
      for (const part of ["rim", "runner"]) shapes.push(make("path", { d: steps.join(""), class: `${part} ${seat.colour}` }));
      const marks = moves.flatMap((move, turn) => (move.three && move.colour === seat.colour ? [turn + 1] : []));
      shapes.push(...marks.map((turn) => make("circle", { cx: x(turn), cy: y(figures[turn]), r: 3.5, class: `dot ${seat.colour}` })));
    });
    const svg = make("svg", { viewBox: `0 0 ${WIDE} ${HIGH}` });
    svg.append(...shapes);
    this.box.replaceChildren(svg);
  }
}
