// All matches of the referee, on the start page of whoever has the host's link to it.

import { $, addressOf, el, memory } from "./dom.js";

const KEY = "matches"; // What the link has behind its #, kept in this browser.

/** Shows the list, if the referee tells it; returns whether it does. */
export async function showMatches() {
  if (location.hash.length > 1 && memory.write(KEY, location.hash.slice(1))) {
    // So that an address copied from the browser shows nobody the list.
    history.replaceState(null, "", location.pathname);
  }
  const told = await list(0);
  if (!told?.listed) return false;
  for (const id of ["open-matches", "ended-matches"]) $(id).querySelector("ul").replaceChildren();
  add(told);
  $("hall").href = addressOf(told.hall);
  $("older").onclick = async () => {
    const older = await list(Number($("older").dataset.before));
    if (!older) return;
    const first = add(older);
    first?.querySelector("a")?.focus();
  };
  return told.matches.length > 0;
}

async function list(before) {
  try {
    const answer = await fetch(addressOf(`matches.json${before ? `?before=${before}` : ""}`), { headers: key() });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // The page goes without.
  }
}

/** The host's key, where this browser has it. */
export const hostsKey = () => memory.read(KEY, null);

function key() {
  const known = hostsKey() ?? location.hash.slice(1);
  return known ? { Authorization: `Bearer ${known}` } : {};
}

/** Into a room in which this browser has no seat, to watch. */
async function watch(room) {
  const answer = await fetch(addressOf(`watch/${encodeURIComponent(room)}`), { method: "POST", headers: key() });
  if (answer.ok) location.href = addressOf(`room/${encodeURIComponent(room)}#${(await answer.json()).token}`);
}

/** Adds matches to their lists; returns the first row that is new. */
function add({ matches, more }) {
  let first = null;
  for (const match of matches) {
    const shown = row(match);
    first ??= shown;
    $(match.over ?? true ? "ended-matches" : "open-matches").querySelector("ul").append(shown);
  }
  for (const id of ["open-matches", "ended-matches"]) $(id).hidden = !$(id).querySelector("li");
  $("matches").hidden = !$("matches").querySelector("li");
  $("older").hidden = !more;
  $("older").dataset.before = matches.at(-1)?.number ?? 0;
  return first;
}

function row({ room, venue, title, game, caption, headline, last, at }) {
  if (!game) return el("li", {}, title); // Its record is damaged.
  // With the seats that this browser holds; without any, to watch.
  const seated = memory.read(`room.${room}`, {}).tokens?.length;
  const name = el("bdi", {}, title);
  const link = !room ? name : el("a", { href: addressOf(`room/${encodeURIComponent(room)}`) }, name);
  if (room && !seated) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      watch(room);
    });
  }
  const when = el("time", { dateTime: new Date(at).toISOString() },
    new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }));
  return el("li", {},
    el("p", { class: "match-title" }, link, el("span", { class: "aside" }, [game, venue].filter(Boolean).join(" · "))),
    el("p", {}, headline),
    el("p", { class: "aside" }, [caption, last].filter(Boolean).join(" · "), " · ", when));
}
