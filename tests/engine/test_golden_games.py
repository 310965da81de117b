"""The golden games of `tests/games`, over the whole registry."""

from pathlib import Path

import pytest

from bot.engine.reading import read
from bot.engine.record import Setup, record_of, write
from bot.engine.replaying import Replay, replay
from bot.engine.rulesets import RULESETS, configure
from bot.engine.turn import Colour

FOLDER = Path(__file__).parent.parent / "games"
FILES = sorted(FOLDER.glob("*/*.txt"))
COLOURS = ("black", "white")


def golden(path: Path) -> tuple[Replay, list[str]]:
    """A golden game played again, and the words of its last line."""
    header, *turns, last = path.read_text(encoding="utf-8").splitlines()
    tags = dict(word.split("=", 1) for word in header.removeprefix("# ").split())
    options = dict(pair.split("=") for pair in tags["options"].split(",") if pair)
    ruleset = configure(tags["ruleset"], options)
    (record,) = read("\n".join(turns))
    return replay(record, Setup(ruleset, int(tags["side"]), COLOURS)), last.split()[1:]


def test_every_ruleset_has_a_golden_game() -> None:
    assert {path.parent.name for path in FILES} == set(RULESETS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_plays_as_recorded(path: Path) -> None:
    game, (*ending, first, second) = golden(path)
    assert game.setup.ruleset.key == path.parent.name
    assert game.problem is None
    assert game.setup.ruleset.figures(game.last) == (float(first), float(second))
    match ending:
        case ["unfinished"] | ["resigned", _]:
            assert not game.over
        case ["tie"]:
            assert game.over
            assert game.winner is None
        case [winner]:
            assert game.over
            assert game.winner is (Colour.FIRST if winner == "first" else Colour.SECOND)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_game_is_recorded_and_read_back(path: Path) -> None:
    game, _ = golden(path)
    record = record_of(game.setup, game.last)
    assert read(write(record)) == [record]
    assert replay(record).last == game.last
