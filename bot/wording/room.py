"""What the local room says beyond what every venue says: its buttons, hints and errors."""

from datetime import timedelta

from bot.referee.match import Match
from bot.wording import forms
from bot.wording.results import headline

LABELS = {
    "ready": "Ready",
    "start": "Start now",
    **forms.CHOICES,
    "hint": "Hint",
    "resign": "Resign",
    "ask-undo": "Ask to take back",
    "ask-pause": "Ask for a pause",
    "ask-abandon": "Ask to abandon the match",
    "accept": "Accept",
    **{one: f"Accept {which}" for which, one in enumerate(forms.ACCEPTS, 1)},
    "decline": "Decline",
    "take-back": "Ask no more",
    "pause": "Pause",
    "resume": "Resume",
    "undo": "Take back turns",
    "time": "Give or take time",
    "replace": "Replace a player",
    "adjudicate": "Decide the match",
    "forfeit": "Rule a forfeit",
    "cancel": "Cancel the match",
    "reopen": "Reopen the match",
    "rematch": "Rematch, the other starts",
    "ask-rematch": "Ask for a rematch",
    "accept-rematch": "Accept the rematch",
    "decline-rematch": "Decline",
    "no-rematch": "Ask no more",
    "review": "Review",
    "from-here": "Play on from here",
    "spar": "Play the winner's side against the referee",
}
AGAIN_FROM = {
    "rematch": "Again from turn {turn}",
    "ask-rematch": "Ask to go again from turn {turn}",
}
"""What is on such buttons where a match went on from a position of another one."""
QUESTIONS = {
    "resign": "Resign this game? Your opponent wins.",
    "resign-as": "Resign this game as {loser}? {winner} wins.",
}
"""The question before an act that can't be taken back; for both seats it names the player."""

ORDER_NOTES = {
    "time": "It goes into the bank or out of it, and the room is told.",
    "replace": "Whoever takes the seat has a link of their own; the one from before only watches "
    "from then on.",
    "adjudicate": "The match ends with the result that you give.",
    "forfeit": "The match ends, and the other player wins.",
}
"""What the host's dialogs do of which no more can be said in advance."""
REASON = ("Reason", "if you like; the room sees it")
FIELD_LABELS = {
    ("time", "colour"): ("Whose bank", ""),
    ("time", "amount"): ("How much", "such as 1m, or -30s to take some"),
    ("replace", "colour"): ("Who leaves", ""),
    ("replace", "player"): ("Who takes the seat", "by name"),
    ("adjudicate", "winner"): ("Who wins", ""),
    ("forfeit", "colour"): ("Who forfeits", ""),
    ("undo", "turns"): ("From which turn on", "with all after it"),
    ("reopen", "reason"): ("Reason", "is needed; the room sees it"),
}
"""The fields of the host's dialogs by the dialog and the command's option, with a hint."""
CHOOSE_ONE = "Choose …"
LETS_TIE = "Nobody: a tie"
HOST, SPECTATOR, REFEREE = "The host", "Spectator", "The referee"

