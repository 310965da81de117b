"""The house stays in order where no linter looks."""

import ast
import re
from pathlib import Path

from bot.wording.pages import SENTENCES

BOT = Path(__file__).parents[1] / "bot"


def found(pattern: str, *, but_in: tuple[str, ...] = ()) -> list[str]:
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


def test_a_class_name_stands_once_in_the_house() -> None:
    found: dict[str, list[str]] = {}
    for path in [*BOT.rglob("*.py"), *BOT.with_name("renderers").rglob("*.py")]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name[0] != "_":
                found.setdefault(node.name, []).append(path.stem)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_scripts_say_all_sentences_and_no_others() -> None:
    """A name that is none would break the page; a sentence nobody says has no use."""
    scripts = "\n".join(script.read_text(encoding="utf-8") for script in BOT.rglob("*.js"))
    calls = re.findall(r"(?<![.\w])say\(((?:[^()]|\([^()]*\))*)\)", scripts)
    # The first argument is a name, or a choice between names.
    said = {name for call in calls for name in re.findall(r'"([a-z-]+)"', call.split(", {")[0])}
    assert said - {"none"} <= set(SENTENCES)
    assert set(SENTENCES) <= set(re.findall(r'"([a-z-]+)"', scripts))


BOUNDED = {
    "Alarm._entries": "parts of venues",
    "AnyEndgame._known": "one search",
    "AnyEndgame._turns": "one search",
    "CupRunner._damaged": "cups that can't be read",
    "Database.watchers": "parts of the program",
    "Endgame._known": "one search",
    "Endgame._turns": "one search",
    "HeldCup.fresh": "one cup",
    "KeptLadder.hashes": "results of one server; of a hundred servers they are kept",
    "KeptLadder.points": "results of one server",
    "Ladder._rated": "players of one server",
    "Leases._renewed": "parts of venues",
    "Matches._games": "one page",
    "Notices._damage_told": "matches that can't be read",
    "PassingOn._said": "machines of a fleet",
    "Pictures.boards": "topics whose first post is to be brought up to date",
    "ReturnOrder._waited_for": "one return",
    "SharedIdentifyLimit._starts": "Discord's buckets",
    "Speed._known": "games, sides and levels",
}
"""What bounds a container from which nothing is ever taken."""
EMPTY = r"(?:\{\}|\[\]|(?:set|dict|defaultdict|Counter)(?:\[.*\])?\([\w.]*\))$"
GROWS = r"(\.(add|append|setdefault|update)\(|\[.*\](\.\w+\[.*\]|, [^=]*)?( =|\.append|\.add)| \|=)"
SHRINKS = r"(\.(pop|popitem|discard|clear|remove)\b| [-&+]= )"


def only_grows(name: str, text: str) -> bool:
    """Whether something is put into a container of a class, and nothing taken out of it."""
    taken = rf"(del |_forget\()self\.{name}\b|self\.{name}{SHRINKS}"
    is_renewed = len(re.findall(rf"self\.{name}\b(: .+|, [^=]+)? = ", text)) > 1
    return bool(re.search(rf"self\.{name}{GROWS}", text)) and not (
        is_renewed or re.search(taken, text)
    )


def test_what_is_kept_by_somebodys_number_is_forgotten_as_well() -> None:
    """A container of a class that only grows is one that a stranger fills; or it is bounded."""
    growing = set()
    for path in BOT.rglob("*.py"):
        for kind in re.split(r"^(?=class )", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            names = re.findall(rf"^ +self\.(\w+)(?:: .+)? = {EMPTY}", kind, re.MULTILINE)
            of = (re.match(r"class (\w+)", kind) or [""] * 2)[1]
            growing |= {f"{of}.{name}" for name in names if only_grows(name, kind)}
    assert growing == set(BOUNDED)
