"""What people are told of their own matches, and of their reminders."""

from dataclasses import replace
from datetime import timedelta

from announcements.matches import ANN, HOST, SEED_003, accepted, begun, new, played
from announcements.paper import PaperVoice
from bot.referee.problems import NoQuietHours
from bot.referee.submission import Pause
from bot.servers.reminders import MOST_FAILED, Cause, QuietHours, Reminders
from bot.wording import reminders as words
from bot.wording.mine import my_matches_text
from bot.wording.problems import problem_text

_LINK = "https://discord.com/channels/1/2/3"
_SETTLED = Reminders(timedelta(hours=12), QuietHours(23, 8), "Europe/Paris")
_QUIET = replace(_SETTLED, after=timedelta(0))


def of_ones_own():
    running = played(begun(new()), SEED_003)
    later = begun(new("bentley"))
    paused, _ = accepted(running, Pause(), HOST, running.turn_open_at + timedelta(seconds=9))
    now = running.turn_open_at + timedelta(seconds=15)
    voice = PaperVoice(now)
    some = [(7, running, _LINK), (9, later, "#hall"), (8, new(), "#arena"), (12, paused, _LINK)]
    for when, entries, only_here in (
        ("my matches", some, False),
        ("my matches: none is open", [], False),
        ("my matches, where everybody sees the answer", some[:1], True),
        ("… and none is open there", [], True),
    ):
        text = my_matches_text(entries, min(2, len(entries)), ANN, now, voice, only_here=only_here)
        yield when, text
    both = (Cause.WAITS, Cause.BANK)
    for when, match, causes in (
        ("A private reminder: the turn waits", later, both[:1]),
        ("… half of the bank is gone", running, both[1:]),
        ("… both, at the end of quiet hours", running, both),
    ):
        yield when, words.reminder_text(7, match, causes, _SETTLED, _LINK, voice)
    yield "my remind after:12h quiet:23-8", _text(_SETTLED)
    here = words.remind_text(replace(_SETTLED, zone=""), everywhere=False)
    yield "… on a forum, and without a time zone", here
    yield "my remind, and nothing is settled", words.remind_text(None, everywhere=True)
    yield "my remind quiet:23-8, and nothing else", _text(_QUIET)
    yield "my remind: the last one did not reach them", _text(replace(_SETTLED, failed=1))
    yield "my remind: three did not reach them", _text(replace(_SETTLED, failed=MOST_FAILED))
    yield "my remind off", words.remind_off_text()
    yield "my remind, where nobody can be written to", words.no_reminders_text()
    for typed in ("23", "8-8"):
        wrong = NoQuietHours("quiet", typed)
        yield f"my remind quiet:{typed}", problem_text(wrong), (NoQuietHours,)


def _text(settled: Reminders) -> str:
    return words.remind_text(settled, everywhere=True)
