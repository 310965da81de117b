"""Programs by their names, and games between them."""

import pytest

from bot.players.place import Game, Place, after
from bot.players.programs import UnknownProgramError, program, spar
from players.positions import LAWS


@pytest.mark.parametrize("key", LAWS)
@pytest.mark.parametrize("names", [("uct:20", "greedy"), ("random", "heuristic")])
def test_programs_fill_a_board_whatever_they_are(key: str, names: tuple[str, str]) -> None:
    """Also those that solve nothing search on to the last cell, which ends the game."""
    game = Game(key, 3)
    turns = spar(*names, game, 4)
    for turn in turns:
        game = after(game, [drop.cell for drop in turn.drops])
    assert not game.empty
    assert Place(game).winner() in (0, 1)


def test_the_greedy_one_grows_its_largest_group() -> None:
    """Beside it, or where a stone joins it to another."""
    one, other = 0b0000001, 1 << 18
    turn = program("greedy")(Game("genius", 3, (one, other), 0, 2), 1)
    grown = after(Game("genius", 3, (one, other), 0, 2), [drop.cell for drop in turn.drops])
    assert Place(grown).best == [3, 1]


@pytest.mark.parametrize("name", ["", "mild", "uct", "uct:", "uct:0", "uct:x", "uct:-1", "uct:²"])
def test_a_name_that_no_program_has_is_refused(name: str) -> None:
    """Rather than taken for another."""
    with pytest.raises(UnknownProgramError):
        program(name)
