// A cup: who is in it, what is played now, its bracket or table, and the results of each round.

import { $, addressOf, closeMenu, el, keepFocus } from "./dom.js";
import { signed } from "./signs.js";
import { say } from "./words.js";

export class Cup {
  /** `act(offer)` is called with what a button offers; pages that only watch have none. */
  constructor(act = () => {}) {
    this.act = act;
    this.cup = null;
  }

  /** Draws the cup as it stands; `here` is the room that the page shows, if it shows one. */
  draw(cup, pictures, here = "") {
    const before = this.cup;
    this.cup = cup;
    this.here = here;
    $("cup").hidden = false;
    $("cup-name").textContent = cup.name;
    $("cup-plan").textContent = cup.plan;
    // Read out where it has changed, and only then.
    if ($("cup-line").textContent !== cup.line) $("cup-line").textContent = cup.line;
    $("cup-line").classList.toggle("champion", Boolean(cup.champion));
    $("cup-next").textContent = cup.next;
    $("cup-next").hidden = !cup.next;
    this.drawUntil(cup);
    keepFocus(() => {
      this.drawActs(cup.acts ?? []);
      this.drawPlaying(cup);
    }, () => $("cup-name"));
    if (pictures) this.drawPictures(pictures);
    this.drawPlayers(cup);
    this.drawResults(cup.rounds, before?.rounds);
  }

  drawUntil({ until, status }) {
    $("cup-until").hidden = !until;
    if (!until) return;
    const checksIn = status === "check-in";
    const at = el("time", { dateTime: new Date(until).toISOString() }, dayAndHour(until));
    $("cup-until").replaceChildren(say(checksIn ? "cup-here-until" : "cup-until"), " ", at);
  }

  /** Join and Leave, and the host's menu. */
  drawActs(acts) {
    const key = JSON.stringify(acts.map(({ act, label }) => [act, label]));
    if ($("cup-acts").dataset.shown === key) return;
    $("cup-acts").dataset.shown = key;
    const button = ({ act, label }, main) => {
      const node = el("button", { type: "button", class: main ? "primary" : "" }, label);
      node.dataset.act = act;
      // What it asks for is as the cup stands by then.
      node.addEventListener("click", () => {
        for (const menu of document.querySelectorAll("#cup-acts .menu[open]")) closeMenu(menu);
        this.act(this.cup.acts.find((one) => one.act === act));
      });
      return node;
    };
    const mine = acts.filter(({ host }) => !host);
    const main = acts.find(({ act }) => ["cup-start", "cup-resume"].includes(act));
    const others = acts.filter((one) => one.host && one !== main);
    const checks = mine.some(({ act }) => act === "cup-check-in");
    const joins = ({ act, label }) => act === "cup-check-in" || (!checks && act === "cup-join" && label === say("cup-join"));
    const menu = others.length && el("details", { class: "menu cup-host" },
      el("summary", { "data-key": "cup-host" }, say("cup-host")), el("div", {}, ...others.map((one) => button(one))));
    $("cup-acts").replaceChildren(...mine.map((one) => button(one, joins(one))),
      ...(main ? [button(main, !mine.some(joins))] : []), ...(menu ? [menu] : []));
  }

  /** The pairings that are played now, the reader's own first, each with the way to its room. */
  drawPlaying({ playing, mine = [] }) {
    const own = new Set(mine.map(({ room }) => room).filter(Boolean));
    const list = [...playing].sort((one, other) => own.has(other.room) - own.has(one.room));
    $("cup-playing").hidden = !list.length;
    $("cup-playing").querySelector("ul").replaceChildren(...list.map((one) => this.pairing(one, own.has(one.room))));
  }

  pairing({ names, score, room, where }, own) {
    const [first, second] = names.map((name) => el("bdi", {}, name));
    const label = say(own ? "cup-play" : "cup-watch", { first: names[0], second: names[1] });
    const leads = room && this.here && room !== this.here;
    const link = leads ? el("a", { href: addressOf(`room/${room}`), class: own ? "button primary" : "button", "aria-label": label, "data-key": `cup-${room}` }, say(own ? "cup-play-short" : "cup-watch-short")) : "";
    return el("li", { class: own ? "pairing own" : "pairing" },
      el("p", { class: "pair" }, first, " – ", second, score ? el("span", { class: "tag" }, score) : ""),
      el("p", { class: "aside" }, where), link);
  }

  /** Who has signed up; once it has begun the pictures show that. */
  drawPlayers({ players, status, mine = [] }) {
    const begun = status !== "open" && $("cup-pictures").childElementCount > 0;
    $("cup-players").hidden = begun || !players.length;
    const own = new Set(mine.map(({ name }) => name));
    $("cup-players").querySelector("ol").replaceChildren(...players.map(({ name, out, here }) =>
      el("li", { class: out ? "out" : "" }, el("bdi", {}, name), own.has(name) ? el("span", { class: "aside" }, ` ${say("cup-you")}`) : "",
        here ? el("span", { class: "aside" }, `${own.has(name) ? " · " : " "}${say("cup-here")}`) : "",
        out ? el("span", { class: "aside" }, ` ${say("cup-out")}`) : "")));
  }

  /** The results round by round, the latest open; what the reader has opened stays so. */
  drawResults(rounds, before) {
    if (JSON.stringify(rounds) === JSON.stringify(before)) return;
    $("cup-results").hidden = !rounds.length;
    const box = $("cup-results").querySelector("div");
    const open = new Set([...box.querySelectorAll("details[open]")].map((one) => one.dataset.key));
    box.replaceChildren(...rounds.map(({ title, results }, place) => {
      const lines = results.map((parts) => el("li", {}, ...parts.map(({ text, strong }) => (strong ? el("strong", {}, ...signed(text)) : text))));
      const node = el("details", { "data-key": title, open: place === 0 || open.has(title) }, el("summary", {}, title), el("ul", {}, ...lines));
      return node;
    }));
  }

  drawPictures(pictures) {
    $("cup-pictures").hidden = !pictures.length;
    $("cup-pictures").replaceChildren(...pictures.map((text) =>
      document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true)));
  }
}

function dayAndHour(at) {
  return new Date(at).toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
}
