"""What the documents say exists, and what exists is in the documents."""

import argparse
import importlib
import re
from pathlib import Path

import pytest

from bot.cli import replay
from bot.cli.parser import build_parser
from bot.commands.catalogue import COMMANDS
from bot.commands.parsing import read_order
from bot.engine.board import board
from bot.engine.chat import read_words
from bot.engine.notation import Spelling
from bot.engine.rulesets import RULESETS
from bot.engine.talk import Talk
from bot.referee.formats import FORMATS
from bot.settings import FIELDS
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
    assert set(re.findall(r"`([A-Z_]+)`", section("settings"))) == set(FIELDS)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_path_that_a_document_names_exists(name):
    """Paths in code marks and in links lead to files that are there."""
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:bot|renderers|tests|docs)/[\w./-]+)`", text))
    named |= set(re.findall(r"\]\(([\w./-]+)\)", text))
    missing = [path for path in named if not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_every_link_within_a_document_leads_to_a_heading(name):
    """As the pages that show it make anchors of headings."""
    text = (ROOT / name).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors


def test_every_document_that_the_readme_names_can_be_clicked():
    """A name in code marks alone leads nowhere."""
    named = re.findall(r"`(docs/[\w-]+\.md|[A-Z]+\.md|\.env\.example)`", README)
    assert len(named) > 10
    assert named == [
        one for one, to in re.findall(r"\[`([^`]+)`\]\(([^)]+)\)", README) if one == to
    ]


def test_the_game_in_four_lines_below_a_picture():
    """A death match is on a board of side 5, and the clock is the format's."""
    top, _, rest = README.partition("## What a death match is")
    lines = re.findall(r"^\d\. .+$", rest.partition("\n## ")[0], re.MULTILINE)
    assert len(lines) == 4
    assert f"{board(5).size} hexagons" in lines[0]
    assert "(docs/board.png)" in top
    assert str(FORMATS["genius"].control) == "1m+5m"
    assert "one minute a move and a bank of five" in top


def test_the_lines_for_windows_are_those_of_the_installation():
    """The same two installations, from the same lock file."""
    told = README.partition("### On Windows")[2].partition("```console\n")[2].partition("\n```")[0]
    script = (ROOT / ".ci" / "install").read_text(encoding="utf-8")
    script = script.replace("-q ", "").replace('"$lock"', "requirements.lock")
    installs = re.findall(r"^pip (install .+)", script, re.MULTILINE)
    assert told.splitlines() == [
        "py -m venv .venv",
        *(rf".venv\Scripts\pip {line}" for line in installs),
        r".venv\Scripts\referee",
    ]


def test_what_the_readme_gives_the_referee_is_taken():
    """Each command line in code marks, with its options; and each setting before `make`."""
    lines = re.findall(r"`referee( [^`]+)`|^    referee( .+)$", README, re.MULTILINE)
    told = [" ".join(pair).split() for pair in lines]
    assert ["room"] in told
    for words in told:
        status: object = 0
        try:
            build_parser().parse_args(words)
        except SystemExit as ended:
            status = ended.code
        assert status == 0, words
    settings = re.findall(r"([A-Z_]+)=\S+ make run", README)
    assert set(settings) == {"WEB_PORT", "WEB_HOST"} <= set(FIELDS)


def test_every_match_command_that_the_readme_types_exists():
    """With the words behind it, such as `match undo 2`."""
    typed = re.findall(r"`/?((?:match|host|my) \w+)", README)
    assert len(typed) > 30
    assert {read_order(words).command for words in typed} <= set(COMMANDS)


def test_what_the_readme_calls_talk_is_talk_and_what_it_calls_a_turn_is_one():
    """In the paragraph below the exchange: by the grammar that every venue reads by."""
    told = README.partition("Talk is left alone: ")[2].partition("[`docs/turns.md`]")[0]
    halves = told.partition("Turns are written as people write: ")
    talk, turns = (re.findall(r"`([^`]+)`", half) for half in halves[::2])
    spelling = Spelling(board(5), ("red", "blue"))
    assert len(talk) > 1
    assert [words for words in talk if read_words(words, spelling) is not Talk.UNCLEAR] == []
    assert len(turns) > 1
    assert [words for words in turns if isinstance(read_words(words, spelling), Talk)] == []


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


def test_every_make_target_in_the_readme_exists():
    """What the README tells to type can be typed."""
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make (\w+)`?", README)) <= targets


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
