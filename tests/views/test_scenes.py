"""From positions to scenes: what the picture is told to show."""

from random import Random

import pytest
from engine.samples import FULL, SEED_003, history, played, random_game

from bot.engine.board import bits
from bot.engine.reading import read
from bot.engine.record import Setup
from bot.engine.replaying import replay
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Colour
from bot.servers.settings import Look
from bot.views.scenes import Facts, replay_scene, table
from bot.wording.phrases import figure_label

GENIUS = RULESETS["genius"]
COLOURS = ("red", "blue")
NAMES = ("Ann", "Bob")


def test_the_worked_example_on_the_table() -> None:
    position = history(played(GENIUS, SEED_003))[10]
    scene = table(GENIUS, position, COLOURS, NAMES, Facts(headline="Red to move"), Look("dark"))
    assert len(scene.stones) == 18
    last = {stone.cell: stone.colour for stone in scene.stones if stone.last}
    assert last == {(3, 7): "blue", (5, 8): "blue"}
    red, blue = scene.seats
    assert (red.name, red.colour, red.figure, red.pawn, red.pawn_before) == (
        "Ann", "red", "4", 4, 4,
    )  # fmt: skip
    assert (blue.figure, blue.pawn, blue.pawn_before, blue.lead) == ("4", 4, 2, "leading")
    assert red.to_move
    assert not blue.to_move
    assert (scene.allowance, scene.headline, scene.theme) == (3, "Red to move", "dark")
    assert scene.links == ()
    assert "Blue last played D7 F8" in scene.alt


def test_a_finished_game_has_a_winner_and_nobody_to_move() -> None:
    end = random_game(GENIUS, 3, Random(2))
    winner = GENIUS.winner(end)
    scene = table(GENIUS, end, COLOURS, NAMES, Facts(winner=winner))
    assert [seat.winner for seat in scene.seats] == [c is winner for c in Colour]
    assert not any(seat.to_move or seat.lead for seat in scene.seats)
    assert scene.allowance == 0


def test_the_groups_that_decided_are_marked_where_the_board_ended_the_game() -> None:
    setup = Setup(GENIUS, 3, COLOURS)
    scene = replay_scene(replay(read(FULL)[0], setup))
    assert scene.headline == "Red wins by the largest group, 8 to 6"
    marked = [stone.colour for stone in scene.stones if stone.decided]
    assert (marked.count("red"), marked.count("blue")) == (8, 6)
    resigned = replay_scene(replay(read("D2/E2 E1/resign")[0], setup))
    assert resigned.headline == "Blue wins"
    assert not any(stone.decided for stone in resigned.stones)


def test_a_match_without_a_result_is_pictured_as_such() -> None:
    (record,) = read('[Result "*"]\n[Termination "abandonment"]\n\nA1 / B1\n')
    scene = replay_scene(replay(record, Setup(GENIUS, 5, COLOURS)))
    assert (scene.headline, scene.caption) == ("No result", "Catchup · 2 turns")
    assert not any(seat.winner for seat in scene.seats)


def test_labels_of_one_are_singular() -> None:
    for key, figure, label in (
        ("product", 1, "point"), ("product", 2, "points"), ("product", 0, "points"),
        ("plur", 1, "group owned"), ("plur", 3, "groups owned"), ("catena", 0.5, "stone"),
        ("catena", 1.5, "stones"), ("genius", 1, "score"),
    ):  # fmt: skip
        assert figure_label(RULESETS[key], figure) == label


@pytest.mark.parametrize(
    ("form", "side", "usual"),
    [("genius", 5, False), ("genius-short", 5, False), ("bentley", 5, True), ("plur", 7, True),
     ("plur", 8, False)],
)  # fmt: skip
def test_cells_are_named_as_a_host_settled_or_as_usual(form: str, side: int, usual: bool) -> None:
    """Off in the Genius formats, elsewhere on up to side 7; a host's word goes before that."""
    ruleset = "genius" if form != "plur" else "plur"
    (record,) = read(f'[Format "{form}"]\n\nA1\n')
    game = replay(record, Setup(RULESETS[ruleset], side, COLOURS))
    assert replay_scene(game).coordinates is usual
    for settled in (True, False):
        assert replay_scene(game, Look(coordinates=settled)).coordinates is settled


def test_catena_shows_ribbons_claims_and_the_button() -> None:
    law = RULESETS["catena"]
    scene = table(law, played(law, "E5 / E6 / A1"), COLOURS, NAMES)
    assert scene.links == (((4, 5), (4, 6)),)
    assert scene.button_waits
    assert not any(stone.claimed for stone in scene.stones)
    assert scene.seats[0].pawn is None
    end = random_game(law, 4, Random(1))
    scene = table(law, end, COLOURS, NAMES)
    assert not scene.button_waits
    assert all(stone.claimed for stone in scene.stones)
    assert [seat.has_button for seat in scene.seats].count(True) == 1
    linked = {cell for link in scene.links for cell in link}
    touching = {
        end.board.places[cell]
        for cell in bits(end.occupied)
        if end.board.neighbours[cell] & end.occupied
    }
    assert linked == touching


def test_stones_of_either_colour_have_the_colour_they_were_given() -> None:
    law = RULESETS["product"]
    scene = table(law, played(law, "white:E5"), ("black", "white"), NAMES)
    assert [(stone.cell, stone.colour, stone.last) for stone in scene.stones] == [
        ((4, 5), "white", True)
    ]


@pytest.mark.parametrize("key", RULESETS)
def test_every_game_can_be_pictured(key: str) -> None:
    law = RULESETS[key]
    for position in history(random_game(law, 3, Random(7))):
        scene = table(law, position, ("black", "white"), NAMES)
        assert len(scene.stones) == position.occupied.bit_count()
        for seat in scene.seats:
            assert (seat.pawn is not None) is law.has_track
            assert seat.pawn is None or seat.pawn >= 1


def test_a_replayed_record_is_pictured_with_its_names() -> None:
    (record,) = read('[Red "Ann"]\n\nA1 / A1\n')
    scene = replay_scene(replay(record, Setup(GENIUS, 5, COLOURS)))
    assert [seat.name for seat in scene.seats] == ["Ann", "Blue"]
    assert scene.headline == "Turn 2 is not legal"
