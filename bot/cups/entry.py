"""Whether a cup can be held with those who entered, and in which order they are seeded.

One is no cup; nobody enters twice; more than `most` are refused before anything is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.cups.cup import Entrant, Lots, Rules

MOST = 256
"""So many can enter where the host does not say less."""


@dataclass(frozen=True, slots=True)
class TooFewEntrants:
    """So many are there, and so many are needed."""

    count: int
    least: int


@dataclass(frozen=True, slots=True)
class TooManyEntrants:
    """So many are there, and there is room for so many."""

    count: int
    most: int


@dataclass(frozen=True, slots=True)
class EnteredTwice:
    """One is there more than once."""

    entrant: Entrant


EntryProblem = TooFewEntrants | TooManyEntrants | EnteredTwice


def entry_problem(
    system: str, entrants: Sequence[Entrant], rules: Rules, most: int = MOST
) -> EntryProblem | None:
    """Why no cup can be held by that system, if so. Groups are of two at least."""
    count = len(entrants)
    least = rules.groups * max(2, rules.through) if system == "groups" else 2
    if count > most:
        return TooManyEntrants(count, most)
    seen: set[str] = set()
    for entrant in entrants:
        if entrant.id in seen:
            return EnteredTwice(entrant)
        seen.add(entrant.id)
    return TooFewEntrants(count, least) if count < least else None


class Seeding(StrEnum):
    """Who is seed 1."""

    RATING = "rating"
    """The highest rating; who has none follows, as they entered."""
    RANDOM = "random"
    """Whoever drew the smallest lot."""
    ORDER = "order"
    """Who entered first."""


def seeded(entrants: Sequence[Entrant], seeding: Seeding, lots: Lots) -> tuple[Entrant, ...]:
    """The entrants, given as they entered, the best seed first."""
    match seeding:
        case Seeding.RATING:
            return tuple(sorted(entrants, key=lambda one: (one.rating is None, -(one.rating or 0))))
        case Seeding.RANDOM:
            return tuple(sorted(entrants, key=lambda one: lots.number(0, "seed", one.id)))
        case Seeding.ORDER:
            return tuple(entrants)
