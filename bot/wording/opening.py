"""Before the first turn: the DMO, who starts, komi and colours, and what the match waits for."""

from typing import Literal, assert_never

from bot.engine.rulesets.catena import KOMI
from bot.engine.turn import Colour
from bot.referee.events import Beginning, FirstChosen, KomiNamed, StartOrdered
from bot.referee.match import Choice, Match, Status
from bot.referee.ruling import Reason
from bot.wording.phrases import colour_name
from bot.wording.voice import Voice

Unstarted = Literal[
    Reason.NOT_STARTED,
    Reason.ALREADY_READY,
    Reason.NO_SUCH_KOMI,
    Reason.NOT_YOURS_TO_CHOOSE,
    Reason.FIRST_OPEN,
    Reason.FIRST_SETTLED,
    Reason.BEFORE_THE_HOUR,
    Reason.HOUR_PAST,
    Reason.ONE_HOUR,
    Reason.WHICH_HOUR,
    Reason.NO_SUCH_HOUR,
]


_ASKED = {
    Choice.FIRST: ("say who starts", "Who starts", "you are the DMO: who starts?"),
    Choice.KOMI: ("name the komi", "The komi", "what is the komi?"),
    Choice.COLOUR: ("take a colour", "The first colour", "which colour do you take?"),
}
"""How a choice is spoken of: what has yet to be done, what is somebody's to say, the question."""
KOMI_OFFERED = tuple(map(str, range(5)))
"""The komi that there are buttons for; any other is written."""


def beginning_text(beginning: Beginning) -> str:
    """From which position a match goes on: `match 9, turn 12`."""
    return f"match {beginning.match}, turn {len(beginning.turns)}"


def went_on_text(beginning: Beginning) -> str:
    """The same as a note beside a match: `From match 9, turn 12`."""
    return f"From {beginning_text(beginning)}"


def choices(match: Match) -> tuple[str, ...]:
    """The actions of the buttons for what has yet to be said before the start."""
    colours = match.terms.colours
    match match.start.choice:
        case Choice.FIRST:
            return tuple(f"first-{colour}" for colour in colours)
        case Choice.KOMI:
            return tuple(f"komi-{points}" for points in KOMI_OFFERED)
        case Choice.COLOUR:
            return tuple(f"take-{colour}" for colour in colours)
        case None:
            return ()


def task_text(match: Match) -> str:
    """Who has to say what before the start, in the middle of a sentence; "" for nothing."""
    return f"{_chooser(match)} to {_ASKED[match.start.choice][0]}" if match.start.choice else ""


def question(match: Match) -> str:
    """What the player is asked who has to say something before the start; "" for nothing."""
    return _ASKED[match.start.choice][2] if match.start.choice else ""


def asked_text(match: Match, voice: Voice) -> str:
    """What a player is asked as the match is set up, and what it means to be the DMO."""
    first, second = (voice.mention(player) for player in match.players)
    if match.first_open:
        dmo = second if match.dmo else first
        return f"{dmo}, you are the DMO (Death Match Opponent): who starts? A tie is yours, too."
    text = ""
    if match.dmo is not None:
        text = f"{colour_name(match, match.dmo)} is the DMO (Death Match Opponent) and wins a tie."
    if match.start.choice is Choice.KOMI:
        white, named = colour_name(match, Colour.SECOND), "komi 3"
        if len(named) < voice.least:
            named = voice.command("match choose 3")
        text += (
            f"\n{second}, what is the komi, the points that {white} gets? Write, for instance, "
            f"{named}; then {first} takes a colour."
        )
    return text.strip()


