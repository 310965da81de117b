"""The sentences that scripts of the pages say by name, with places that they fill.

A page gets them as a script of its own, `words.js`. Texts that never change stand in the pages.
"""

import json

from bot.wording.room import TOPIC_TOO_LARGE

SENTENCES = {
    # What goes wrong.
    "unreached": "The referee can't be reached.",
    "too-large": TOPIC_TOO_LARGE,
    "not-connected": "Not connected: nothing was done.",
    "unsure": "The connection broke before the answer to “{label}” came. What you see now is how "
    "it stands: if it was not done, do it again.",
    "broke": "The connection broke before the answer came. The talk shows whether it was done.",
    "sending": "Sending {text} …",
    "awaited": "Waiting for the answer to “{label}” …",
    "sent-later": "Not connected: “{text}” is sent when the room is back.",
    "silent": "No word from the referee: the clocks show what was heard last.",
    "full": "Too many people are watching at once: this page comes back in when there is room.",
    "gone": "The link has been taken back, or watching was turned off. Ask where you had it.",
    # At the board.
    "skip-to-form": "Skip to the form",
    "skip-to-words": "Skip to the message box",
    "taken": "{cell} is taken.",
    "past": "This is an earlier position. Go back to now to choose cells.",
    "no-stones-now": "No stone can be placed now.",
    "not-your-turn": "It is not your turn.",
    "you-watch": "You watch: the players place the stones.",
    "closed": "No stone can be placed on {cell}.",
    "words-first": "Send or delete your words first; a turn goes alone.",
    "that-is-all": "That is all: you may {may}.",
    "referee-looks": "The referee looks at {count} turns …",
    "better": "better, {would}",
    "play-on": "Play on from turn {turn} as {label} against the referee, in another room?",
    "chosen": "{count} of {most} chosen",
    "write-one": "One cell, such as {first}C3",
    "write-either": "Such as {first}C3 {second}D4",
    "write-some": "Such as C3 D4",
    "say": "Say",
    "say-something": "Say something",
    "ask": "Ask",
    "ask-something": "Such as status",
    "answers": "Answers",
    "row": "Row {letter}",
    "stone": "{colour} stone",
    "stone-of-last-turn": "{colour} stone, last turn",
    "empty-board": "Empty board",
    "turn-of": "Turn {turn} of {last}",
    "three-stones": "Three stones",
    "with-three": ", three stones",
    "with-time": ", {used} used",
    "turn-in-full": "Turn {turn}, {colour} {text}{three}, {figures}{used}",
    "figures": "{first} to {second}",
    "last": "Last",
    "last-turn": "Last turn: {colour} {text}",
    "played": "{colour} played {text}.",
    "result": "{game}, match {number}: {headline}. {each}, {turns}.",
    "series": "Series: {series}.",
    "choose": "Choose …",
    "more": "More",
    "correct": "Correct …",
    # Seats and the tab.
    "to-move": "To move",
    "ready": "Ready",
    "not-ready": "Not ready",
    "winner": "Winner",
    "half-button": "½ button",
    "to-move-in-tab": "{name} to move",
    "your-move": "Your move",
    "hour-settled": "{hour}: {headline}",
    "hours-proposed": "Proposed: {hours}",
    "or": "or",
    "accept-one": "Accept …",
    "accept-hour": "{label}: {hour}",
    "link-for": "Link for {name}",
    "link-of-host": "Host (keep it to yourself)",
    "invited": "Whoever opens it has the other seat. When both are ready, it begins.",
    "stand-up": "Stand up",
    "play-here": "Play it here",
    # The talk.
    "only-you": "Only you see this",
    "more-in-chat": "There is more of it in the chat.",
    "answer-in-chat": "The answer is in the chat.",
    "board-at": "The board at {time}",
    "board-at-larger": "The board at {time}, larger",
    "commands": "Commands, typed in the message box",
    # A cup.
    "cup-join": "Join",
    "cup-host": "Host …",
    "cup-show": "The cup",
    "cup-play": "To the match of {first} and {second}, which is played here",
    "cup-play-short": "Play",
    "cup-next": "Next match",
    "cup-your-match": "{name}, your match is open",
    "cup-watch": "Watch {first} and {second}",
    "cup-watch-short": "Watch",
    "cup-until": "The round has until",
    "cup-here-until": "Check in until",
    "cup-here": "here",
    "cup-you": "you",
    "cup-out": "has left",
    "cup-invited": "Whoever opens it can join, or watch.",
    # Being called.
    "sounds-about": "A stone, three stones allowed, the bank, the last ten seconds, the end. A "
    "phone vibrates when it is your own time that runs out.",
    "calls-about": "While you look elsewhere: the hour that was agreed, your move, or each turn if "
    "you watch, and the end.",
    "browser-asks": "Your browser asks once whether this page may.",
    "browser-refuses": "Your browser does not let this page notify you. Its settings for this site "
    "can change that.",
    "not-safe": "Browsers notify only from https addresses and from the referee's own machine. "
    "Sounds and the tab's title tell you here.",
    "no-notifications": "This browser notifies nobody from a page. Sounds and the tab's title tell "
    "you here.",
    # The start page.
    "genius": "Genius death match (Catchup)",
    "no-clock": "No clock",
    "clock": "Clock {clock}",
    "format-note": "{about}. {clock}; {colour} starts unless you say otherwise.",
    "a-room": "A room",
    "the-referee": "The referee",
    "referee-at-level": "the referee, {level}",
    "referee-as-suits": "the referee, as suits its opponent",
    "player": "Player {number}",
    # What the keyboard does.
    "key-tab": "To the board, its buttons, the message box and the talk",
    "key-arrows": "On the board: from cell to cell; Home and End to the ends of the row",
    "key-enter": "Chooses a cell or takes it back; in the message box: plays or says it",
    "key-escape": "Takes all chosen cells back; closes what is open",
    "key-steps": "Outside board and message box: steps through the turns",
    "key-rows": "Typed in the message box: the board row by row, for you alone",
    "key-groups": "Typed there: the groups of both sides, yours first",
    "key-near": "Typed there: what lies on a cell and around it",
    "key-keys": "Shows these keys",
}


def words_script() -> str:
    """`words.js`: `say(name, facts)` is the sentence of that name with its places filled."""
    return (
        f"const SENTENCES = {json.dumps(SENTENCES, ensure_ascii=False)};\n"
        "export const say = (name, facts = {}) =>\n"
        "  SENTENCES[name].replace(/{(\\w+)}/g, (_, place) => facts[place]);\n"
    )
