// The connection to the room: it comes back by itself, misses nothing and says nothing twice.

import { addressOf } from "./dom.js";

const SILENCE = 25000; // The room beats every ten seconds; after this it is taken for gone.
const QUIET = 15000; // After this nothing that it would have told can be relied on.
const PAUSES = [250, 500, 1000, 2000, 4000];
const NO_SEAT = 4401;
const OVERDUE = 2000; // Words that were not acknowledged for so long may not have arrived.
const LOST = 8000; // After this another connection may bring them there.
const UNANSWERED = 35000; // A press is answered within half a minute, whatever it has to wait for.
const DRIP = 600; // Between two messages, where the room has asked for some of them again.

export class Line {
  /** `hello()` gives what to say first; `on` has a function for each type of message. */
  constructor(path, hello, on) {
    this.url = addressOf(`${path}/socket`).replace(/^http/, "ws");
    this.hello = hello;
    this.on = on;
    this.waiting = new Map();
    this.ordered = new Set();
    this.pressed = new Map();
    this.unsent = new Set();
    this.sentAt = new Map();
    this.tries = 0;
    this.offset = null;
    // Without a network a connection breaks unheard. One to this very machine comes back at once.
    for (const event of ["online", "offline"]) addEventListener(event, () => this.again());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && performance.now() - this.heard > SILENCE) this.again();
    });
    setInterval(() => {
      if (this.socket?.readyState !== WebSocket.OPEN) return;
      if (performance.now() - this.heard > SILENCE || this.overdue(LOST) || this.late(UNANSWERED)) this.again();
    }, 2000);
    this.open();
  }

  /** The room's present, in milliseconds. */
  now() {
    return this.offset === null ? Date.now() : this.offset + performance.now();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = performance.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...this.hello() }));
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  hear(message) {
    this.heard = performance.now();
    if (message.now) this.offset = message.now - this.heard;
    if (message.type === "welcome") {
      this.tries = 0;
      this.welcome = true;
      this.sentAt.clear();
      this.unsent = new Set(this.waiting.keys());
      while (this.sendNext());
      if (this.pressed.size) this.on.unsure([...this.pressed.values()]);
      this.pressed.clear();
    }
    this.sentAt.delete(message.key);
    // An answer to one's own words is taken with it, and to their repeat there is none again.
    if (["taken", "whisper", "ask"].includes(message.type) && message.key) {
      if (![this.waiting, this.ordered, this.pressed].some((sent) => sent.delete(message.key))) return;
    }
    if (message.type === "again" && this.waiting.has(message.key)) {
      this.unsent.add(message.key);
      this.drip ??= setInterval(() => this.connected() && this.sendOne(), DRIP);
    }
    this.on[message.type]?.(message);
  }

  lost(code) {
    this.welcome = false;
    if (code === NO_SEAT) return;
    this.on.lost();
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    this.timer = setTimeout(() => this.open(), pause);
  }

  /** Gives the old connection up and opens a new one. */
  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.on.lost();
    this.open();
  }

  /** Sends words once: now, or when the room is back. */
  say(message) {
    const key = newKey();
    const text = JSON.stringify({ type: "say", ...message, key });
    this.waiting.set(key, text);
    this.unsent.add(key);
    if (this.connected() && !this.drip) this.sendNext();
    return key;
  }

  /** Sends the oldest words that wait to be sent; false if there are none. */
  sendNext() {
    for (const [key, text] of this.waiting) {
      if (!this.unsent.delete(key)) continue;
      this.send(key, text);
      return true;
    }
    return false;
  }

  send(key, text) {
    this.sentAt.set(key, performance.now());
    this.socket.send(text);
  }

  /** Sends one after the other, until nothing is left that the room has asked for again. */
  sendOne() {
    if (this.sendNext()) return;
    clearInterval(this.drip);
    this.drip = null;
  }

  /**
   * Sends the press on a button; false if the room is not there: a press is not kept for later, when it
   * would meet another match than was seen. One whose answer is lost with the connection is told of.
   */
  press({ act, label, asked }) {
    if (!this.connected()) return false;
    const key = newKey();
    this.pressed.set(key, label);
    this.send(key, JSON.stringify({ type: "act", act, asked, key }));
    return true;
  }

  /** Sends what was settled in a dialog: its key, or nothing if the room is not there. */
  order(act, options) {
    if (!this.connected()) return undefined;
    const key = newKey();
    this.ordered.add(key);
    this.send(key, JSON.stringify({ type: "order", act, options, key }));
    return key;
  }

  /** Asks for the board after a turn; it comes as a `position`. */
  look(turn) {
    if (this.connected()) this.socket.send(JSON.stringify({ type: "look", turn }));
  }

  /** Asks what a turn would come to; it comes as `tried`. */
  attempt(text) {
    if (this.connected()) this.socket.send(JSON.stringify({ type: "try", text }));
  }

  /** Asks for files to take home; false if the room is not there. */
  save(what, turn) {
    if (!this.connected()) return false;
    this.socket.send(JSON.stringify({ type: "save", what, turn }));
    return true;
  }

  /** Whether words that were sent may not have arrived; each arrival is acknowledged at once. */
  overdue(limit = OVERDUE) {
    return [...this.waiting.keys()].some((key) => this.isLate(key, limit));
  }

  /** The name of a press that has no answer yet: it may have to wait, as a hint does. */
  late(limit = OVERDUE) {
    return [...this.pressed].find(([key]) => this.isLate(key, limit))?.[1];
  }

  isLate(key, limit) {
    return performance.now() - this.sentAt.get(key) > limit;
  }

  /** The words that were not taken yet, oldest first. */
  unanswered() {
    return [...this.waiting.values()].map((text) => JSON.parse(text).text);
  }

  /** Whether the room is not there, or has missed its beat. */
  away() {
    return !this.connected() || performance.now() - this.heard > QUIET;
  }

  connected() {
    return Boolean(this.welcome) && this.socket?.readyState === WebSocket.OPEN;
  }
}

/** A name for a message, so that what comes back for it is known. */
function newKey() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}
