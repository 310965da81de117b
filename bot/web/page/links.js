// The links to the seats, and the tokens that this browser holds.

import { $, addressOf, copyText, el, memory } from "./dom.js";
import { say } from "./words.js";

const ALONE = /^(localhost|127\..*|\[::1\])$/;

/** The host's links, each to be copied or taken by this browser. */
export function drawLinks(room, links, roles, match, reach, sit) {
  if (!links.host) return;
  // An address that means this machine to everybody else means their own.
  const alone = ALONE.test(location.hostname);
  const origin = (alone && reach.address) || addressOf("").replace(/\/$/, "");
  const linkTo = (role) => `${origin}/${room}#${links[role]}`;
  const note = alone ? reach.note : "";
  drawInvitation(match, roles, linkTo, note);
  const names = { host: say("link-of-host"), watch: "Spectators" };
  for (const seat of match.seats) names[seat.role] = `${seat.label}: ${seat.name}`;
  const key = JSON.stringify([links, roles, reach, match.seats.map((seat) => [seat.role, seat.name])]);
  if ($("links").dataset.shown === key) return;
  $("links").dataset.shown = key;
  $("reach").textContent = note;
  // Nobody is sent to the seat that the referee plays from.
  const taken = match.seats.filter((seat) => seat.program).map((seat) => seat.role);
  const rows = ["one", "two", "watch", "host"].filter((role) => !taken.includes(role)).map((role) => {
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
function toCopy(address, named) {
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
  const tokens = [...new Set([...given, ...(kept.tokens ?? [])])];
  if (given.length && memory.write(page, { ...kept, tokens, at: Date.now() })) {
    // So that an address copied from the browser gives nobody a seat.
    history.replaceState(null, "", location.pathname);
  }
  return tokens;
}
