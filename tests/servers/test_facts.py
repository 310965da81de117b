"""The facts of ended matches against what the referee itself made of them."""

from random import Random

import pytest
from referee.tables import at, seconds
from storage.samples import thorough

from bot.engine.notation import Misread, read_turn
from bot.engine.openings import opening_key
from bot.referee.events import MatchStarted
from bot.referee.fold import fold
from bot.servers.facts import FACTUAL, facts_of
from bot.servers.results import result_of
from servers.evenings import random_evening


@pytest.mark.parametrize("many", [40, *thorough(2000)])
def test_facts_are_what_a_fold_over_the_events_says(many: int) -> None:
    random = Random(30)
    seen = {"undone": 0, "long": 0, "shown": 0, "hidden": 0, "begun": 0}
    for number in range(many):
        events, _ = random_evening(random)
        match, result = fold(events), result_of(number, events)
        assert match.over
        facts = facts_of(result, [event for event in events if isinstance(event, FACTUAL)])
        assert (facts.ruleset, facts.side) == (match.terms.ruleset, match.terms.side)
        assert facts.turns == len(match.turns) == match.position.number
        words = [
            [word for word in played.turn.split() if word not in ("pass", "button")]
            for played in match.turns
        ]
        assert facts.long_turns == sum(len(stones) >= 3 for stones in words)
        started = [event.at for event in events if isinstance(event, MatchStarted)]
        last = match.ended.at
        assert facts.length.total_seconds() == seconds(last) - seconds((started or [last])[0])
        assert facts.shown is match.on_pages
        turns = [
            read_turn(match.spelling, played.turn.split(), played.colour) for played in match.turns
        ]
        assert not any(isinstance(turn, Misread) for turn in turns)
        assert facts.options.split() == [f"{key}={value}" for key, value in match.terms.options]
        assert facts.moves == tuple(played.turn for played in match.turns)
        begun = match.beginning is not None
        assert facts.opening == ("" if begun else opening_key(match.terms.side, turns))
        assert not (begun and result.whole)
        seen["begun"] += begun
        seen["undone"] += any(type(event).__name__ == "TurnsUndone" for event in events)
        seen["long"] += facts.long_turns > 0
        seen["shown"] += facts.shown
        seen["hidden"] += not facts.shown
    assert min(seen.values()) >= many // 20, seen


def test_a_match_whose_turns_make_no_sense_has_no_facts() -> None:
    events, _ = random_evening(Random(1))
    result = result_of(1, events)
    with pytest.raises(ValueError, match="never opened"):
        facts_of(result, events[1:])
    strange = [
        event if not hasattr(event, "turn") else type(event)(at(1), event.colour, "Z99")
        for event in events
    ]
    with pytest.raises(ValueError, match="Z99"):
        facts_of(result, strange)
