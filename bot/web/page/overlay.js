// A match as an overlay on a stream: drawn for a camera, over any picture, with nothing to press.

import { Board } from "./board.js";
import { reading } from "./cards.js";
import { $, el, make, stone, wear } from "./dom.js";
import { Heard } from "./heard.js";
import { Race } from "./race.js";
import { Stream } from "./stream.js";
import { say } from "./words.js";

const TICK = 100;
const MOST_PIPS = 5;
const LONG_NAME = 14;
const HOUR = 3600000;
const SMALL = matchMedia("(max-width: 899px)");
const form = new URLSearchParams(location.search).get("overlay");

class Overlay {
  constructor() {
    this.fit();
    SMALL.addEventListener("change", () => this.fit());
    this.board = new Board(() => {});
    this.race = new Race($("race"), () => {});
    for (const _ of [0, 1]) $("seats").append($("seat").content.cloneNode(true));
    this.stream = new Stream(`${location.origin}${location.pathname}`, {
      state: (data) => this.show(data),
      gone: () => this.gone(),
    });
    this.heard = new Heard(this.stream);
    setInterval(() => this.tick(), TICK);
  }

  /** What was asked for, or what a small source has room for. */
  fit() {
    document.documentElement.classList.toggle("compact", form === "compact" || SMALL.matches);
  }

  gone() {
    $("overlay").hidden = true;
    $("notice-text").textContent = say("gone");
    $("notice").hidden = false;
  }

  show({ match, board, moves }) {
    this.match = match;
    $("overlay").hidden = false;
    wear(match.theme);
    this.board.draw(board);
    this.board.mark(match.stones, [], match.last, "", match.closed);
    $("board").classList.toggle("named", match.names);
    $("board").setAttribute("aria-label", match.alt);
    match.seats.forEach((seat, index) => this.drawSeat($("seats").children[index], seat));
    // Hours and days take more room than minutes.
    const { turn, banks } = match.clock ?? { turn: 0, banks: [] };
    $("seats").classList.toggle("hours", Math.max(turn, ...banks) >= HOUR);
    $("caption").textContent = match.game;
    $("turn-number").textContent = match.turn;
    this.race.draw(moves, match.seats, moves.length);
    this.drawStatus();
    this.drawLast(moves.at(-1));
    this.tick();
  }

  drawSeat(card, seat) {
    const name = seat.name || seat.label;
    const set = (part, text) => (card.querySelector(part).textContent = text);
    card.className = `plate player ${seat.colour}${seat.toMove && this.match.status !== "waiting" ? " moves" : ""}${seat.winner ? " won" : ""}`;
    card.setAttribute("aria-label", `${seat.label}: ${name}`);
    card.querySelector(".stone")?.remove();
    card.prepend(stone(seat.colour));
    set("bdi", name);
    card.querySelector(".name").classList.toggle("long", name.length > LONG_NAME);
    card.style.setProperty("--digits", seat.figure.length);
    set("strong", seat.figure);
    set(".unit", seat.figureLabel);
    const marks = [seat.dmo && "DMO", seat.button && "½"].filter(Boolean);
    card.querySelector(".marks").replaceChildren(...marks.map((text) => el("span", {}, text)));
    set(".state", this.stateOf(seat));
  }

  /** What stands beside the bank of whoever's turn time does not run. */
  stateOf(seat) {
    if (seat.winner) return say("winner");
    if (this.match.status === "waiting") return seat.ready ? say("ready") : say("not-ready");
    if (seat.lead) return seat.lead[0].toUpperCase() + seat.lead.slice(1);
    return seat.toMove && !this.match.clock ? say("to-move") : "";
  }

  /** Whose turn it is and how many stones it may have; or why nobody is to move. */
  drawStatus() {
    const { match } = this;
    const mover = match.status === "running" && match.seats.find((seat) => seat.toMove);
    const most = mover ? match.may.most : 0;
    const winner = match.seats.find((seat) => seat.winner);
    const sign = match.status === "paused" ? "pause" : match.onTime ? "flag" : winner ? "cup" : "";
    const colour = (mover || winner)?.colour ?? "";
    $("status").className = `plate status ${match.status} ${colour}${most === 3 ? " three" : ""}`;
    $("status-sign").replaceChildren(mover ? stone(mover.colour) : sign && picture(sign));
    $("headline").textContent = mover ? say("to-move-in-tab", { name: mover.label }) : match.headline;
    $("pips").replaceChildren(...Array.from({ length: Math.min(most, MOST_PIPS) }, () => stone(match.either ? "any" : mover.colour)));
    $("three").textContent = most === 3 ? say("three-stones") : "";
    $("may").textContent = mover ? match.may.text[0].toUpperCase() + match.may.text.slice(1) : "";
  }

  drawLast(last) {
    $("last").replaceChildren(...(last ? [el("small", {}, say("last")), stone(last.colour), el("b", {}, last.text), el("small", {}, last.used)] : []));
    $("last").setAttribute("aria-label", last ? say("last-turn", last) : "");
  }

  tick() {
    const { match } = this;
    this.heard.tick(match?.trouble ?? "");
    if (!match) return;
    match.seats.forEach((seat, index) => {
      const card = $("seats").children[index];
      const time = match.clock ? reading(match, index, this.heard.now()) : { turn: "", bank: "" };
      if (match.status === "waiting") time.turn = "";
      const live = time.runs ? (time.turn ? "turn" : "bank") : "";
      for (const part of ["bank", "turn"]) {
        const slot = card.querySelector(`.${part}`);
        const text = slot.querySelector("b");
        if (text.textContent !== time[part]) text.textContent = time[part];
        slot.hidden = !time[part];
        slot.classList.toggle("live", live === part);
        slot.classList.toggle("hurry", live === part && time.hurry);
      }
      card.querySelector(".state").hidden = Boolean(time.turn);
    });
  }
}

/** A sign of the page's own. */
function picture(name) {
  const svg = make("svg", { class: "sign" });
  svg.append(make("use", { href: `#sign-${name}` }));
  return svg;
}

new Overlay();
