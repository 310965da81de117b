"""Draws the golden pictures of cups, and those of the documents: `make cup-pictures`.

A golden picture is as a phone shows it, 360 pixels wide: a bracket of 11 and a table of 23, with
names of 32 signs, in each theme.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image
from views.sample_cups import PEOPLE, knockout, table

from renderers.bracket import bracket_png
from renderers.table import table_png

GOLDEN = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs"
PHONE = 360


THEMES = ("genius", "contrast", "dark", "go")
"""Those that come with the house; one that somebody adds is one file, and needs no pictures."""
GOLDENS = [f"{kind}-{theme}" for kind in ("bracket", "table") for theme in THEMES]


def drawn(name: str) -> bytes:
    """A golden picture as it is drawn today, in full size."""
    kind, theme = name.split("-")
    if kind == "bracket":
        return bracket_png(knockout(11, theme=theme))
    return table_png(table(23, theme=theme))


def on_a_phone(data: bytes) -> Image.Image:
    """A picture as wide as a phone shows it."""
    image = Image.open(BytesIO(data)).convert("RGB")
    return image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.BOX)


def write() -> None:
    """Writes them all anew; look at each of them before it is committed."""
    GOLDEN.mkdir(exist_ok=True)
    for name in GOLDENS:
        few = on_a_phone(drawn(name)).quantize(255, dither=Image.Dither.NONE)
        few.save(GOLDEN / f"{name}.png", optimize=True)
    (DOCS / "cup-bracket.png").write_bytes(bracket_png(knockout(11, names=PEOPLE)))
    (DOCS / "cup-table.png").write_bytes(table_png(table(23, names=PEOPLE)))


if __name__ == "__main__":
    write()
