"""A match or a cup that went wrong, told for whoever has to find out why."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from chaos.history import Announced, Log, Played, Stored
from chaos.timesheet import Timesheet


def write_transcript(path: Path, begins: Sequence[str], log: Log, sheet: Timesheet) -> Path:
    """What was said, the events as they are stored, and when the referee was on duty."""
    events = [
        f"{number} {event.at:%H:%M:%S.%f} {event.kind} {event.data}"
        for number, event in enumerate(log.events)
    ]
    duty = sheet.told(log.events[0].at, log.events[-1].at)
    path.write_text("\n".join([*begins, "", *events, "", *duty]) + "\n")
    return path


def conversation(played: Played, stored: Stored, made: Sequence[Announced]) -> Iterator[str]:
    """All that was said and announced in a match."""
    yield f"{played.profile}\n"
    told = [
        (one.at, one.id, "referee", f"{one.nonce} {one.pinged or ''} {one.text}") for one in made
    ]
    for said in played.in_order():
        who = played.people[said.author].name if said.author in played.people else said.author
        ruled = stored.rulings.get(said.id, "")
        if said.at is not None:
            told.append((said.at, said.id, who, f"[{ruled}] {said.text!r} {said.order or ''}"))
    for at, key, who, text in sorted(told):
        yield f"{at:%H:%M:%S.%f} {key} {who}: {' / '.join(text.splitlines())}"
    yield from (f"{one.text!r} was never stamped" for one in played.said if one.at is None)
