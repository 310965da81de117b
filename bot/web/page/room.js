// A room: the board, the chat and the message box, all fed by one connection.

import { Attention } from "./attention.js";
import { Board, readTurn } from "./board.js";
import { drawSeats, tickSeats } from "./cards.js";
import { Chat } from "./chat.js";
import { CupOfRoom } from "./cup_room.js";
import { $, addressOf, bindMenus, el, fileLink, handover, isShown, keepFocus, memory, openSheet, stone, wear } from "./dom.js";
import { Heard } from "./heard.js";
import { bindKeys } from "./keys.js";
import { headlineOf } from "./hours.js";
import { Line } from "./line.js";
import { Orders } from "./orders.js";
import { Moves } from "./moves.js";
import { Review } from "./review.js";
import { keepName, openAs, playOn, visitorsName } from "./opening.js";
import { bindTabs } from "./tabs.js";
import { drawActions, drawTools, offerFrom, press } from "./tools.js";
import { drawLinks, mainOf, newToken, takeTokens } from "./links.js";
import { Zoom } from "./zoom.js";
import { say } from "./words.js";

const TICK = 100;
const ANSWER = 2000; // So long after a turn has arrived its stones wait on the board for the answer.

/** Opens what lies under a path: `room/NAME`, or `match/NUMBER` for a seat in a match held elsewhere. */
export function openRoom(path) {
  new Room(path);
}

class Room {
  constructor(path) {
    this.path = path;
    this.id = path.replace("/", "."); // Its name in this browser's memory.
    this.elsewhere = path.startsWith("match/");
    this.tokens = takeTokens(this.id);
    this.roles = [];
    this.state = null;
    this.sent = new Map();
    this.sending = ""; // The turn that was sent and of which nothing was heard yet.
    this.board = new Board((cell) => this.choose(cell));
    this.chat = new Chat(() => this.now());
    this.zoom = new Zoom();
    this.moves = new Moves((turn) => this.line.look(turn), () => this.drawBoard(), (what, turn) => {
      if (!this.line.save(what, turn)) this.hint(say("not-connected"));
    });
    this.review = new Review(this.moves, (number) =>
      fetch(addressOf(`${path}/review/${number}`), { headers: { Authorization: `Bearer ${this.tokens}` } }));
    this.attention = new Attention($("attention"), () => this.now());
    this.words = $("words");
    this.orders = new Orders((act, options) => this.line.order(act, act === "cup-join" ? { ...options, token: this.joining(options) } : options));
    this.cup = new CupOfRoom(path.split("/")[1], (offer) => this.perform(offer), (text) => this.chat.speak([text]));
    this.bind();
    this.line = new Line(path, () => this.hello(), {
      welcome: (message) => this.welcome(message),
      lines: (message) => this.onLines(message),
      gone: ({ serials }) => this.chat.remove(serials),
      state: (message) => keepFocus(() => this.onState(message), () => this.place()),
      cup: (message) => this.onCup(message),
      taken: () => {
        const text = this.sending;
        setTimeout(() => this.sending === text && this.answered(), ANSWER);
      },
      tried: (message) => {
        this.tried = message;
        this.mark();
      },
      position: (message) => this.moves.show(message),
      whisper: (message) => this.whisper(message),
      ask: ({ action, key }) => {
        this.sent.delete(key);
        this.orders.done(key);
        if (action.form) this.perform(this.cup.filled(action));
        else press(action, () => this.press(action));
      },
      restored: (message) => this.restored(message),
      closed: (message) => this.closed(message.text),
      lost: () => this.orders.lost(),
      unsure: (labels) => this.whisper({ parts: labels.map((label) => [{ text: say("unsure", { label }) }]) }),
    });
    this.heard = new Heard(this.line);
    if (this.elsewhere) {
      // People talk where the match is held: here are the referee's answers. Nor need it have a start page.
      $("tab-lines").textContent = say("answers");
      $("tab-turns").click();
      for (const link of document.querySelectorAll(".brand, #notice a")) link.removeAttribute("href");
      $("notice").querySelector("a").hidden = true;
    }
    setInterval(() => this.tick(), TICK);
  }

