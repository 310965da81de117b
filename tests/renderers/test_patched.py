"""A picture put together from tiles is the picture drawn whole, pixel for pixel.

The judge draws every shape in full colour, one over the other, and then reduces all of it to the
palette at once; it keeps nothing but the empty board.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from layers import rows
from PIL import Image
from sample_scenes import BLUE, CATENA, EMPTY, HOSTILE, RED, busy, cell, game, recoloured, stones

from renderers import grid, theme
from renderers.palette import packed
from renderers.png import MOST_BYTES, picture, png, scene_palette
from renderers.scene import Scene, Stone

THEMES = rows(theme.names(), quick=[theme.DEFAULT])


def judged(scene: Scene, steps: int = 3) -> Image.Image:
    """The picture drawn whole, in a palette of so many steps between two colours."""
    colours = scene_palette(scene, steps)
    return picture(scene).quantize(palette=colours, dither=Image.Dither.NONE).convert("RGB")


def same(scene: Scene) -> bool:
    """Whether the picture is the judge's, in the richest palette."""
    return Image.open(BytesIO(png(scene))).convert("RGB").tobytes() == judged(scene).tobytes()


def over(scene: Scene, *deciding: str) -> Scene:
    """The scene at the end of a match that the first player won by groups of these colours."""
    first, second = scene.seats
    seats = (replace(first, to_move=False, winner=True), replace(second, to_move=False))
    placed = tuple(replace(one, decided=one.colour in deciding) for one in scene.stones)
    return replace(scene, seats=seats, stones=placed)


def variants(scene: Scene) -> Iterator[Scene]:
    """The scene with every part of it changed, one part at a time."""
    red, blue = scene.seats
    for name in ("Ann", "Maximilian Alexander von und zu", *HOSTILE):
        yield replace(scene, seats=(replace(red, name=name, bank=name, figure=name), blue))
        yield replace(scene, headline=name, caption=name)
    for lead in ("", "leading", "new largest", "largest"):
        yield replace(scene, seats=(red, replace(blue, to_move=False, lead=lead)))
    for flag in ("to_move", "winner", "has_button"):
        for value in (True, False):
            yield replace(scene, seats=(red, replace(blue, **{flag: value})))
    for bank in ("", "0:07", "4:59", "123:45:06"):
        yield replace(scene, seats=(red, replace(blue, bank=bank)))
    for score in (1, 2, 11, 27, 60, 200, None):
        yield replace(scene, seats=(red, replace(blue, pawn=score, pawn_before=1)))
    for most in (0, 1, 2, 3):
        yield replace(scene, allowance=most)
    yield replace(scene, coordinates=True)
    yield replace(scene, button_waits=True)
    yield replace(scene, pending=tuple(Stone(cell(name), "red") for name in ("A1", "E5", "I5")))
    yield recoloured(scene)
    yield over(scene, "red")
    yield over(scene, "red", "blue")


@pytest.mark.parametrize("name", THEMES)
def test_every_position_of_a_game(name: str) -> None:
    every = 1 if name == theme.DEFAULT else 5
    for scene in game(5, seed=len(name))[::every]:
        shown = replace(scene, theme=name)
        assert same(shown)
        assert same(recoloured(shown))


@pytest.mark.parametrize("side", rows([3, 4, 6, 7], quick=[4]))
def test_other_boards(side: int) -> None:
    for scene in game(side)[:: side - 2]:
        assert same(scene)
        assert same(replace(scene, coordinates=True))


@pytest.mark.parametrize("name", THEMES)
def test_every_part_of_a_scene(name: str) -> None:
    every = 1 if name == theme.DEFAULT else 4
    scene = replace(EMPTY, stones=stones(5, 0.5), theme=name)
    for one in list(variants(scene))[::every]:
        assert same(one)


