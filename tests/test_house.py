"""The house stays in order where no linter looks."""

import re
from pathlib import Path

BOT = Path(__file__).parents[1] / "bot"


def found(pattern: str, *, but_in: tuple[str, ...] = ()) -> list[str]:
    """Where it stands in a line of the bot."""
    return [
        f"{path.relative_to(BOT)}:{number}"
        for path in BOT.rglob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(pattern, line) and path.relative_to(BOT).parts[0] not in but_in
    ]


def test_few_modules_lie_outside_the_packages() -> None:
    assert len(list(BOT.glob("*.py"))) <= 8


def test_no_import_is_hidden_from_the_layers() -> None:
    assert found("TYPE_CHECKING") == []


def test_mentions_are_written_and_read_by_the_venues_only() -> None:
    assert found("<#|<@", but_in=("venues", "storage")) == []
