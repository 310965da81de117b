// The players' cards with their live clocks, and the links to the seats.

import { $, clockText, copyText, el, memory, stone } from "./dom.js";

const HURRY = 10000;

/** Draws both cards anew. */
export function drawSeats(match) {
  $("seats").replaceChildren(...match.seats.map((seat) => card(seat, match)));
}

function card(seat, match) {
  const waiting = match.status === "waiting";
  const tags = [
    seat.winner && ["Winner", "gold"],
    seat.toMove && match.status === "running" && ["To move", "gold"],
    seat.leading && ["Leading", "gold"],
    match.status === "paused" && seat.toMove && ["Paused", ""],
    waiting && [seat.ready ? "Ready" : "Not ready", seat.ready ? "good" : ""],
    seat.button && ["½ button", ""],
    seat.dmo && ["DMO", ""],
  ].filter(Boolean);
  const name = seat.name || seat.label;
  const where = seat.yours ? "you" : seat.program || seat.here || match.status === "over" ? "" : "away";
  return el("section", { class: `seat ${seat.colour}${seat.toMove ? " moves" : ""}${seat.winner ? " won" : ""}`, "aria-label": `${seat.label}: ${name}` },
    stone(seat.colour),
    el("p", { class: "name" }, el("bdi", { title: name }, name), el("span", { class: "sr" }, `, ${seat.label}`), where ? el("span", { class: "where" }, where) : ""),
    el("p", { class: "figure" }, el("strong", {}, seat.figure), " ", el("span", {}, seat.figureLabel)),
    el("p", { class: "tags" }, ...tags.map(([text, look]) => el("span", { class: `tag ${look}` }, text))),
    match.clock ? el("p", { class: "clock", role: "timer", "aria-live": "off" },
      el("span", {}, el("b", {}), el("small", {}, " turn")), el("span", {}, el("b", {}), el("small", {}, " bank"))) : "");
}

/** Lets the clocks run: turn time first, then the bank. */
export function tickSeats(match, now) {
  const clock = match.clock;
  if (!clock) return;
  match.seats.forEach((seat, index) => {
    const node = $("seats").children[index]?.querySelector(".clock");
    if (!node) return;
    const runs = seat.toMove && clock.deadline !== null;
    const turn = runs ? clock.opens - now : clock.turn;
    const bank = runs ? Math.min(clock.banks[index], clock.deadline - now) : clock.banks[index];
    const showTurn = seat.toMove && match.status !== "over" && (turn > 0 || !clock.hasBank);
    const left = runs ? clock.deadline - now : Infinity;
    set(node.children[0], showTurn ? clockText(turn, true) : "");
    set(node.children[1], clock.hasBank ? clockText(bank, runs && !showTurn) : "");
    node.classList.toggle("hurry", left < HURRY);
    node.classList.toggle("live", runs);
  });
}

function set(node, text) {
  node.hidden = !text;
  if (node.firstChild.textContent !== text) node.firstChild.textContent = text;
}

/** The host's links, each to be copied or taken by this browser. */
export function drawLinks(room, links, roles, match, sit) {
  if (!links.host) return;
  const names = { host: "Host (keep it to yourself)", watch: "Spectators" };
  for (const seat of match.seats) names[seat.role] = `${seat.label}: ${seat.name}`;
  const key = JSON.stringify([links, roles, match.seats.map((seat) => [seat.role, seat.name])]);
  if ($("links").dataset.shown === key) return;
  $("links").dataset.shown = key;
  // Nobody is sent to the seat that the referee plays from.
  const taken = match.seats.filter((seat) => seat.program).map((seat) => seat.role);
  const rows = ["one", "two", "watch", "host"].filter((role) => !taken.includes(role)).map((role) => {
    const address = `${location.origin}/room/${room}#${links[role]}`;
    const field = el("input", { readOnly: true, value: address, "aria-label": `Link for ${names[role]}` });
    field.addEventListener("focus", () => field.select());
    const copy = el("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => copyText(address, copy));
    const row = el("div", { class: "link-row" }, el("p", {}, names[role]), field, copy);
    if (role === "one" || role === "two") {
      const held = roles.includes(role);
      const here = el("button", { type: "button", class: "quiet", "data-key": `sit-${role}` }, held ? "Stand up" : "Play it here");
      here.addEventListener("click", () => sit(links[role], !held));
      row.append(here);
    }
    return row;
  });
  $("link-rows").replaceChildren(...rows);
  $("links").hidden = false;
}

/** The tokens this browser has for a room: from its memory and from the address, which is emptied. */
export function takeTokens(room) {
  const kept = memory.read(`room.${room}`, {});
  const given = location.hash.slice(1).split(",").filter(Boolean);
  const tokens = [...new Set([...given, ...(kept.tokens ?? [])])];
  if (given.length && memory.write(`room.${room}`, { ...kept, tokens, at: Date.now() })) {
    // So that an address copied from the browser gives nobody a seat.
    history.replaceState(null, "", location.pathname);
  }
  return tokens;
}