@pytest.mark.parametrize("name", theme.names())
def test_ribbons(name: str) -> None:
    scene = replace(CATENA, theme=name)
    loose = tuple(replace(stone, claimed=False, last=True) for stone in scene.stones)
    for one in (scene, replace(scene, stones=loose), replace(scene, links=())):
        assert same(one)
        assert same(replace(one, coordinates=True, button_waits=True))


@pytest.mark.thorough
@settings(max_examples=40, deadline=None)
@given(
    side=st.integers(3, 13),
    share=st.floats(0, 1),
    seed=st.integers(0, 1000),
    last=st.integers(0, 12),
    coordinates=st.booleans(),
    name=st.sampled_from(theme.names()),
    pawns=st.tuples(st.integers(1, 300), st.integers(1, 300)),
)
def test_any_position(side, share, seed, last, coordinates, name, pawns):
    seats = (replace(RED, pawn=pawns[0]), replace(BLUE, pawn=pawns[1], pawn_before=pawns[1] // 2))
    scene = Scene(side, seats, stones(side, share, seed, last), coordinates=coordinates, theme=name)
    shown = Image.open(BytesIO(png(scene))).convert("RGB").tobytes()
    assert shown in [judged(scene, steps).tobytes() for steps in (3, 2, 1, 0)]


def test_stones_that_touch_in_every_way() -> None:
    """The frames of the last turn overlap their neighbours', whatever lies around."""
    cells = grid.cells(3)
    for shift in range(len(cells)):
        turned = cells[shift:] + cells[:shift]
        placed = tuple(
            Stone(one, ("red", "blue")[(number // 2) % 2], last=number < 7)
            for number, one in enumerate(turned[: 8 + shift % 11])
        )
        assert same(replace(EMPTY, side=3, stones=placed))


def test_fullest_boards() -> None:
    """With something in every place, up to side 7, nothing is left of the softness of edges."""
    for side in range(3, 8):
        assert same(busy(side, 1.0))


PROGRAM = """
import sys
from pathlib import Path
for name in sys.argv[2:]:
    sys.modules[name] = None
from test_patched import drawn
for number, data in enumerate(drawn()):
    (Path(sys.argv[1]) / f"{number}.png").write_bytes(data)
"""
SIZE = 37, 23


def scenes() -> list[Scene]:
    """Positions of a game, from the empty board to the end, which is the fullest picture."""
    positions = game(5, seed=3)
    return [*positions[::9], over(positions[-1], "red")]


def drawn() -> list[bytes]:
    return [png(scene) for scene in scenes()]


@pytest.mark.parametrize("missing", [(), ("isal",), ("zlib_ng",), ("isal", "zlib_ng")])
def test_a_library_that_is_missing(tmp_path: Path, missing: tuple[str, ...]) -> None:
    """The pixels stay, and so does the limit; the files are other ones, packed by zlib."""
    subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path), *missing],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
    )
    files = [(tmp_path / f"{number}.png").read_bytes() for number in range(len(scenes()))]
    for scene, data in zip(scenes(), files, strict=True):
        assert Image.open(BytesIO(data)).convert("RGB").tobytes() == judged(scene).tobytes()
        assert len(data) <= MOST_BYTES
    usual = drawn()
    assert (files[0] != usual[0], files[-1] != usual[-1]) == (
        "isal" in missing,
        "zlib_ng" in missing,
    )


@pytest.mark.parametrize("effort", range(1, 10))
def test_every_effort(effort: int) -> None:
    wide, high = SIZE
    palette = Random(1).randbytes(256 * 3)
    for pixels in (Random(2).randbytes(wide * high), bytes([7]) * (wide * high)):
        lines = b"".join(
            b"\0" + pixels[start : start + wide] for start in range(0, wide * high, wide)
        )
        image = Image.open(BytesIO(packed(SIZE, palette, lines, effort)))
        assert (image.mode, image.size, image.tobytes()) == ("P", SIZE, pixels)
        assert bytes(image.getpalette() or ()) == palette
