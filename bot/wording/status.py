"""Answers to questions about matches: status, clocks, the open ones, one's own, and reminders."""

from collections.abc import Sequence
from datetime import datetime

from bot.engine.turn import Colour
from bot.referee.clock import spell
from bot.referee.events import Player
from bot.referee.match import Match, Status
from bot.servers.reminders import MOST_FAILED, Cause, QuietHours, Reminders
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


Entry = tuple[int, Match, str]
"""A match: its number, how it stands, and where it is."""


def my_matches_text(
    entries: Sequence[Entry],
    waiting: int,
    player: Player,
    now: datetime,
    voice: Voice,
    *,
    only_here: bool,
) -> str:
    """Somebody's open matches, a line each; so many of them wait for them.

    `only_here` says that those of other servers are left out, since everybody sees the answer.
    """
    if entries:
        one = len(entries) == 1
        head = "1 open match" if one else f"{len(entries)} open matches"
        wait = (", your turn" if one else f", your turn in {waiting}") if waiting else ""
        lines = [_line(*entry, player, now, voice) for entry in entries]
        more = f"{voice.command('match status')} shows one by its number"
        text = f"{head}{wait}:\n{within(lines, more)}"
    else:
        text = "You have no open match" + (" here." if only_here else ".")
    if not only_here:
        return text
    elsewhere = f"Those of other servers I show to you alone: {voice.command('my matches')}"
    return f"{text}\n{voice.small(elsewhere)}"


def _line(number: int, match: Match, link: str, player: Player, now: datetime, voice: Voice) -> str:
    parts = [voice.strong(str(number)), seats_text(match, voice), *_standing(match, player, voice)]
    time = _time(match, now, voice) if match.status is Status.RUNNING else ""
    return " · ".join(filter(None, [*parts, time, link]))


def _standing(match: Match, player: Player, voice: Voice) -> list[str]:
    """Whose turn it is, or why it is nobody's."""
    if match.damaged:
        return ["its record is damaged"]
    match match.status:
        case Status.WAITING:
            meets = match.appointment
            hour = [f"for {voice.moment(meets.hour, meets.zone)}"] if meets else []
            return [f"not started, {waiting_text(match)}", *hour]
        case Status.PAUSED:
            return [f"turn {match.position.number + 1}", "paused"]
        case _:
            turn = f"turn {match.position.number + 1}"
            if match.to_move in match.seat(player.id):
                return [f"{turn}, {voice.strong('yours')}"]
            return [f"{turn}, {colour_name(match, Colour(match.to_move))} to move"]


def _time(match: Match, now: datetime, voice: Voice) -> str:
    """How long the player to move has left."""
    clock, deadline = match.clock, match.deadline()
    if clock is None:
        return "no clock"
    if deadline is not None:
        return f"time is up {voice.countdown(deadline)}"
    left = clock.remaining(match.to_move, now)
    return f"the clock stands at {clock_text(left.turn + left.bank)}"


def reminder_text(
    number: int,
    match: Match,
    causes: Sequence[Cause],
    settled: Reminders,
    link: str,
    voice: Voice,
) -> str:
    """A private message to the player to move."""
    opponent = voice.name(match.players[match.to_move.other])
    parts = [f"⏰ It is your turn in match {number} against {opponent}."]
    if Cause.WAITS in causes:
        parts.append(f"It has waited for over {spell(settled.after)}.")
    if Cause.BANK in causes:
        parts.append("Half of your bank is gone.")
    deadline = match.deadline()
    if deadline is not None:
        parts.append(f"Your time is up {voice.countdown(deadline)}.")
    off = voice.command("my remind after:off")
    fine = f"{off} ends these. Write it where matches are held."
    return f"{' '.join(parts)}\n{link}\n{voice.small(fine)}"


def remind_text(settled: Reminders | None, *, everywhere: bool) -> str:
    """What somebody has settled; `everywhere` says that it counts on all servers."""
    settled = settled or Reminders()
    lines = [_told(settled, everywhere=everywhere) if settled.after else _UNTOLD]
    if settled.quiet is not None:
        lines.append(_quiet(settled.quiet, settled.zone))
    if settled.given_up:
        lines.append(
            f"But {MOST_FAILED} messages in a row did not reach you, and so I write no more. Take "
            "private messages from me, and then: my remind after:12h"
        )
    elif settled.failed:
        lines.append("But the last one did not reach you: do you take private messages from me?")
    elif settled.after:
        lines.append("You have to take private messages from me. Off again: my remind after:off")
    return "\n".join(lines)


def remind_off_text() -> str:
    """Somebody is not reminded any more."""
    return "I don't remind you any more, and have forgotten your quiet hours."


def no_reminders_text() -> str:
    """A venue where nobody can be told anything privately."""
    return "I can't write to you privately here, and so I can't remind you."


_UNTOLD = (
    "I don't remind you of your turns. If you want it, for example: my remind after:12h quiet:23-8"
)


def _told(settled: Reminders, *, everywhere: bool) -> str:
    where = " This counts on all servers." if everywhere else ""
    return (
        f"I remind you privately when your turn has waited for {spell(settled.after)}, and when "
        f"half of the bank that you began it with is gone: each once a turn.{where}"
    )


def _quiet(quiet: QuietHours, zone: str) -> str:
    known = zone or "UTC; I don't know your time zone, which you tell me with my timezone"
    return (
        f"Never between {quiet.begin}:00 and {quiet.end}:00 ({known}): then at {quiet.end}:00, if "
        "it still is your turn."
    )
