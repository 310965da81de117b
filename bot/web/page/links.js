// The links to the seats, and the tokens that this browser holds.

import { $, addressOf, copyText, el, memory } from "./dom.js";
import { say } from "./words.js";

const ALONE = /^(localhost|127\..*|\[::1\])$/;

/** The host's links, each to be copied or taken by this browser. */
export function drawLinks(room, links, roles, match, reach, sit) {
  if (!links.host) return;
  const names = { host: say("link-of-host"), watch: "Spectators" };
  for (const seat of match.seats) names[seat.role] = `${seat.label}: ${seat.name}`;
  const key = JSON.stringify([links, roles, reach, match.seats.map((seat) => [seat.role, seat.name])]);
  if ($("links").dataset.shown === key) return;
  $("links").dataset.shown = key;
  // An address that means this machine to everybody else means their own.
  const alone = ALONE.test(location.hostname);
  const origin = (alone && reach.address) || addressOf("").replace(/\/$/, "");
  $("reach").textContent = alone ? reach.note : "";
  // Nobody is sent to the seat that the referee plays from.
  const taken = match.seats.filter((seat) => seat.program).map((seat) => seat.role);
  const rows = ["one", "two", "watch", "host"].filter((role) => !taken.includes(role)).map((role) => {
    const address = `${origin}/room/${room}#${links[role]}`;
    const field = el("input", { readOnly: true, value: address, "aria-label": say("link-for", { name: names[role] }) });
    field.addEventListener("focus", () => field.select());
    const copy = el("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => copyText(address, copy));
    const row = el("div", { class: "link-row" }, el("p", {}, names[role]), field, copy);
    if (role === "one" || role === "two") {
      const held = roles.includes(role);
      const here = el("button", { type: "button", class: "quiet", "data-key": `sit-${role}` }, say(held ? "stand-up" : "play-here"));
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
