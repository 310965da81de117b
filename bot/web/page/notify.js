// The browser's own notifications: asked for when somebody wants them, and shown while nobody looks.

import { addressOf } from "./dom.js";
import { say } from "./words.js";

export class Notices {
  /** `broken()` is called where the browser turns out to have no notifications after all. */
  constructor(broken) {
    this.broken = broken;
  }

  /** Whether the browser would show one now. */
  get allowed() {
    return !this.none && this.can && Notification.permission === "granted";
  }

  /** Whether it is any use to ask. */
  get possible() {
    return !this.none && this.can && Notification.permission !== "denied";
  }

  get can() {
    return isSecureContext && "Notification" in window;
  }

  /** What there is to know before one asks, or why it can't be. */
  get about() {
    if (!isSecureContext) return say("not-safe");
    if (this.none || !this.can) return say("no-notifications");
    return { default: say("browser-asks"), denied: say("browser-refuses"), granted: "" }[Notification.permission];
  }

  /** Asks the browser's user, on a press of theirs; whether they said yes. */
  async ask() {
    if (this.possible) await Notification.requestPermission();
    return this.allowed;
  }

  /** Notifies of a match, in the place of what it last notified of; nothing while the page is seen. */
  show(match, title, body) {
    this.close();
    if (!document.hidden || !this.allowed) return;
    try {
      // Several tabs of one match share it, by its tag.
      this.shown = new Notification(title, { body, tag: `match-${match.number}`, icon: addressOf("page/icon.svg"), silent: true });
    } catch {
      // Browsers of phones have the name, and no notifications of a page.
      this.none = true;
      this.broken();
      return;
    }
    this.shown.onclick = () => {
      window.focus();
      this.close();
    };
  }

  close() {
    this.shown?.close();
    this.shown = null;
  }
}
