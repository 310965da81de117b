"""The house stays in order where no linter looks."""

import ast
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
    """What only a type checker imports are the words of compiled players, and nothing of ours."""
    assert found("TYPE_CHECKING", but_in=("players",)) == []
    hidden = {
        line.module
        for path in (BOT / "players").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for line in node.body
    }
    assert hidden == {"librt.vecs", "mypy_extensions"}


def test_mentions_are_written_and_read_by_the_venues_only() -> None:
    assert found("<#|<@", but_in=("venues", "storage")) == []


def test_a_class_name_stands_once_in_the_house() -> None:
    found: dict[str, list[str]] = {}
    for path in [*BOT.rglob("*.py"), *BOT.with_name("renderers").rglob("*.py")]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name[0] != "_":
                found.setdefault(node.name, []).append(path.stem)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
