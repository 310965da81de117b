// Whether the referee is heard: while it is not, the page's clocks stand, since its own may.

import { $ } from "./dom.js";
import { say } from "./words.js";

const AWAY_AFTER = 1500; // Whoever comes back at once need not be told.

export class Heard {
  /**
   * `line` is what the referee is heard by: it has `now()`, its present, `away()`, and is `full`
   * where it has no place for this page.
   */
  constructor(line) {
    this.line = line;
    this.lostAt = null;
  }

  /** The referee's present, or when it was heard last. */
  now() {
    return this.lostAt ?? this.line.now();
  }

  /** Says so where it is not heard; else `trouble`, what it says of itself. */
  tick(trouble) {
    if (this.line.away()) this.lostAt ??= this.line.now();
    else this.lostAt = null;
    const long = this.lostAt !== null && this.line.now() - this.lostAt > AWAY_AFTER;
    $("seats").classList.toggle("stale", long);
    const told = long ? say(this.line.full ? "full" : "silent") : trouble;
    if ($("trouble").textContent !== told) $("trouble").textContent = told;
  }
}
