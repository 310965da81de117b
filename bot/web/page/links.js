// The links to the seats, and the tokens that this browser holds.

import { $, addressOf, copyText, el, memory } from "./dom.js";
import { say } from "./words.js";

const ALONE = /^(localhost|127\..*|\[::1\])$/;

/** The host's links, each to be copied or taken by this browser. */
export function drawLinks(room, links, roles, match, reach, sit) {
  if (!links.host) return;
  const { origin, note } = originOf(reach);
  const linkTo = (role) => `${origin}/${room}#${links[role]}`;
  if (links.one) drawInvitation(match, roles, linkTo, note);
  const names = { host: say("link-of-host"), watch: "Spectators" };
  for (const seat of match.seats) names[seat.role] = `${seat.label}: ${seat.name}`;
  const key = JSON.stringify([links, roles, reach, match.seats.map((seat) => [seat.role, seat.name])]);
  if ($("links").dataset.shown === key) return;
  $("links").dataset.shown = key;
  $("reach").textContent = note;
  // Nobody is sent to the seat that the referee plays from.
  const taken = match.seats.filter((seat) => seat.program).map((seat) => seat.role);
  const rows = ["one", "two", "watch", "host"].filter((role) => links[role] && !taken.includes(role)).map((role) => {
    const copied = toCopy(linkTo(role), { "aria-label": say("link-for", { name: names[role] }) });
    const row = el("div", { class: "link-row" }, el("p", {}, names[role]), ...copied);
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

/** Where others reach the pages, with a note on that. */
export function originOf(reach) {
  // An address that means this machine to everybody else means their own.
  const alone = ALONE.test(location.hostname);
  return { origin: (alone && reach.address) || addressOf("").replace(/\/$/, ""), note: alone ? reach.note : "" };
}

/** Before the match, over the board: the link for the other seat, until somebody has come by it. */
function drawInvitation(match, roles, linkTo, note) {
  const mine = match.seats.filter((seat) => roles.includes(seat.role));
  const other = match.seats.find((seat) => !roles.includes(seat.role));
  const box = $("invite");
  box.hidden = match.status !== "waiting" || mine.length !== 1 || other.program || other.here;
  const link = box.hidden ? "" : linkTo(other.role);
  if (box.hidden || box.dataset.link === link) return;
  box.dataset.link = link;
  box.querySelector(".note").textContent = `${say("invited")} ${note}`;
  box.querySelector(".invite-link").replaceChildren(...toCopy(link, { "aria-labelledby": "invite-title" }));
}

/** A box with a link, and the button that copies it. */
export function toCopy(address, named) {
  const field = el("input", { readOnly: true, value: address, ...named });
  field.addEventListener("focus", () => field.select());
  const copy = el("button", { type: "button" }, "Copy");
  copy.addEventListener("click", () => copyText(address, copy));
  return [field, copy];
}

/** The tokens this browser has for a page, by its key in the memory: from its memory and from the address, which is emptied. */
export function takeTokens(page) {
  const kept = memory.read(page, {});
  const given = location.hash.slice(1).split(",").filter(Boolean);
  // In the room of a pairing one is whoever one is in its cup.
  const main = mainOf(page) === page ? [] : memory.read(mainOf(page), {}).tokens ?? [];
  const tokens = [...new Set([...given, ...(kept.tokens ?? []), ...main])];
  if (given.length && memory.write(page, { ...kept, tokens, at: Date.now() })) {
    // So that an address copied from the browser gives nobody a seat.
    history.replaceState(null, "", location.pathname);
  }
  return tokens;
}

/** The room that the links are to: a cup's own, for the room of one of its pairings. */
export const mainOf = (page) => page.replace(/-.*$/, "");

/** A new token, for somebody who signs up at this browser: as good as the referee's own. */
export function newToken() {
  const signs = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))));
  return signs.replace(/\+/g, "-").replace(/\//g, "_");
}