def chosen_text(match: Match, event: FirstChosen | KomiNamed, voice: Voice) -> str:
    """What was chosen and who chose it; `match` is the match after it."""
    by = voice.name(event.by)
    if isinstance(event, KomiNamed):
        first = voice.mention(match.players[Colour.FIRST])
        return f"{voice.strong(f'Komi is {event.komi}')}: {by} named it. {first}, {question(match)}"
    first = voice.strong(f"{colour_name(match, Colour.FIRST)} starts")
    dmo = None if match.dmo is None else match.players[match.dmo]
    if event.taken:
        seats = (f"{colour_name(match, c)} is {voice.name(match.players[c])}" for c in Colour)
        text = f"{voice.strong(', '.join(seats))}: {by} chose."
    elif dmo is not None and event.by.id == dmo.id:
        text = f"{first}: {by}, the DMO, chose."
    else:
        text = f"{first}: {by} chose" + (f" for {voice.name(dmo)}, the DMO." if dmo else ".")
    if match.status is not Status.WAITING:
        return text
    return f"{text} The match is {waiting_text(match)}."


def ordered_text(match: Match, event: StartOrdered, voice: Voice) -> str:
    """The host started the match, and something has yet to be said before."""
    text = f"▶️ {voice.name(event.by)} starts the match as soon as it is said"
    if match.chooser is None:
        return f"{text} who moves first."
    return f"{text}: {voice.mention(match.players[match.chooser])}, {question(match)}"


def waiting_text(match: Match) -> str:
    """What a match that has not started waits for, in the middle of a sentence."""
    missing = [colour_name(match, colour) for colour in match.start.late]
    waits = []
    if missing and match.start.ordered is None:
        waits.append(f"{' and '.join(missing)} to press Ready")
    waits += [task_text(match)] if match.start.choice else []
    return f"waiting for {', and for '.join(waits)}"


def unstarted_text(match: Match, reason: Unstarted) -> str:
    """Why something can't be done before the start, and what the match waits for."""
    chooser, (task, subject, _) = _chooser(match), _ASKED[match.start.choice or Choice.FIRST]
    match reason:
        case Reason.NOT_STARTED if match.start.choice:
            return f"The match has not started: {chooser} has yet to {task}."
        case Reason.NOT_STARTED:
            return "The match has not started: both players press Ready, or the host starts it."
        case Reason.ALREADY_READY if match.start.choice:
            return f"You are ready; {chooser} has yet to {task}."
        case Reason.ALREADY_READY:
            return "You are ready; the match starts when your opponent is too."
        case Reason.NO_SUCH_KOMI:
            return f"Komi is a whole number from {KOMI.least} to {KOMI.most}, such as 3."
        case Reason.NOT_YOURS_TO_CHOOSE:
            return f"{subject} is for {chooser} to say, or for the host in their place."
        case Reason.FIRST_OPEN:
            example = f"match choose {(*choices(match), 'first-me')[0].partition('-')[2]}"
            text = f"{chooser} has yet to {task}; or say it for them: {example}."
            return f"{text[:1].upper()}{text[1:]}"
        case Reason.BEFORE_THE_HOUR:
            return "Ready is taken from ten minutes before the hour, which match when tells."
        case Reason.HOUR_PAST if _hours(match) > 1:
            return "That hour is past: accept another one, or propose one with match when."
        case Reason.HOUR_PAST:
            return "That hour is past: propose another one with match when."
        case Reason.ONE_HOUR:
            return "What you name is settled at once: name one hour, such as match when sat 20:00."
        case Reason.WHICH_HOUR:
            return "Several hours are proposed. Say which, such as match accept 2."
        case Reason.NO_SUCH_HOUR if not _hours(match):
            return "No hours are proposed: write match accept without a number."
        case Reason.NO_SUCH_HOUR:
            return "No hour of that number is proposed; match when shows what is."
        case Reason.FIRST_SETTLED:
            return f"{colour_name(match, Colour.FIRST)} starts: that is settled."
        case _:
            assert_never(reason)


def _hours(match: Match) -> int:
    return len(match.request.appointments) if match.request else 0


def _chooser(match: Match) -> str:
    """Who is to say something before the start, in the middle of a sentence."""
    chooser = match.chooser if match.start.choice else match.dmo
    if chooser is None:
        return "the host"
    dmo = ", the DMO," if match.start.choice in (None, Choice.FIRST) else ""
    return f"{colour_name(match, chooser)}{dmo}"
