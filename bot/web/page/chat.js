// What was said in the room, oldest first.

import { $, addressOf, clockText, el, fileLink, fileUrl, openSheet, stone } from "./dom.js";
import { signed } from "./signs.js";
import { say } from "./words.js";

const SPOKEN = 6; // Lines that are kept for being read out.

export class Chat {
  /** `now()` is the room's present. */
  constructor(now) {
    this.now = now;
    this.last = 0;
    this.lastAt = 0;
    this.list = $("lines");
    this.list.addEventListener("scroll", () => {
      // Where the list has just changed its height, nobody has scrolled.
      if (this.atEnd() || this.list.clientHeight === this.height) this.stays = this.atEnd();
      if (this.stays) $("newest").hidden = true;
    });
    $("newest").addEventListener("click", () => this.toEnd());
    // Pictures arrive after their line; whoever reads at the end stays there.
    this.list.addEventListener("load", () => this.stays && this.toEnd(), true);
    // Nor does the newest line go when the room for the chat gets smaller.
    new ResizeObserver(() => {
      this.height = this.list.clientHeight;
      if (this.stays) this.toEnd();
    }).observe(this.list);
    this.stays = true;
  }

  /**
   * Adds lines in the order of their serial numbers; one that is there already is left out.
   * `heard` are those that are read out elsewhere; `asked` says that this page waits for one of them.
   */
  add(lines, old, heard = [], asked = false) {
    const stays = this.stays || this.atEnd();
    const spoken = [];
    for (const line of lines) {
      if (line.serial <= this.last) continue;
      this.last = line.serial;
      this.lastAt = line.at;
      if (line.kind === "told") this.tick(true);
      const node = this.node(line);
      this.list.append(node);
      if (!old && !heard.includes(line)) spoken.push(node);
    }
    this.settle(stays || old || asked);
    // Only now the moments in them are filled in.
    this.speak(spoken.map(plainText));
  }

  /** Takes lines out that the referee has taken back. */
  remove(serials) {
    for (const serial of serials) document.getElementById(`line-${serial}`)?.remove();
  }

  /** Adds something that only this page is told. */
  whisper({ parts, files = [], picture: drawn, asked = "" }) {
    if (!parts.length && !files.length && !drawn) return;
    const stays = this.stays || this.atEnd();
    const words = el("div", { class: "words" }, ...parts.map((one) => this.paragraph(one)));
    const links = files.map(({ name, data }) => el("p", {}, fileLink(name, data)));
    const own = asked ? el("p", { class: "asked", dir: "auto" }, asked) : "";
    const body = el("div", { class: "body" }, el("p", { class: "who" }, say("only-you")), own, words, ...links);
    const shot = drawn ? picture({ at: this.now(), picture: fileUrl(drawn.data, "image/png"), alt: drawn.alt }) : "";
    const node = el("li", { class: "whisper" }, body, shot && el("div", { class: "side" }, shot));
    this.list.append(node);
    // Whoever asks wants to see the answer, wherever they have scrolled to.
    this.settle(stays || Boolean(asked));
    if (this.inView()) this.speak([plainText(node)]);
  }

  /** Lets the moments in the lines count down; `over` when something newer has been announced. */
  tick(over = false) {
    for (const node of this.list.querySelectorAll("time[data-until]")) {
      const left = over ? 0 : Number(node.dataset.until) - this.now();
      node.textContent = left > 0 ? `in ${clockText(left)}` : `at ${hour(Number(node.dataset.until), true)}`;
      if (left <= 0) delete node.dataset.until;
    }
  }

  node(line) {
    const who = line.role ? this.speaker(line) : "";
    const words = line.role
      ? [el("p", { dir: "auto" }, line.text)]
      : line.parts.map((one) => this.paragraph(one));
    const when = el("time", { class: "when", dateTime: new Date(line.at).toISOString() }, hour(line.at));
    const body = el("div", { class: "body" }, who, el("div", { class: "words" }, ...words));
    const side = el("div", { class: "side" }, line.picture ? picture(line) : "", when);
    return el("li", { class: line.kind, id: `line-${line.serial}` }, body, side);
  }

  speaker(line) {
    const tag = { host: "host", watch: "spectator" }[line.role];
    return el("p", { class: "who" }, line.colour ? stone(line.colour) : "", el("bdi", {}, line.name),
      tag ? el("span", { class: "aside" }, tag) : "");
  }

  paragraph(parts) {
    const node = el("p", { class: parts[0]?.small ? "small" : "" });
    for (const part of parts) {
      if (part.until) {
        const until = el("time", { dateTime: new Date(part.until).toISOString() });
        until.dataset.until = part.until;
        node.append(until);
      } else if (part.on) {
        node.append(el("time", { dateTime: new Date(part.on).toISOString() }, dayAndHour(part.on)));
      } else node.append(...(part.strong ? [el("strong", {}, ...signed(part.text))] : signed(part.text)));
    }
    return node;
  }

  /** Has texts read out, each for itself: the next one does not take the place of the last. */
  speak(texts) {
    const said = $("announcer");
    said.append(...texts.map((text) => el("p", {}, text)));
    while (said.childElementCount > SPOKEN) said.firstChild.remove();
  }

  settle(stays) {
    this.stays = stays;
    this.tick();
    if (stays) this.toEnd();
    else $("newest").hidden = false;
  }

  /** Whether the newest line is on the screen: on a phone it lies below, behind a tab nowhere. */
  inView() {
    const { bottom, height } = this.list.getBoundingClientRect();
    return height > 0 && bottom <= innerHeight;
  }

  atEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    $("newest").hidden = true;
  }
}

/** The words of a line as they are read out, paragraph by paragraph; a person's after their name. */
function plainText(node) {
  const who = node.querySelector(".who bdi");
  const words = [...node.querySelectorAll(".words > p")].map((one) => one.textContent.trim()).join(" ");
  return who ? `${who.textContent}: ${words}` : words;
}

function picture(line) {
  const image = () => el("img", { src: addressOf(line.picture), alt: line.alt, width: 800, height: 850 });
  const title = say("board-at", { time: hour(line.at) });
  const button = el("button", { type: "button", class: "shot", "aria-label": say("board-at-larger", { time: hour(line.at) }) }, image());
  button.addEventListener("click", () => openSheet(title, image()));
  return button;
}

/** A moment that lies ahead, by the clocks of whoever reads it, whose zone is named. */
function dayAndHour(at) {
  return new Date(at).toLocaleString("en-GB", {
    weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
  });
}

function hour(at, seconds = false) {
  const style = { hour: "2-digit", minute: "2-digit", ...(seconds ? { second: "2-digit" } : {}) };
  return new Date(at).toLocaleTimeString([], style);
}
