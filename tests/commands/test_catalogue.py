"""The command table, held to what Discord takes; each fault names the line of the table."""

import ast
from dataclasses import replace
from inspect import getsourcefile
from pathlib import Path

import discord
import pytest
from discord.app_commands import Group

from bot.commands import catalogue, cup_options
from bot.commands.catalogue import COMMANDS, GROUPS, Name, by_name
from bot.commands.command import Command, Kind, Late, Option, Who
from bot.venues.discord import commands
from bot.venues.discord.commands import build_tree

MOST, LONGEST_NAME, LONGEST_LINE = 25, 32, 100
"""Discord's own limits: options, choices or commands of a group; signs of a name, of a line."""


def line_of(name: Name) -> int:
    return next(
        node.lineno
        for table in (catalogue, cup_options)
        for node in ast.walk(ast.parse(Path(getsourcefile(table) or "").read_text()))
        if isinstance(node, ast.Call) and any(_names(argument, name) for argument in node.args)
    )


def _names(node: ast.expr, name: Name) -> bool:
    in_words = isinstance(node, ast.Constant) and node.value == name.value
    return in_words or (isinstance(node, ast.Attribute) and node.attr == name.name)


def faults(command: Command) -> list[str]:
    """What Discord would refuse of a command, each with the command and the option."""
    found = [f"{len(command.options)} options"] if len(command.options) > MOST else []
    found += [f"a line of {len(command.help)} signs"] * (len(command.help) > LONGEST_LINE)
    for key, option in command.options.items():
        shown = commands._choices(option)
        longest = max((len(choice.name) for choice in shown), default=0)
        long = {
            "name": len(key) > LONGEST_NAME or not key.replace("-", "").islower(),
            "line": not 0 < len(option.help) <= LONGEST_LINE,
            "number of choices": len(shown) > MOST,
            "choice": longest > LONGEST_LINE,
        }
        found += [f"{key}: its {what} is not Discord's" for what, bad in long.items() if bad]
    return [f"{command.name}: {fault}" for fault in found]


@pytest.mark.parametrize("name", COMMANDS)
def test_discord_takes_every_line_of_the_table(name: Name) -> None:
    assert faults(COMMANDS[name]) == [], f"catalogue.py:{line_of(name)}"


def test_a_line_that_discord_would_refuse_is_named() -> None:
    """26 options, a choice of 101 signs, a second command of one name."""
    command = COMMANDS[Name.PAUSE]
    many = {f"option-{'abcdefghijklmnopqrstuvwxyz'[number]}": Option("One") for number in range(26)}
    assert faults(replace(command, options=many)) == ["host pause: 26 options"]
    long = replace(command, options={"reason": Option("Why", choices=("x" * 101,))})
    assert faults(long) == ["host pause: reason: its choice is not Discord's"]
    with pytest.raises(ValueError, match="two commands are called host pause"):
        by_name((command, command))
    source = Path(getsourcefile(catalogue) or "").read_text().splitlines()
    assert "Name.PAUSE" in source[line_of(Name.PAUSE) - 1]


def offered() -> dict[str, dict[str, object]]:
    """The slash commands as they would be sent to Discord, by their words."""
    tree = build_tree(discord.Client(intents=discord.Intents.none()), None)  # type: ignore[arg-type]
    found = {}
    for command in tree.walk_commands():
        if not isinstance(command, Group):
            found[command.qualified_name] = command.to_dict(tree)
    return found


def test_every_command_is_offered_as_a_slash_command_with_its_options() -> None:
    slash = offered()
    assert slash.keys() - COMMANDS.keys() == {"status"}
    assert COMMANDS.keys() <= slash.keys()
    for name, command in COMMANDS.items():
        options: list[dict[str, object]] = slash[name]["options"]  # type: ignore[assignment]
        assert {option["name"] for option in options} == set(command.options), name
        needed = [option["required"] for option in options]
        assert needed == sorted(needed, reverse=True), name


def test_a_group_has_room_for_more() -> None:
    groups = [name.rpartition(" ")[0] for name in COMMANDS]
    assert set(GROUPS) == set(groups) - {""}
    assert all(groups.count(group) <= MOST for group in GROUPS)


def test_the_hosts_commands_are_those_of_the_hosts_group() -> None:
    assert all(
        (name.split()[0] == "host") == (command.who is Who.HOST)
        for name, command in COMMANDS.items()
    )
    assert [name for name in COMMANDS if COMMANDS[name].who is Who.MANAGER] == ["setup"]


def test_the_picker_asks_for_what_a_command_needs() -> None:
    slash = offered()
    kinds = {
        option["name"]: (option["type"], option.get("min_value"), option.get("max_value"))
        for option in slash["match start"]["options"]  # type: ignore[attr-defined]
    }
    user, channel, text, number = 6, 7, 3, 4
    assert kinds["red"][0] == user
    assert kinds["channel"][0] == channel
    assert kinds["dmo"][0] == text  # suggested: the colours that were named
    assert kinds["side"] == (number, 2, 13)
    assert [o["name"] for o in slash["host time"]["options"] if o["required"]] == [  # type: ignore[attr-defined]
        "colour",
        "amount",
    ]


def test_a_command_that_is_refused_costs_no_other(monkeypatch, caplog) -> None:
    more = {}
    for number in range(11):
        name = f"match more-{'abcdefghijk'[number]}"
        more[name] = Command(name, "One more", name, Kind.MATCH, Late.NOW)  # type: ignore[arg-type]
    monkeypatch.setattr(commands, "COMMANDS", COMMANDS | more)
    slash = offered()
    assert COMMANDS.keys() <= slash.keys()
    assert "match more-k" not in slash
    assert "/match more-k is no slash command" in caplog.text
