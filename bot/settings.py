"""The settings: environment and `.env` → one frozen value. Nothing is read at import."""

import argparse
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from dotenv import dotenv_values

from bot.wording import settings as say


class SettingsError(ValueError):
    """Settings that can't be used: for each a line that says what is allowed, and no secret."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


_LONGEST_INNER = 255


def _count(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,4}", text):
        raise ValueError
    return int(text)


def _shards(text: str) -> tuple[int, ...]:
    """Numbers and ranges, in any order: *3 1, 4-7*; each once, in order."""
    shards = set[int]()
    for word in _words(text):
        ends = re.fullmatch("([0-9]{1,5})(?:-([0-9]{1,5}))?", word)
        first, last = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
        if first > last:
            raise ValueError
        shards.update(range(first, last + 1))
    return tuple(sorted(shards))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _one_of(*words: str) -> Callable[[str], str]:
    """A reader of words, however they are written."""
    as_named = {word.casefold(): word for word in words}
    return lambda text: as_named[text.casefold()]


def _switch(text: str) -> bool:
    return {"on": True, "off": False}[text.casefold()]


def _token(text: str) -> str:
    if not all(sign.isascii() and sign.isprintable() and sign not in " \"'" for sign in text):
        raise ValueError
    return text


def _unquoted(text: str) -> str:
    """A value without one pair of quotes around it, which `docker run --env-file` leaves there."""
    text = text.strip()
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1].strip() if quoted else text


def _address(text: str) -> str:
    """An address on the web, without anything that has no place in a setting."""
    address = urlsplit(text)
    # A port that is no number is noticed only when it is read.
    _ = address.port
    extra = address.query or address.fragment or address.username or address.password
    if address.scheme not in ("http", "https") or not address.hostname or extra:
        raise ValueError
    return text.rstrip("/")


def _inner(text: str) -> str:
    """An address between machines: as it stands with a lease, and without a path."""
    address = _address(text)
    if len(address) > _LONGEST_INNER or urlsplit(address).path:
        raise ValueError
    return address


def _categories(text: str) -> tuple[int, ...]:
    words = _words(text)
    if not words or not all(re.fullmatch("[1-9][0-9]{0,8}", word) for word in words):
        raise ValueError
    return tuple(dict.fromkeys(int(word) for word in words))


def _length(text: str) -> timedelta:
    parts = re.fullmatch(r"([0-9]{1,4})(s|m)", text.casefold())
    if parts is None:
        raise ValueError
    length = timedelta(**{"seconds" if parts[2] == "s" else "minutes": int(parts[1])})
    if not timedelta(seconds=1) <= length <= timedelta(minutes=10):
        raise ValueError
    return length


def read_age(text: str) -> timedelta:
    """A number of days, such as `90d`; ValueError for anything else."""
    if not re.fullmatch("[1-9][0-9]{0,3}d", text.casefold()):
        raise ValueError
    return timedelta(days=int(text[:-1]))


def _timezone(text: str) -> str:
    ZoneInfo(text)
    return text


def _networks(text: str) -> tuple[str, ...]:
    return tuple(str(ip_network(word, strict=False)) for word in _words(text))


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise ValueError
    return int(text)


def _read_by(reader: Callable[[str], object], default: object) -> Any:
    """A setting that takes certain texts only; for others the reader raises as `int` would."""
    return field(default=default, repr=reader is not _token, metadata={"reader": reader})


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside; each field is the setting of its name in capitals."""

    discord_token: str = _read_by(_token, "")
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    shards: str = _read_by(_one_of("auto"), "")
    shard_count: int | None = _read_by(_count, None)
    shard_ids: tuple[int, ...] = _read_by(_shards, ())
    nodebb_url: str = _read_by(_address, "")
    nodebb_token: str = _read_by(_token, "")
    nodebb_category: tuple[int, ...] = _read_by(_categories, ())
    discourse_url: str = _read_by(_address, "")
    discourse_key: str = _read_by(_token, "")
    discourse_user: str = ""
    discourse_category: tuple[int, ...] = _read_by(_categories, ())
    forum_every: timedelta = _read_by(_length, timedelta(seconds=60))  # noqa: RUF009 - a value
    forum_timezone: str = _read_by(_timezone, "UTC")
    database_url: str = field(default="sqlite+aiosqlite:///referee.sqlite3", repr=False)
    web_url: str = _read_by(_address, "")
    web_host: str = "127.0.0.1"
    web_port: int = _read_by(_port, 8080)
    web_inner_url: str = _read_by(_inner, "")
    web_proxies: tuple[str, ...] = _read_by(_networks, ("127.0.0.0/8", "::1/128"))
    room: str = _read_by(_one_of("on", "off", "auto"), "auto")
    room_opened_by: str = _read_by(_one_of("anyone", "host"), "anyone")
    tidy_after: timedelta | None = _read_by(read_age, None)  # noqa: RUF009 - a value
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = _read_by(_port, None)
    log_level: str = _read_by(_one_of("DEBUG", "INFO", "WARNING", "ERROR"), "INFO")
    log_format: str = _read_by(_one_of("text", "json"), "text")
    thinking: bool = _read_by(_switch, default=True)

    @property
    def has_venues(self) -> bool:
        """Whether matches are held anywhere but in the local room."""
        return bool(self.discord_token or self.nodebb_url or self.discourse_url)

    @property
    def has_room(self) -> bool:
        """Whether the local room is open: where nothing else is set, or it is said so."""
        return self.room == "on" or (self.room == "auto" and not self.has_venues)

    @property
    def has_web(self) -> bool:
        return self.has_room or bool(self.web_url)


