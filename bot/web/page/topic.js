// The start page's box for a saved topic: sends it to be ruled and shows what came of it.

import { ask, reveal, submitting } from "./ask.js";
import { $, addressOf, copyText, el } from "./dom.js";

export function openTopic(formats) {
  const form = $("topic");
  const fields = form.elements;
  fields["topic-format"].append(...formats.map(({ key, game }) => el("option", { value: key }, `${game} – ${key}`)));
  const tell = () => {
    const { about } = formats.find(({ key }) => key === fields["topic-format"].value);
    $("topic-about").textContent = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  };
  fields["topic-format"].addEventListener("change", tell);
  tell();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitting(form, $("topic-problem"), () => rule(form), "topic-");
  });
  form.addEventListener("invalid", (event) => reveal(event.target), true);
  $("topic-copy").addEventListener("click", () => copyText($("topic-reply").value, $("topic-copy")));
}

async function rule(form) {
  const fields = form.elements;
  const wish = Object.fromEntries(
    ["page", "format", "side", "one", "two", "markup"].map((key) => [key, fields[`topic-${key}`].value]),
  );
  try {
    show(await ask(addressOf("topics"), wish));
  } catch (error) {
    $("topic-result").hidden = true;
    throw error;
  }
}

function show(told) {
  // Without the topic's beginning there is no board, and without its end nothing to be posted next.
  const board = told.board && new DOMParser().parseFromString(told.board, "image/svg+xml").documentElement;
  $("topic-board").replaceChildren(...(board ? [document.importNode(board, true)] : []));
  $("topic-board").hidden = !board;
  $("topic-next").hidden = !told.reply;
  $("topic-board").setAttribute("aria-label", told.alt);
  $("topic-headline").textContent = told.headline;
  $("topic-seats").textContent = [...told.notes, told.seats].join(" ");
  $("topic-reply").value = told.reply ?? "";
  $("topic-posts").replaceChildren(
    ...told.posts.map((post) =>
      el("li", { class: post.kind, value: post.number },
        el("b", {}, el("bdi", {}, post.author ?? "?")), " ",
        el("span", { class: "kind" }, post.kind), " ", post.turn ?? "",
        post.at ? el("time", { class: "aside", dateTime: post.at }, post.at) : "",
        post.why ? el("p", { class: "aside" }, post.why) : ""),
    ),
  );
  $("topic-result").hidden = false;
}
