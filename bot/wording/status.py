"""Answers to questions about a match: status, clocks, the list of open matches."""

from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.match import Match, Status
from bot.wording.announcements import banks_line, prompt_line
from bot.wording.opening import waiting_text
from bot.wording.phrases import LEADS, clock_text, colour_name
from bot.wording.results import figures_text, headline, result_text
from bot.wording.troubles import DAMAGED, paused_text
from bot.wording.voice import Voice
from bot.wording.writing import within


def status_text(number: int, match: Match, voice: Voice, now: datetime, link: str = "") -> str:
    """Position, figures, who may do what, clocks and deadline."""
    lines = [f"{voice.strong(f'Match {number}')}: {seats_text(match, voice)}"]
    if match.ended is not None:
        lines.append(result_text(match, match.ended, voice))
    else:
        lines += [_figures(match), _next(match, voice), clock_line(match, voice, now)]
    if match.damaged:
        lines.append(DAMAGED)
    if link:
        lines.append(f"Last board: {link}")
    return "\n".join(line for line in lines if line)


def clock_line(match: Match, voice: Voice, now: datetime) -> str:
    """Both banks, the turn time, and the deadline that counts down."""
    clock = match.clock
    if clock is None:
        return "This match has no clock."
    left = clock.remaining(match.to_move, now)
    mover = "Whoever starts" if match.first_open else colour_name(match, match.to_move)
    turn = f"{mover} has {clock_text(left.turn)} of turn time"
    deadline = match.deadline()
    if deadline is not None:
        stand = f"time is up {voice.countdown(deadline)}"
    else:
        stand = "the clock stands"
    banks = banks_line(match, now)
    return f"{turn}, {stand}." + (f"\n{banks}" if banks else "")


def seats_text(match: Match, voice: Voice) -> str:
    """Who plays whom, without pinging anybody."""
    seats = [
        f"{colour_name(match, c)} {voice.name(match.players[c])}"
        + (" (DMO)" if c is match.dmo else "")
        for c in Colour
    ]
    return f"{seats[0]} against {seats[1]}"


def matches_text(entries: list[tuple[int, Match, str]], voice: Voice) -> str:
    """The open matches of a server with a line and a link each."""
    if not entries:
        return "No match is open here. A host starts one with: match start red:@Ann blue:@Bob"
    lines = [_entry(*entry, voice) for entry in entries]
    return within(lines, f"{voice.command('match status')} shows one by its number")


def _entry(number: int, match: Match, link: str, voice: Voice) -> str:
    turn = f"turn {match.position.number + 1}"
    facts = [voice.strong(str(number)), seats_text(match, voice), turn, str(match.status), link]
    return " · ".join(filter(None, facts))


def _figures(match: Match) -> str:
    lead = ""
    if match.ruleset.leading(match.position):
        claim = LEADS[match.ruleset.lead].claim
        lead = f" · {colour_name(match, match.to_move.other)} {claim}"
    return f"Turn {match.position.number + 1} · {figures_text(match)}{lead}"


def _next(match: Match, voice: Voice) -> str:
    match match.status:
        case Status.WAITING:
            waits = f"Not started: {waiting_text(match)}."
            meets = match.appointment
            return f"{waits} For {voice.moment(meets.hour, meets.zone)}." if meets else waits
        case Status.PAUSED:
            return paused_text(match, voice)
        case Status.OVER:
            return headline(match)
        case Status.RUNNING:
            return prompt_line(match, voice)
