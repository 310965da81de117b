// Tells whoever looks elsewhere that something happened: title and icon of the tab, sounds, and
// notifications. What is told comes from the match alone, so that any page that shows one can use it.

import { addressOf, el, memory } from "./dom.js";
import { headlineOf } from "./hours.js";
import { Notices } from "./notify.js";
import { play } from "./sounds.js";
import { say } from "./words.js";

const LAST = 10000; // What is left of the time when it is said, in milliseconds.
const LONGEST_TIMER = 3600000; // A browser's timers hold no more than some weeks.
const HELD = 4000; // How long one tab keeps the others of its browser from the same sound.
const BUZZ = { bank: [60, 80, 160], ten: [60, 80, 60] }; // How a phone vibrates, in milliseconds.
const MANY = 3; // Stones: what the players wait for.
const GESTURES = ["pointerup", "keydown"];

export class Attention {
  /** The switches are put into `box`; `now()` is the referee's present, in milliseconds. */
  constructor(box, now) {
    this.now = now;
    this.match = null;
    this.mine = [];
    this.due = {};
    this.rung = {};
    this.notices = new Notices(() => this.drawSwitches());
    this.lay(box);
    // Without a gesture no browser lets a page be heard.
    for (const gesture of GESTURES) document.addEventListener(gesture, () => this.wake(), true);
    document.addEventListener("visibilitychange", () => document.hidden || this.notices.close());
  }

  /**
   * The match as the page was told of it, and the colours that are played from this page. What it
   * is told first is nothing new, nor is what it is told once more.
   */
  tell(match, mine) {
    const before = this.match;
    this.match = match;
    this.mine = mine;
    if (before?.turn !== match.turn) this.rung = {};
    this.drawTab();
    this.drawSwitches();
    this.watchTime();
    if (before?.number !== match.number) return;
    const news = newsOf(before, match);
    if (news) this.sound(news);
    const called = match.status === "waiting" && match.called > before.called;
    if (called || before.turn !== match.turn || before.status !== match.status) this.notify();
  }

  /** The player to move, while it is somebody's turn. */
  get mover() {
    return this.match.status === "running" ? this.match.seats.find((seat) => seat.toMove) : undefined;
  }

  /** Whether it is the turn of a player at this page. */
  get ours() {
    return Boolean(this.mover) && this.mine.includes(this.mover.colour);
  }

  get names() {
    return this.match.seats.map((seat) => seat.name || seat.label).join(" – ");
  }

  /** Title and icon of the tab say whose turn it is, to whoever looks at another tab. */
  drawTab() {
    const { match, mover, ours, names } = this;
    const turn = mover && say("to-move-in-tab", { name: mover.name || mover.label });
    const said = { waiting: "", running: turn, paused: "Paused", over: match.headline }[match.status];
    document.title = ours ? `● ${say("your-move")} · ${names}` : said ? `${said} · ${names}` : `${names} · The Referee`;
    const icon = addressOf(mover ? `page/icon-${mover.colour}${ours ? "-yours" : ""}.svg` : "page/icon.svg");
    const link = document.querySelector("link[rel=icon]");
    if (link.getAttribute("href") !== icon) link.href = icon;
  }

  notify() {
    const { match, mover, ours, names } = this;
    // Players are called for their own turn only; the others for each.
    if (!memory.read("notify", false) || (mover && this.mine.length && !ours)) return;
    const title = ours ? say("your-move") : headlineOf(match);
    this.notices.show(match, title, ours ? `${names}: ${match.headline}` : `${names}, ${match.game}`);
  }

  // Sounds

  /** Whether sounds are wanted: as this browser chose, else by players and not by spectators. */
  get sounds() {
    return memory.read("sounds", null) ?? this.mine.length > 0;
  }

  /** A gesture was made: from now on the browser lets the page be heard. */
  wake() {
    if (!this.sounds || this.context?.state === "running") return;
    this.context ??= new AudioContext();
    this.context.resume().catch(() => {});
  }

  async sound(sound) {
    if (!this.sounds || this.context?.state !== "running") return;
    const { number, turn, last } = this.match;
    if (await claimed(["sound", number, turn, ...last, sound].join(" "))) play(this.context, sound);
  }

  /** Wakes when a player's bank opens and when their last seconds begin. */
  watchTime() {
    clearTimeout(this.timer);
    const { clock } = this.match;
    const watched = this.mover && clock?.deadline && (this.ours || !this.mine.length);
    if (!watched) return;
    const moments = { ten: clock.deadline - LAST, ...(clock.hasBank ? { bank: clock.opens } : {}) };
    const waits = Object.entries(moments).map(([sound, at]) => this.ringAt(sound, at)).filter(Boolean);
    if (waits.length) this.timer = setTimeout(() => this.watchTime(), Math.min(...waits, LONGEST_TIMER));
  }

  /** Rings once in a turn when a moment has come; how long it is until then, in milliseconds. */
  ringAt(sound, at) {
    const key = `${this.match.number} ${this.match.turn}`;
    const left = at - this.now();
    // Somebody was given time; a referee that was away gives back less.
    if (left > LAST) this.rung[sound] = null;
    if (this.rung[sound] === key) return 0;
    if (left > 0) {
      this.due[sound] = key;
      return left + 1;
    }
    // A turn that begins with no more time than that has no such moment.
    if (this.due[sound] !== key || left <= -LAST) return 0;
    this.rung[sound] = key;
    this.sound(sound);
    if (this.ours) this.buzz(BUZZ[sound]);
    return 0;
  }

  /** Lets the phone vibrate, unless sounds are off or the reader wants fewer movements. */
  buzz(pattern) {
    const calm = matchMedia("(prefers-reduced-motion)").matches;
    if (this.sounds && !calm && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  // Switches

  lay(box) {
    this.switches = {
      sounds: el("input", { type: "checkbox", name: "sounds" }),
      notify: el("input", { type: "checkbox", name: "notify", "aria-describedby": "notify-about" }),
    };
    this.about = el("p", { id: "notify-about", class: "note", role: "status" });
    const { sounds, notify } = this.switches;
    sounds.addEventListener("change", () => this.switchSounds());
    notify.addEventListener("change", () => this.switchNotices());
    box.append(
      el("label", { class: "check" }, sounds, "Sounds"),
      el("p", { class: "note" }, say("sounds-about")),
      el("label", { class: "check" }, notify, "Notifications"),
      el("p", { class: "note" }, say("calls-about")),
      this.about);
    this.drawSwitches();
  }

  drawSwitches() {
    const { sounds, notify } = this.switches;
    sounds.checked = this.sounds;
    notify.checked = memory.read("notify", false) && this.notices.allowed;
    notify.disabled = !this.notices.possible;
    if (this.about.textContent !== this.notices.about) this.about.textContent = this.notices.about;
  }

  async switchSounds() {
    memory.write("sounds", this.switches.sounds.checked);
    if (!this.sounds) return;
    this.context ??= new AudioContext();
    await this.context.resume();
    play(this.context, "stone");
  }

  async switchNotices() {
    memory.write("notify", this.switches.notify.checked && (await this.notices.ask()));
    this.drawSwitches();
  }
}

/** The sound for what is new; none for what was taken back. */
function newsOf(before, match) {
  if (match.status === "over") return before.status === "over" ? "" : "end";
  if (match.turn <= before.turn) return "";
  return match.may?.most >= MANY ? "three" : "stone";
}

/** Whether this tab is to make a sound: one is enough where several show the match. */
function claimed(event) {
  // Over plain HTTP on a network there are no locks: then each tab is heard.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks.request(event, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise((release) => setTimeout(release, HELD));
    });
  });
}
