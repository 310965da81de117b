"""A game as a film and as a race."""

from datetime import timedelta
from random import Random

import pytest
from engine.samples import SEED_003, history, random_game
from referee.tables import BLUE, RED, at, played, running, terms

from bot.engine.board import board
from bot.engine.record import Setup, record_of
from bot.engine.replaying import replay
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.referee.arbiter import accept
from bot.referee.clock import TimeControl
from bot.referee.events import MatchEnded, Shown, Termination, TurnPlayed
from bot.referee.match import Match
from bot.servers.settings import Look
from bot.views.film import (
    FRAME,
    HOLD,
    match_film,
    match_race,
    pace,
    replay_film,
    replay_race,
    rewound,
)
from renderers.gif import BrokenOffError, gif

GENIUS = RULESETS["genius"]
MINUTES = timedelta(minutes=1)


def the_worked_example() -> Match:
    """Seed 003's example as a match, a turn every ninety seconds, that Blue then resigns."""
    match = running(terms(TimeControl(MINUTES, 5 * MINUTES)))
    for number, words in enumerate(SEED_003.split("/")):
        moment = 90.0 * (number + 1)
        match = played(match, (RED, BLUE)[number % 2], words.strip(), moment)
        match = accept(match, Shown(at(moment), f"m{number}", match.seen - 1, board=True)).match
    return accept(match, MatchEnded(at(2000), match.to_move, Termination.RESIGNATION)).match


def test_a_match_can_be_seen_after_any_turn() -> None:
    match = the_worked_example()
    assert rewound(match, 12) is match
    empty = rewound(match, 0)
    assert not empty.position.occupied
    assert not empty.over
    assert empty.clock is not None
    assert empty.clock.banks == (5 * MINUTES, 5 * MINUTES)
    tenth = rewound(match, 10)
    assert tenth.position == history(match.position)[10]
    assert tenth.ruleset.leading(tenth.position)
    assert tenth.clock is not None
    assert tenth.clock.banks == (2.5 * MINUTES, 2.5 * MINUTES)
    assert len(tenth.turns) == 10


def test_the_film_of_a_match_has_a_scene_for_each_position() -> None:
    scenes = match_film(the_worked_example(), at(3000), 7, Look("dark", coordinates=True))
    assert len(scenes) == 13
    earlier = ["before the first turn", *(f"after turn {n} of 12" for n in range(1, 12))]
    assert [scene.caption for scene in scenes] == [f"Match 7 · {n}" for n in [*earlier, "12 turns"]]
    assert scenes[0].headline == "Red to move: place 1 stone"
    assert scenes[10].headline == "Red to move: place up to 3 stones"
    assert scenes[12].headline == "Red wins by resignation"
    assert scenes[10].seats[0].bank == "2:30"
    assert {(scene.theme, scene.coordinates) for scene in scenes} == {("dark", True)}


def test_the_race_of_a_match_has_both_scores_and_the_turns_of_three() -> None:
    """Seed 003's scores after each turn, both from 1; Red placed three once, Blue once."""
    race = match_race(the_worked_example(), 7, Look("go"))
    red, blue = race.runners
    assert red.points == (1, 1, 1, 2, 2, 4, 4, 4, 4, 4, 4, 6, 6)
    assert blue.points == (1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 4, 5)
    assert (red.three_stones, blue.three_stones) == ((11,), (12,))
    assert (red.name, blue.name) == ("Ann", "Bob")
    assert (race.title, race.label, race.theme) == (
        "Match 7: Red wins by resignation",
        "score",
        "go",
    )


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_can_be_filmed_and_raced(key: str) -> None:
    law = RULESETS[key]
    setup = Setup(law, 3, ("black", "white"))
    end = random_game(law, 3, Random(5))
    game = replay(record_of(setup, end), setup)
    film = replay_film(game)
    assert len(film) == end.number + 1
    # What decided a game is shown when it is decided.
    assert not any(stone.decided for scene in film[:-1] for stone in scene.stones)
    race = replay_race(game)
    for runner in race.runners:
        assert len(runner.points) == end.number + 1
        assert all(0 < turn <= end.number for turn in runner.three_stones)
    assert race.title.startswith(f"{law.name}: ")


def test_a_record_with_a_problem_is_filmed_up_to_it() -> None:
    setup = Setup(GENIUS, 5, ("red", "blue"))
    game = replay(record_of(setup, random_game(GENIUS, 5, Random(1), most=3)), setup)
    entries = (*game.record.turns, game.record.turns[0])
    broken = replay(type(game.record)(game.record.tags, entries), setup)
    headlines = [scene.headline for scene in replay_film(broken)]
    assert headlines[-1] == "Turn 4 is not legal"
    assert all("to move" in headline for headline in headlines[:-1])


def test_a_long_game_is_shown_faster() -> None:
    """A second a position, unless that took longer than a minute and a half."""
    (scene,) = replay_film(
        replay(
            record_of(Setup(GENIUS, 5, ("red", "blue")), random_game(GENIUS, 5, Random(1), most=0)),
            Setup(GENIUS, 5, ("red", "blue")),
        )
    )
    assert pace([scene] * 42) == FRAME
    assert pace([scene] * 180) == timedelta(seconds=0.5)
    assert pace([scene] * 10_000) == timedelta(milliseconds=250)


def test_a_very_long_match_is_filmed_in_larger_steps() -> None:
    """At most so many scenes, from the empty board to the last turn; shorter ones are whole."""
    settled = terms(None, ruleset="plur", side=11)
    cells = [board(11).name(cell) for cell in range(board(11).size)]
    turns = [TurnPlayed(at(n), Colour(n % 2), cell) for n, cell in enumerate(cells)]
    for played_out, shown in ((239, [*range(240)]), (241, [*range(0, 241, 2), 241])):
        match = accept(running(settled), *turns[:played_out]).match
        first, *captions = [scene.caption for scene in match_film(match, at(3000), 7)]
        assert first == "Match 7 · before the first turn"
        # A film ends where the match stands: the picture and the status name the same turn.
        assert captions.pop() == f"Match 7 · turn {played_out + 1}"
        of = f"of {played_out}"
        assert captions == [f"Match 7 · after turn {turn} {of}" for turn in shown[1:-1]]


def test_a_film_that_nobody_waits_for_is_broken_off() -> None:
    """Asked before each frame: no more than the one under way is still drawn."""
    scenes = match_film(the_worked_example(), at(3000), 7)
    asked: list[bool] = []

    def after_three() -> bool:
        asked.append(len(asked) == 3)
        return asked[-1]

    with pytest.raises(BrokenOffError):
        gif(scenes, FRAME, HOLD, after_three)
    assert asked == [False, False, False, True]
