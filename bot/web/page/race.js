// The race: both players' figures by turn, drawn from the list of turns; a click goes to a turn.
// Once there is a review, the share of wins is a curve above it, on the same turns.

import { make } from "./dom.js";

const WIDE = 360;
const HIGH = 96;
const EDGE = 10;
const LANE = 56; // The curve's own height.

/** Where a turn stands in a race of so many, in percent of its breadth. */
export const placeOf = (turn, last) => (100 * (EDGE + ((WIDE - 2 * EDGE) * turn) / last)) / WIDE;

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

  /**
   * `marked` are turns of a review; what is proven of them has another shape than what is estimated.
   * `points` are the shares of wins before the first turn and after each, none without a review.
   */
  draw(moves, seats, at, marked = [], points = []) {
    this.last = moves.length;
    this.box.hidden = moves.length < 2;
    if (this.box.hidden) return;
    const most = Math.max(1, ...moves.flatMap((move) => move.race));
    const lane = points.length ? LANE : 0;
    const x = (turn) => (WIDE * placeOf(turn, this.last)) / 100;
    const y = (figure) => lane + HIGH - EDGE - ((HIGH - 2 * EDGE) * figure) / most;
    const shapes = [make("line", { x1: x(at), x2: x(at), y1: 2, y2: lane + HIGH - 2, class: "here" })];
    const shareAt = (share) => EDGE / 2 + (LANE - EDGE) * (1 - share);
    shapes.push(...curve(points, x, shareAt));
    seats.forEach((seat, index) => {
      const figures = [0, ...moves.map((move) => move.race[index])];
      const steps = figures.map((figure, turn) => `${turn ? `H${x(turn)}` : `M${x(0)} ${y(figure)}`}V${y(figure)}`);
      // Its rim lies under it: white and black are seen on any ground.
      for (const part of ["rim", "runner"]) shapes.push(make("path", { d: steps.join(""), class: `${part} ${seat.colour}` }));
      const marks = moves.flatMap((move, turn) => (move.three && move.colour === seat.colour ? [turn + 1] : []));
      shapes.push(...marks.map((turn) => make("circle", { cx: x(turn), cy: y(figures[turn]), r: 3.5, class: `dot ${seat.colour}` })));
    });
    for (const { turn, proven } of marked) {
      const { colour, race } = moves[turn - 1];
      const top = points[turn] ? shareAt(points[turn].share) : y(race[seats.findIndex((seat) => seat.colour === colour)]);
      shapes.push(make("rect", { x: x(turn) - 5, y: top - 5, width: 10, height: 10, rx: proven ? 1 : 5, class: `point ${proven ? "proven" : "estimated"}` }));
    }
    const svg = make("svg", { viewBox: `0 0 ${WIDE} ${lane + HIGH}` });
    svg.append(...shapes);
    this.box.classList.toggle("with-curve", lane > 0);
    this.box.replaceChildren(svg);
  }
}

/** The shares of wins: bounds as a band, a whole line to what is proven, a dashed one to what is estimated. */
function curve(points, x, y) {
  if (!points.length) return [];
  const along = (key) => points.map((point, turn) => `${x(turn)},${y(point[key])}`);
  const half = make("line", { x1: x(0), x2: x(points.length - 1), y1: y(0.5), y2: y(0.5), class: "half" });
  const band = make("polygon", { points: [...along("high"), ...along("low").reverse()].join(" "), class: "band" });
  const legs = points.slice(1).map(({ proven }, turn) => {
    const [from, to] = [turn, turn + 1].map((one) => `${x(one)} ${y(points[one].share)}`);
    return { proven, d: `M${from}L${to}` };
  });
  const line = (proven, name) =>
    make("path", { d: legs.filter((leg) => leg.proven === proven).map((leg) => leg.d).join(""), class: `share-line ${name}` });
  return [half, band, line(false, "estimated"), line(true, "proven")];
}
