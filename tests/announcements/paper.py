"""How the sheet is written: a voice for paper, specimens, and tables of them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from fakes import PlainVoice

from bot.wording.phrases import clock_text


class Specimen(NamedTuple):
    """One thing that is said: when, the words, whom it rings, and the buttons below it.

    `shows` are the members of closed sets that it is an example of, so that none is left out.
    """

    when: str
    text: str
    shows: tuple[object, ...] = ()
    rings: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()


def kind(value: object) -> object:
    """What a value is an example of: itself, where it is one of an enumeration."""
    return value if isinstance(value, Enum) else type(value)


class PaperVoice(PlainVoice):
    def __init__(self, now: datetime, *, mends: bool = True) -> None:
        self.now = now
        self.mends = mends

    def sees_mended(self, why: str) -> bool:
        return self.mends

    def small(self, text: str) -> str:
        return f"<sub>{text}</sub>"

    def countdown(self, at: datetime) -> str:
        if at < self.now:
            return f"{clock_text(self.now - at)} ago"
        return f"in {clock_text(at - self.now)}"

    def command(self, words: str) -> str:
        return f"`/{words}`"

    def role(self, role: str) -> str:
        return f"@{role}"


def section(title: str, specimens: Sequence[Specimen]) -> str:
    rings = any(one.rings for one in specimens)
    heads = ["when", "what is said", *(["rings"] if rings else [])]
    lines = [f"## {title}", "", _row(heads), _row(["---"] * len(heads))]
    for one in specimens:
        cells = [one.when, "\n".join([one.text, *_shown(one.buttons)])]
        lines.append(_row(cells + ([", ".join(one.rings)] if rings else [])))
    return "\n".join([*lines, ""])


def _shown(buttons: Sequence[str]) -> Iterable[str]:
    if buttons:
        yield " ".join(f"`[{label}]`" for label in buttons)


def _row(cells: Iterable[str]) -> str:
    plain = (cell.replace("|", "\\|").strip("\n").replace("\n", "<br>") for cell in cells)
    return f"| {' | '.join(plain)} |"
