"""A match as a record that is true: what it says of the end is what the end was."""

from dataclasses import replace
from datetime import timedelta

import pytest
from referee import tables
from referee.tables import at, played, running, terms

from bot.engine.reading import read
from bot.engine.record import write
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.arbiter import accept
from bot.referee.fold import fold
from bot.referee.match import Match
from bot.servers.results import NO_RESULT
from bot.views.files import match_record
from bot.wording.records import event_note

BY_THE_BOARD = (events.Termination.GAME_OVER, events.Termination.TIE_TO_DMO)
WON = [end for end in events.Termination if end not in (*NO_RESULT, *BY_THE_BOARD)]


@pytest.mark.parametrize(
    ("winner", "termination"),
    [(None, end) for end in NO_RESULT] + [(Colour.SECOND, end) for end in WON],
)
def test_record_of_the_end_is_read_back(winner: Colour | None, termination: events.Termination):
    match = played(running(terms(None)), tables.RED, "F6", 10)
    ended = accept(match, events.MatchEnded(at(60), winner, termination)).match
    record = match_record(ended, "discord")
    assert (record.tag("Result") == "*") is (winner is None)
    again = replay(read(write(record))[0])
    assert (again.over, again.no_result) == (True, winner is None)
    assert (again.winner, again.reason, again.untrue) == (winner, termination.value, ())


@pytest.mark.parametrize(("shown", "said"), [(True, "put on"), (False, "taken off")])
def test_record_says_what_the_pages_show(shown: bool, said: str) -> None:
    chosen = events.PagesChosen(at(30), shown, tables.HOST, "asked")
    assert event_note(running(terms(None)), chosen).startswith(f"{said} the pages")


def tied(dmo: str, names: tuple[str, str] = ("Ann", "Bob")) -> Match:
    """A whole game of the Product of 2008 on side 3, all stones red: 0 points each."""
    settled = replace(terms(None, ruleset="product-original", side=3), dmo=dmo)
    players = (events.Player("ann", names[0]), events.Player("bob", names[1]))
    match = fold(
        [events.MatchOpened(at(0), tables.HOST, players, settled), events.MatchStarted(at(0))]
    )
    for cell in range(match.position.board.size):
        word = f"red:{match.position.board.name(cell)}"
        match = played(match, match.players[match.to_move], word, cell)
    return match


def test_a_tie_that_the_dmo_wins_round_trips() -> None:
    record = match_record(tied("blue"), "discord")
    found = {tag: record.tag(tag) for tag in ("DMO", "Result", "Termination")}
    assert found == {"DMO": "Bob", "Result": "blue", "Termination": "tie-to-dmo"}
    again = replay(read(write(record))[0])
    assert (again.over, again.winner, again.reason) == (True, Colour.SECOND, "tie-to-dmo")
    assert again.untrue == ()
    assert write(again.record) == write(record)


@pytest.mark.parametrize(
    ("names", "dmo", "tag", "winner"),
    [
        (("Ann", "Ann"), "blue", "blue", Colour.SECOND),
        (("blue", "red"), "red", "blue", Colour.FIRST),
        (("red", "red"), "blue", "blue", Colour.SECOND),
    ],
)
def test_the_dmo_is_told_apart_where_names_do_not(names, dmo, tag, winner):
    """By colour where both have one name; a name that is a colour is still a name."""
    record = match_record(tied(dmo, names), "discord")
    assert record.tag("DMO") == tag
    again = replay(read(write(record))[0])
    assert (again.winner, again.untrue) == (winner, ())


def test_before_it_is_settled_a_record_does_not_say_who_starts() -> None:
    """The DMO has yet to say it; the record is read all the same."""
    settled = replace(terms(None), dmo="blue", dmo_chooses=True)
    record = match_record(tables.new(settled), "discord")
    assert (record.tag("First"), record.tag("DMO")) == ("", "Bob")
    assert not replay(read(write(record))[0]).over


REASON = 'see [Side "9"], {match:7} and C:\\next\nnot "now" 🏁\u200d'


def test_record_keeps_acts_before_the_first_turn() -> None:
    """Whatever the reason holds; with turns or without, and it is no turn's comment."""
    match = accept(
        running(),
        events.TimeChanged(at(5), Colour.FIRST, timedelta(minutes=1), tables.HOST, REASON),
        events.MatchPaused(at(6), tables.HOST, REASON),
        events.MatchResumed(at(7), tables.HOST),
    ).match
    told = f"+1:00 for Red by Host: {REASON}; paused by Host: {REASON}; resumed by Host"
    for stands in (match, played(match, tables.RED, "F6", 10)):
        text = write(match_record(stands, "discord"))
        (record,) = read(text)
        assert record.before == told
        game = replay(record)
        assert game.problem is None
        assert write(game.record) == text
        assert len(game.record.turns) == len(stands.turns)


def test_undo_keeps_other_events_in_the_record() -> None:
    """The time ran out, the host reopened, and took two turns back: all of it is still told."""
    match = played(running(terms(None)), tables.RED, "F6", 10)
    match = played(match, tables.BLUE, "A1 A2", 20)
    match = played(match, tables.RED, "I1 I2", 30)
    match = accept(match, events.MatchEnded(at(60), Colour.FIRST, events.Termination.TIME)).match
    match = accept(match, events.MatchReopened(at(70), tables.HOST, "lag")).match
    match = accept(match, events.TurnsUndone(at(80), 2, tables.HOST)).match
    told = "time; reopened by Host: lag; 2 undone by Host"
    assert f"1. F6 {{{told}}}" in write(match_record(match, "discord"))
    match = accept(match, events.MatchResumed(at(90), tables.HOST)).match
    match = played(match, tables.BLUE, "B1 B2", 100)
    match = played(match, tables.RED, "C1 C2", 110)
    text = write(match_record(match, "discord"))
    assert f"1. F6 {{{told}; resumed by Host}}\n2. B1 B2\n3. C1 C2\n" in text