BROKEN = "Something went wrong on my side; nothing was changed. Please try again."
NO_SUCH_ROOM = "There is no such room. Please check the link, or ask the host for it."
NO_SEAT = (
    "This link opens no seat in this room. Ask the host for your link; it ends with # and a long "
    "row of letters."
)
TOO_FAST = "Too many messages at once: that one was not taken. Wait a moment and send it again."
SENT_AGAIN = "Too many messages at once. This page keeps them and sends them again, one by one."
WAITS = (
    "What you sent is kept, with the time at which you sent it; it is ruled as soon as I can write "
    "my records again."
)
NOT_WRITABLE = (
    "I can't write my records right now. No clock runs until I can; what you send is kept, with "
    "its time."
)
FILE_LOST = (
    "🛠️ My records are gone from their place, so I can't rule at the moment. No clock runs until "
    "they are back. Whoever runs me finds in the log what to do."
)
RESTORED = (
    "My records were restored from a backup: this page was loaded anew and shows what is in them. "
    "What was said after the backup was made is gone."
)
TOO_MANY = "The room is full: too many pages are open. Close some; this one comes in by itself."
OPENED_BY_HOST = (
    "Only whoever runs the referee opens rooms here: open the start page by the link that "
    "`referee room` prints."
)
OPEN_TO_ALL = "Everybody who finds WEB_URL can open rooms; ROOM_OPENED_BY=host asks for your link."
TOO_MANY_ROOMS = "Too many rooms were opened just now. Wait a minute and try again."
ONE_PLAYER = "Name both players, or neither: then the first two authors of turns play."
TOO_MANY_TOPICS = "Too many topics were sent just now. Wait a minute and try again."
TOPIC_TOO_LARGE = (
    "That is more than 4 MB. Leave out pages without turns, or rule them with "
    "referee replay --thread."
)
TOPIC_FAILED = "That page could not be read to its end; nothing was ruled."
TOO_SLOW = "The form did not arrive in time; nothing was done. Please try again."
TALK_THERE = (
    "That is no turn. Play and ask me here; what you want to say to the others, say in the match's "
    "own room."
)
LINK_ENDED = (
    "This link opens nothing any more. Press Play under the board in the match's room: that gives "
    "you a new one."
)
DONE_THERE = "That is done in the match's own room: type it there."
NOT_ONE_PERSON = (
    "Nobody here is called just that, or more than one is: give the name of their account."
)
REPLACE_THERE = "Choose Replace a player under Correct …, or type it in the match's own room."
SEAT_GIVEN_AWAY = "This seat is somebody else's now, so this page only watches."
TOPIC_READ_FIRST = (
    "Your turn is kept with its time. I read the topic up to it first, in case something was "
    "posted before: that takes up to {seconds} s."
)
UNREADABLE = "That message could not be read by the room; nothing was done."
UNCLEAR = "I took that for talk, not for a turn: write coordinates and nothing else, such as D7 F8."
OVER_THERE = "This match is over."
OVER = "This match is over. The host can start a rematch, and the players can ask for one."
REMATCH_DECLINED = "The host would rather not start a rematch now."
NO_MATCH = "No match is open here. Set one up on the start page, or the host presses Rematch."
NOT_OVER = "The match is still open: finish or cancel it first."
NOT_HOST = "Only the host of this room can do that."
USE_THE_FORM = "Here a match is set up on the start page, or by the buttons below one that is over."
SEATS_BY_LINK = (
    "Here a seat goes with its link, and a match stays in its room. To put somebody else in a "
    "seat, press Correct … and Replace a player."
)
DAMAGED_MATCH = "Match {number}, whose record can't be read"
DAMAGED_ROOM = (
    "The record of this room's match is damaged: nothing of it can be read. Whoever runs me can "
    "restore a backup."
)
NO_ROOMS = "No room was found in this database."
HELP = """A match in six steps:
1. Start: set it up on the start page, and send each player their link.
2. Let them begin: both players press Ready, or the host presses Start now.
3. Let them play: they click cells, or type D7 F8. I rule, draw the board and keep the time.
4. Hold it: Pause and Resume are in the host's menu Correct …; or type host pause with a reason.
5. Set right: the same menu, or host undo, host time, host adjudicate.
6. Look back: match replay, match record.
Players: match rules, status, match ask, match resign.
The board in words, for you alone: rows, my groups, near E4."""
HELP_THERE = """Your board of a match that is held elsewhere:
1. Play: touch cells and press Play, or type D7 F8. All who watch there read of it at once.
2. Ask: match rules, status, rows, my groups, near E4. Only you see the answer.
3. Talk with the others where the match is held.
Players: Resign and what you may ask are under More. The host sets things right by Correct …"""
STOPPED = "Stopped. Every match is kept in the database and goes on at the next start."


