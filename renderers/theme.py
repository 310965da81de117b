"""Themes: which colour each role of a picture has, and which mark each stone wears.

A theme is one TOML file in `themes/` and nothing else; its name is the file's name. Every theme
colours every role, and knows stones of every colour, each with a mark of its own: a player who
can't tell the colours apart tells the marks apart.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "themes"
DEFAULT = "genius"
COLOURS = ("red", "blue", "black", "white")
MARKS = ("ring", "bar", "dot", "diamond", "cross")

_PARTS = {
    "table": ("background", "panel", "ink", "muted", "accent", "accent_ink", "line"),
    "board": ("cell", "coordinate", "letter", "last", "link"),
    "track": ("oval", "edge", "number"),
    **{
        f"stones.{colour}": ("fill", "rim", "tint", "halo", "ink", "mark_ink") for colour in COLOURS
    },
}
ROLES = tuple(f"{part}.{role}" for part, roles in _PARTS.items() for role in roles)
"""Every role a theme gives a colour to."""

_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme: `colours` by role as `#rrggbb`, `marks` by stone colour. Hashed by its name."""

    name: str
    colours: Mapping[str, str] = field(hash=False)
    marks: Mapping[str, str] = field(hash=False)

    def rgb(self, role: str) -> tuple[int, int, int]:
        """The colour of a role as red, green and blue, 0 to 255 each."""
        return _parts(self.colours[role])


@lru_cache(maxsize=1024)
def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def names() -> tuple[str, ...]:
    """The themes there are, the default first."""
    found = (file.stem for file in FOLDER.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: (name != DEFAULT, name)))


@cache
def load(name: str) -> Theme:
    """The theme of that name; a ValueError lists the names there are, or what its file lacks."""
    if name not in names():
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(names())}")
    return read(name, (FOLDER / f"{name}.toml").read_text("utf-8"))


@cache
def of_variables() -> Theme:
    """A theme for pictures in a page whose style sheet says the colours: each is a CSS variable."""
    return Theme("page", {role: f"var({variable(role)})" for role in ROLES}, load(DEFAULT).marks)


def variable(role: str) -> str:
    """The CSS variable of a role: `stones.red.mark_ink` is `--red-mark-ink`."""
    return f"--{role.removeprefix('stones.').replace('.', '-').replace('_', '-')}"


def read(name: str, text: str) -> Theme:
    """A theme from the text of its file; a ValueError names every key that is missing or wrong."""
    tree = dict(_leaves(tomllib.loads(text)))
    marks = {colour: tree.pop(f"stones.{colour}.mark", None) for colour in COLOURS}
    problems = [f"{role} is missing" for role in ROLES if role not in tree]
    problems += [f"{key} is not a role" for key in tree if key not in ROLES]
    problems += [
        f"{role} is not a colour such as #1d2236"
        for role in ROLES
        if role in tree and not (isinstance(tree[role], str) and _HEX.fullmatch(tree[role]))
    ]
    problems += [
        f"stones.{colour}.mark is not one of {', '.join(MARKS)}"
        for colour, mark in marks.items()
        if mark not in MARKS
    ]
    if len(set(marks.values())) < len(COLOURS):
        problems.append("two colours of stones wear the same mark")
    if problems:
        raise ValueError(f"theme {name}: {'; '.join(problems)}")
    return Theme(name, tree, marks)


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value
