// What may be done now: under the board, for the player to move, the players and the host.

import { $, closeMenu, el, stone } from "./dom.js";
import { short } from "./hours.js";
import { SEATS } from "./opening.js";
import { say } from "./words.js";

const MAIN = ["ready", "resume", "rematch", "ask-rematch", "accept-rematch", "accept"];
const HOUR = /^accept-\d$/;
const CHOICE = /^(first|komi|take)-(?!back)/;
// Places that buttons share which are never offered at once, from the menu at the right to the left:
// whatever comes and goes, each stands where it stood.
const PLACES = [
  ["ready", "resume", "accept", "take-back", "rematch", "ask-rematch", "accept-rematch", "no-rematch"],
  ["start", "decline", "decline-rematch", "hint", "from-here"],
];
const PLAIN = ["start", "decline", "take-back", "decline-rematch", "no-rematch", "review", "spar", "from-here", "hint"];
// Resign comes last and never outside the menu: no other button ever gives its place to it.
const MORE = ["ask-undo", "ask-pause", "ask-abandon", "resign"];
const CORRECT = ["undo", "time", "pause", "replace", "adjudicate", "forfeit", "cancel", "reopen", "cup-open"];

/** What the player to move may do: small stones, a colour for each, and the game's verbs. */
export function drawTools(match, speaks) {
  const may = match.may;
  const mover = match.seats.find((seat) => seat.toMove);
  const moves = speaks.moves && may !== null;
  const plays = match.seats.some((seat) => seat.yours);
  $("pips").replaceChildren(...(may && mover ? Array.from({ length: Math.min(may.most, 3) }, () => stone(mover.colour)) : []));
  $("pass").hidden = !(moves && may.pass);
  $("button").hidden = !(moves && may.button);
  const box = $("colours");
  box.hidden = !(plays && match.either);
  box.classList.toggle("kept", !moves);
  const colours = match.seats.map((seat) => seat.colour);
  if (box.dataset.of !== colours.join()) {
    box.dataset.of = colours.join();
    const legend = box.querySelector("legend");
    box.replaceChildren(legend, ...colours.map((colour, index) =>
      el("label", {}, el("input", { type: "radio", name: "colour", value: colour, checked: index === 0 }),
        stone(colour), match.seats[index].label)));
  }
}

let current = []; // What a dialog says changes with each turn, its button does not.

/** The buttons for what this page may do now, or after the end; `act` is called with a pressed one. */
export function drawActions(actions, roles, act) {
  current = actions;
  // Drawn anew only when they change, so that whoever has the focus there keeps it.
  const key = JSON.stringify([roles, ...actions.map((one) => [one.act, labelOf(one)])]);
  if ($("actions").dataset.shown === key) return;
  $("actions").dataset.shown = key;
  const button = (action) => {
    const node = el("button", { type: "button", class: MAIN.includes(action.act) || CHOICE.test(action.act) ? "primary" : PLAIN.includes(action.act) ? "" : "quiet" }, labelOf(action));
    node.dataset.act = action.act;
    node.addEventListener("click", () => press(current.find((one) => one.act === action.act), act));
    return node;
  };
  const named = (acts) => acts.flatMap((name) => actions.filter(({ act: each }) => each === name));
  const choices = actions.filter((action) => CHOICE.test(action.act));
  // Where there is a choice to be made, it has the place of the order to start.
  const correct = named(choices.length ? ["start", ...CORRECT] : CORRECT);
  const placed = PLACES.map((acts) => named(acts).map(button)[0] ?? "");
  if (choices.length) placed[1] = menu("choose", choices.map(button));
  const hours = actions.filter((action) => HOUR.test(action.act));
  if (hours.length) placed[0] = menu("accept-one", hours.map(button));
  // What there is to look at has the place of the menu, in which is nothing when a match is over.
  const [review] = named(["review"]).map(button);
  $("after").replaceChildren(...named(["spar"]).map(button));
  $("actions").replaceChildren(
    ...placed.reverse().map((node) => el("span", { class: "place" }, node)),
    review ?? (roles.some((role) => SEATS.includes(role)) ? menu("more", named(MORE).map(button)) : ""),
    roles.includes("host") ? menu("correct", correct.map(button)) : "",
  );
}

/** Offers to play on from a turn, where the game is not over there; `ask` is what is asked first. */
export function offerFrom(turn, ask) {
  const offered = current.find(({ act }) => act === "from-here");
  if (!offered) return;
  offered.ask = ask;
  for (const button of $("actions").querySelectorAll("[data-act=from-here]")) button.classList.toggle("kept", turn > offered.until);
}

/** What a button says: one of several hours by the clocks of whoever reads it. */
function labelOf({ act, label, hour }) {
  return HOUR.test(act) ? say("accept-hour", { label, hour: short(hour) }) : label;
}

/** A menu by its name; it keeps its place while there is nothing in it. */
function menu(name, buttons) {
  const summary = el("summary", { "data-key": name }, say(name));
  const node = el("details", { class: `menu ${name}` }, summary, el("div", {}, ...buttons));
  node.classList.toggle("kept", !buttons.length);
  return node;
}

/** Asks first where an action says so; `done` is called with it. */
export async function press(action, done) {
  for (const menu of $("actions").querySelectorAll(".menu[open]")) closeMenu(menu);
  if (!action.ask || (await confirmed(action))) done(action);
}

function confirmed({ act, ask, label }) {
  const dialog = $("ask");
  if (dialog.open) return Promise.resolve(false);
  $("ask-text").textContent = ask;
  $("ask-yes").textContent = label;
  // Nothing is lost by it.
  $("ask-yes").classList.toggle("danger", act !== "from-here");
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      // What the focus came from may be gone by now.
      if (document.activeElement === document.body) $("headline").focus();
      resolve(dialog.returnValue === "yes");
    }, { once: true });
  });
}
