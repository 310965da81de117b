// For which hour a match is set up, as the page says it above its buttons.

import { say } from "./words.js";

const STYLE = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

/** What is to be known of a match at once; before it begins also its hour, or those that are proposed. */
export function headlineOf({ headline, hour, proposed }) {
  if (proposed.length) return say("hours-proposed", { hours: proposed.map(short).join(` ${say("or")} `) });
  return hour === null ? headline : say("hour-settled", { hour: short(hour), headline });
}

/** By the clocks of whoever reads it; the talk says the year and the zone as well. */
export function short(at) {
  return new Date(at).toLocaleString("en-GB", STYLE);
}
