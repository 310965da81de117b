// The watch page of a cup. Nothing here can change it.

import { Cup } from "./cup.js";
import { $ } from "./dom.js";
import { Heard } from "./heard.js";
import { Stream } from "./stream.js";
import { say } from "./words.js";

const TICK = 500;
const here = `${location.origin}${location.pathname}`;
const panel = new Cup();

function onState({ cup, pictures }) {
  $("watch").hidden = false;
  $("title").textContent = cup.line;
  document.title = `${cup.name} · ${cup.line}`;
  panel.draw(cup, pictures);
}

function gone() {
  $("watch").hidden = true;
  $("notice-text").textContent = say("gone");
  $("notice").hidden = false;
  $("link-state").hidden = true;
}

const heard = new Heard(new Stream(here, { state: onState, gone }));
setInterval(() => heard.tick(""), TICK);
