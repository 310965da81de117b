"""What is said of the hour of a match, of one's own matches, and of reminders."""

from dataclasses import replace
from datetime import datetime, timedelta

from announcements.matches import (
    ANN,
    BOB,
    CAT,
    HOST,
    SEED_003,
    START,
    accepted,
    begun,
    new,
    played,
    specimen,
)
from announcements.paper import PaperVoice, Specimen
from bot.referee import events
from bot.referee import submission as acts
from bot.referee.arbiter import accept, rule_on_time
from bot.referee.fold import fold
from bot.referee.match import Match
from bot.referee.moments import read_moment
from bot.referee.problems import (
    AfterRound,
    NoClockNorHour,
    NoQuietHours,
    NotAZone,
    OrderError,
    SameMoment,
    TooManyMoments,
)
from bot.referee.ruling import Accepted, Reason, Refused
from bot.referee.submission import Pause
from bot.referee.timekeeping import next_call
from bot.servers.reminders import MOST_FAILED, Cause, QuietHours, Reminders
from bot.wording import appointments as words
from bot.wording import status
from bot.wording.appointments import event_text, event_title_text
from bot.wording.clerk import opened_text
from bot.wording.problems import problem_text
from bot.wording.refusals import refusal_text
from bot.wording.status import my_matches_text, status_text
from bot.wording.writing import moment_text, moments_text

_HOUR = datetime(2026, 12, 5, 19, 0, tzinfo=START.tzinfo)
_MEETS = events.Appointment(_HOUR, "Europe/Paris")
_LATER = events.Appointment(_HOUR + timedelta(days=1), "America/New_York", remind=False)
_UNREAD = (
    "soon", "saturday", "fri 5 dec 20:00", "5/12 20:00", "28 mar 2027 02:30", "31 oct 2027 02:30",
    "today 9:00", "2029-01-01 20:00",
)  # fmt: skip


def of_appointments():
    match = _meeting()
    opened = events.MatchOpened(START, HOST, match.players, match.terms, _MEETS)
    yield specimen("A match is set up for an hour", match, (opened,))
    yield from _moved(match)
    for when in ("A day before", "An hour before", "Ten minutes before", "The hour has come"):
        ruling = _next(match)
        yield specimen(when, ruling.match, ruling.events)
        match = accept(ruling.match, events.Shown(_HOUR, "m", ruling.match.seen - 1)).match
    gone = accept(match, events.RefereeAway(_HOUR, told=True)).match
    back = events.RefereeBack(_HOUR + timedelta(minutes=20), _HOUR, told=True)
    yield specimen("The referee was away in the grace", accept(gone, back).match, (back,))
    ready, _ = accepted(match, acts.Ready(), ANN, _HOUR)
    for when, missing in (("The grace is over", match), ("… and one of them is there", ready)):
        ruling = _next(missing)
        yield specimen(when, ruling.match, ruling.events)
    yield from _choosing()


def of_zones():
    voice = PaperVoice(START)
    match = _meeting()
    yield "match when", words.when_text(7, match, voice)
    yield "… before there is an hour", words.when_text(7, new(), voice)
    yield "… once it has begun", words.when_text(7, begun(match), voice)
    over, _ = accepted(match, acts.Cancel(), HOST, START)
    yield "… once it is over", words.when_text(7, over, voice)
    asked, _ = accepted(match, acts.Appoint(_LATER), BOB, START)
    yield "… while another is proposed", words.when_text(7, asked, voice)
    yield "match when at:…, by a player: done", words.appointed_text([_LATER], asked, voice)
    several = acts.Appoint(_MEETS, (_LATER,))
    asked, _ = accepted(match, several, BOB, START)
    done = words.appointed_text(several.appointments, asked, voice)
    yield "match when at:… or …, by a player: done", done
    for what, reason in (
        ("match accept 1, and that hour is past", Reason.HOUR_PAST),
        ("match accept 3, of two", Reason.NO_SUCH_HOUR),
    ):
        yield what, refusal_text(asked, Refused(reason)), (reason,)
    settled, _ = accepted(match, acts.Appoint(_LATER), HOST, START)
    done = words.appointed_text([_LATER], settled, voice)
    yield "match when at:…, by the host: done", done, (acts.Appoint,)
    yield "status: an hour is settled", status_text(7, match, voice, START)
    yield "Its event in a Discord server's list: the title", event_title_text(7, match)
    yield "… and below it", event_text(7)
    yield "A match was set up for an hour", opened_text(7, hour=moment_text(_HOUR, "Europe/Paris"))
    yield "my timezone zone:Europe/Paris", words.zone_text("Europe/Paris", START)
    yield "my timezone, before it is known", words.zone_text("", START)
    yield "my timezone none", words.zone_forgotten_text()
    for near in (("Europe/Paris",), ()):
        problem = NotAZone("Pari" if near else "Atlantis", near)
        yield f"my timezone {problem.given}", problem_text(problem), (NotAZone,)
    hours = [(_HOUR, "Europe/Paris"), (_LATER.hour, "Europe/Paris")]
    yield "Several hours as one types them, understood", moments_text(hours)
    for what, wrong in (
        ("match when at:… or … or … or …", TooManyMoments("at", 3)),
        ("match start … at:… or …", TooManyMoments("at", 1)),
        ("match when at:sat 20:00 or 20:00 saturday", SameMoment("at", "20:00 saturday")),
        ("cup when at:…, after the round", AfterRound("at", _HOUR, "Europe/Paris")),
    ):
        yield what, problem_text(wrong), (type(wrong),)
    neither = problem_text(NoClockNorHour("3 fast minutes"))
    yield "Clock and hour in the form: 3 fast minutes", neither, (NoClockNorHour,)
    for typed, zone in (*((typed, "Europe/Paris") for typed in _UNREAD), ("sat 20:00", "")):
        yield _unread(typed, zone)


