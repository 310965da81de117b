"""The board in words says what is on the board: rows, groups and neighbours, for every game."""

import re
from dataclasses import replace
from random import Random

import pytest
from engine.samples import random_game
from oracle.board import Cell, named, neighbours, row_length
from oracle.flood import clumps
from referee.tables import running, terms

from bot.engine.board import bits, board
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.referee.match import Match
from bot.venues.discord.voice import DiscordVoice
from bot.venues.room.seats import RoomVoice
from bot.wording.show import groups_text, near_text, rows_text

SHORT = 2000
NAMES = ("Red", "Blue")


def matches() -> list[Match]:
    """A random position of every game, on small, usual and large boards, and empty ones."""
    found = []
    for number, (key, law) in enumerate(RULESETS.items()):
        for side in (3, 5) if number else (3, 5, 13):
            match = running(terms(ruleset=key, side=side))
            found += [match, replace(match, position=halfway(law, side, number))]
    return found


def halfway(law: Ruleset, side: int, seed: int) -> Position:
    """A position some turns before the end of a random game."""
    position = random_game(law, min(side, 5), Random(seed))
    for _ in range(position.number // 3):
        assert position.previous is not None
        position = position.previous
    if side <= 5:
        return position
    # So large a board is filled by lot: which game it is says nothing about the words.
    draw = Random(seed)
    stones = [0, 0]
    for cell in bits(board(side).full):
        lot = draw.randrange(3)
        if lot < 2:
            stones[lot] |= 1 << cell
    return replace(Position(board(side)), stones=(stones[0], stones[1]))


def lying(match: Match, colour: int) -> set[Cell]:
    position = match.position
    return {named(position.board.name(cell)) for cell in bits(position.stones[Colour(colour)])}


def spelt(cells: str) -> set[Cell]:
    """The cells of a list such as `A1, B2-5`."""
    found = set()
    for run in filter(None, cells.split(", ")):
        row, first, last = re.fullmatch(r"([A-Z])(\d+)(?:-(\d+))?", run).groups()  # type: ignore[union-attr]
        found |= {named(f"{row}{n}") for n in range(int(first), int(last or first) + 1)}
    return found


def test_names_are_no_markdown_in_board_text() -> None:
    """A name with a mention and bold letters in it is shown as the venue shows names."""
    match = running(terms())
    named = replace(match.players[0], name="**Ann** <@5>")
    text = rows_text(replace(match, players=(named, match.players[1])), 9, DiscordVoice())
    assert "**" not in text
    assert "<@5>" not in text
    assert "Ann" in text


@pytest.mark.parametrize("match", matches(), ids=lambda m: f"{m.terms.ruleset}-{m.terms.side}")
def test_every_row_is_a_line_with_its_stones(match: Match) -> None:
    """All rows, from the top, with their lengths; each stone is in its own row and in no other."""
    first, *rows = rows_text(match, 9, RoomVoice()).split("\n")
    side = match.position.board.side
    assert first.startswith(f"Match 9. {match.ruleset.name}: a hexagonal board of side {side}")
    heard: dict[str, set[Cell]] = {"Red": set(), "Blue": set()}
    assert len(rows) == 2 * side - 1
    for row, line in enumerate(rows):
        head, _, stones = line.removesuffix(".").partition(": ")
        assert head == f"Row {chr(ord('A') + row)}, {row_length(side, row)} cells"
        for part in stones.split("; ") if stones != "empty" else ():
            name, _, cells = part.partition(" ")
            assert {one for one, _ in spelt(cells)} == {row}
            heard[name] |= spelt(cells)
    assert heard == {"Red": lying(match, 0), "Blue": lying(match, 1)}


@pytest.mark.parametrize("match", matches(), ids=lambda m: f"{m.terms.ruleset}-{m.terms.side}")
def test_groups_are_told_with_sizes_and_cells(match: Match) -> None:
    """As a flood of another make finds them, the largest first, the asker's own colour first."""
    side = match.position.board.side
    for own in ((), (Colour.FIRST,), (Colour.SECOND,)):
        told: dict[str, list[set[Cell]]] = {"Red": [], "Blue": []}
        lines = groups_text(match, own).split("\n")
        assert lines[0].startswith("Blue" if own == (Colour.SECOND,) else "Red")
        for line in lines:
            name, _, words = line.removesuffix(".").partition(" ")
            head, _, cells = words.partition(": ")
            if head == "has no stones":
                assert not lying(match, NAMES.index(name))
            elif head.startswith("has "):
                found = clumps(lying(match, NAMES.index(name)), side)
                sizes = sorted(map(len, found), reverse=True)
                assert cells == ", ".join(map(str, sizes))
                assert head == f"has {len(sizes)} group{'s' if len(sizes) > 1 else ''}"
            elif head == "alone":
                told[name] += [{cell} for cell in sorted(spelt(cells))]
            else:
                told[name].append(spelt(cells))
                assert head == f"{len(spelt(cells))} stones"
        for index, name in enumerate(NAMES):
            known = clumps(lying(match, index), side)
            assert sorted(map(sorted, told[name])) == sorted(map(sorted, known))


@pytest.mark.parametrize("match", matches(), ids=lambda m: f"{m.terms.ruleset}-{m.terms.side}")
def test_a_cell_is_told_with_all_that_touch_it(match: Match) -> None:
    """Every cell of the board: what lies on it, and above, beside and below it, or the edge."""
    position = match.position
    side = position.board.side
    stones = {cell: name for at, name in enumerate(NAMES) for cell in lying(match, at)}
    for cell in range(position.board.size):
        here = named(position.board.name(cell))
        first, *lines = near_text(match, cell).split("\n")
        said = stones.get(here, "empty")
        size = (
            next(
                (len(one) for one in clumps(lying(match, NAMES.index(said)), side) if here in one),
                0,
            )
            if here in stones
            else 0
        )
        more = f", in a group of {size}" if size > 1 else ", alone" if size else ""
        assert first == f"{position.board.name(cell)}: {said}{more}."
        found = {}
        for line, step in zip(lines, ("Above", "Left", "Right", "Below"), strict=True):
            way, _, words = line.removesuffix(".").partition(": ")
            assert way == step
            for word in words.split(", ") if words != "the edge" else ():
                name, _, lies = word.partition(" ")
                found[named(name)] = lies
                row, number = named(name)
                down = {"Above": -1, "Below": 1}.get(way, 0)
                assert row - here[0] == down
                assert down or (number < here[1]) == (way == "Left")
        assert found == {one: stones.get(one, "empty") for one in neighbours(side)[here]}
        if side > 5 and cell > 40:
            break
