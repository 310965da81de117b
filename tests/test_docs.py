"""What the documents say exists, and what exists is in the documents."""

import argparse
import importlib
import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.__main__ import build_parser
from bot.cli import replay
from bot.commands.catalogue import COMMANDS
from bot.engine.rulesets import RULESETS
from bot.referee.formats import FORMATS
from bot.settings import NAMES
from bot.threads.software import SOFTWARE
from bot.wording.formats import FORMAT_LINES, OPTION_LINES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    """The part of the README between two marks."""
    return README.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->")[0]


def rows(name: str) -> dict[str, str]:
    """A table's rows: what stands in code in the first column, and the second column."""
    return dict(re.findall(r"^\| `([^`]+)` \| (.+?) \|$", section(name), re.MULTILINE))


def test_every_command_is_in_the_readme_with_its_own_words():
    """The table of commands is the registry of commands."""
    assert rows("commands") == {name: command.help for name, command in COMMANDS.items()}


def test_every_format_and_ruleset_has_a_row_in_the_words_of_the_start_page():
    """The table of games is the registry of formats, which covers every ruleset."""
    assert list(rows("rulesets")) == list(FORMATS)
    assert rows("rulesets") == FORMAT_LINES
    assert set(RULESETS) <= {known.ruleset for known in FORMATS.values()}


def test_every_option_of_a_game_has_a_row_in_the_words_of_the_start_page():
    """The table of options is that of all rulesets."""
    found = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| (.+?) \|$", section("options"), re.MULTILINE)
    assert {(game, option): text for game, option, text in found} == OPTION_LINES
    assert [(game, option) for game, option, _ in found] == [
        (key, option.key) for key, ruleset in RULESETS.items() for option in ruleset.options
    ]


def test_every_setting_is_in_the_readme():
    """The settings are listed, and no other."""
    assert set(re.findall(r"`([A-Z_]+)`", section("settings"))) == set(NAMES)


def test_the_example_file_explains_every_setting():
    """Each setting stands in .env.example below a comment, and no other does."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    assert {line.split("=")[0] for line in lines if line and not line.startswith("#")} == set(NAMES)
    for before, line in pairwise(lines):
        if line and not line.startswith("#"):
            assert before.strip(), f"{line} has no comment above it"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_path_that_a_document_names_exists(name):
    """Paths in code marks and in links lead to files that are there."""
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:bot|renderers|tests|docs)/[\w./-]+)`", text))
    named |= set(re.findall(r"\]\(([\w./-]+)\)", text))
    missing = [path for path in named if not (ROOT / path).exists()]
    assert not missing


def test_every_function_that_decides_about_time_exists():
    """`docs/time.md` names them below `bot.`, each where it lies."""
    text = (ROOT / "docs" / "time.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[a-z]+\.){2,}[\w.]+)`", text))
    assert len(named) > 20
    for name in named:
        found = importlib.import_module(f"bot.{'.'.join(name.split('.')[:2])}")
        for part in name.split(".")[2:]:
            found = getattr(found, part)
        assert callable(found), name


def test_every_make_target_and_referee_command_in_the_readme_exists():
    """What the README tells to type can be typed."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make (\w+)`?", README)) <= targets
    known = build_parser().format_help()
    for command in re.findall(r"`referee (\w+)", README):
        assert re.search(rf"^ +{command} ", known, re.MULTILINE), command


def test_every_option_of_replay_is_on_the_page_of_records():
    """And the page names no option that is none."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"```\n(referee replay.*?)```", text, re.DOTALL))
    parser = argparse.ArgumentParser()
    replay.add_arguments(parser)
    known = {name for action in parser._actions for name in action.option_strings}
    assert set(re.findall(r"--[a-z]+", shown)) == {
        name for name in known if name.startswith("--") and name != "--help"
    }


def test_every_forum_software_that_is_read_is_named():
    """To hosts in the README, and on the page of records."""
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    for software in SOFTWARE:
        name = software.name.split()[0]
        assert name in README
        assert name in text


def test_every_theme_is_in_the_readme():
    """Where `setup` is described."""
    text = (ROOT / "README.md").read_text()
    (listed,) = re.findall(r"`theme:`\s\(([^)]*)\)", text)
    assert set(re.findall("[a-z]+", listed)) == {
        file.stem for file in (ROOT / "renderers" / "themes").glob("*.toml")
    }