FIELDS = {field.name.upper(): field for field in fields(Settings)}
_FORUMS = (
    ("NODEBB_URL", "NODEBB_TOKEN", "NODEBB_CATEGORY"),
    ("DISCOURSE_URL", "DISCOURSE_KEY", "DISCOURSE_USER", "DISCOURSE_CATEGORY"),
)
"""The settings of each forum: all of them, or none."""
_FORMER = {
    "ROOM_HOST": ("WEB_HOST", "127.0.0.1"),
    "WATCH_URL": ("WEB_URL", ""),
    "WATCH_HOST": ("WEB_HOST", "127.0.0.1"),
    "WATCH_PORT": ("WEB_PORT", "8081"),
}
"""What settings were called before there was one web server, and their values in the example file
then, which a copy of it has; `ROOM_PORT` is read for now."""
_OF_SHARDS = {"DISCORD_TOKEN", "SHARDS", "SHARD_COUNT", "SHARD_IDS"}
KNOWN_NAMES = {*FIELDS, *_FORMER, "ROOM_PORT", "POSTGRES_PASSWORD"}
"""What `.env` may set; the last is read by `compose.yaml`."""


def settings_given(arguments: argparse.Namespace) -> Settings:
    """What is set by the command line, else by the environment, else by `.env`.

    Raises `SettingsError`, also for a `.env` that can't be read.
    """
    try:
        dotenv = {key: value or "" for key, value in dotenv_values(Path(".env")).items()}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SettingsError(say.bad_file_text(reason or "")) from None
    settings = read_settings(dotenv | dict(os.environ))
    if arguments.host is not None:
        settings = replace(settings, web_host=arguments.host)
    return settings if arguments.port is None else replace(settings, web_port=arguments.port)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; an empty value is as good as none."""
    texts = {name: text for name in FIELDS if (text := _unquoted(environment.get(name, "")))}
    problems = _renamed(environment)
    port = environment.get("ROOM_PORT", "").strip()
    if port and "WEB_PORT" not in texts:
        texts["WEB_PORT"] = port
    if address := texts.get("DATABASE_URL"):
        # Others write it without the name of a driver.
        texts["DATABASE_URL"] = re.sub("^postgres(ql)?://", "postgresql+asyncpg://", address)
    for names in _FORUMS:
        problems += _lacking([name for name in names if name in texts], names)
    values, useless = dict[str, Any](), set[str]()
    for name, text in texts.items():
        reader = FIELDS[name].metadata.get("reader", str)
        try:
            values[name.lower()] = reader(text)
        except (ValueError, OSError, LookupError):
            # An address may have a password in it.
            secret = reader in (_token, _address, _inner)
            problems.append(say.bad_setting_text(name, "" if secret else text))
            useless.add(name)
    settings = Settings(**values)
    try:
        if not useless & _OF_SHARDS:
            settings = _with_shards(settings)
    except SettingsError as error:
        problems += error.problems
    if problems:
        raise SettingsError(*problems)
    return settings


def _renamed(environment: Mapping[str, str]) -> list[str]:
    """What is set by a former name, and not as it is anyway: pages would be elsewhere unsaid."""
    given = {former: _unquoted(environment.get(former, "")) for former in _FORMER}
    return [
        say.renamed_text(former, name)
        for former, (name, usual) in _FORMER.items()
        if given[former] not in ("", usual)
    ]


def _lacking(there: list[str], names: tuple[str, ...]) -> list[str]:
    """What is missing of a group of settings of which some are there: none is of use alone."""
    return [say.lacking_text(there[0], name) for name in names if there and name not in there]


def _with_shards(settings: Settings) -> Settings:
    """The settings with all shards, where none are named for this process."""
    count, shards = settings.shard_count, settings.shard_ids
    if settings.shards:
        if not settings.discord_token:
            raise SettingsError(say.lacking_text("SHARDS", "DISCORD_TOKEN"))
        if count is not None or shards:
            raise SettingsError(say.SHARDS_TWICE)
        if not settings.database_url.startswith("postgresql"):
            raise SettingsError(say.SHARDS_NEED_SERVER)
        return settings
    if count is None:
        if shards:
            raise SettingsError(say.lacking_text("SHARD_IDS", "SHARD_COUNT"))
        return settings
    if shards and shards[-1] >= count:
        raise SettingsError(say.beyond_count_text(shards[-1], count))
    return replace(settings, shard_ids=shards or tuple(range(count)))
