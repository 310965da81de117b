"""Whichever library packs a picture, it is the same one; Pillow unpacks it.

Where no wheel was built for a machine its library is missing, and zlib does its part.
"""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from sample_scenes import game
from test_patched import judged, over

from renderers.packing import packed
from renderers.png import MOST_BYTES, png
from renderers.scene import Scene

PROGRAM = """
import sys
from pathlib import Path
for name in sys.argv[2:]:
    sys.modules[name] = None
from test_packing import drawn
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
        shown = Image.open(BytesIO(data)).convert("RGB").tobytes()
        assert shown == judged(scene).tobytes()
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
