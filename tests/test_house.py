"""The house stays in order where no linter looks: every sentence is in `bot/wording`, say."""

import ast
import re
from pathlib import Path

import pytest

from bot.wording.pages import SENTENCES

BOT = Path(__file__).parents[1] / "bot"
SCRIPTS = sorted(BOT.rglob("*.js"))
TOLD = {"VenueError", "UnfitError", "ClosedError", "Reply", "Whisper", "reply", "whisper"}
"""Whose first text reaches people."""
_COMMENT = re.compile(r"^ *(?:/\*|\*|//).*|(?<=[;{}] )// .*", re.MULTILINE)
_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
_LOOKS = re.compile(
    r"(?:class|className|part)(?::| =)[^,;{}]*$|(?:querySelector|All|closest)\($|=> \[?$"
)
"""What stands before a name of looks, or before what is looked for in the page."""
_SELECTOR = re.compile(r"(?:[a-z]+|[.#\[][\w=\]'-]+)(?:\[[^\]]*\])?(?:, ?[a-z.#\[][\w=\]-]*)*")
_WORDS = re.compile(r"[\w,.:;’'…] [a-z]{2}|[a-z]{3} [A-Z]")
KEYS = ("← → Home End", "my groups", "near E4")
"""Keys, and what is typed as it stands."""


def sentences_in(script: str) -> list[str]:
    """The text in a script that looks like words with a blank between them."""
    bare, found = _COMMENT.sub("", script), []
    for literal in _LITERAL.finditer(bare):
        line = bare[bare.rfind("\n", 0, literal.start()) + 1 : literal.start()]
        text = re.sub(r"\$\{[^}]*\}", "…", literal[0][1:-1])
        looks = _LOOKS.search(line) or _SELECTOR.fullmatch(text) or text in KEYS
        if _WORDS.search(text) and not looks:
            found.append(text)
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_a_sentence_of_its_own(script: Path) -> None:
    assert sentences_in(script.read_text(encoding="utf-8")) == []


def test_scripts_say_all_sentences_and_no_others() -> None:
    """A name that is none would break the page; a sentence nobody says has no use."""
    scripts = "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    calls = re.findall(r"(?<![.\w])say\(((?:[^()]|\([^()]*\))*)\)", scripts)
    # The first argument is a name, or a choice between names.
    said = {name for call in calls for name in re.findall(r'"([a-z-]+)"', call.split(", {")[0])}
    assert said - {"none"} <= set(SENTENCES)
    assert set(SENTENCES) <= set(re.findall(r'"([a-z-]+)"', scripts))


def _texts(node: ast.expr) -> list[str]:
    """The literal text in an expression, that within f-strings and choices as well."""
    inner = ast.walk(node)
    return [
        one.value for one in inner if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def told_in(source: str) -> list[str]:
    """The text with a blank in it that is given to what reaches people."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in TOLD:
            found += [text for argument in node.args for text in _texts(argument) if " " in text]
    return found


def test_no_venue_has_a_sentence_of_its_own() -> None:
    """Nor has a command: errors and answers are given what `wording` says."""
    rooms = [path for path in BOT.rglob("*.py") if "wording" not in path.parts]
    found = {path.name: told_in(path.read_text(encoding="utf-8")) for path in rooms}
    assert {name: texts for name, texts in found.items() if texts} == {}


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


BOUNDED = {
    "Agenda._entries": "parts of venues",
    "AnyEndgame._known": "one search",
    "AnyEndgame._turns": "one search",
    "CupRunner._damaged": "cups that can't be read",
    "Endgame._known": "one search",
    "Endgame._turns": "one search",
    "HeldCup.fresh": "one cup",
    "KeptLadder.hashes": "results of one server; of a hundred servers they are kept",
    "KeptLadder.points": "results of one server",
    "Ladder._rated": "players of one server",
    "Leases._renewed": "parts of venues",
    "Matches._games": "one page",
    "Meters._meters": "parts of the program",
    "Notices._damage_told": "matches that can't be read",
    "Observers._observers": "parts of the program",
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
