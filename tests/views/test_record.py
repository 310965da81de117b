"""A match as a record that is true: what it says of the end is what the end was."""

import pytest
from referee import tables
from referee.tables import at, played, running, terms

from bot.engine.reading import read
from bot.engine.record import write
from bot.engine.replaying import replay
from bot.engine.turn import Colour
from bot.referee.arbiter import accept
from bot.referee.events import MatchEnded, Termination
from bot.servers.results import NO_RESULT
from bot.views.record import match_record

WON = [end for end in Termination if end not in (*NO_RESULT, Termination.GAME_OVER)]


@pytest.mark.parametrize("termination", NO_RESULT)
def test_a_match_without_a_result_has_none_in_its_record(termination: Termination) -> None:
    """Abandoned and cancelled matches are `*`, and are read back as over without a result."""
    match = played(running(terms(None)), tables.RED, "F6", 10)
    ended = accept(match, MatchEnded(at(60), None, termination)).match
    record = match_record(ended, "discord")
    assert record.tag("Result") == "*"
    again = replay(read(write(record))[0])
    assert (again.over, again.no_result, again.reason) == (True, True, termination.value)
    assert again.untrue == ()


@pytest.mark.parametrize("termination", WON)
def test_what_a_record_says_of_the_end_is_read_back(termination: Termination) -> None:
    """Every way to end a match that is under way makes a record that contradicts nothing."""
    match = played(running(terms(None)), tables.RED, "F6", 10)
    ended = accept(match, MatchEnded(at(60), Colour.SECOND, termination)).match
    again = replay(read(write(match_record(ended, "discord")))[0])
    assert (again.winner, again.reason) == (Colour.SECOND, termination.value)
    assert again.untrue == ()