def rematch_asked_text(name: str) -> str:
    """A player asks for a rematch; the whole room is told."""
    return f"🔁 {name} asks for a rematch. The host can accept it."


def rematch_taken_back_text(name: str) -> str:
    """A player no longer asks for a rematch."""
    return f"{name} has taken back the request for a rematch."


def rematch_wish_text(name: str) -> str:
    """The line under the result while a player asks for a rematch."""
    return f"{name} asks for a rematch."


def series_text(first: tuple[str, int], second: tuple[str, int], ties: int) -> str:
    """The matches that each seat of a room has won, and the ties."""
    score = f"{first[0]} {first[1]} – {second[1]} {second[0]}"
    return f"{score}, {ties} {'tie' if ties == 1 else 'ties'}" if ties else score


def listed_turn_text(number: int, colour: str, turn: str) -> str:
    """A turn that may be taken back, with all after it."""
    return f"Turn {number}: {colour} {turn}"


def too_long_text(length: int, most: int) -> str:
    """A message is longer than the room takes."""
    return f"That message is too long: {length} bytes, {most} at most. It was not taken."


def empty_field_text(label: str) -> str:
    """A field of one of the host's dialogs that can't be left empty."""
    return f"{label}: this field is needed."


def reach_text(address: str, *, open_: bool, direct: bool) -> str:
    """The hint beside links that only this machine can open; `address` is its one in the network.

    `open_` says whether the room listens there, `direct` whether the page asked it on the machine.
    """
    if open_ and address and direct:
        return f"These links hold this machine's address in your network, {address}."
    if open_:
        return (
            "These links open on this machine only. Open this page under the machine's address in "
            "your network: the links below then hold it as well."
        )
    where = address or "this machine's address in your network"
    return (
        "These links open on this machine only. For somebody in your network start the referee "
        f"with WEB_HOST=0.0.0.0 and open {where} yourself: the links there are the ones to send."
    )


def last_match_text(number: int, match: Match | None) -> str:
    """A room by its last match, for whoever looks for a link; None if it can't be read."""
    if match is None:
        return f"Match {number}, whose record can't be read"
    first, second = match.players
    return f"Match {number}: {first.name} against {second.name}, {headline(match) or 'not over'}"


def host_links_text(list_link: str, *, rooms: bool = True, served: bool) -> str:
    """What `referee room` says below its links; `served` is whether they open at once."""
    lines = [
        "Whoever opens one of these links is the host of that room: keep them to",
        "yourself. They are new; links from before work as well. The players' links stand",
        "on the host's page.",
    ]
    lines = lines if rooms else [NO_ROOMS]
    if not served:
        lines.append("The local room is not open now: start the referee, and they open.")
    return "\n".join(
        [
            *lines,
            "",
            "The start page with the list of all matches, for you alone:",
            list_link,
        ]
    )


def opening_text() -> str:
    """The first line that the local room prints."""
    return "Opening the room ..."


def open_text(address: str, file: str = "", key: str = "") -> str:
    """Where the room is and in which file its matches are, for the person who started it.

    `key` opens the list of all matches; it is only told where nobody keeps what is printed.
    """
    lines = [f"The room is open at {address}"]
    if file:
        lines.append(f"Its matches are kept in {file}")
    lines.append("Open that address in a browser. Ctrl-C stops the referee.")
    if key:
        lines.append(f"For you alone, with the list of all matches: {address}/#{key}")
    return "\n".join(lines)


def clock_ahead_text(ahead: timedelta) -> str:
    """The machine's clock was set ahead since the last start, and by nobody who knows the time."""
    return (
        f"this machine's clock was set ahead by {ahead // timedelta(seconds=1)} s since the last "
        "start: the room goes by the time before. If the clock is right, have it set by NTP, or "
        "restart the machine"
    )


def network_text() -> str:
    """The room listens to more than this machine."""
    return "Everybody who can reach this machine over the network can open the room."
