"""Themes: each is whole, readable, and tells colours apart by more than colour."""

import pytest

from renderers import theme
from renderers.theme import Theme

TEXTS = (
    ("table.ink", "table.panel"),
    ("table.muted", "table.panel"),
    ("table.muted", "table.background"),
    ("table.ink", "table.background"),
    ("table.accent_ink", "table.accent"),
    ("board.letter", "table.background"),
    ("track.number", "track.oval"),
    *((f"stones.{colour}.ink", f"stones.{colour}.fill") for colour in theme.COLOURS),
)
SIGNS = (
    ("board.link", "board.cell"),
    *((f"stones.{colour}.mark_ink", f"stones.{colour}.fill") for colour in theme.COLOURS),
    *((f"stones.{colour}.halo", "table.background") for colour in theme.COLOURS),
    *((f"stones.{colour}.rim", "board.cell") for colour in theme.COLOURS),
)


def contrast(look: Theme, one: str, two: str) -> float:
    """The contrast of two roles as the accessibility guidelines (WCAG 2) count it."""

    def light(role: str) -> float:
        parts = [part / 255 for part in look.rgb(role)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dim, bright = sorted((light(one), light(two)))
    return (bright + 0.05) / (dim + 0.05)


def source(name: str) -> str:
    return (theme.FOLDER / f"{name}.toml").read_text("utf-8")


def test_the_themes_there_are() -> None:
    assert theme.names()[0] == theme.DEFAULT
    assert set(theme.names()) >= {"genius", "go", "contrast", "dark"}


@pytest.mark.parametrize("name", theme.names())
def test_whole(name: str) -> None:
    look = theme.load(name)
    assert set(look.colours) == set(theme.ROLES)
    assert len({look.marks[colour] for colour in theme.COLOURS}) == len(theme.COLOURS)


@pytest.mark.parametrize("name", theme.names())
def test_readable(name: str) -> None:
    """Text has a contrast of 4.5 at least, signs and the edges of stones have 3."""
    look = theme.load(name)
    faint = [pair for pair in TEXTS if contrast(look, *pair) < 4.5]
    faint += [pair for pair in SIGNS if contrast(look, *pair) < 3]
    assert faint == []


@pytest.mark.parametrize("name", theme.names())
def test_cell_names_stay_behind_the_stones(name: str) -> None:
    """A cell's name can be made out and no more; where contrast is asked for, it is text."""
    found = contrast(theme.load(name), "board.coordinate", "board.cell")
    if name == "contrast":
        assert found >= 4.5
    else:
        assert 2.2 <= found <= 3


@pytest.mark.parametrize("name", ["", "nosuch", "../genius", "genius.toml"])
def test_unknown_theme(name: str) -> None:
    with pytest.raises(ValueError, match="genius, contrast, dark, go"):
        theme.load(name)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('panel = "#2d3450"\n', "", "table.panel is missing"),
        ('panel = "#2d3450"', 'panel = "#2D3"', "table.panel is not a colour"),
        ('panel = "#2d3450"', "panel = 7", "table.panel is not a colour"),
        ('panel = "#2d3450"', 'panel = "#2d3450"\npanle = "#000000"', "table.panle is not a role"),
        ('mark = "ring"', 'mark = "star"', "stones.red.mark is not one of ring, bar"),
        ('mark = "ring"', "", "stones.red.mark is not one of ring, bar"),
        ('mark = "ring"', 'mark = "bar"', "two colours of stones wear the same mark"),
    ],
)
def test_broken_theme(old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        theme.read("mine", source("genius").replace(old, new))


def test_a_new_theme_is_one_file() -> None:
    look = theme.read("mine", source("genius").replace("#2d3450", "#112233"))
    assert look.name == "mine"
    assert look.rgb("table.panel") == (0x11, 0x22, 0x33)
