"""The command table as slash commands; the loopback Discord refuses what Discord would."""

import discord
import pytest
from discord.app_commands import Group

from bot.commands.catalogue import COMMANDS, GROUPS, Name, by_name
from bot.commands.command import Command, Kind, Late, Who
from bot.venues.discord import commands
from bot.venues.discord.commands import build_tree

MOST = 25
"""Discord's limit of the commands of a group."""


def test_a_second_command_of_one_name_is_refused() -> None:
    command = COMMANDS[Name.PAUSE]
    with pytest.raises(ValueError, match="two commands are called host pause"):
        by_name((command, command))


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
