"""Carries out `setup`: reads a server's settings from its options; applies them to new matches.

Somebody who manages the server types `setup clock:1m+5m theme:go`. From then on a match that is
started without a clock has that one, and boards are drawn in that theme.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from bot.commands.catalogue import Name
from bot.commands.command import OFF, ON
from bot.commands.parsing import Order
from bot.commands.request import Asker, Handlers, Reply
from bot.desk.pages import PageLinks
from bot.desk.venue import HERE, POST, THREAD, Venue
from bot.referee.clock import ClockError, read_control, read_length
from bot.referee.formats import Format, FormatError, find
from bot.referee.problems import (
    BadName,
    NoLengthOfTime,
    NotOneOf,
    NoWarnings,
    OrderError,
    Simple,
    Unfit,
)
from bot.servers.settings import BY_LINK, PAGES, PUBLIC, USUAL, Look, ServerSettings
from bot.storage.store import Servers
from bot.wording.setup import (
    NOT_SENT,
    SENT,
    hall_link_text,
    not_manager_text,
    settings_text,
)
from renderers import theme as themes

ROLE = "host-role"
MOST_WARNINGS = 5
_NOBODY = ("none", "nobody", "off")


class SetupCommand:
    """The settings of the servers of one venue."""

    def __init__(self, servers: Servers, venue: Venue, pages: PageLinks | None) -> None:
        self._pages = pages
        self._servers = servers
        self._venue = venue

    def handlers(self) -> Handlers:
        """The command that is carried out here."""
        return {Name.SETUP: self.set_up}

    async def rules(self, asker: Asker) -> ServerSettings:
        """What the asker's server has settled."""
        return await self._servers.rules(asker.room.venue, asker.room.server)

    async def look(self, asker: Asker) -> Look:
        """How pictures look for the asker."""
        return self._venue.places.look(await self.rules(asker))

    async def may_host(self, asker: Asker) -> bool:
        """Whether somebody may act as host in matches that others started."""
        if asker.may_host or not asker.roles:
            return asker.may_host
        role = (await self.rules(asker)).host_role
        return bool(role) and role in asker.roles

    async def set_up(self, order: Order, asker: Asker) -> Reply:
        """Shows the settings, changed as the options say; for those who manage the server.

        OrderError if they can't be.
        """
        if not asker.manages:
            return Reply(not_manager_text())
        changes = bool(order.options)
        if changes:
            chosen = await self._servers.change(
                asker.room.venue, asker.room.server, lambda rules: settled(rules, order.options)
            )
        else:
            chosen = await self.rules(asker)
        look = self._venue.places.look(chosen)
        has_pages, hall = self._pages is not None, ""
        if self._pages is not None:
            hall = await self._pages.hall(self._venue, asker.room)
        if hall and chosen.pages == BY_LINK and not asker.alone:
            # Everybody reads the answer, and the link is for whoever is given it.
            told = hall_link_text(hall)
            sent = await self._venue.places.whisper(asker.room, asker.player, told)
            hall = SENT if sent else NOT_SENT
        voice = self._venue.voice
        text = settings_text(
            chosen,
            look,
            voice,
            pages=has_pages,
            hall=hall,
            changed=changes,
            usual_clock=self._venue.places.usual_clock,
        )
        return Reply(text)


def settled(rules: ServerSettings, options: Mapping[str, str]) -> ServerSettings:
    """The settings with what the options change; OrderError says what is allowed."""
    if options.get("reset", "no").casefold() in ON:
        rules = USUAL
    for key, read in _READERS.items():
        if key in options:
            rules = read(rules, options[key].strip())
    return rules


def with_rules(
    options: Mapping[str, str], rules: ServerSettings, usual_clock: str = ""
) -> dict[str, str]:
    """The options of `match start` with the server's settings for what the host left open.

    The server's clock belongs to its format: a host who names another format gets that one's, or
    the venue's `usual_clock` instead of it.
    """
    given = dict(options)
    chosen = given.setdefault("format", rules.format)
    if rules.clock and _known(chosen).key == rules.format:
        given.setdefault("clock", rules.clock)
    if usual_clock and _known(chosen).control is not None:
        given.setdefault("clock", usual_clock)
    given.setdefault("where", rules.where)
    return given


