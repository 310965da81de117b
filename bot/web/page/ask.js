// Sends a form of the start page to the referee; whatever goes wrong is an Error with a sentence,
// and with the name of the field that it is about, where there is one.

import { say } from "./words.js";

/** Characters of a form: a referee that is sent more hangs up, which looks like no referee at all. */
const LARGEST = 4_000_000;

/** What the referee answers; `tokens` are the page's, where it matters whose they are. */
export async function ask(path, wish, tokens) {
  const body = JSON.stringify(wish);
  if (new Blob([body]).size > LARGEST) throw new Error(say("too-large"));
  let answer, told;
  try {
    const headers = { "Content-Type": "application/json", ...(tokens && { Authorization: `Bearer ${tokens}` }) };
    answer = await fetch(path, { method: "POST", headers, body });
    told = await answer.json();
  } catch {
    throw new Error(say("unreached"));
  }
  if (!answer.ok) throw Object.assign(new Error(told.error || say("unreached")), { field: told.field });
  return told;
}

/**
 * Lets `send()` do its work once at a time, and says in the form's `problem` what goes wrong: the
 * focus goes to the field that is to be mended, and else stays where it is.
 */
export async function submitting(form, problem, send, prefix = "") {
  const button = form.querySelector("[type=submit]");
  // A disabled button would lose the focus.
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  complain(form, problem, "");
  try {
    await send();
  } catch (error) {
    complain(form, problem, error.message, error.field && form.elements[prefix + error.field]);
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

function complain(form, problem, text, field) {
  for (const one of form.querySelectorAll("[aria-invalid]")) {
    one.removeAttribute("aria-invalid");
    describe(one, descriptions(one).filter((id) => id !== problem.id));
  }
  problem.textContent = text;
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  describe(field, [problem.id, ...descriptions(field)]);
  reveal(field);
  field.focus();
}

function descriptions(field) {
  return (field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
}

function describe(field, ids) {
  if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
  else field.removeAttribute("aria-describedby");
}

/** Opens what a field lies in; the browser says of a hidden field's mistake nothing at all. */
export function reveal(field) {
  for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
}
