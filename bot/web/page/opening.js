// Opens a room by a form: on the start page, and for one more match at the end of another.

import { ask } from "./ask.js";
import { addressOf, memory } from "./dom.js";
import { hostsKey } from "./matches.js";
import { say } from "./words.js";

export const SEATS = ["one", "two"];
const NAME = "name"; // What the visitor of this browser is called, kept in it.

export const visitorsName = () => memory.read(NAME, "");

/** The name that somebody has given; none forgets it. */
export function keepName(name) {
  memory.write(NAME, name.trim());
}

/** Asks for the room that a form wishes, and goes there with the seats that it takes. */
export async function open(wish) {
  const made = await ask(addressOf("rooms"), wish, hostsKey());
  const kept = { both: SEATS, one: ["one"], two: ["two"], none: [] }[wish.here];
  const tokens = ["host", ...kept].map((role) => made.tokens[role]);
  const called = (seat, index) =>
    wish[seat].level ? say("the-referee") : wish[seat].name || say("player", { number: index + 1 });
  await enter(made.room, tokens, SEATS.map(called).join(" – "));
}

/** Asks for the room of a cup, and goes there as its host. */
export async function openCup(wish) {
  const made = await ask(addressOf("cups"), wish, hostsKey());
  await enter(made.room, [made.tokens.host], wish.name);
}

/** Plays a match on from one of its turns, against the referee, as somebody of this name. */
export async function playOn(path, turn, name, tokens) {
  const made = await ask(addressOf(path), { turn, name }, [hostsKey(), tokens].filter(Boolean).join(","));
  const called = name || say("player", { number: SEATS.indexOf(made.here) + 1 });
  await enter(made.room, [made.tokens.host, made.tokens[made.here]], `${called} – ${say("the-referee")}`);
}

async function enter(room, tokens, title) {
  const known = memory.write(`room.${room}`, { tokens, title, at: Date.now() });
  // A browser that remembers nothing keeps its seat in the address.
  location.href = addressOf(`room/${room}${known ? "" : `#${tokens.join(",")}`}`);
  // Until the room is there, no second one is asked for.
  await new Promise(() => {});
}

/** The wish of somebody of this name, who takes the seat that it says; the first one where it says both. */
export function openAs(name, wish) {
  const mine = SEATS.includes(wish.here) ? wish.here : "one";
  return open({ ...wish, host: name, [mine]: { ...wish[mine], name } });
}
