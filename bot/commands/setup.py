"""The `setup` command's options → a server's settings, and what they mean for a new match."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from bot.commands.parsing import Order
from bot.commands.request import Asker, Reply
from bot.desk.venue import HERE, POST, THREAD
from bot.engine.rulesets import OptionError
from bot.referee.clock import read_control, read_length
from bot.referee.formats import find
from bot.servers.settings import USUAL, HouseRules
from bot.storage.servers import Servers
from bot.wording.setup import not_manager_text, settings_text
from bot.wording.voice import Voice
from renderers import theme as themes

ROLE = "host-role"
MOST_WARNINGS = 5
_ON, _OFF = ("on", "yes", "true"), ("off", "no", "false")
_NOBODY = ("none", "nobody", "off")


class Housekeeping:
    """The settings of the servers of one venue."""

    def __init__(self, servers: Servers, voice: Voice) -> None:
        self._servers = servers
        self._voice = voice

    async def rules(self, asker: Asker) -> HouseRules:
        """What the asker's server has settled."""
        return await self._servers.rules(asker.room.venue, asker.room.server)

    async def may_host(self, asker: Asker) -> bool:
        """Whether somebody may act as host in matches that others started."""
        if asker.may_host or not asker.roles:
            return asker.may_host
        role = (await self.rules(asker)).host_role
        return bool(role) and role in asker.roles

    async def set_up(self, order: Order, asker: Asker) -> Reply:
        """Shows the settings, changed as the options say; for those who manage the server."""
        if not asker.manages:
            return Reply(not_manager_text(), private=True)
        rules = await self.rules(asker)
        try:
            chosen = settled(rules, order.options)
        except OptionError as error:
            return Reply(self._voice.plain(f"{error}."), private=True)
        changes = bool(order.options)
        if changes:
            await self._servers.settle(asker.room.venue, asker.room.server, chosen)
        return Reply(settings_text(chosen, self._voice, changed=changes), private=True)


def settled(rules: HouseRules, options: Mapping[str, str]) -> HouseRules:
    """The settings with what the options change; OptionError says what is allowed."""
    if options.get("reset", "no").casefold() in _ON:
        rules = USUAL
    for key, read in _READERS.items():
        if key in options:
            rules = read(rules, options[key].strip())
    return rules


def with_rules(options: Mapping[str, str], rules: HouseRules) -> dict[str, str]:
    """The options of `match start` with the server's settings for what the host left open.

    The server's clock belongs to its format: a host who names another format gets that one's.
    """
    given = dict(options)
    chosen = given.setdefault("format", rules.format)
    if rules.clock and find(chosen).key == rules.format:
        given.setdefault("clock", rules.clock)
    given.setdefault("where", rules.where)
    return given


def _role(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() in _NOBODY:
        return replace(rules, host_role="")
    role = text.removeprefix("<@&").removesuffix(">")
    if not (role.isascii() and role.isdigit() and len(role) <= 20):
        raise OptionError(f"{ROLE}: mention the role, or write {ROLE}:none")
    return replace(rules, host_role=role)


def _format(rules: HouseRules, text: str) -> HouseRules:
    return replace(rules, format=find(text).key)


def _clock(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() in ("format", "usual"):
        return replace(rules, clock="")
    try:
        control = read_control(text)
    except ValueError as error:
        raise OptionError(f"clock:{text}: {error}") from None
    return replace(rules, clock="none" if control is None else str(control))


def _theme(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() not in themes.names():
        raise OptionError(f"theme:{text}: there are {', '.join(themes.names())}")
    return replace(rules, theme=text.casefold())


def _coordinates(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() not in _ON + _OFF:
        raise OptionError("coordinates: on or off")
    return replace(rules, coordinates=text.casefold() in _ON)


def _where(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() not in (HERE, THREAD, POST):
        raise OptionError(f"where:{text}: it is {HERE}, {THREAD} or {POST}")
    return replace(rules, where=text.casefold())


def _warnings(rules: HouseRules, text: str) -> HouseRules:
    if text.casefold() in _NOBODY:
        return replace(rules, warnings=())
    try:
        lengths = {read_length(part) for part in text.replace(",", " ").split()}
    except ValueError as error:
        raise OptionError(f"warnings:{text}: {error}") from None
    if not 0 < len(lengths) <= MOST_WARNINGS or min(lengths) < timedelta(seconds=1):
        raise OptionError(
            f"warnings: one to {MOST_WARNINGS} lengths of time, such as 60s,10s, or none"
        )
    return replace(rules, warnings=tuple(sorted(lengths, reverse=True)))


_READERS: dict[str, Callable[[HouseRules, str], HouseRules]] = {
    ROLE: _role,
    "format": _format,
    "clock": _clock,
    "theme": _theme,
    "coordinates": _coordinates,
    "where": _where,
    "warnings": _warnings,
}
