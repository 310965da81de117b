"""What the documents say exists, and what exists is in the documents."""

import argparse
import importlib
import re
import shlex
from os.path import normpath
from pathlib import Path

import pytest

from bot.cli import replay
from bot.cli.parser import _COMMANDS as SUBCOMMANDS
from bot.cli.parser import build_parser
from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import Takes
from bot.commands.options import SETUP, START
from bot.commands.parsing import Mention, read_order
from bot.engine.board import board
from bot.engine.chat import read_words
from bot.engine.notation import Spelling
from bot.engine.rulesets import RULESETS
from bot.engine.turn import Talk
from bot.referee.formats import FORMATS
from bot.settings import FIELDS
from bot.wording.formats import FORMAT_LINES, OPTION_LINES

ROOT = Path(__file__).parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "tests" / "README.md")
}
"""What there is to read, by its path."""
MADE = ("CHANGELOG.md", "docs/announcements.md")
"""Of these one was true once, and the other is made from the program."""
README, COMMANDS_PAGE = PAGES["README.md"], PAGES["docs/commands.md"]
FOR_HOSTS = {
    name: text
    for name, text in PAGES.items()
    if name not in MADE and name.startswith(("README", "docs/"))
}
ELSEWHERE = {
    *("COMPOSE_PROFILES", "POSTGRES_PASSWORD", "CLUSTER_MEMBERS", "REQUEST_TIMEOUT", "NO_COLOR"),
    *("CLUSTER_DNS", "BOT_RATELIMIT_OVERRIDES", "MALLOC_ARENA_MAX"),
}
"""Settings of Docker, PostgreSQL, glibc, a proxy before Discord, and of programs at a terminal."""


def section(name: str, text: str = README) -> str:
    return text.split(f"<!-- {name} -->")[1].split(f"<!-- /{name} -->", maxsplit=1)[0]


def rows(name: str) -> dict[str, str]:
    return dict(re.findall(r"^\| `([^`]+)` \| (.+?) \|$", section(name), re.MULTILINE))


def test_every_command_is_on_its_page_in_its_own_words_with_an_example():
    row = r"^\| `([^`]+)` \| (.+?) \| `([^`]+)` \|$"
    shown = re.findall(row, section("commands", COMMANDS_PAGE), re.MULTILINE)
    assert shown == [(name, command.help, command.example) for name, command in COMMANDS.items()]


def test_every_example_on_the_page_of_commands_is_one():
    blocks = re.findall(r"^```\n(.*?)^```", COMMANDS_PAGE, re.MULTILINE | re.DOTALL)
    lines = [re.split(r"  +", line)[0] for block in blocks for line in block.splitlines()]
    assert len(lines) > 30
    shown = set()
    for line in lines:
        order = read_order(line, _mark)
        command = COMMANDS[order.command]
        shown.add(order.command)
        for name, value in order.options.items():
            option = command.options[name]
            allowed = (*option.choices, *option.also)
            assert not allowed or value in allowed, line
    assert {Name.START, Name.SETUP, Name.BOARD, Name.TIME, Name.REPLACE, Name.MOVE} <= shown


def _mark(word: str) -> Mention | None:
    takes = {"@": Takes.PERSON, "#": Takes.ROOM}.get(word[:1])
    if word == "@Hosts":
        takes = Takes.ROLE
    return None if takes is None else Mention(takes, word)


@pytest.mark.parametrize(
    ("heading", "options"), [("Set up a match", START), ("What is usual on a server", SETUP)]
)
def test_every_option_of_a_command_with_many_has_a_row(heading, options):
    part = COMMANDS_PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.+?`) \|", part, re.MULTILINE)
    shown = [name for cell in cells for name in re.findall(r"`([\w-]+):`", cell)]
    assert sorted(shown) == sorted(set(options) - {"confirm"})


def test_every_format_and_ruleset_has_a_row_in_the_words_of_the_start_page():
    assert list(rows("rulesets")) == list(FORMATS)
    assert rows("rulesets") == FORMAT_LINES
    assert set(RULESETS) <= {known.ruleset for known in FORMATS.values()}


def test_every_option_of_a_game_has_a_row_in_the_words_of_the_start_page():
    found = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| (.+?) \|$", section("options"), re.MULTILINE)
    assert {(game, option): text for game, option, text in found} == OPTION_LINES
    assert [(game, option) for game, option, _ in found] == [
        (key, option.key) for key, ruleset in RULESETS.items() for option in ruleset.options
    ]


def test_every_setting_is_on_the_page_of_hosting():
    shown = re.findall(r"`([A-Z_]+)`", section("settings", PAGES["docs/hosting.md"]))
    assert sorted(shown) == sorted(FIELDS)


@pytest.mark.parametrize("name", sorted(FOR_HOSTS))
def test_every_setting_that_a_page_names_exists(name):
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)[`=]|\b([A-Z]+_[A-Z_]+)=", FOR_HOSTS[name]))
    assert {one or other for one, other in named} <= ELSEWHERE | set(FIELDS)


