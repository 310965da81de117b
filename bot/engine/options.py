"""The options of a game: what a host may set, which values each takes, and how these are written.

What an option takes is a value too, so that whoever has words can say it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds, in plain digits, or the word for none yet.

    That word stands for a number that the players have yet to name: None.
    """

    least: int
    most: int
    unsettled: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """No words: it is written in a box."""
        return ()

    def read(self, text: str) -> int | None:
        """The number; ValueError if it is none, or out of bounds."""
        digits = text.strip()
        if self.unsettled and digits.casefold() == self.unsettled:
            return None
        if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(self.most))):
            raise ValueError(text)
        if not self.least <= int(digits) <= self.most:
            raise ValueError(text)
        return int(digits)

    def show(self, value: object) -> str:
        """The number as it is read."""
        return self.unsettled if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    @property
    def words(self) -> tuple[str, ...]:
        """The two there are."""
        return ("on", "off")

    def read(self, text: str) -> bool:
        """Whether it is on; ValueError for any other word."""
        word = text.strip().casefold()
        if word not in self.words:
            raise ValueError(text)
        return word == "on"

    def show(self, value: object) -> str:
        """The word as it is read."""
        return "on" if value else "off"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several words, in any case."""

    words: tuple[str, ...]

    def read(self, text: str) -> str:
        """The word; ValueError for any other."""
        word = text.strip().casefold()
        if word not in self.words:
            raise ValueError(text)
        return word

    def show(self, value: object) -> str:
        """The word as it is read."""
        return str(value)


Range = Whole | Switch | OneOf
"""What an option takes."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """One thing a host may set, by its word, and what it takes.

    What it takes turns text into the value of the ruleset's field of the same name (with `_` for
    `-`), or raises ValueError; `show` is its inverse for records.
    """

    key: str
    takes: Range

    def show(self, value: object) -> str:
        """The text that stands for a value."""
        return self.takes.show(value)

    @property
    def field(self) -> str:
        """The name of the ruleset's field that holds the value."""
        return self.key.replace("-", "_")
