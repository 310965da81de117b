// Whether the referee is heard: while it is not, the page's clocks stand, since its own may.

import { $ } from "./dom.js";
import { say } from "./words.js";

const AWAY_AFTER = 1500; // Whoever comes back at once need not be told.
const SLEPT = 5000;

export class Heard {
  /**
   * `line` is what the referee is heard by: it has `now()`, its present, `away()`, `connected()`,
   * `again()`, which connects anew, and is `full` where it has no place for this page.
   */
  constructor(line) {
    this.line = line;
    this.lostAt = null;
    this.ahead = Infinity;
  }

  /** The referee's present, or when it was heard last. */
  now() {
    return this.lostAt ?? this.line.now();
  }

  /** Says so where it is not heard; else `trouble`, what it says of itself. */
  tick(trouble) {
    if (this.line.away()) this.lostAt ??= this.line.now();
    else this.lostAt = null;
    const away = this.lostAt !== null && this.line.now() - this.lostAt > AWAY_AFTER;
    const long = away || Boolean(this.line.overdue?.());
    $("seats")?.classList.toggle("stale", long);
    this.drawLink(long);
    this.wake();
    const told = long ? say(this.line.full ? "full" : "silent") : trouble;
    if ($("trouble").textContent !== told) $("trouble").textContent = told;
  }

  /** Shows whether the page is connected, where it has a place for that. */
  drawLink(long) {
    const sign = $("link-state");
    const connected = this.line.connected() && !this.line.overdue?.();
    if (!sign || !(connected || long)) return;
    const text = connected ? "Connected" : "Reconnecting…";
    if (sign.textContent !== text) sign.textContent = text;
    sign.className = `link-state ${connected ? "good" : "bad"}`;
  }

  /** Connects anew after a sleep of the machine: the page's clock stood, and its connection may be gone. */
  wake() {
    const ahead = Date.now() - performance.now();
    if (ahead - this.ahead > SLEPT) this.line.again();
    this.ahead = ahead;
  }
}
