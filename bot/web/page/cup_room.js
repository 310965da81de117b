// The cup of a room: its panel where there is no match, else a line above the match and a dialog.

import { Cup } from "./cup.js";
import { $, addressOf, el } from "./dom.js";
import { toCopy, originOf } from "./links.js";
import { visitorsName } from "./opening.js";
import { say } from "./words.js";

export class CupOfRoom {
  /**
   * `room` is the id of the page's room; `act(offer)` opens its dialog; `call(text)` reads out what
   * somebody at this page is waited for.
   */
  constructor(room, act, call) {
    this.room = room;
    this.call = call;
    this.called = "";
    this.panel = new Cup((offer) => act(this.filled(offer)));
    $("cup-show").addEventListener("click", () => $("cup-sheet").showModal());
    $("cup-close").addEventListener("click", () => $("cup-sheet").close());
  }

  /** Shows the cup; `plays` says whether the page has a match to show. */
  show({ cup, pictures }, plays, reach) {
    this.cup = cup;
    this.panel.draw(cup, pictures, this.room);
    this.drawInvitation(cup, reach);
    this.place(plays);
    const next = this.next();
    if (next && this.called !== next.room) this.call(say("cup-your-match", next));
    this.called = next?.room ?? "";
  }

  /** Whoever plays at this page and is waited for in another room. */
  next() {
    return (this.cup.mine ?? []).find(({ room }) => room && room !== this.room);
  }

  /** Where the panel stands: on the page, or behind a button of the line above the match. */
  place(plays) {
    if (!this.cup) return;
    const { cup } = this;
    const beside = plays || cup.main !== this.room;
    document.documentElement.classList.toggle("with-cup", beside);
    $("room").classList.toggle("cup-only", !beside);
    const home = beside ? $("cup-home") : $("cup-place");
    if ($("cup").parentElement !== home) home.append($("cup"));
    $("cup-bar").hidden = !beside;
    if (!beside) {
      $("title").textContent = cup.line;
      const next = this.next();
      document.title = next ? `● ${say("cup-your-match", next)} · ${cup.name}` : `${cup.name} · ${cup.line}`;
      return;
    }
    const status = [cup.name, cup.line].join(" · ");
    if ($("cup-status").textContent !== status) $("cup-status").textContent = status;
    const next = this.next();
    const away = cup.main !== this.room;
    $("cup-show").hidden = away;
    $("cup-ways").replaceChildren(
      next ? el("a", { class: "button primary", href: addressOf(`room/${next.room}`) }, say("cup-next")) : "",
      away ? el("a", { class: "button", href: addressOf(`room/${cup.main}`) }, say("cup-show")) : "");
  }

  /** The link by which others come in: whoever hosts hands it out. */
  drawInvitation({ links, main, status }, reach) {
    const box = $("cup-invite");
    box.hidden = !links || !["open", "check-in"].includes(status);
    if (box.hidden) return;
    const { origin, note } = originOf(reach);
    const link = `${origin}/room/${main}#${links.watch}`;
    if (box.dataset.link === link) return;
    box.dataset.link = link;
    box.querySelector(".note").textContent = `${say("cup-invited")} ${note}`;
    box.querySelector(".invite-link").replaceChildren(...toCopy(link, { "aria-labelledby": "cup-invite-title" }));
  }

  /** A dialog with what is known already: the name that this browser remembers. */
  filled(offer) {
    if (offer.act !== "cup-join" || this.cup.mine?.length) return offer;
    const fields = offer.form.fields.map((one) => (one.name === "name" ? { ...one, chosen: visitorsName() } : one));
    return { ...offer, form: { ...offer.form, fields } };
  }
}