def _meeting() -> Match:
    return fold([events.MatchOpened(START, HOST, (ANN, BOB), new().terms, _MEETS)])


def _moved(match: Match):
    asked, proposed = accepted(match, acts.Appoint(_LATER), BOB, START)
    yield specimen("A player proposes another hour", asked, proposed)
    agreed, told = accepted(asked, acts.Respond(accept=True), ANN, START)
    yield specimen("… and the opponent accepts", agreed, told)
    declined, told = accepted(asked, acts.Respond(accept=False), ANN, START)
    yield specimen("… or declines", declined, told)
    asked, _ = accepted(new(), acts.Appoint(_LATER), BOB, START)
    declined, told = accepted(asked, acts.Respond(accept=False), ANN, START)
    yield specimen("… or declines, and there was no hour before", declined, told)
    third = replace(_LATER, hour=_LATER.hour + timedelta(days=1))
    asked, proposed = accepted(match, acts.Appoint(_MEETS, (_LATER, third)), BOB, START)
    yield specimen("A player proposes three hours", asked, proposed)
    settled, told = accepted(match, acts.Appoint(_LATER), HOST, START)
    yield specimen("The host settles another hour", settled, told)
    seated, told = accepted(match, acts.ReplacePlayer("blue", CAT), HOST, START)
    yield specimen("A seat is given long before the hour", seated, told)
    moved, told = accepted(match, acts.MoveMatch("arena"), HOST, START)
    yield specimen("The match is moved long before the hour", moved, told)


def _choosing():
    terms = replace(new().terms, dmo="blue", dmo_chooses=True)
    match = fold([events.MatchOpened(START, HOST, (ANN, BOB), terms, _MEETS)])
    match, _ = accepted(match, acts.Ready(), BOB, _HOUR - timedelta(minutes=1))
    ruling = rule_on_time(match, _HOUR)
    if isinstance(ruling, Accepted):
        yield specimen("… and the DMO is ready and chose nothing", ruling.match, ruling.events)
    match, _ = accepted(match, acts.Ready(), ANN, _HOUR - timedelta(minutes=1))
    ruling = rule_on_time(match, _HOUR)
    if isinstance(ruling, Accepted):
        yield specimen("… and the DMO has yet to say who starts", ruling.match, ruling.events)


def _next(match: Match) -> Accepted:
    call = next_call(match)
    ruling = None if call is None else rule_on_time(match, call)
    if not isinstance(ruling, Accepted):
        raise TypeError("nothing comes")
    return ruling


def _unread(typed: str, zone: str) -> Specimen:
    now = datetime(2026, 11, 25, 12, 0, tzinfo=START.tzinfo)
    try:
        read_moment("at", typed, zone, now)
    except OrderError as error:
        problem = error.problem
        return Specimen(f"at:{typed}", problem_text(problem), (type(problem),))
    raise AssertionError(f"{typed} is understood")


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
        yield when, status.reminder_text(7, match, causes, _SETTLED, _LINK, voice)
    yield "my remind after:12h quiet:23-8", _text(_SETTLED)
    here = status.remind_text(replace(_SETTLED, zone=""), everywhere=False)
    yield "… on a forum, and without a time zone", here
    yield "my remind, and nothing is settled", status.remind_text(None, everywhere=True)
    yield "my remind quiet:23-8, and nothing else", _text(_QUIET)
    yield "my remind: the last one did not reach them", _text(replace(_SETTLED, failed=1))
    yield "my remind: three did not reach them", _text(replace(_SETTLED, failed=MOST_FAILED))
    yield "my remind off", status.remind_off_text()
    yield "my remind, where nobody can be written to", status.no_reminders_text()
    for typed in ("23", "8-8"):
        wrong = NoQuietHours("quiet", typed)
        yield f"my remind quiet:{typed}", problem_text(wrong), (NoQuietHours,)


def _text(settled: Reminders) -> str:
    return status.remind_text(settled, everywhere=True)
