"""Appointments: what is told when, once each; Ready, the grace, and who may move the hour."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.turn import Colour
from bot.referee import events
from bot.referee import submission as acts
from bot.referee.absence import leaving, returning
from bot.referee.appointments import EARLY, REMINDERS
from bot.referee.arbiter import rule, rule_on_time
from bot.referee.events import Appointment, MatchOpened, MatchStarted, Player, RefereeAway, Shown
from bot.referee.fold import fold
from bot.referee.match import Status
from bot.referee.partner import wished
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.referee.timekeeping import next_call
from referee.tables import BLUE, FAN, HOST, RED, START, after, new, terms

SECOND, MINUTE, HOUR, DAY = (
    timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days")
)
AT_EIGHT = START + 2 * DAY


def meeting(hour=AT_EIGHT, players=(RED, BLUE), **more):
    return fold([MatchOpened(START, HOST, players, terms(), Appointment(hour, **more))])


def told(match, now):
    """The match after what time has brought, all of it visible; and what that was."""
    ruling = rule_on_time(match, now)
    if isinstance(ruling, Ignored):
        return match, ()
    return after(ruling.match, Shown(now, "m", ruling.match.seen - 1)), ruling.events


def passed(match, until):
    """What is told up to a moment, each as soon as it is due: when, and what."""
    found = []
    while (call := next_call(match)) is not None and call <= until:
        match, brought = told(match, call)
        found += [(call, event) for event in brought]
        assert len(found) < 9, "the same comes again and again"
    return match, found


def on(match, player, act, at):
    return rule(match, acts.Submission(player, act, at))


def test_players_are_told_a_day_an_hour_and_ten_minutes_before_then_at_the_hour():
    """And the host, a quarter of an hour after that, who is missing; then nothing more."""
    match, found = passed(meeting(), START + 30 * DAY)
    assert found == [
        (AT_EIGHT - left, events.AppointmentNear(AT_EIGHT - left, left)) for left in REMINDERS
    ] + [
        (AT_EIGHT, events.AppointmentCame(AT_EIGHT)),
        (
            AT_EIGHT + 15 * MINUTE,
            events.PlayersMissing(AT_EIGHT + 15 * MINUTE, (Colour.FIRST, Colour.SECOND)),
        ),
    ]
    assert match.status is Status.WAITING
    assert next_call(match) is None


@pytest.mark.parametrize(
    ("before", "left"),
    [(3 * DAY, 3), (DAY + SECOND, 3), (DAY, 2), (HOUR, 1), (30 * MINUTE, 1), (5 * MINUTE, 0)],
)
def test_reminders_due_before_the_appointment_was_made_are_not_told(before, left):
    _, found = passed(meeting(START + before), START + before)
    assert len(found) == left + 1


@given(st.lists(st.integers(-3 * 24 * 60, 60), max_size=12), st.integers(0, 3 * 24 * 60))
def test_whenever_time_is_called_each_is_told_once_at_most_and_in_order(calls, ahead):
    """After a hold-up only the last reminder, and none once the hour has come."""
    match = meeting(START + ahead * MINUTE)
    hour, seen = START + ahead * MINUTE, []
    for minutes in sorted(calls):
        match, brought = told(match, hour + minutes * MINUTE)
        assert len(brought) <= 1
        seen += brought
        # Nothing that is due is left over but what follows from the room's having been told.
        assert isinstance(rule_on_time(match, hour + minutes * MINUTE), Ignored)
    lengths = [event.left for event in seen if isinstance(event, events.AppointmentNear)]
    assert lengths == sorted(set(lengths), reverse=True)
    assert all(left < ahead * MINUTE for left in lengths)
    kinds = [type(event).__name__ for event in seen]
    rest = [kind for kind in kinds if kind != "AppointmentNear"]
    assert rest == ["AppointmentCame", "PlayersMissing"][: len(rest)]
    assert kinds == ["AppointmentNear"] * len(lengths) + rest


def test_ready_is_taken_from_ten_minutes_before():
    match = meeting()
    early = on(match, RED, acts.Ready(), AT_EIGHT - EARLY - SECOND)
    assert early == Refused(Reason.BEFORE_THE_HOUR)
    one = on(match, RED, acts.Ready(), AT_EIGHT - EARLY)
    assert isinstance(one, Accepted)
    both = on(one.match, BLUE, acts.Ready(), AT_EIGHT - MINUTE)
    assert isinstance(both.events[-1], MatchStarted)
    assert next_call(after(both.match, Shown(AT_EIGHT, "m", both.match.seen - 1))) > AT_EIGHT
    assert isinstance(on(new(), RED, acts.Ready(), START), Accepted)


def test_only_who_is_not_ready_is_missing_and_against_the_referee_itself_it_never_is():
    match, _ = passed(meeting(), AT_EIGHT)
    match = on(match, RED, acts.Ready(), AT_EIGHT + MINUTE).match
    _, found = passed(match, AT_EIGHT + HOUR)
    assert found[-1][1].colours == (Colour.SECOND,)
    _, found = passed(meeting(players=(RED, Player("bot", "Referee", "steady"))), AT_EIGHT + HOUR)
    assert found[-1][1].colours == (Colour.FIRST,)


def test_the_grace_begins_when_the_room_reads_that_it_is_time():
    """The referee was away at the hour, and told them forty minutes later."""
    match = meeting(grace=5 * MINUTE)
    late = AT_EIGHT + 40 * MINUTE
    came = rule_on_time(match, late)
    assert came.events == (events.AppointmentCame(AT_EIGHT),)
    assert next_call(came.match) is None
    shown = after(came.match, Shown(late + SECOND, "m", came.match.seen - 1))
    assert next_call(shown) == late + SECOND + 5 * MINUTE


def test_a_referee_that_was_away_in_the_grace_gives_all_of_it_again():
    """Gone five minutes after the hour: nobody could get ready then."""
    match, _ = passed(meeting(), AT_EIGHT)
    left = leaving(match, AT_EIGHT + HOUR, AT_EIGHT + 5 * MINUTE, told=False)
    assert left == (RefereeAway(AT_EIGHT + 5 * MINUTE, told=True),)
    match = after(match, *left)
    assert next_call(match) is None
    match = after(match, *returning(match, AT_EIGHT + HOUR, told=False))
    assert next_call(match) == AT_EIGHT + HOUR + 15 * MINUTE
    # Before the hour, and once the host knows, an absence is nobody's business.
    assert leaving(meeting(), AT_EIGHT, START, told=False) == ()
    match, _ = passed(match, AT_EIGHT + 2 * HOUR)
    assert leaving(match, AT_EIGHT + 3 * HOUR, AT_EIGHT + 2 * HOUR, told=False) == ()


def test_a_stall_in_the_grace_makes_it_longer_by_itself():
    match, _ = passed(meeting(), AT_EIGHT)
    for minute in range(1, 4):
        at = AT_EIGHT + minute * MINUTE
        match = after(match, *leaving(match, at + 3 * SECOND, at, told=False))
        match = after(match, *returning(match, at + 3 * SECOND, told=False))
    assert next_call(match) == AT_EIGHT + 15 * MINUTE + 9 * SECOND


def test_a_call_that_is_found_after_a_crash_begins_the_grace_with_the_return():
    """The room read that it was time, and the referee fell before it could note that."""
    match = rule_on_time(meeting(), AT_EIGHT).match
    match = after(match, *leaving(match, AT_EIGHT + HOUR, AT_EIGHT + SECOND, told=False))
    match = after(match, *returning(match, AT_EIGHT + HOUR, told=False))
    match = after(match, Shown(AT_EIGHT + SECOND, "m", match.start.appointed.came))
    assert next_call(match) == AT_EIGHT + HOUR + 15 * MINUTE


def test_a_proposed_hour_stays_its_proposers_when_seats_change():
    """Bob proposes one, then says that he starts: it is Ann who may accept."""
    game = replace(terms(), dmo="blue", dmo_chooses=True)
    match = fold([MatchOpened(START, HOST, (RED, BLUE), game, Appointment(AT_EIGHT))])
    match = on(match, BLUE, acts.Appoint(Appointment(AT_EIGHT + DAY)), START).match
    match = on(match, BLUE, acts.Choose("me"), START).match
    assert match.players == (BLUE, RED)
    assert on(match, BLUE, acts.Respond(accept=True), START) == Refused(Reason.NOT_YOURS_TO_ACCEPT)
    assert isinstance(on(match, RED, acts.Respond(accept=True), START), Accepted)


def test_the_partner_that_is_seated_before_the_hour_is_ready_at_once():
    """It is not missing then, and does not ask to be let play again and again."""
    partner = Player("bot", "Referee", "steady")
    match = on(meeting(), HOST, acts.ReplacePlayer("blue", partner), START + HOUR).match
    match = on(match, partner, wished(match), START + HOUR).match
    assert wished(match) is None
    _, found = passed(match, AT_EIGHT + HOUR)
    assert found[-1][1].colours == (Colour.FIRST,)


def test_a_new_player_in_the_grace_has_all_of_it():
    """Cat plays for Bob, who did not come."""
    match, _ = passed(meeting(), AT_EIGHT)
    match = on(match, HOST, acts.ReplacePlayer("blue", FAN), AT_EIGHT + 14 * MINUTE).match
    assert next_call(match) == AT_EIGHT + 29 * MINUTE


SEVERAL = tuple(Appointment(AT_EIGHT + days * DAY) for days in (1, 2, 3))


def proposed(match=None):
    act = acts.Appoint(SEVERAL[0], SEVERAL[1:])
    ruling = on(match or meeting(), BLUE, act, START)
    assert isinstance(ruling, Accepted), ruling
    return ruling.match


def accepting(which, player=RED, at=START + MINUTE, **more):
    return on(proposed(), player, acts.Respond(accept=True, which=which, **more), at)


def test_which_of_several_hours_has_to_be_said():
    assert accepting(None) == Refused(Reason.WHICH_HOUR)
    for which in (0, 4, -1):
        assert accepting(which) == Refused(Reason.NO_SUCH_HOUR)
    assert accepting(2, BLUE) == Refused(Reason.NOT_YOURS_TO_ACCEPT)
    assert accepting(2, FAN) == Refused(Reason.NOT_A_PLAYER)
    assert accepting(2, read=START - SECOND) == Refused(Reason.NOT_ASKED)


def test_one_hour_needs_no_number_and_what_is_no_hour_has_none():
    asked = on(meeting(), BLUE, acts.Appoint(SEVERAL[0]), START).match
    for which in (None, 1):
        assert isinstance(on(asked, RED, acts.Respond(accept=True, which=which), START), Accepted)
    assert on(asked, RED, acts.Respond(accept=True, which=2), START) == Refused(Reason.NO_SUCH_HOUR)
    running = on(new(), HOST, acts.StartNow(), START).match
    paused = on(running, RED, acts.Ask(events.Request.PAUSE), START).match
    second = on(paused, BLUE, acts.Respond(accept=True, which=2), START)
    assert second == Refused(Reason.NO_SUCH_HOUR)


def test_each_of_several_hours_is_past_by_itself():
    """The first is when the opponent answers; the second is not. None may be when proposed."""
    late = SEVERAL[0].hour
    assert accepting(1, at=late) == Refused(Reason.HOUR_PAST)
    assert accepting(2, at=late).match.appointment == SEVERAL[1]
    over = acts.Appoint(SEVERAL[2], SEVERAL[:1])
    assert on(meeting(), BLUE, over, late) == Refused(Reason.HOUR_PAST)


def test_an_hour_settled_alone_is_a_single_one():
    several = acts.Appoint(SEVERAL[0], SEVERAL[1:])
    partner = Player("bot", "Referee", "steady")
    for match, player in (
        (meeting(), HOST),
        (meeting(players=(RED, RED)), RED),
        (meeting(players=(RED, partner)), RED),
    ):
        assert on(match, player, several, START) == Refused(Reason.ONE_HOUR)


def test_several_hours_may_be_declined_or_answered_by_several_others():
    declined = on(proposed(), RED, acts.Respond(accept=False), START).match
    assert (declined.request, declined.appointment.hour) == (None, AT_EIGHT)
    others = acts.Appoint(SEVERAL[2], SEVERAL[:1])
    asked = on(proposed(), RED, others, START + MINUTE).match
    own = on(asked, RED, acts.Respond(accept=True, which=1), START + MINUTE)
    assert own == Refused(Reason.NOT_YOURS_TO_ACCEPT)
    agreed = on(asked, BLUE, acts.Respond(accept=True, which=2), START + MINUTE).match
    assert agreed.appointment == SEVERAL[0]


def test_an_hour_that_is_past_by_the_time_it_is_accepted_is_none():
    soon = Appointment(START + HOUR)
    asked = on(meeting(), BLUE, acts.Appoint(soon), START).match
    assert on(asked, RED, acts.Respond(accept=True), START + HOUR) == Refused(Reason.HOUR_PAST)
    assert on(meeting(), BLUE, acts.Appoint(soon), START + HOUR) == Refused(Reason.HOUR_PAST)


def test_the_host_settles_the_hour_alone_and_others_have_no_say():
    later = acts.Appoint(Appointment(AT_EIGHT + DAY))
    settled = on(meeting(), HOST, later, START)
    assert settled.events == (events.AppointmentSet(START, later.appointment, HOST),)
    manager = rule(meeting(), acts.Submission(FAN, later, START, may_host=True))
    assert manager.events == (events.AppointmentSet(START, later.appointment, FAN),)
    assert on(meeting(), FAN, later, START) == Refused(Reason.NOT_A_PLAYER)
    partner = Player("bot", "Referee", "steady")
    for players in ((RED, RED), (RED, partner)):
        alone = on(meeting(players=players), RED, later, START)
        assert alone.events == (events.AppointmentSet(START, later.appointment, RED),)


def test_a_match_without_an_appointment_gets_one_and_one_that_has_begun_does_not():
    later = acts.Appoint(Appointment(AT_EIGHT))
    asked = on(new(), BLUE, later, START).match
    started = on(asked, HOST, acts.StartNow(), START + MINUTE).match
    assert started.request is None
    assert on(started, RED, acts.Respond(accept=True), START) == Refused(Reason.NOT_ASKED)
    assert on(started, RED, later, START) == Refused(Reason.ALREADY_STARTED)
    over = on(started, RED, acts.Resign(), START + 2 * MINUTE).match
    assert on(over, HOST, later, START) == Refused(Reason.OVER)
    agreed = on(asked, RED, acts.Respond(accept=True), START + MINUTE).match
    assert next_call(agreed) == AT_EIGHT - DAY


def test_a_match_that_is_reopened_gives_the_grace_anew():
    """It was cancelled in the grace, and the host takes that back a day later."""
    match, _ = passed(meeting(), AT_EIGHT)
    match = on(match, HOST, acts.Cancel(), AT_EIGHT + MINUTE).match
    assert next_call(match) is None
    match = on(match, HOST, acts.Reopen("they are there"), AT_EIGHT + DAY).match
    assert next_call(match) == AT_EIGHT + DAY + 15 * MINUTE