def _known(key: str) -> Format:
    try:
        return find(key)
    except FormatError as error:
        raise OrderError(error.problem) from None


def _role(rules: ServerSettings, text: str) -> ServerSettings:
    if text.casefold() in _NOBODY:
        return replace(rules, host_role="")
    if not (text.isascii() and text.isdigit() and len(text) <= 20):
        raise OrderError(BadName(Unfit.NO_ROLE, ROLE))
    return replace(rules, host_role=text)


def _format(rules: ServerSettings, text: str) -> ServerSettings:
    return replace(rules, format=_known(text).key)


def _clock(rules: ServerSettings, text: str) -> ServerSettings:
    if text.casefold() in ("format", "usual"):
        return replace(rules, clock="")
    try:
        control = read_control(text)
    except ClockError as error:
        raise OrderError(NoLengthOfTime("clock", text, error.problem)) from None
    return replace(rules, clock="none" if control is None else str(control))


def _theme(rules: ServerSettings, text: str) -> ServerSettings:
    if text.casefold() not in themes.names():
        raise OrderError(NotOneOf("theme", text, tuple(themes.names())))
    return replace(rules, theme=text.casefold())


def _coordinates(rules: ServerSettings, text: str) -> ServerSettings:
    word = text.casefold()
    if word not in (*ON, *OFF, "usual"):
        raise OrderError(NotOneOf("coordinates", text, ("on", "off", "usual")))
    return replace(rules, coordinates=None if word == "usual" else word in ON)


def _sparring(rules: ServerSettings, text: str) -> ServerSettings:
    return replace(rules, sparring=is_on("sparring", text))


def _watch(rules: ServerSettings, text: str) -> ServerSettings:
    return replace(rules, watch=is_on("watch", text))


def _play(rules: ServerSettings, text: str) -> ServerSettings:
    return replace(rules, play=is_on("play", text))


def _pages(rules: ServerSettings, text: str) -> ServerSettings:
    word = text.casefold()
    if word not in PAGES:
        raise OrderError(NotOneOf("pages", text, PAGES))
    # Whoever closes the pages and opens them again is asked anew about search engines.
    return replace(rules, pages=word, index=rules.index and word == PUBLIC)


def _index(rules: ServerSettings, text: str) -> ServerSettings:
    index = is_on("index", text)
    if index and rules.pages != PUBLIC:
        raise OrderError(Simple.INDEX_OF_CLOSED_PAGES)
    return replace(rules, index=index)


def is_on(option: str, text: str) -> bool:
    """What a switch was set to; OrderError where that is neither on nor off."""
    if text.casefold() not in (*ON, *OFF):
        raise OrderError(NotOneOf(option, text, ("on", "off")))
    return text.casefold() in ON


def _where(rules: ServerSettings, text: str) -> ServerSettings:
    if text.casefold() not in (HERE, THREAD, POST):
        raise OrderError(NotOneOf("where", text, (HERE, THREAD, POST)))
    return replace(rules, where=text.casefold())


def _warnings(rules: ServerSettings, text: str) -> ServerSettings:
    if text.casefold() in _NOBODY:
        return replace(rules, warnings=())
    try:
        lengths = {read_length(part) for part in text.replace(",", " ").split()}
    except ClockError as error:
        raise OrderError(NoLengthOfTime("warnings", text, error.problem)) from None
    if not 0 < len(lengths) <= MOST_WARNINGS or min(lengths) < timedelta(seconds=1):
        raise OrderError(NoWarnings(MOST_WARNINGS))
    return replace(rules, warnings=tuple(sorted(lengths, reverse=True)))


_READERS: dict[str, Callable[[ServerSettings, str], ServerSettings]] = {
    ROLE: _role,
    "format": _format,
    "clock": _clock,
    "theme": _theme,
    "coordinates": _coordinates,
    "where": _where,
    "warnings": _warnings,
    "sparring": _sparring,
    "watch": _watch,
    "play": _play,
    "pages": _pages,
    "index": _index,
}
