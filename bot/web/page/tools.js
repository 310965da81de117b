// What may be done now: under the board, for the player to move, the players and the host.

import { $, closeMenu, el, stone } from "./dom.js";

const MAIN = ["ready", "resume", "rematch", "ask-rematch", "accept-rematch", "accept"];
const CHOICE = /^(first|komi|take)-(?!back)/;
// Places that buttons share which are never offered at once, from the menu at the right to the left:
// whatever comes and goes, each stands where it stood.
const PLACES = [
  ["ready", "pause", "resume", "rematch", "ask-rematch", "accept-rematch", "no-rematch"],
  ["start", "accept", "take-back", "decline-rematch"],
  ["decline"],
];
const AFTER = ["review", "spar"]; // Beside what there always is when a match is over.
const PLAIN = ["start", "decline", "take-back", "decline-rematch", "no-rematch", "review", "spar"];
// Resign comes last and never outside the menu: no other button ever gives its place to it.
const MORE = ["ask-undo", "ask-pause", "ask-abandon", "undo", "time", "replace", "adjudicate", "forfeit", "cancel", "resign"];

/** What the player to move may do: small stones, a colour for each, and the game's verbs. */
export function drawTools(match, speaks) {
  const may = match.may;
  const mover = match.seats.find((seat) => seat.toMove);
  const moves = speaks.moves && may !== null;
  $("pips").replaceChildren(...(may && mover ? Array.from({ length: Math.min(may.most, 3) }, () => stone(mover.colour)) : []));
  $("pass").hidden = !(moves && may.pass);
  $("button").hidden = !(moves && may.button);
  const box = $("colours");
  box.hidden = !(moves && match.either);
  const colours = match.seats.map((seat) => seat.colour);
  if (box.dataset.of !== colours.join()) {
    box.dataset.of = colours.join();
    const legend = box.querySelector("legend");
    box.replaceChildren(legend, ...colours.map((colour, index) =>
      el("label", {}, el("input", { type: "radio", name: "colour", value: colour, checked: index === 0 }),
        stone(colour), match.seats[index].label)));
  }
}

/** The buttons for what this page may do now, or after the end; `act` is called with a pressed one. */
export function drawActions(actions, act) {
  // Drawn anew only when they change, so that whoever has the focus there keeps it.
  const key = JSON.stringify(actions);
  if ($("actions").dataset.shown === key) return;
  $("actions").dataset.shown = key;
  const button = (action) => {
    const node = el("button", { type: "button", class: MAIN.includes(action.act) || CHOICE.test(action.act) ? "primary" : PLAIN.includes(action.act) ? "" : "quiet" }, action.label);
    node.dataset.act = action.act;
    node.addEventListener("click", () => press(action, act));
    return node;
  };
  const named = (acts) => acts.flatMap((name) => actions.filter(({ act: each }) => each === name));
  const choices = actions.filter((action) => CHOICE.test(action.act));
  // Where there is a choice to be made, the order to start stands behind it.
  const later = choices.length ? ["start", ...MORE] : MORE;
  const more = named(later);
  const placed = PLACES.map((acts) => named(acts.filter((name) => !later.includes(name)))[0]);
  while (placed.length && !placed.at(-1)) placed.pop();
  const after = named(AFTER);
  const others = actions.filter((action) => ![...placed, ...choices, ...more, ...after].includes(action));
  $("after").replaceChildren(...after.map(button));
  $("actions").replaceChildren(
    ...[...others, ...choices].map(button),
    ...placed.reverse().map((action) => el("span", { class: "place" }, action ? button(action) : "")),
    more.length ? el("details", { class: "menu" }, el("summary", { "data-key": "more" }, "More"), el("div", {}, ...more.map(button))) : "",
  );
}

/** Asks first where an action says so; `done` is called with it. */
export async function press(action, done) {
  for (const menu of $("actions").querySelectorAll(".menu[open]")) closeMenu(menu);
  if (!action.ask || (await confirmed(action.ask, action.label))) done(action);
}

function confirmed(text, label) {
  const dialog = $("ask");
  if (dialog.open) return Promise.resolve(false);
  $("ask-text").textContent = text;
  $("ask-yes").textContent = label;
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
