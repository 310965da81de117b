"""The vocabulary of the stored events goes with the schema's number.

A program of last month would take an event that it does not know for damage. So a vocabulary that
has grown is a new schema, even where no table changes: the older program then says that the
database is of a newer version, and touches nothing.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from bot.cups.events import CupEvent
from bot.referee.events import Event
from bot.storage.migrate import newest

VOCABULARIES = Path(__file__).parent / "vocabularies"


def parts(kind: Any, seen: set[Any]) -> Iterator[str]:
    """A line for each class that an event is made of: its name, and its fields or members."""
    if kind in seen:
        return
    seen.add(kind)
    for inner in get_args(kind):
        yield from parts(inner, seen)
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield f"{kind.__name__}: {' '.join(str(member.value) for member in kind)}"
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        yield f"{kind.__name__}: {' '.join(one.name for one in fields(kind))}"
        for one in fields(kind):
            yield from parts(hints[one.name], seen)


def test_a_vocabulary_that_grows_is_a_new_schema() -> None:
    """If this fails: add a migration, empty where no table changes, and a list under its number."""
    known = (VOCABULARIES / f"{newest()}.txt").read_text().splitlines()
    seen = set[Any]()
    assert sorted([*parts(Event, seen), *parts(CupEvent, seen)]) == known
