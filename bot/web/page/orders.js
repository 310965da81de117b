// The host's dialogs: what the referee asks for before it sets something right, and what will happen.
// Which fields there are, and what is wrong with them, is the referee's to say.

import { submitting } from "./ask.js";
import { $, el, isShown } from "./dom.js";
import { say } from "./words.js";

export class Orders {
  /** `send(act, options)` gives the key of what was sent, or nothing without a connection. */
  constructor(send) {
    this.send = send;
    this.dialog = $("order");
    this.form = $("order-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitting(this.form, $("order-problem"), () => this.ordered());
    });
    this.form.addEventListener("change", () => this.foretell());
    $("order-no").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => {
      this.done(this.waits?.key);
      // What the focus came from may be gone by now.
      if (document.activeElement === document.body) [$("headline"), $("cup-name")].find(isShown)?.focus();
    });
  }

  open(act, { title, note, fields, standing }) {
    if (this.dialog.open) return;
    Object.assign(this, { act, note, standing });
    $("order-title").textContent = $("order-go").textContent = title;
    $("order-problem").textContent = "";
    $("order-fields").replaceChildren(...fields.map(field));
    this.foretell();
    this.dialog.showModal();
    this.form.elements[0].focus();
  }

  /** Says what will happen by what is chosen. */
  foretell() {
    const chosen = [...this.form.querySelectorAll("option:checked")].map((option) => option.dataset.says);
    $("order-note").textContent = [this.note, ...chosen].filter(Boolean).join(" ");
  }

  /** Sends what stands in the fields, and waits for what comes of it. */
  ordered() {
    const options = { ...Object.fromEntries(new FormData(this.form)), standing: this.standing };
    const key = this.send(this.act, options);
    if (!key) throw new Error(say("not-connected"));
    return new Promise((resolve, reject) => (this.waits = { key, resolve, reject }));
  }

  /** It was done, or is asked about elsewhere. */
  done(key) {
    if (!key || this.waits?.key !== key) return;
    this.waits.resolve();
    this.waits = null;
    this.dialog.close();
  }

  /** Nothing was done; whether the dialog is there to say why. */
  refused({ key, parts, field: name }) {
    if (!key || this.waits?.key !== key) return false;
    const text = parts.flat().map((part) => part.text).join(" ");
    this.waits.reject(Object.assign(new Error(text), { field: name }));
    this.waits = null;
    return true;
  }

  lost() {
    this.waits?.reject(new Error(say("broke")));
    this.waits = null;
  }
}

function field({ name, label, about, choices, chosen, longest }) {
  const hint = about ? el("span", { class: "aside" }, about) : "";
  const words = el("span", {}, `${label} `, hint);
  const control = choices
    ? el("select", { name }, ...choices.map(([value, text, says]) => el("option", { value, selected: value === chosen, "data-says": says }, text)))
    : el("input", { name, maxLength: longest, value: chosen ?? "" });
  return el("label", { class: "field" }, words, control);
}