  bind() {
    $("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
    this.words.addEventListener("input", () => {
      this.answer();
      this.mark();
    });
    bindKeys(() => this.turn().isTurn && this.clear());
    bindMenus();
    bindTabs();
    for (const verb of ["pass", "button"]) $(verb).addEventListener("click", () => this.toggle(verb));
    $("clear").addEventListener("click", () => this.clear());
    $("show-rules").addEventListener("click", () => this.showRules());
    $("theme").addEventListener("change", () => {
      memory.write("theme", $("theme").value);
      wear($("theme").value);
    });
    const own = $("own-name").querySelector("input");
    own.value = visitorsName();
    own.addEventListener("change", () => keepName(own.value));
    addEventListener("hashchange", () => {
      this.tokens = takeTokens(this.id);
      this.line.again();
    });
  }

  hello() {
    const { last, lastAt } = this.chat;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return { tokens: this.tokens, after: last, at: lastAt, name: visitorsName(), zone };
  }

  welcome({ themes, reach, tokens, commands }) {
    this.commands = commands;
    this.reach = reach;
    this.tokens = tokens;
    memory.write(this.id, { ...memory.read(this.id, { at: Date.now() }), tokens: this.tokens });
    this.drawThemes(themes);
  }

  /** What this page shows is another past than the referee's: a backup was restored. */
  restored({ parts }) {
    // What was not taken yet comes back into the message box: the board may be another.
    const words = this.line.unanswered().at(-1) ?? this.words.value;
    handover.give(`restored.${this.id}`, { parts, words });
    location.reload();
  }

  takeOver() {
    const { parts, words } = handover.take(`restored.${this.id}`) ?? {};
    if (!parts) return;
    this.whisper({ parts });
    this.words.value ||= words;
  }

  closed(text) {
    memory.forget(this.id);
    $("room").hidden = true;
    document.querySelector(".skip").hidden = true;
    $("notice-text").textContent = text;
    $("notice").hidden = false;
    $("link-state").hidden = true;
  }

  onLines({ lines, old = false }) {
    for (const line of lines) {
      const mine = line.key && this.sent.get(line.key);
      if (!mine) continue;
      this.sent.delete(line.key);
      this.sent.set(line.serial, mine);
    }
    const answers = lines.filter((line) => !line.role && this.sent.has(line.replyTo) && line.kind !== "told");
    // Read out elsewhere: answers under the message box, turns when they are announced; nobody needs
    // to hear their own words, and spectators are left to be read.
    const left = lines.filter((line) =>
      line.role && (line.role === "watch" || this.sent.has(line.serial) || this.reads(line.text).isTurn));
    const inView = this.chat.inView();
    this.chat.add(lines, old, inView ? left : [...answers, ...left], answers.length > 0);
    for (const line of answers) {
      // What was refused comes back to be mended, unless something new has been begun. What came too
      // early does not: it would stand in the box when the turn comes, on a board that has changed.
      if (!inView) this.answer(line, line.kind === "refusal");
      if (line.kind === "refusal") this.answered();
      if (line.kind === "refusal" && !this.words.value && this.state?.speaks.moves) {
        this.words.value = this.sent.get(line.replyTo);
        this.mark();
      }
    }
  }

  whisper(message) {
    if (message.save) {
      for (const { name, data } of message.files) fileLink(name, data).click();
      return;
    }
    if (message.refused && this.orders.refused(message)) return;
    this.orders.done(message.key);
    if (message.enters) this.joined();
    // What was not kept in the talk stands with its answer.
    const asked = this.sent.get(message.key);
    this.sent.delete(message.key);
    if (asked) this.hint("");
    if (asked && !isShown($("lines"))) $("tab-lines").click();
    this.chat.whisper({ ...message, asked });
    if (!this.chat.inView() && (message.parts.length || message.files || message.picture)) this.answer(message);
  }

  /** Shows an answer right under the message box where the talk is out of sight, until something is done there. */
  answer({ parts = [], picture, files } = {}, refused = false) {
    const more = picture || files;
    const counts = parts.flat().some((part) => part.until);
    const told = counts ? [] : parts.map((one) => this.chat.paragraph(one));
    const elsewhere = say(told.length ? "more-in-chat" : "answer-in-chat");
    const box = $("answer");
    box.replaceChildren(...told, more || counts ? el("p", {}, elsewhere) : "");
    box.classList.toggle("calm", !refused);
    // What is longer than its place can be scrolled by keyboard.
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }

  onCup(message) {
    this.cup.show(message, Boolean(this.state), this.reach);
    if (this.state) return;
    const [me] = message.cup.mine ?? [];
    $("speaks").replaceChildren(el("bdi", {}, me?.name ?? (message.cup.links ? visitorsName() : "")));
    $("own-name").hidden = Boolean(me || message.cup.links);
    $("send").textContent = say("say");
    this.words.placeholder = say("say-something");
    memory.write(this.id, { at: Date.now(), ...memory.read(this.id, {}), title: message.cup.name });
  }

  /** The token of whoever signs up: kept before it is sent, so that a lost answer costs no seat. */
  joining({ name }) {
    this.newcomer = { ...(this.newcomer ?? { token: newToken() }), name };
    this.tokens = [...new Set([...this.tokens, this.newcomer.token])];
    const page = mainOf(this.id);
    memory.write(page, { ...memory.read(page, {}), tokens: this.tokens });
    return this.newcomer.token;
  }

  /** Somebody has signed up here: the room is told by which links this page comes. */
  joined() {
    if (!this.cup.cup.mine?.length) keepName(this.newcomer?.name ?? "");
    this.newcomer = null;
    this.line.again();
  }

  onState(state) {
    const before = this.state?.match;
    this.state = state;
    this.cup.place(true);
    const match = state.match;
    if (state.board) this.present = state.board;
    if (state.moves || match.status !== before?.status) this.moves.update(match, state.moves ?? this.moves.moves);
    this.drawBoard();
    this.board.drawNames(match.names);
    drawSeats(match);
    this.roles = state.roles;
    $("own-name").hidden = this.elsewhere || state.roles.some((role) => role !== "watch");
    drawLinks(this.path, state.links ?? {}, this.roles, match, this.reach, (token, sits) => this.sit(token, sits));
    if (match.status !== before?.status) $("links").open = !this.elsewhere && match.status === "waiting" && !this.solo() && $("invite").hidden;
    const names = match.seats.map((seat) => seat.name || seat.label).join(" – ");
    $("title").textContent = `${names} · ${match.game} · ${match.caption}`;
    $("headline").textContent = headlineOf(match);
    const aside = [match.beginning, match.series, state.wish].filter(Boolean).join(" · ");
    $("series").textContent = aside;
    $("series").hidden = !aside;
    memory.write(this.id, { at: Date.now(), ...memory.read(this.id, {}), title: names });
    if (!before) {
      this.takeOver();
      // As its server has settled it, where this browser has chosen nothing.
      if (!memory.read("theme", "")) wear(($("theme").value = match.theme));
    }
    if (match.turn !== before?.turn) {
      this.sending = "";
      this.keepOpenCells(match);
    }
    drawTools(match, state.speaks);
    this.drawSpeaker(state.speaks, match);
    this.mark();
    this.tick();
    this.attention.tell(match, match.seats.filter((seat) => seat.yours).map((seat) => seat.colour));
  }

  /** What was tapped on the position before stays, but for cells that are taken now. */
  keepOpenCells(match) {
    const { cells, verbs, isTurn } = this.turn();
    const open = cells.filter((one) => !match.stones[one.cell]);
    // Whoever is typing goes on to type, and is told below the box.
    if (!isTurn || open.length === cells.length || document.activeElement === this.words) return;
    this.words.value = [...open.map(wordFor), ...verbs].join(" ");
    this.sayChosen();
  }

  /** The board as it is now, or at the turn that is looked back to. */
  drawBoard() {
    this.board.draw(this.moves.at === null ? this.present : this.moves.past?.board);
    this.offerFrom();
    this.mark();
  }

  /** Offers to play on from the turn that is shown, and says as whom and against whom. */
  offerFrom() {
    const turn = this.shownTurn();
    // In the room of a cup there may be no match yet.
    const seats = this.state?.match?.seats ?? [];
    if (!seats.length) return;
    const mine = seats.filter((seat) => seat.yours);
    const { label } = mine.length === 1 ? mine[0] : seats[turn % 2];
    offerFrom(turn, say("play-on", { turn, label }));
  }

  /** The turn after which the position is that is shown. */
  shownTurn() {
    return this.moves.at ?? this.moves.moves.length;
  }

  /** How this browser shows the board. */
  drawThemes(themes) {
    const chosen = themes.includes(memory.read("theme", "")) ? memory.read("theme", "") : themes[0];
    $("look").hidden = false;
    $("theme").replaceChildren(...themes.map((name) => el("option", { value: name, selected: name === chosen }, name[0].toUpperCase() + name.slice(1))));
    wear(chosen);
  }

  drawSpeaker(speaks, match) {
    const full = ({ name, colour }) => name + (this.solo() ? ` (${colour})` : "");
    const names = this.solo() ? match.seats.map(full).join("\n") : "";
    $("speaks").replaceChildren(speaks.colour ? stone(speaks.colour) : "", el("bdi", { "data-names": names }, full(speaks)));
    this.words.placeholder = speaks.moves ? example(match) : say(this.elsewhere ? "ask-something" : "say-something");
  }

  /** Where the keyboard goes on when what it was on is gone: the board in one's own turn. */
  place() {
    return (this.state?.speaks.moves && this.board.current) || $("headline");
  }

  /** Does what a button says: it has a dialog, a room that it opens, or none. */
  perform(action) {
    const { act, form, opens } = action;
    if (form) this.orders.open(act, form);
    else if (act === "review") this.review.open();
    else if (opens || act === "from-here") this.openAnother(opens).catch((error) => this.hint(error.message));
    else this.press(action);
  }

  /** Opens a room by a form, or one in which this match is played on from the turn that is shown. */
  openAnother(form) {
    if (form) return openAs(this.ownName(), form);
    return playOn(`${this.path}/from/${this.state.match.number}`, this.shownTurn(), this.ownName(), this.tokens);
  }

  /** What the reader is called: in both seats as the winner, in none as this browser knows. */
  ownName() {
    const mine = this.state.match.seats.filter((seat) => seat.yours);
    return (mine.find((seat) => seat.winner) ?? mine[0])?.name ?? visitorsName();
  }

  press(action) {
    this.answer();
    if (!this.line.press(action)) this.hint(say("not-connected"));
  }

  solo() {
    return this.roles.includes("one") && this.roles.includes("two");
  }

  turn() {
    return this.reads(this.words.value);
  }

  reads(text) {
    const match = this.state?.match;
    return readTurn(text, this.board, match?.either ? match.seats.map((seat) => seat.colour) : []);
  }

  /** Shows what the words in the message box would place. */
  mark() {
    const match = this.state?.match;
    if (!match) return;
    const turn = this.turn();
    const moves = this.state.speaks.moves;
    const sending = this.words.value ? "" : this.sending;
    const shown = sending ? this.reads(sending) : turn;
    const wished = moves && shown.isTurn ? shown.cells : [];
    const mover = match.seats.find((seat) => seat.toMove);
    const colour = match.either ? "any" : mover?.colour ?? "";
    const past = this.moves.past;
    if (past) this.board.mark(past.stones, [], past.last, "");
    else if (this.moves.at === null) this.board.mark(match.stones, wished, match.last, colour, match.closed);
    $("board").classList.toggle("sending", Boolean(sending));
    const review = this.review.draw(this.board);
    const plays = moves && turn.isTurn;
    $("send").textContent = plays ? "Play" : say(this.elsewhere ? "ask" : "say");
    keepFocus(() => {
      for (const name of ["play-here", "clear"]) $(name).hidden = !plays || this.moves.at !== null;
    }, () => this.board.current);
    $("board").classList.toggle("with-button", Boolean(match.may?.button));
    $("play-here").setAttribute("aria-label", `Play ${this.words.value.trim()}`);
    for (const verb of ["pass", "button"]) $(verb).setAttribute("aria-pressed", String(turn.verbs.includes(verb)));
    const taken = plays && turn.cells.find((one) => match.stones[one.cell]);
    const words = plays ? this.words.value.trim() : "";
    if (words && words !== this.asked) this.line.attempt(words);
    this.asked = words;
    const outcome = words && this.tried?.text === words ? this.tried.says : "";
    // A refusal that stands under the box has said why.
    const refused = $("answer").textContent && !$("answer").classList.contains("calm");
    const left = sending ? say(this.line.connected() ? "sending" : "sent-later", { text: sending }) : "";
    this.hint(refused ? "" : taken ? say("taken", taken) : left || outcome || review);
  }

  /** A click on a cell: its coordinate goes into the message box, or out of it. */
  choose(cell) {
    const { match, speaks } = this.state ?? {};
    if (!match) return;
    if (this.moves.at !== null) {
      this.hint(say("past"));
      return;
    }
    if (match.stones[cell]) return;
    if (!speaks.moves) {
      const plays = match.seats.some((seat) => seat.yours);
      this.hint(match.status !== "running" ? say("no-stones-now") : say(plays ? "not-your-turn" : "you-watch"));
      return;
    }
    if (match.closed.includes(cell)) {
      this.hint(say("closed", { cell }));
      return;
    }
    this.toggle(cell);
  }

  toggle(word) {
    this.answer();
    const { match } = this.state;
    const turn = this.turn();
    // A cell that was taken meanwhile shows no wish on the board, and goes by itself.
    turn.cells = turn.cells.filter((one) => !match.stones[one.cell]);
    if (this.words.value.trim() && !turn.isTurn) {
      this.hint(say("words-first"));
      return;
    }
    const kept = [...turn.cells.map(wordFor), ...turn.verbs];
    const at = [...turn.cells.map((one) => one.cell), ...turn.verbs].indexOf(word);
    if (at >= 0) kept.splice(at, 1);
    else if (this.board.has(word)) {
      if (turn.cells.length >= match.may.most) {
        this.hint(say("that-is-all", { may: match.may.text }));
        return;
      }
      const colour = match.either ? `${$("colours").querySelector(":checked").value}:` : "";
      kept.splice(turn.cells.length, 0, colour + word);
    } else kept.push(word);
    this.words.value = kept.join(" ");
    this.mark();
    this.sayChosen();
  }

  clear() {
    this.words.value = "";
    this.answer();
    this.mark();
    this.sayChosen();
  }

  /** What has been chosen so far, for whoever can't see it. */
  sayChosen() {
    const { cells, verbs } = this.turn();
    const names = [...cells.map((one) => one.word), ...verbs].join(" ");
    const count = verbs.length && !cells.length ? "Chosen" : say("chosen", { count: cells.length, most: this.state.match.may?.most ?? 0 });
    this.chat.speak([names ? `${count}: ${names}` : count]);
  }

  say() {
    const text = this.words.value.trim();
    if (!text) return;
    this.words.value = "";
    this.send(text);
  }

  send(text) {
    const key = this.line.say({ text, name: visitorsName() });
    this.sent.set(key, text);
    if (this.state?.speaks.moves && this.reads(text).isTurn) this.sending = text;
    this.zoom.out();
    this.moves.go(null);
    this.answer();
    this.mark();
    if (!this.line.connected()) this.hint(say("sent-later", { text }));
  }

  /** The turn that was on its way has its answer: its stones are those of the board, or none. */
  answered() {
    this.sending = "";
    this.mark();
  }

  sit(token, sits) {
    this.tokens = sits ? [...this.tokens, token] : this.tokens.filter((one) => one !== token);
    this.line.again();
  }

  showRules() {
    const match = this.state?.match;
    if (!match) return;
    openSheet(
      match.game,
      ...match.rules.map((line) => el("p", {}, line)),
      el("h3", {}, say("commands")),
      el("dl", {}, ...Object.entries(this.commands).flatMap(([name, help]) => [el("dt", {}, name), el("dd", {}, help)])),
    );
  }

  hint(text) {
    if ($("hint").textContent !== text) $("hint").textContent = text;
  }

  /** The room's present; without the referee it stands still, since its clocks may. */
  now() {
    return this.heard.now();
  }

  tick() {
    const label = this.line.late();
    this.heard.tick(this.state?.match.trouble || (label ? say("awaited", { label }) : ""));
    this.chat.tick();
    if (!this.state) return;
    tickSeats(this.state.match, this.now());
    // Ready is offered from some minutes before the hour on.
    const all = [...this.state.actions, ...(this.state.beside ?? [])];
    const taken = all.filter(({ from }) => !(from > this.now()));
    drawActions(taken, this.state.roles, (action) => this.perform(action));
    this.offerFrom();
  }
}

/** How a cell is written, with the colour of its stone where there is a choice. */
const wordFor = ({ colour, cell }) => (colour ? `${colour}:${cell}` : cell);

/** How a turn may be written now: as many stones as are allowed, up to two. */
function example({ may, either, seats }) {
  const [first, second] = seats.map((seat) => (either ? `${seat.colour}:` : ""));
  if (may.most === 1) return say("write-one", { first });
  return say(either ? "write-either" : "write-some", { first, second });
}
