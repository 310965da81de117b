"""Results, standings, ratings and facts from events."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from referee.tables import at, seconds
from storage.samples import thorough

from bot.engine.notation import Misread, read_turn
from bot.engine.openings import opening_key
from bot.engine.turn import Colour
from bot.referee import events
from bot.referee.events import MatchStarted, Player, Termination
from bot.referee.fold import fold
from bot.servers.facts import FACTUAL, facts_of
from bot.servers.ratings import ratings, shown_rating, standings
from bot.servers.results import FORGOTTEN, Result, Tally, in_order, result_of
from servers.evenings import random_evening

START = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
HOST, ANN, BOB, CAT = (Player(name[0], name) for name in ("Host", "Ann", "Bob", "Cat"))
TERMS = events.Terms("genius", "genius", 5, ("red", "blue"), None)
OVER = Termination.GAME_OVER
NUMBERS = count(1)


def result(one, other, winner=Colour.FIRST, termination=OVER, game="genius") -> Result:
    """A match, later than those made before it."""
    number = next(NUMBERS)
    at = START + timedelta(hours=number)
    return Result(number, game, (one, other), ("red", "blue"), winner, termination, at)


def test_a_result_is_told_by_four_kinds_of_events() -> None:
    opened = events.MatchOpened(START, HOST, (ANN, BOB), TERMS)
    replaced = events.PlayerReplaced(START, Colour.SECOND, CAT, HOST)
    ended = events.MatchEnded(START, Colour.SECOND, Termination.TIME)
    assert result_of(7, (opened, ended)) == Result(
        7, "genius", (ANN, BOB), ("red", "blue"), Colour.SECOND, Termination.TIME, START
    )
    found = result_of(7, (opened, replaced, ended))
    assert found.players == (ANN, CAT)
    assert found.seat(CAT.id) is Colour.SECOND
    assert found.seat(BOB.id) is None
    found = result_of(7, (opened, events.FirstChosen(START, Colour.SECOND, BOB), replaced, ended))
    assert (found.players, found.colours) == ((BOB, CAT), ("blue", "red"))
    assert result_of(7, (opened, replaced)) is None
    assert result_of(7, ()) is None


@pytest.mark.parametrize("termination", Termination)
def test_results_that_count(termination: Termination) -> None:
    no_result = termination in (Termination.CANCELLED, Termination.ABANDONMENT)
    assert result(ANN, BOB, None, termination).counts is not no_result
    assert not result(ANN, ANN, None, termination).counts


def test_a_match_with_the_partner_counts_for_nobody() -> None:
    """Seated at the start, or by the host in the middle; not if it had left before the start."""
    partner = Player("R", "Referee (steady)", "steady")
    started, ended = events.MatchStarted(START), events.MatchEnded(START, Colour.FIRST, OVER)
    against = events.MatchOpened(START, HOST, (ANN, partner), TERMS)
    people = events.MatchOpened(START, HOST, (ANN, BOB), TERMS)
    comes = events.PlayerReplaced(START, Colour.SECOND, partner, HOST)
    leaves = events.PlayerReplaced(START, Colour.SECOND, BOB, HOST)
    sparring = {
        (against, started, ended): True,
        (people, started, comes, ended): True,
        (people, started, comes, leaves, ended): True,
        (people, comes, started, ended): True,
        (people, comes, leaves, started, ended): False,
        (against, leaves, started, ended): False,
        (people, started, ended): False,
    }
    for happened, expected in sparring.items():
        found = result_of(7, happened)
        assert (found.sparring, found.counts) == (expected, not expected), happened
        assert (ratings([found]) == {}) is expected


def test_a_tie_that_the_dmo_wins_counts_as_a_win() -> None:
    known = standings([result(ANN, BOB, Colour.SECOND, Termination.TIE_TO_DMO)])
    totals = [(one.player, one.total) for one in known]
    assert totals == [(BOB, Tally(wins=1)), (ANN, Tally(losses=1))]


def test_a_player_s_tally_by_format() -> None:
    known = standings(
        [
            result(ANN, BOB),
            result(BOB, ANN, Colour.FIRST, Termination.TIME),
            result(BOB, ANN, Colour.FIRST, Termination.FORFEIT, "catena"),
            result(ANN, BOB, None, game="catena"),
            result(ANN, BOB, None, Termination.CANCELLED),
            result(ANN, ANN),
        ]
    )
    (ann,) = [one for one in known if one.player == ANN]
    assert ann.formats == {
        "genius": Tally(wins=1, losses=1, on_time=1),
        "catena": Tally(losses=1, ties=1, forfeits=1),
    }
    assert ann.total == Tally(1, 2, 1, 1, 1)
    assert ann.total.matches == 4


def test_ratings_move_as_expected() -> None:
    """A win is worth more against a stronger player; a tie draws two players together."""
    assert ratings([]) == {}
    once = ratings([result(ANN, BOB)])
    assert once[ANN.id] > 0 > once[BOB.id]
    many = [result(ANN, BOB) for _ in range(20)]
    assert ratings([*many, result(CAT, ANN)])[CAT.id] > ratings([*many, result(CAT, BOB)])[CAT.id]
    tied = ratings([*many, result(ANN, BOB, None)])
    before = ratings(many)
    assert tied[ANN.id] < before[ANN.id]
    assert tied[BOB.id] > before[BOB.id]
    assert shown_rating(0) == 1000


@given(st.lists(st.sampled_from((*Colour, None)), min_size=1, max_size=60))
def test_ratings_are_those_of_the_library(played: list[Colour | None]) -> None:
    model = PlackettLuce()
    ann, bob = model.rating(), model.rating()
    for winner in played:
        ranks = [float(winner is colour.other) for colour in Colour]
        ((ann,), (bob,)) = model.rate([[ann], [bob]], ranks=ranks)
    assert ratings([result(ANN, BOB, winner) for winner in played][::-1]) == pytest.approx(
        {ANN.id: ann.ordinal(), BOB.id: bob.ordinal()}, rel=1e-9, abs=1e-9
    )


PEOPLE = [Player(str(number), f"P{number}") for number in range(5)]
RESULTS = st.lists(
    st.builds(
        result,
        *[st.sampled_from(PEOPLE)] * 2,
        st.sampled_from([*Colour, None]),
        st.sampled_from(Termination),
        st.sampled_from(["genius", "catena"]),
    ),
    max_size=15,
)


@given(RESULTS, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_reading(results: list[Result], chance) -> None:
    shuffled = list(results)
    chance.shuffle(shuffled)
    known = standings(results)
    assert standings(shuffled) == known
    assert [one.place for one in known] == list(range(1, len(known) + 1))
    assert [one.rating for one in known] == sorted((one.rating for one in known), reverse=True)
    counted = [one for one in results if one.counts]
    assert sum(one.total.matches for one in known) == 2 * len(counted)
    assert sum(one.total.wins for one in known) == sum(one.total.losses for one in known)
    rated = ratings(results)
    shown = {player: shown_rating(rating) for player, rating in rated.items()}
    assert {one.player.id: one.rating for one in known} == shown
    assert in_order(shuffled) == in_order(results)


def test_the_forgotten_are_not_listed_but_their_games_count() -> None:
    played = [result(ANN, BOB), result(CAT, BOB)]
    nobody = Player(f"{FORGOTTEN}1", "somebody 1")
    forgotten = [replace(one, players=(one.players[0], nobody)) for one in played]
    before, after = standings(played), standings(forgotten)
    assert [one.player for one in after] == [ANN, CAT]
    others = {one.player: one.rating for one in before if one.player != BOB}
    assert {one.player: one.rating for one in after} == others


def test_players_are_listed_under_the_name_last_used() -> None:
    known = standings([result(ANN, BOB), result(Player(ANN.id, "Anna"), BOB)])
    assert known[0].player.name == "Anna"
    assert known[0].total.wins == 2


def test_ratings_leave_out_half_a_match() -> None:
    """Ann plays all of it and wins; Bob leaves after the start, and Cat loses in his seat."""
    opened = events.MatchOpened(START, HOST, (ANN, BOB), TERMS)
    replaced = events.PlayerReplaced(START, Colour.SECOND, CAT, HOST)
    ended = events.MatchEnded(START, Colour.FIRST, OVER)
    found = result_of(7, (opened, events.MatchStarted(START), replaced, ended))
    assert found.whole == {Colour.FIRST}
    model = PlackettLuce()
    (won,), _ = model.rate([[model.rating()], [model.rating()]], ranks=[0, 1])
    assert ratings([found]) == pytest.approx({ANN.id: won.ordinal()}, rel=1e-12)
    (only,) = standings([found])
    assert (only.player, only.total) == (ANN, Tally(wins=1))
    before = result_of(8, (opened, replaced, events.MatchStarted(START), ended))
    assert set(ratings([before])) == {ANN.id, CAT.id}


def test_the_last_end_of_a_reopened_match_holds() -> None:
    opened = events.MatchOpened(START, HOST, (ANN, BOB), TERMS)
    first = events.MatchEnded(START, Colour.FIRST, Termination.FORFEIT)
    last = events.MatchEnded(START + timedelta(hours=1), Colour.SECOND, Termination.RESIGNATION)
    found = result_of(7, (opened, first, last))
    assert (found.winner, found.termination) == (Colour.SECOND, Termination.RESIGNATION)


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
        words = [{*played.turn.split()} - {"pass", "button"} for played in match.turns]
        assert facts.long_turns == sum(len(stones) >= 3 for stones in words)
        started = [event.at for event in events if isinstance(event, MatchStarted)]
        last = match.ended.at
        assert facts.length.total_seconds() == seconds(last) - seconds((started or [last])[0])
        assert facts.shown is match.on_pages
        turns = [read_turn(match.spelling, it.turn.split(), it.colour) for it in match.turns]
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
