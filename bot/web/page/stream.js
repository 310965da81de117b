// The stream of a match's events: it comes back by itself, and asks for nothing but what is new.

const SILENCE = 25000; // The referee beats every ten seconds; after this it is taken for gone.
const QUIET = 15000; // After this nothing that it would have told can be relied on.
const PAUSES = [500, 1000, 2000, 4000, 8000];

export class Stream {
  /** `on` has functions: `state(data)`, and `gone()` for good. */
  constructor(address, on) {
    this.address = address;
    this.on = on;
    this.tries = 0;
    this.seen = "";
    this.offset = null;
    this.full = false;
    for (const event of ["online", "offline"]) addEventListener(event, () => this.open());
    document.addEventListener("visibilitychange", () => !document.hidden && this.check());
    // A page that is kept in memory while the reader goes back and forth has lost its stream.
    addEventListener("pageshow", (event) => event.persisted && this.open());
    setInterval(() => this.check(), 2000);
    this.open();
  }

  /** The venue's present, in milliseconds. */
  now() {
    return this.offset === null ? Date.now() : this.offset + performance.now();
  }

  /** Whether the referee is not there, or has missed its beat. */
  away() {
    return !this.connected() || performance.now() - this.heard > QUIET;
  }

  connected() {
    return Boolean(this.open_);
  }

  open() {
    clearTimeout(this.timer);
    this.source?.close();
    this.heard = performance.now();
    const source = new EventSource(`${this.address}/events?seen=${this.seen}`);
    this.source = source;
    source.addEventListener("state", (event) => {
      this.seen = event.lastEventId;
      this.on.state(JSON.parse(event.data));
    });
    // A state is told right after a beat, which has the present.
    source.addEventListener("beat", (event) => this.hear(JSON.parse(event.data)));
    source.onerror = () => source === this.source && this.lost();
  }

  hear({ now }) {
    this.heard = performance.now();
    this.offset = now - this.heard;
    this.open_ = true;
    this.full = false;
    this.tries = 0;
  }

  check() {
    if (this.source && performance.now() - this.heard > SILENCE) this.lost();
  }

  lost() {
    this.source.close();
    this.source = null;
    this.open_ = false;
    this.later();
  }

  /** Opens the stream anew, unless there is nothing to be watched any more. */
  async again() {
    try {
      const answer = await fetch(this.address, { method: "HEAD", cache: "no-store" });
      if (answer.status === 404) return this.on.gone();
      // What is to be tried again at once is on its way from one process to another.
      this.full = answer.status === 503 && !answer.headers.has("Retry-After");
      if (!answer.ok) return this.later();
    } catch {
      return this.later();
    }
    return this.open();
  }

  /** Tries again after a pause. After a restart a thousand pages do: not all in the same moment. */
  later() {
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)];
    this.timer = setTimeout(() => this.again(), pause * (0.5 + Math.random()));
  }
}
