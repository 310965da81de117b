// A watch page: the board, the clocks and the turns of one match. Nothing here can change a match.

import { Attention } from "./attention.js";
import { Board } from "./board.js";
import { drawSeats, tickSeats } from "./cards.js";
import { $, bindMenus, el, openSheet, stone, wear } from "./dom.js";
import { Heard } from "./heard.js";
import { headlineOf } from "./hours.js";
import { Moves } from "./moves.js";
import { Review } from "./review.js";
import { Stream } from "./stream.js";
import { say } from "./words.js";

const TICK = 100;
const FILES = { record: "record.txt", replay: "replay.gif", race: "race.png", board: "board.png" };
const forms = new URLSearchParams(location.search);
const root = document.documentElement;
const here = `${location.origin}${location.pathname}`;

class Watch {
  constructor() {
    root.classList.toggle("embed", forms.has("embed"));
    this.board = new Board(() => {});
    this.moves = new Moves((turn) => this.look(turn), () => this.drawBoard(), (what, turn) => this.save(what, turn));
    this.review = new Review(this.moves, () => fetch(`${here}/review`));
    this.attention = new Attention($("attention"), () => this.now());
    bindMenus();
    $("show-rules").addEventListener("click", () =>
      openSheet(this.match.game, ...this.match.rules.map((line) => el("p", {}, line))));
    $("whole-page").href = here;
    $("whole-page").hidden = !root.classList.contains("embed");
    this.stream = new Stream(here, {
      state: (data) => this.onState(data),
      gone: () => this.gone(),
    });
    this.heard = new Heard(this.stream);
    setInterval(() => this.tick(), TICK);
  }

  gone() {
    $("watch").hidden = true;
    $("notice-text").textContent = say("gone");
    $("notice").hidden = false;
    $("link-state").hidden = true;
  }

  onState({ match, board, moves }) {
    const before = this.match;
    this.match = match;
    this.present = board;
    $("watch").hidden = false;
    wear(match.theme);
    this.moves.update(match, moves);
    this.offerReview(match);
    this.drawBoard();
    this.board.drawNames(match.names);
    drawSeats(match);
    const names = match.seats.map((seat) => seat.name || seat.label).join(" – ");
    $("title").textContent = `${names} · ${match.game}`;
    $("alerts").hidden = false;
    this.attention.tell(match, []);
    this.drawTurn(match, moves);
    this.announce(before, match, moves);
    this.tick();
  }

  /** Who is to move, and what was played last. */
  drawTurn(match, moves) {
    const mover = match.seats.find((seat) => seat.toMove);
    const stones = match.may && mover ? Math.min(match.may.most, 3) : 0;
    $("pips").replaceChildren(...Array.from({ length: stones }, () => stone(mover.colour)));
    $("headline").textContent = headlineOf(match);
    const last = moves.at(-1);
    $("last").replaceChildren(...(last ? [stone(last.colour), el("b", {}, last.text), last.three ? el("span", { class: "tag gold" }, say("three-stones").toLowerCase()) : ""] : []));
    $("last").setAttribute("aria-label", last ? say("last-turn", last) : "");
  }

  /** Reads out what is new, for whoever can't see it. */
  announce(before, match, moves) {
    if (!before || (headlineOf(before) === headlineOf(match) && before.turn === match.turn)) return;
    const last = moves.at(-1);
    const played = last && match.turn > before.turn ? `${say("played", last)} ` : "";
    $("announcer").textContent = `${played}${headlineOf(match)}.`;
  }

  /** The board as it is now, or at the turn that is looked back to. */
  drawBoard() {
    this.board.draw(this.moves.at === null ? this.present : this.moves.past?.board);
    const past = this.moves.past;
    if (past) this.board.mark(past.stones, [], past.last, "");
    else if (this.moves.at === null && this.match) this.board.mark(this.match.stones, [], this.match.last, "", this.match.closed);
    if (this.match) this.tellMark(this.review.draw(this.board));
  }

  /** What is marked of the turn that is shown has the place of what is known anyway. */
  tellMark(mark) {
    const { game, caption } = this.match;
    $("caption").textContent = mark || `${game} · ${caption}`;
    if (mark && mark !== $("announcer").textContent) $("announcer").textContent = mark;
  }

  /** A button beside what there always is when a match is over. */
  offerReview({ review }) {
    if ($("after").textContent === review) return;
    const open = () => this.review.open();
    $("after").replaceChildren(review && el("button", { type: "button", "data-act": "review", onclick: open }, review));
  }

  async look(turn) {
    try {
      const answer = await fetch(`${here}/turns/${turn}`);
      if (answer.ok) this.moves.show(await answer.json());
    } catch {
      // It is asked for once more.
    }
  }

  save(what, turn) {
    const about = what === "board" ? `?turn=${turn}` : "";
    const link = el("a", { href: `${here}/${FILES[what]}${about}`, download: "" });
    link.click();
  }

  /** The venue's present; without the referee it stands still, since its clocks may. */
  now() {
    return this.heard.now();
  }

  tick() {
    this.heard.tick(this.match?.trouble ?? "");
    if (this.match) tickSeats(this.match, this.now());
  }
}

new Watch();
