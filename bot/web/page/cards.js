// The players' cards with their live clocks.

import { $, clockText, el, stone } from "./dom.js";
import { say } from "./words.js";

const HURRY = 10000;

/** Draws both cards anew. */
export function drawSeats(match) {
  $("seats").replaceChildren(...match.seats.map((seat) => card(seat, match)));
}

function card(seat, match) {
  const waiting = match.status === "waiting";
  const tags = [
    seat.winner && ["Winner", "gold"],
    seat.toMove && match.status === "running" && [say("to-move"), "gold"],
    seat.lead && [seat.lead[0].toUpperCase() + seat.lead.slice(1), "gold"],
    match.status === "paused" && seat.toMove && ["Paused", ""],
    waiting && [seat.ready ? "Ready" : say("not-ready"), seat.ready ? "good" : ""],
    seat.button && [say("half-button"), ""],
    seat.dmo && ["DMO", ""],
    // On a phone the partner's name is cut off before it.
    seat.level && [seat.level[0].toUpperCase() + seat.level.slice(1), ""],
  ].filter(Boolean);
  const name = seat.name || seat.label;
  const where = seat.yours ? "you" : seat.program || seat.here !== false || match.status === "over" ? "" : "away";
  const bar = el("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${100 * seat.share}%`;
  return el("section", { class: `seat ${seat.colour}${seat.toMove ? " moves" : ""}${seat.winner ? " won" : ""}`, "aria-label": `${seat.label}: ${name}` },
    bar, stone(seat.colour),
    el("p", { class: "name" }, el("bdi", { title: name }, name), el("span", { class: "sr" }, `, ${seat.label}`), where ? el("span", { class: "where" }, where) : ""),
    el("p", { class: "figure" }, el("strong", {}, seat.figure), " ", el("span", {}, seat.figureLabel)),
    el("p", { class: "tags" }, ...tags.map(([text, look]) => el("span", { class: `tag ${look}` }, text))),
    match.clock ? el("p", { class: "clock", role: "timer", "aria-live": "off" },
      el("span", {}, el("b", {}), el("small", {}, " turn")), el("span", {}, el("b", {}), el("small", {}, " bank"))) : "");
}

/** Lets the clocks run. */
export function tickSeats(match, now) {
  if (!match.clock) return;
  match.seats.forEach((_, index) => {
    const node = $("seats").children[index]?.querySelector(".clock");
    if (!node) return;
    const { turn, bank, runs, hurry } = reading(match, index, now);
    set(node.children[0], turn);
    set(node.children[1], bank);
    node.classList.toggle("hurry", hurry);
    node.classList.toggle("live", runs);
  });
}

/** What a player's clock shows at a moment: turn time runs first, then the bank; "" shows nothing. */
export function reading({ seats, clock, status }, index, now) {
  const runs = seats[index].toMove && clock.deadline !== null;
  const turn = runs ? clock.opens - now : clock.turn;
  const bank = runs ? Math.min(clock.banks[index], clock.deadline - now) : clock.banks[index];
  const inTurn = seats[index].toMove && status !== "over" && (turn > 0 || !clock.hasBank);
  return {
    turn: inTurn ? clockText(turn, true) : "",
    bank: clock.hasBank ? clockText(bank, runs && !inTurn) : "",
    runs,
    hurry: runs && clock.deadline - now < HURRY,
  };
}

function set(node, text) {
  node.hidden = !text;
  if (node.firstChild.textContent !== text) node.firstChild.textContent = text;
}
