"""Every sentence is in `bot/wording`: no script of a page, and no venue, has one of its own."""

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
