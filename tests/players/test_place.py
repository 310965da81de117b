"""A board being filled, against the engine that rules matches."""

from itertools import pairwise
from random import Random

import pytest

from bot.engine.board import bits, board
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.players.field import after
from bot.players.game import Game, game_at
from bot.players.place import Place
from bot.players.playouts import fill
from players.positions import LAWS, legal_turns, random_game


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("side", [3, 5])
def test_a_place_counts_as_the_engine_does(key: str, side: int) -> None:
    ruleset, rng = RULESETS[key], Random(f"{key} {side}")
    for _ in range(15):
        positions = random_game(ruleset, side, rng)
        game = Game(key, side)
        for position, following in pairwise(positions):
            assert game == game_at(ruleset, position)
            assert Place(game).best == [max(1, position.largest(colour)) for colour in Colour]
            assert following.turn is not None
            game = after(game, following.turn)
        assert Place(game).winner() == ruleset.winner(positions[-1])
        assert [Place(game).sizes(colour) for colour in Colour] == [
            list(positions[-1].sizes(colour)) for colour in Colour
        ]


@pytest.mark.parametrize("key", LAWS)
def test_stone_by_stone_every_turn_of_the_engine_can_be_made_and_no_other(key: str) -> None:
    ruleset, rng = RULESETS[key], Random(key)
    for _ in range(3):
        for position in random_game(ruleset, 3, rng)[4:-1]:
            allowed = {
                frozenset(drop.cell for drop in turn.drops)
                for turn, _ in legal_turns(ruleset, position)
            }
            assert _turns(Place(game_at(ruleset, position)), frozenset()) == allowed


def _turns(place: Place, made: frozenset[int]) -> set[frozenset[int]]:
    found = {made} if place.may_stop else set()
    for cell in bits(place.empty):
        if place.may_put(cell):
            mover, further = place.mover, place.copy()
            further.put(cell)
            over = further.mover != mover or not further.empty
            longer = made | {cell}
            found |= {longer} if over else _turns(further, longer)
    return found


@pytest.mark.parametrize("key", LAWS)
def test_a_game_played_to_the_end_in_a_blink_keeps_the_law(key: str) -> None:
    ruleset, rng = RULESETS[key], Random(key)
    for number, position in enumerate(random_game(ruleset, 4, rng)):
        for _ in range(5):
            place = Place(game_at(ruleset, position))
            winner = fill(place, list(bits(place.empty)), rng.random)
            one, other = place.stones
            assert not place.empty
            assert not one & other
            assert one & position.stones[0] == position.stones[0]
            filled = Position(board(4), (one, other), number=number)
            assert winner == ruleset.winner(filled)
            assert place.best == list(ruleset.figures(filled))


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("picks", [True, False])
def test_a_blink_makes_the_turns_it_says(key: str, picks: bool) -> None:
    ruleset, rng = RULESETS[key], Random(key)
    for position in random_game(ruleset, 4, rng)[:-1]:
        game = game_at(ruleset, position)
        for seed in range(5):
            cells = list(bits(game.empty))
            quick = Place(game)
            fill(quick, cells[:], Random(seed).random, picks=picks)
            assert quick.stones == _filled(Place(game), cells, Random(seed), picks=picks).stones


def _filled(place: Place, cells: list[int], rng: Random, *, picks: bool) -> Place:
    near = place.grid.near
    while cells:
        drawn = [int(rng.random() * len(cells)) for _ in range(1 + picks)]
        rivals = place.stones[1 - place.mover]
        at = max(drawn, key=lambda one: (near[cells[one]] & rivals).bit_count())
        if place.may_put(cells[at]):
            place.put(cells[at])
            cells[at] = cells[-1]
            cells.pop()
        else:
            place.stop()
    return place
