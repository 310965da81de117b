"""Every ruleset in random games, the tries to be refused, and the golden games on file."""

import ast
from pathlib import Path
from random import Random

import pytest

from .games import GAMES, make
from .golden import Golden, read, replay, write
from .oracle import Oracle
from .plans import FOLDER, library
from .players import random_game, random_illegal

LIBRARY = list(library())
CONFIGURED: list[tuple[str, dict[str, str]]] = [
    *((key, {}) for key in GAMES),
    ("catena", {"buttonless": "on", "scoring": "square"}),
    ("catena", {"button": "off", "scoring": "longest"}),
]


@pytest.mark.parametrize(("key", "options"), CONFIGURED)
def test_random_games_end(key: str, options: dict[str, str]) -> None:
    """A random game ends in a position with no legal stone left by the allowance."""
    for seed in range(3):
        oracle = make(key, 3 + seed % 2, options)
        game = random_game(oracle, seed)
        last = game.states[-1]
        assert game.finished or key == "sauce"
        assert game.states[-1].turns == len(game.turns)
        if game.finished:
            assert oracle.allowance(last)[:4] == (0, 0, False, False)
            assert oracle.winner(last) in ("first", "second", None)


@pytest.mark.parametrize(("key", "options"), CONFIGURED)
def test_illegal_tries_are_refused(key: str, options: dict[str, str]) -> None:
    """Tries of every kind come up, and none of them can be played."""
    oracle = make(key, 4, options)
    kinds = set()
    for state in random_game(oracle, 5).states:
        for kind, turn in random_illegal(oracle, state, Random(state.turns)).items():
            kinds.add(kind)
            with pytest.raises(ValueError, match="not legal"):
                oracle.play(state, turn)
    assert kinds >= {"occupied", "repeated", "too many", "pass", "button", "nothing"}
    assert ("own law" in kinds) == (type(oracle).law is not Oracle.law)
    assert ("wrong colour" in kinds) != oracle.either_colour


def test_unknown_options_are_refused() -> None:
    """A ruleset takes its own options only, and only words it knows."""
    with pytest.raises(ValueError, match="no such option"):
        make("genius", 5, {"komi": "1"})
    with pytest.raises(ValueError, match="scoring"):
        make("catena", 5, {"scoring": "most"})
    with pytest.raises(ValueError, match="neither on nor off"):
        make("catena", 5, {"button": "perhaps"})
    with pytest.raises(ValueError, match="equal products"):
        make("product", 5, {"tie": "coin"})


@pytest.mark.parametrize(
    ("path", "game"), LIBRARY, ids=[f"{path.parent.name}/{path.stem}" for path, _ in LIBRARY]
)
def test_golden_games_on_file(path: Path, game: Golden) -> None:
    """A golden file is what its plan makes, and replays to its own ending."""
    text = path.read_text(encoding="utf-8")
    assert text == write(game)
    stored = read(text)
    assert stored == game
    last = replay(stored.oracle, stored.turns)[-1]
    assert stored.oracle.figures(last) == stored.figures
    if stored.oracle.is_over(last):
        assert (stored.oracle.winner(last) or "tie") == stored.ending
    else:
        assert stored.ending in ("unfinished", "resigned second")


def test_every_ruleset_has_a_golden_game() -> None:
    """Every ruleset key has a file that the plans know."""
    assert {path.parent.name for path, _ in LIBRARY} == set(GAMES)
    assert {path for path, _ in LIBRARY} <= set(FOLDER.glob("*/*.txt"))


def test_oracle_imports_nothing_of_the_house() -> None:
    """No file here imports the engine it is there to check."""
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(part.split(".")[0] in ("bot", "renderers") for part in names)
