"""A board to print, as somebody asks for it at a terminal or on a page."""

import re
from collections.abc import Mapping

from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import RULESETS
from bot.wording import printing as words
from renderers.printing import pdf

USUAL = {"ruleset": "genius", "side": "5", "paper": "a4", "stone": "22mm", "coordinates": "on"}
"""What may be asked for, and what is taken where it is not said."""
CHOICES = {"ruleset": (*RULESETS,), "paper": (*words.PAPER_NAMES,), "coordinates": ("on", "off")}
_LONGEST, _THINNEST, _WIDEST = 40, 8, 50
_LENGTH = re.compile(r"([0-9]{1,4}(?:[.,][0-9]{1,3})?) ?(mm|cm|in|)")
_UNITS = {"": 1, "mm": 1, "cm": 10, "in": 25.4}


def printed_board(asked: Mapping[str, str | None]) -> bytes:
    """The PDF of what is asked for; a ValueError says what can't be had."""
    said = {
        name: (asked.get(name) or usual).strip().casefold()[:_LONGEST]
        for name, usual in USUAL.items()
    }
    for name, known in CHOICES.items():
        if said[name] not in known:
            raise ValueError(words.not_one_text(name, said[name], known))
    law, side, stone = RULESETS[said["ruleset"]], said["side"], _stone(said["stone"])
    if not side.isdecimal() or not SMALLEST_SIDE <= int(side) <= LARGEST_SIDE:
        raise ValueError(words.no_side_text(side, SMALLEST_SIDE, LARGEST_SIDE))
    foot = words.board_line(law.name, int(side), stone), words.JOINING
    named = said["coordinates"] == "on"
    return pdf(int(side), stone, said["paper"], foot, coordinates=named, track=law.has_track)


def _stone(text: str) -> float:
    """A width in millimetres."""
    if found := _LENGTH.fullmatch(text):
        width = float(found[1].replace(",", ".")) * _UNITS[found[2]]
        if _THINNEST <= width <= _WIDEST:
            return width
    raise ValueError(words.no_stone_text(text, _THINNEST, _WIDEST))
