// The start page: buttons that begin at once, a form for all else, and the rooms this browser has been in.

import { reveal, submitting } from "./ask.js";
import { $, addressOf, el, memory } from "./dom.js";
import { showMatches } from "./matches.js";
import { SEATS, keepName, open, openAs, openCup, visitorsName } from "./opening.js";
import { openTopic } from "./topic.js";
import { say } from "./words.js";

/** The ways to begin at once: where the visitor sits, and at which level the referee has the other seat. */
const WAYS = { referee: ["one", "auto"], both: ["both", ""], friend: ["one", ""] };

export async function openStart() {
  offerWays();
  const offered = await (await fetch(addressOf("formats.json"))).json();
  const { sparring } = offered.formats.find(({ key }) => key === "genius");
  $("way-referee").hidden = !sparring;
  $("form").elements.hints.dataset.thinks = sparring ? "yes" : "no";
  $("way-both").classList.toggle("primary", !sparring);
  const form = $("form");
  const byKey = Object.fromEntries(offered.formats.map((one) => [one.key, one]));
  for (const one of offered.formats) {
    $("format").append(el("option", { value: one.key }, title(one, offered.formats)));
  }
  for (const seat of SEATS) {
    const select = form.elements[`colour-${seat}`];
    select.append(...offered.colours.map((colour) => el("option", { value: colour }, capital(colour))));
    select.addEventListener("change", () => keepApart(form, seat));
    const plays = form.elements[`level-${seat}`];
    plays.append(...offered.levels.map((level) => el("option", { value: level }, levelTitle(level))));
    plays.addEventListener("change", () => seatPartner(form, seat));
  }
  const chosen = () => byKey[$("format").value];
  $("format").addEventListener("change", () => show(form, chosen()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitting(form, $("form-problem"), () => submit(form, chosen()));
  });
  form.addEventListener("invalid", (event) => reveal(event.target), true);
  form.elements.dmo.addEventListener("change", () => offerDmo(form, chosen()));
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    // Come back to from the room that it has opened.
    for (const button of document.querySelectorAll("[type=submit]")) button.removeAttribute("aria-disabled");
    showRooms();
  });
  // The host's link, opened where the start page is open already.
  addEventListener("hashchange", showRooms);
  show(form, chosen());
  offerCup(offered.formats);
  showRooms();
  openTopic(offered.formats);
}

/** The form that opens a cup, whose host the visitor is. */
function offerCup(formats) {
  const form = $("cup-form");
  form.elements.format.append(...formats.map((one) => el("option", { value: one.key }, title(one, formats))));
  form.addEventListener("invalid", (event) => reveal(event.target), true);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keepName($("visitor").value);
    submitting(form, $("cup-problem"), () => openCup({ ...Object.fromEntries(new FormData(form)), host: visitorsName() }));
  });
}

/** The buttons that begin a match of the usual game with one click. */
function offerWays() {
  const form = $("ways");
  form.elements.visitor.value = visitorsName();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Enter in the box of the name is the first button that is offered.
    const way = event.submitter?.getClientRects().length ? event.submitter.value : "both";
    keepName(form.elements.visitor.value);
    submitting(form, $("ways-problem"), () => openAs(visitorsName(), wishOf(...WAYS[way])));
  });
}

function wishOf(here, level) {
  const [one, two] = [{ colour: "red" }, { colour: "blue", level }];
  return { format: "genius", one, two, first: "one", here };
}

function levelTitle(level) {
  return level === "auto" ? say("referee-as-suits") : say("referee-at-level", { level });
}

function title(one, all) {
  if (one.key === "genius") return say("genius");
  const alike = all.filter((other) => other.game === one.game).length > 1;
  return alike ? `${one.game} – ${one.key}` : one.game;
}

function show(form, one) {
  const clock = say(one.clock === "none" ? "no-clock" : "clock", one);
  $("format-note").textContent = say("format-note", { about: capital(one.about), clock, colour: one.colours[0] });
  $("format-rules").querySelector("div").replaceChildren(...one.rules.map((line) => el("p", {}, line)));
  SEATS.forEach((seat, index) => {
    const select = form.elements[`colour-${seat}`];
    select.value = one.colours[index];
    select.dataset.was = select.value;
  });
  form.elements.clock.placeholder = one.clock;
  $("options").replaceChildren(
    ...one.options.flatMap((option) => [
      el("label", { class: "field" }, `${capital(option.key)} `,
        el("span", { class: "aside" }, option.choices.length ? "" : option.allowed),
        field(option)),
      el("p", { class: "about", id: about(option) }, option.about),
    ]),
  );
  for (const seat of SEATS) {
    const plays = form.elements[`level-${seat}`];
    plays.closest("label").hidden = !one.sparring;
    if (!one.sparring) plays.value = "";
    seatPartner(form, seat);
  }
  offerDmo(form, one);
  showStones(form);
}

