"""What pages say of a cup: how it stands, what comes next, and the words of its dialogs."""

from bot.cups.entry import Seeding
from bot.cups.events import CupCancelled
from bot.cups.state import CupPairing, CupState, CupStatus
from bot.players.levels import Level
from bot.referee.clock import spell
from bot.wording.phrases import figure_text
from bot.wording.voice import Voice

LABELS = {
    "cup-open": "Open a cup",
    "cup-join": "Join",
    "cup-check-in": "I'm here",
    "cup-join-more": "Sign up somebody else here",
    "cup-leave": "Leave",
    "cup-start": "Start the cup",
    "cup-begin": "Begin now",
    "cup-award": "Decide a pairing",
    "cup-drop": "Take somebody out",
    "cup-swap": "Exchange two players",
    "cup-deadline": "Move the deadline",
    "cup-pause": "Pause the cup",
    "cup-resume": "Resume the cup",
    "cup-cancel": "Call the cup off",
}
"""The buttons of a cup by what a press asks for."""
NOTES = {
    "cup-open": "People sign up on this page; the start page has more to choose from.",
    "cup-join": "Your seat in all matches of the cup is at this browser.",
    "cup-check-in": "Whoever is not here when the cup begins is taken out.",
    "cup-award": "The room is told what you decide, and why.",
    "cup-drop": "For good, once the cup has begun: what was played stands.",
    "cup-swap": "Before the round's first turn.",
    "cup-deadline": "Whoever is not ready by then loses without a game.",
    "cup-pause": "Matches that are under way go on; nothing new begins.",
    "cup-resume": "The next matches are opened.",
    "cup-cancel": "For good: nobody is champion.",
}
_REASON = ("Reason", "if you like; the room sees it")
FIELDS = {
    ("cup-open", "name"): ("Name of the cup", ""),
    ("cup-open", "system"): ("How it is played", ""),
    ("cup-open", "best-of"): ("Games in each pairing", ""),
    ("cup-open", "rooms"): ("Where matches are played", ""),
    ("cup-join", "name"): ("Name", "as all will see it"),
    ("cup-leave", "player"): ("Who leaves", ""),
    ("cup-check-in", "player"): ("Who is here", ""),
    ("cup-start", "seeding"): ("Who is seed 1", "the best seeds meet last"),
    ("cup-start", "level"): ("The referee plays too", "if the number is odd; for no rating"),
    ("cup-award", "player"): ("Who", ""),
    ("cup-award", "result"): ("What becomes of their pairing", ""),
    ("cup-drop", "player"): ("Who", ""),
    ("cup-swap", "player"): ("Who", ""),
    ("cup-swap", "with"): ("With whom", ""),
    ("cup-deadline", "at"): ("Until when", "such as sat 20:00, or in 2 hours"),
}
RESULTS = {"wins": "They win", "both-lose": "Both lose", "again": "They play again"}
BEST_OF = {"1": "1", "3": "Best of 3", "5": "Best of 5"}
ROOMS = {"thread": "Each in a room of its own", "here": "One after the other in this room"}
SEEDINGS = {
    Seeding.RANDOM: "Drawn by lot",
    Seeding.ORDER: "Whoever signed up first",
    Seeding.RATING: "The highest rating",
}
LEAVE_OPEN, LEAVE_RUNNING = (
    "Until the cup begins you can join again.",
    "For good: what was played stands.",
)
NOT_FILLED = "No"
NO_NAME = "Name: this field is needed."
NO_CUP = "There is no cup in this room."
NOT_JOINED = "Nobody at this browser is in the cup."
UNKNOWN_PLAYER = "Nobody of that name is in the cup, or more than one is."
NO_SEAT_GIVEN = "This browser could not be given a seat. Please load the page again."
CHAMPION = "Champion"


def field_label(act: str, name: str) -> tuple[str, str]:
    """What a field of a dialog is called, and a hint."""
    return FIELDS.get((act, name), _REASON)


def filled_text(level: Level) -> str:
    """The sparring partner makes an odd number even."""
    return f"Yes, {level}"


def name_taken_text(name: str) -> str:
    """Two players of one name could not be told apart."""
    return f"Somebody called {name} is in already: choose another name."


def start_note(state: CupState) -> str:
    """What the host is told before the start."""
    count, time = len(state.players), state.opened.plan.check_in
    if time is not None:
        return (
            f"All who have signed up, {count}, are called to check in. The cup begins in "
            f"{spell(time)}, or as soon as all are here."
        )
    return f"The sign-up closes, and the first round is drawn for {count}."


def begin_note(here: int, count: int) -> str:
    """What the host is told before the end of the check-in."""
    return f"It begins with all who are here: {here}. The others are taken out: {count - here}."


def status_line(state: CupState, voice: Voice) -> str:
    """How a cup stands, in a few words."""
    count = len(state.players)
    match state.status:
        case CupStatus.OPEN:
            return f"Sign-up is open: {count} in" if count else "Sign-up is open"
        case CupStatus.CHECK_IN:
            return f"Check-in: {len(state.here)} of {count} are here"
        case CupStatus.OVER:
            champion = None if state.end is None else getattr(state.end, "champion", None)
            if champion is None:
                return "Over: nobody is left to be champion"
            return f"{voice.name(state.players[champion])} is the champion"
        case CupStatus.CANCELLED:
            reason = state.end.reason if isinstance(state.end, CupCancelled) else ""
            return f"Called off: {voice.quote(reason)}" if reason else "Called off"
        case CupStatus.PAUSED:
            return f"Paused in round {state.round}"
        case CupStatus.RUNNING:
            return f"Round {state.round}" if state.round else "The first round is being drawn"


def next_line(state: CupState, voice: Voice) -> str:
    """What comes next in a cup; "" where nothing does."""
    host = voice.name(state.host)
    match state.status:
        case CupStatus.OPEN if len(state.players) < 2:
            return f"{host} can start it as soon as two are in."
        case CupStatus.OPEN:
            return f"{host} starts it when all are in."
        case CupStatus.CHECK_IN:
            return "It begins when all are here, or when the time is over, with those who are."
        case CupStatus.PAUSED:
            return f"{host} lets it go on."
        case CupStatus.RUNNING:
            left = len(state.playing)
            if left > 1:
                return f"When these {left} are decided, the cup goes on."
            return "When this one is decided, the cup goes on." if left else ""
        case _:
            return ""


def score_text(meeting: CupPairing) -> str:
    """The games of a pairing so far, such as *1–½*; "" before the first."""
    if not any(meeting.halves):
        return ""
    return "–".join(figure_text(figure / 2) or "0" for figure in meeting.halves)


def where_text(meeting: CupPairing, *, paused: bool, here: bool) -> str:
    """What of a pairing is going on."""
    if meeting.is_stuck:
        return "Without a result: the host decides"
    if meeting.game is not None:
        return "Their match is open"
    if paused:
        return "Waits: the cup is paused"
    return "Waits for this room" if here else "Its match is being opened"


def round_heading(number: int) -> str:
    """The heading over the results of a round."""
    return f"Round {number}"


def page_title(name: str) -> str:
    """A cup, for a browser's tab and a pasted link."""
    return f"{name} · Cup"


def watch_text(address: str) -> str:
    """Where a cup can be watched."""
    return f"Watch it here: {address}"
