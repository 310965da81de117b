"""A match that went wrong, told for whoever has to find out why."""

from collections.abc import Sequence
from pathlib import Path

from chaos.history import Announced, Played, Stored
from chaos.timesheet import Timesheet


def write_transcript(
    folder: Path, played: Played, stored: Stored, made: Sequence[Announced], sheet: Timesheet
) -> Path:
    """All that was said and announced, the events as they are stored, and when it was on duty."""
    path = folder / f"match-{stored.number}.txt"
    lines = [f"{played.profile}", ""]
    told = [
        (one.at, one.id, "referee", f"{one.nonce} {one.pinged or ''} {one.text}") for one in made
    ]
    for said in played.in_order():
        who = played.people[said.author].name if said.author in played.people else said.author
        ruled = stored.rulings.get(said.id, "")
        if said.at is not None:
            told.append((said.at, said.id, who, f"[{ruled}] {said.text!r} {said.order or ''}"))
    for at, key, who, text in sorted(told):
        lines.append(f"{at:%H:%M:%S.%f} {key} {who}: {' / '.join(text.splitlines())}")
    lines += ["", *(f"{one.text!r} was never stamped" for one in played.said if one.at is None), ""]
    for number, event in enumerate(stored.events):
        data = {key: value for key, value in event.data.items() if key not in ("at", "kind")}
        lines.append(f"{number} {event.at:%H:%M:%S.%f} {event.kind} {data}")
    lines += ["", *sheet.told(stored.events[0].at, stored.events[-1].at)]
    path.write_text("\n".join(lines) + "\n")
    return path
