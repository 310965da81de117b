"""What can be wrong with a record's header, as values; `bot.wording.problems` says them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnknownNotation:
    """There is no such notation; `known` are those that there are."""

    given: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionWithoutValue:
    """A word among the options that is not written key=value."""

    word: str


@dataclass(frozen=True, slots=True)
class NotTwoColours:
    """The colours are one, three, or twice the same."""

    given: str


@dataclass(frozen=True, slots=True)
class FirstIsNoColour:
    """Whoever is said to start is neither of the two colours."""

    given: str
    colours: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SideIsNoNumber:
    """The side is no whole number."""

    given: str


HeaderProblem = (
    UnknownNotation | OptionWithoutValue | NotTwoColours | FirstIsNoColour | SideIsNoNumber
)


class HeaderError(ValueError):
    """A record's header from which no game can be set up."""

    def __init__(self, problem: HeaderProblem) -> None:
        super().__init__(problem)
        self.problem = problem
