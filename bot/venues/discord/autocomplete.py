"""What Discord suggests while somebody types an option."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.app_commands import Choice
from discord.utils import snowflake_time

from bot.commands.command import Suggests
from bot.engine.rulesets import RULESETS
from bot.referee.clock import read_control
from bot.referee.formats import COLOURS, DEFAULT, FORMATS
from bot.referee.moments import zones_like
from bot.storage.failures import StoreError
from bot.venues.discord.interactions import Interactions
from bot.wording.formats import takes_text
from bot.wording.writing import in_zone, tidy

log = logging.getLogger(__name__)

MOST = 25
LONGEST = 100
"""How many suggestions Discord shows, and how long one may be."""
_CLOCKS = {
    "1m+5m": "1 minute a move, a bank of 5",
    "1m+3m": "1 minute a move, a bank of 3",
    "30s+2m+5s": "30 seconds a move, a bank of 2 minutes, 5 seconds back after each move",
    "0+10m": "10 minutes for the whole game",
    "1d+3d": "a day a move, a bank of 3 days",
    "none": "no clock",
}
_RANDOM = "random"
_MOMENTS = ("in 1 hour", "tomorrow 20:00", "sat 20:00")
Suggest = Callable[[discord.Interaction, str], Awaitable[list[Choice[str]]]]


async def clocks(_: discord.Interaction, current: str) -> list[Choice[str]]:
    """Usual clocks, and what is typed if it can be read."""
    usual = {key: f"{key}: {text}" for key, text in _CLOCKS.items() if key.startswith(current)}
    try:
        typed = str(read_control(current) or "none") if current else ""
    except ValueError:
        typed = ""
    return _choices(({typed: typed} if typed else {}) | usual)


async def starters(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """The colours that are seated in what is typed so far, else all; and a drawn lot."""
    words = (*_seated(interaction), _RANDOM)
    return _choices({word: word for word in words if word.startswith(current)})


async def opponents(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """The colours that are seated in what is typed so far: one of them is the DMO's."""
    return _choices({word: word for word in _seated(interaction) if word.startswith(current)})


async def game_options(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """The options of the chosen format's game, after those typed already."""
    key = getattr(interaction.namespace, "format", None) or DEFAULT
    form = FORMATS.get(key, FORMATS[DEFAULT])
    ruleset = RULESETS[form.ruleset]
    *typed, last = current.split(" ")
    before = " ".join(word for word in typed if word)
    used = {word.partition("=")[0] for word in typed}
    suggested: dict[str, str] = {}
    for option in ruleset.options:
        if option.key in used or not option.key.startswith(last.partition("=")[0]):
            continue
        value = (
            last if "=" in last else f"{option.key}={option.show(getattr(ruleset, option.field))}"
        )
        whole = f"{before} {value}".strip()
        suggested[whole] = f"{whole} ({option.key} is {takes_text(option.takes)})"
    return _choices(suggested)


async def zones(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Time zones in whose name is what is typed, with what the clocks show there."""
    now = snowflake_time(interaction.id)
    return _choices(
        {name: f"{name}: {in_zone(now, name):%H:%M}" for name in zones_like(current, MOST)}
    )


def suggestions(interactions: Interactions) -> dict[Suggests, Any]:
    """What is suggested for an option, by what its line in the command table says."""

    async def match_numbers(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """The open and the latest matches of the server, the latest first."""
        try:
            matches = await interactions.known_matches(interaction)
        except StoreError as error:
            log.warning("no matches can be suggested: %s", error)
            return []
        wanted = current.strip().casefold()
        return _choices(
            {
                str(number): text
                for number, text in matches.items()
                if str(number).startswith(wanted) or wanted in text.casefold()
            }
        )

    async def moments(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """What is typed, as it is understood; examples where nothing is."""
        asked = [current] if current.strip() else _MOMENTS
        try:
            read = {words: await interactions.understood(interaction, words) for words in asked}
        except StoreError as error:
            log.warning("no moments can be suggested: %s", error)
            return []
        return _choices({words: text for words, text in read.items() if text})

    return {
        Suggests.MATCHES: match_numbers,
        Suggests.MOMENTS: moments,
        Suggests.ZONES: zones,
        Suggests.CLOCKS: clocks,
        Suggests.STARTERS: starters,
        Suggests.OPPONENTS: opponents,
        Suggests.GAME_OPTIONS: game_options,
    }


def _seated(interaction: discord.Interaction) -> list[str]:
    typed = vars(interaction.namespace)
    return [colour for colour in COLOURS if typed.get(colour) is not None] or list(COLOURS)


def _choices(suggested: dict[str, str]) -> list[Choice[str]]:
    # Half of somebody's words may be other words: what Discord has no room for is not offered.
    shown = [(value, text) for value, text in suggested.items() if len(value) <= LONGEST]
    return [Choice(name=tidy(text, LONGEST), value=value) for value, text in shown[:MOST]]
