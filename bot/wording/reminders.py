"""What is said of reminders: to whoever asks for them, and in them."""

from collections.abc import Sequence

from bot.referee.clock import spell
from bot.referee.match import Match
from bot.servers.reminders import MOST_FAILED, Cause, QuietHours, Reminders
from bot.wording.voice import Voice


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