@pytest.mark.parametrize("name", sorted(set(PAGES) - {"docs/announcements.md"}))
def test_every_path_that_a_page_names_exists(name):
    named = set(re.findall(r"`((?:bot|renderers|tests|docs)/[\w./-]+)`", PAGES[name]))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_link_leads_somewhere(name):
    wrong = []
    for link in links(name):
        path, _, anchor = link.partition("#")
        file = normpath(Path(name).parent / path) if path else name
        if not (ROOT / file).exists() or (anchor and anchor not in anchors(PAGES[file])):
            wrong.append(link)
    assert not wrong


def links(name: str) -> list[str]:
    text = re.sub(r"^```.*?^```", "", PAGES[name], flags=re.M | re.S)
    found = re.findall(r"\]\(([^)\s]+)\)", text)
    return [link for link in found if "://" not in link]


def anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}


def test_every_page_can_be_reached_from_the_readme():
    assert {name for name in PAGES if name.startswith("docs/")} <= set(links("README.md"))


def test_the_lines_for_windows_are_those_of_the_installation():
    page = PAGES["docs/room.md"].partition("## On Windows")[2]
    told = page.partition("```console\n")[2].partition("\n```")[0]
    script = (ROOT / ".ci" / "install").read_text(encoding="utf-8")
    script = script.replace("-q ", "").replace('"$lock"', "requirements.lock")
    installs = re.findall(r"^pip (install .+)", script, re.MULTILINE)
    assert told.splitlines() == [
        "py -m venv .venv",
        *(rf".venv\Scripts\pip {line}" for line in installs),
        r".venv\Scripts\referee",
    ]


@pytest.mark.parametrize("name", sorted(FOR_HOSTS))
def test_every_command_line_on_a_page_is_taken(name):
    text = FOR_HOSTS[name].replace("\\\n", "")
    lines = re.findall(
        r"`referee( [^`]+)`|^\s*\$ (?:\w+=\S+ )*referee( .+)$|^    referee( .+)$", text, re.M
    )
    for words in (shlex.split("".join(found)) for found in lines):
        if len(words) == 1 and words[0] in SUBCOMMANDS:
            # It is only spoken of.
            continue
        # What is said may be written into a file.
        given = words[: words.index(">")] if ">" in words else words
        status: object = 0
        try:
            build_parser().parse_args(given)
        except SystemExit as ended:
            status = ended.code
        assert status == 0, words


def test_every_command_of_the_referee_is_told_of():
    assert set(SUBCOMMANDS) <= set(re.findall(r"referee ([a-z]+)", "".join(FOR_HOSTS.values())))


@pytest.mark.parametrize("name", sorted(FOR_HOSTS))
def test_every_match_command_that_a_page_types_exists(name):
    """With the words behind it. Where turns are told of, `my move: D7` is one."""
    groups = "match|host" if name in ("docs/turns.md", "docs/records.md") else "match|host|my"
    typed = re.findall(rf"[`@](?:\w+ )?/?((?:{groups}) [a-z]+)", FOR_HOSTS[name])
    assert {read_order(words).command for words in typed} <= set(COMMANDS)


def test_talk_and_turns_of_the_readme_are_read_as_such():
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


def test_every_make_target_that_a_page_names_exists():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    pages = "".join(FOR_HOSTS.values())
    told = re.findall(r"(?:`|\$ )(?:\w+=\S+ )*make\s(?:-C \S+ )?([a-z-]+)", pages)
    assert {"run", "install", "test", "test-all"} <= set(told) <= targets


def test_every_option_of_replay_is_on_the_page_of_records():
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    shown = "".join(re.findall(r"```\n(referee replay.*?)```", text, re.DOTALL))
    parser = argparse.ArgumentParser()
    replay.add_arguments(parser)
    known = {name for action in parser._actions for name in action.option_strings}
    long = {name for name in known if name.startswith("--")}
    assert set(re.findall(r"--[a-z]+", shown)) == long - {"--help"}


def test_every_theme_is_on_the_page_of_commands():
    (listed,) = re.findall(r"^\| `theme:` \| [^:]*: (.*) \|$", COMMANDS_PAGE, re.MULTILINE)
    themes = {file.stem for file in (ROOT / "renderers" / "themes").glob("*.toml")}
    assert set(re.findall("[a-z]+", listed)) == themes
