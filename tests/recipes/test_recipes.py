"""Whoever follows a recipe of `CONTRIBUTING.md` writes the files it names, and is done.

Each is followed in a copy of the house with something made up, by exactly those files; then the
tests that ask for completeness are green. A place that a recipe does not know of makes them fail.
"""

from pathlib import Path

import pytest

from recipes.following import Copy, recipe

pytestmark = [pytest.mark.thorough, pytest.mark.timeout(600)]

_GAME = """\
\"\"\"Solo: one stone a turn, made up to follow the recipe.

The larger largest group wins; equal ones are the second player's.
\"\"\"

from dataclasses import dataclass

from bot.engine.position import Position
from bot.engine.ruleset import Allowance, Ruleset, Standing
from bot.engine.turn import Colour


@dataclass(frozen=True)
class Solo(Ruleset):
    key: str = "solo"
    name: str = "Solo"

    def allowance(self, position: Position) -> Allowance:  # noqa: ARG002
        return Allowance(1, 1)

    def figures(self, position: Position) -> tuple[int, int]:
        return position.largest(Colour.FIRST), position.largest(Colour.SECOND)

    def standing(self, position: Position) -> tuple[Standing, Standing]:
        first, second = self.figures(position)
        return (first, 0), (second, 1)

    def deciding(self, position: Position) -> int:
        return position.ranked(0)


SOLO = Solo()
"""
_ORACLE = """\
\"\"\"Solo, by itself.\"\"\"

from .flood import Colour, more
from .oracle import Oracle, State


class Solo(Oracle):
    key = "solo"

    def demand(self, state: State) -> tuple[int, int, bool]:
        return 1, 1, False

    def winner(self, state: State) -> Colour | None:
        return more(self.figures(state)) or "second"
"""
_RULES = '    "solo": (_GROUPS, "{first} plays first; each turn is one stone."),\n'


def test_a_ruleset_takes_seven_files(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    copy.add("bot/engine/rulesets/solo.py", _GAME)
    registry = "bot/engine/rulesets/__init__.py"
    rulesets = "from bot.engine.rulesets"
    copy.put(registry, f"{rulesets}.too import", f"{rulesets}.solo import SOLO\n")
    copy.put(registry, "        BRINK,\n", "        SOLO,\n")
    copy.put("bot/wording/rules.py", '    "too": (', _RULES)
    line = "one stone a turn; the larger largest group wins"
    copy.put("bot/wording/formats.py", '    "too": ', f'    "solo": "{line}",\n')
    copy.put("README.md", "| `brink` | ", f"| `solo` | {line} |\n")
    copy.add("tests/oracle/solo.py", _ORACLE)
    copy.python("-m", "oracle")
    assert (tmp_path / "tests/games/solo/random-1.txt").exists()
    copy.written.add("tests/games/solo/random-1.txt")
    assert copy.written == recipe("Add a ruleset", "solo")
    assert len(copy.written) <= 7
    tests = ("tests/oracle", "tests/engine", "tests/wording", "tests/test_docs.py")
    copy.test(*tests, only="solo or every or page or docs or registry or known or readme")


def test_a_theme_takes_two_files(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    wood = (tmp_path / "renderers/themes/go.toml").read_text(encoding="utf-8")
    copy.add("renderers/themes/sepia.toml", wood.replace("#dcb070", "#d9ad6c"))
    copy.put("docs/commands.md", " |\n| `coordinates:`", ", `sepia`")
    assert copy.written == recipe("Add a theme", "sepia")
    tests = ("tests/renderers/test_theme.py", "tests/wording", "tests/test_docs.py")
    copy.test(*tests, "tests/commands", only="theme or page or every or setup")


_TEXT = '''

def count_text(count: int) -> str:
    """How many matches have ended on a server."""
    return f"{count} matches have ended on this server."
'''


def test_a_command_takes_five_files(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    table, handlers = "bot/commands/catalogue.py", "bot/commands/history.py"
    copy.put(table, '    FORGET = "my forget"\n', '    COUNT = "count"\n')
    line = "How many matches have ended on this server"
    copy.put(table, "    _past(Name.LEADERBOARD", f'    _past(Name.COUNT, "{line}", "count"),\n')
    row = "            Name.{}: self._{},\n".format
    copy.put(handlers, row("FORGET", "forget"), row("COUNT", "count"))
    copy.put(
        handlers,
        "    async def _standings(",
        "    async def _count(self, _: Order, asker: Asker) -> Reply:\n"
        "        return Reply(history.count_text(len(await self._standings(asker))))\n\n",
    )
    words = tmp_path / "bot/wording/history.py"
    words.write_text(words.read_text(encoding="utf-8") + _TEXT, encoding="utf-8")
    copy.written.add("bot/wording/history.py")
    copy.put(
        "tests/announcements/answers.py",
        '    yield "my forget", ',
        '    yield "count", history.count_text(12)\n',
    )
    copy.put("docs/commands.md", "| `leaderboard` |", f"| `count` | {line} | `count` |\n")
    assert len(copy.written) == 5
    assert copy.written == recipe("Add a command", "history")
    copy.test(
        "tests/commands",
        "tests/wording",
        "tests/test_docs.py",
        "tests/end_to_end/test_hosting.py",
        only="catalogue or page or every or matrix or clerk",
    )
