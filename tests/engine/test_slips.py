"""Slips of the pen: seed 004's two, and others."""

from dataclasses import replace

import pytest

from bot.engine.reading import read
from bot.engine.record import Record, Setup, setup_of
from bot.engine.replaying import replay
from bot.engine.rulesets import RULESETS
from bot.engine.slips import FARTHEST, slips
from engine.samples import SEED_004, SEED_004_PRINTED

(PRINTED,) = read(SEED_004_PRINTED)
BARE = "\n".join(line.split("\t", 2)[-1] for line in SEED_004_PRINTED.splitlines()[1:8])
BARE = f"{BARE}\n8.\td8 k1\tresign\n9.\t\t\n"


def setup(record: Record, key: str) -> Setup:
    """Seed 004's setup under a ruleset."""
    return setup_of(record, ruleset=RULESETS[key], side=5, notation="half-step")


def test_the_printed_game_is_read_as_printed() -> None:
    """Fifteen turns and a resignation; the columns' line tells notation and side."""
    assert len(PRINTED.turns) == 15
    assert PRINTED.resigned
    assert PRINTED.turns[0].words == ("i5",)
    assert PRINTED.turns[10].words == ("h4", "k3", "j6")
    told = setup_of(PRINTED)
    assert (told.side, told.notation) == (5, "half-step")


def test_the_game_reads_the_same_without_its_diagram() -> None:
    """Tabs or wide blanks, with the diagram or without, are the same game."""
    assert read(BARE) == [PRINTED]
    assert read(BARE.replace("\t", "   ")) == [PRINTED]


@pytest.mark.parametrize("key", ["sauce", "genius", "mindsports"])
@pytest.mark.parametrize("text", [SEED_004_PRINTED, BARE])
def test_both_slips_are_found_and_mended(text: str, key: str) -> None:
    """`l7` in turn 3 is `l6`, `g2` in turn 12 is `h2`; other near cells are listed behind."""
    (record,) = read(text)
    first, second = slips(record, setup(record, key))
    assert (first.turn, first.misread.word, first.suggestion) == (3, "l7", "l6")
    assert (second.turn, second.misread.word, second.suggestion) == (12, "g2", "h2")
    assert set(first.nearest) == {"l6", "l8", "k7", "m7"}
    assert set(second.nearest) == {"h2", "f2", "g1"}


@pytest.mark.parametrize("key", ["sauce", "genius"])
def test_mended_it_replays_to_the_printed_diagram(key: str) -> None:
    """With both suggestions taken every printed stone is where the diagram has it."""
    mended = {slip.misread.word: slip.suggestion for slip in slips(PRINTED, setup(PRINTED, key))}
    entries = (
        replace(entry, words=tuple(mended.get(word) or word for word in entry.words))
        for entry in PRINTED.turns
    )
    game = replay(replace(PRINTED, turns=tuple(entries)), setup(PRINTED, key))
    assert (game.problem, game.reason) == (None, "resignation")
    assert PRINTED.diagram is not None
    board = game.last.board
    for row, signs in enumerate(PRINTED.diagram.signs):
        for number, sign in enumerate(signs, start=1):
            cell = board.cell(row, number)
            assert cell is not None
            owner = game.last.owner(cell)
            assert (sign.casefold() if owner is not None else ".") == (
                "." if owner is None else "bj"[owner]
            ), board.name(cell)
    (house,) = read(SEED_004)
    assert replay(house, Setup(RULESETS[key], 5, ("black", "white"))).last == game.last


def test_without_slips_there_are_none() -> None:
    """A readable game has no slips, legal or not."""
    (record,) = read("A1 / A1")
    assert slips(record, setup_of(record)) == ()


def test_every_unreadable_word_is_listed() -> None:
    """Several in one turn, with their places, and words that are no coordinates too."""
    (record,) = read("A1 / F9 what B2 / J1")
    found = slips(record, setup_of(record))
    assert [(s.turn, s.misread.word, s.misread.number) for s in found] == [
        (2, "F9", 0),
        (2, "what", 1),
        (3, "J1", 0),
    ]
    assert [slip.suggestion for slip in found] == ["E9", None, "I1"]


def test_what_is_far_from_every_cell_has_no_suggestion() -> None:
    """More than two steps away nothing is suggested."""
    assert FARTHEST == 2
    (record,) = read("Z99")
    assert slips(record, setup_of(record))[0].nearest == ()


def test_a_taken_cell_is_not_suggested() -> None:
    """Only what can be played there is; the taken neighbour is left out."""
    (record,) = read("E9 / F9")
    (slip,) = slips(record, setup_of(record))
    assert slip.nearest == ("F8",)
