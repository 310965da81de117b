"""Programs by their names, and games between them."""

import pytest

from bot.engine.rulesets import RULESETS
from bot.players.field import after, over, won
from bot.players.game import Game
from bot.players.place import Place
from bot.players.programs import UnknownProgramError, program, spar


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("names", [("uct:20", "greedy"), ("random", "heuristic")])
def test_programs_fill_a_board_whatever_they_are(key: str, names: tuple[str, str]) -> None:
    """In every game; also those that solve nothing search on to the end."""
    game = Game(key, 3)
    for turn in spar(*names, game, 4):
        game = after(game, turn)
    assert over(game)
    assert won(game) in (0.0, 0.5, 1.0)


def test_the_greedy_one_grows_its_largest_group() -> None:
    """Beside it, or where a stone joins it to another."""
    one, other = 0b0000001, 1 << 18
    turn = program("greedy")(Game("genius", 3, (one, other), 0, 2, number=2), 1)
    grown = after(Game("genius", 3, (one, other), 0, 2, number=2), turn)
    assert Place(grown).best == [3, 1]


@pytest.mark.parametrize("name", ["", "mild", "uct", "uct:", "uct:0", "uct:x", "uct:-1", "uct:²"])
def test_a_name_that_no_program_has_is_refused(name: str) -> None:
    with pytest.raises(UnknownProgramError):
        program(name)
