"""Draws the golden pictures of cups, and those of the documents: `make cup-pictures`.

A golden picture is as a phone shows it, 360 pixels wide, with names of 32 signs: a bracket of 11
and a table of 23 in each theme; a double of eight, and a gauntlet that is on, in one.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from views.sample_cups import PEOPLE, knockout, scene_of, simulated, table

from bot.cups.cup import Rules
from bot.views.cup_scenes import bracket_scene, table_scenes
from renderers.bracket import bracket_png
from renderers.table import table_png

GOLDEN = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs"
PHONE = 360
THEMES = ("genius", "contrast", "dark", "go")
"""Those that come with the house; one that somebody adds is one file, and needs no pictures."""
GOLDENS = [f"{kind}-{theme}" for kind in ("bracket", "table") for theme in THEMES]
GOLDENS += ["double-genius", "gauntlet-genius"]


def drawn(name: str) -> bytes:
    """A golden picture as it is drawn today, in full size."""
    kind, theme = name.split("-")
    if kind == "bracket":
        return bracket_png(knockout(11, theme=theme))
    if kind == "table":
        return table_png(table(23, theme=theme))
    return bracket_png(scene_of(kind, 8, share=1.0 if kind == "double" else 0.6))


def documents() -> dict[str, bytes]:
    """The pictures of the documents: cups that the lot has played, by the names of their files."""
    cup = simulated("knockout", PEOPLE[:11], "13", leaving=1).cup
    bracket = bracket_scene("knockout", cup, "Spring cup", "knockout")
    assert bracket is not None
    cup = simulated("swiss", PEOPLE, "1", Rules(rounds=5), leaving=2).cup
    (standings,) = table_scenes("swiss", cup, "Spring cup: after round 5", "Swiss, 5 rounds")
    return {"cup-bracket.png": bracket_png(bracket), "cup-table.png": table_png(standings)}


def on_a_phone(data: bytes) -> Image.Image:
    """A picture as wide as a phone shows it."""
    image = Image.open(BytesIO(data)).convert("RGB")
    return image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.BOX)


def write() -> None:
    """Writes them all anew; look at each of them before it is committed."""
    GOLDEN.mkdir(exist_ok=True)
    for name in GOLDENS:
        # This method is off by five steps of 255 at most; the usual one by ninety.
        method = Image.Quantize.MAXCOVERAGE
        few = on_a_phone(drawn(name)).quantize(255, method, dither=Image.Dither.NONE)
        few.save(GOLDEN / f"{name}.png", optimize=True)
    for name, data in documents().items():
        (DOCS / name).write_bytes(data)


if __name__ == "__main__":
    write()