/** Where the referee plays, nobody has to be named, and whoever is here has the other seat. */
function seatPartner(form, seat) {
  const other = seat === "one" ? "two" : "one";
  const plays = form.elements[`level-${seat}`].value !== "";
  const name = form.elements[`name-${seat}`];
  name.disabled = plays;
  name.placeholder = plays ? say("the-referee") : say("player", { number: seat === "one" ? 1 : 2 });
  if (plays && form.elements[`level-${other}`].value) {
    form.elements[`level-${other}`].value = "";
    seatPartner(form, other);
  }
  const here = form.elements.here;
  for (const option of here.options) {
    const seats = { both: SEATS, one: ["one"], two: ["two"], none: [] }[option.value];
    option.disabled = option.hidden = seats.some((one) => form.elements[`level-${one}`].value !== "");
  }
  if (here.selectedOptions[0].disabled) here.value = other;
  // Against the referee there are hints always, and it alone is asked whether it resigns.
  const spars = SEATS.some((one) => form.elements[`level-${one}`].value !== "");
  for (const [name, shown] of [["resigns", spars], ["hints", !spars && form.elements.hints.dataset.thinks === "yes"]]) {
    form.elements[name].closest("label").hidden = !shown;
    if (!shown) form.elements[name].value = "";
  }
}

/** Where a match names a DMO and its format lets them say who starts, that is offered and taken. */
function offerDmo(form, one) {
  const offered = one.dmoChooses && form.elements.dmo.value !== "";
  const first = form.elements.first;
  const says = first.querySelector("[value=dmo]");
  says.hidden = says.disabled = !offered;
  if (offered) first.value = "dmo";
  else if (!offered && first.value === "dmo") first.value = "one";
}

/** The id of the sentence below an option. */
function about({ key }) {
  return `about-${key}`;
}

/** A choice where the option allows a few words, else a box to write in. */
function field(option) {
  const { key, choices, value } = option;
  const name = `option-${key}`;
  const described = { name, "aria-describedby": about(option) };
  if (!choices.length) return el("input", { ...described, maxLength: 40, placeholder: value });
  return el("select", described, ...choices.map((word) => el("option", { value: word, selected: word === value }, word)));
}

/** Two players never have the same colour: the other one takes what this one had. */
function keepApart(form, seat) {
  const mine = form.elements[`colour-${seat}`];
  const other = form.elements[`colour-${seat === "one" ? "two" : "one"}`];
  if (other.value === mine.value) other.value = mine.dataset.was;
  for (const select of [mine, other]) select.dataset.was = select.value;
  showStones(form);
}

function showStones(form) {
  for (const row of form.querySelectorAll(".player")) {
    const colour = form.elements[`colour-${row.dataset.seat}`].value;
    row.querySelector(".stone").className = `stone ${colour}`;
  }
}

async function submit(form, one) {
  const fields = form.elements;
  const here = fields.here.value;
  const player = (seat) => ({
    name: fields[`name-${seat}`].value,
    colour: fields[`colour-${seat}`].value,
    level: fields[`level-${seat}`].value,
  });
  if (SEATS.includes(here) && player(here).name) keepName(player(here).name);
  await open({
    format: one.key,
    one: player("one"),
    two: player("two"),
    first: fields.first.value,
    dmo: fields.dmo.value,
    clock: fields.clock.value,
    at: fields.at.value,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    side: fields.side.value,
    resigns: fields.resigns.value,
    hints: fields.hints.value,
    host: SEATS.includes(here) ? player(here).name : "",
    here,
    // What is as usual was not asked for: the game may have no room for it.
    options: Object.fromEntries(
      one.options.map(({ key, value }) => [key, fields[`option-${key}`].value, value])
        .filter(([, given, usual]) => given !== usual),
    ),
  });
}

/** All rooms of this machine for whoever sits at it, else those that this browser has been in. */
async function showRooms() {
  if (await showMatches()) {
    $("rooms").hidden = true;
    return;
  }
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith("referee.room."));
  } catch {
    // This browser remembers nothing.
  }
  const rooms = keys
    .map((key) => ({ id: key.slice("referee.room.".length), ...memory.read(key.slice("referee.".length), {}) }))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .slice(0, 8);
  $("rooms").hidden = rooms.length === 0;
  $("rooms").querySelector("ul").replaceChildren(
    ...rooms.map(({ id, title: name, at }) =>
      el("li", {}, el("a", { href: addressOf(`room/${encodeURIComponent(id)}`) }, name || say("a-room")),
        el("span", { class: "aside" }, at ? new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "")),
    ),
  );
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
