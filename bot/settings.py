"""The settings: environment and `.env` → one frozen value. Nothing is read at import."""

import argparse
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from dotenv import dotenv_values

from bot.findings import settings as findings


class SettingsError(ValueError):
    """A setting has a value that can't be used."""

    def __init__(self, problem: findings.SettingProblem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside; each field is the setting of its name in capitals."""

    discord_token: str = field(default="", repr=False)
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    shard_count: int | None = None
    shard_ids: tuple[int, ...] = ()
    nodebb_url: str = ""
    nodebb_token: str = field(default="", repr=False)
    nodebb_category: tuple[int, ...] = ()
    discourse_url: str = ""
    discourse_key: str = field(default="", repr=False)
    discourse_user: str = ""
    discourse_category: tuple[int, ...] = ()
    forum_every: timedelta = timedelta(seconds=60)
    forum_timezone: str = "UTC"
    database_url: str = field(default="sqlite+aiosqlite:///referee.sqlite3", repr=False)
    room_host: str = "127.0.0.1"
    room_port: int = 8080
    watch_url: str = ""
    watch_host: str = "127.0.0.1"
    watch_port: int = 8081
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None
    log_level: str = "INFO"
    log_format: str = "text"
    thinking: bool = True


NAMES = tuple(name.upper() for name in Settings.__dataclass_fields__)


_FORUMS = {
    "nodebb": ("nodebb_url", "nodebb_token", "nodebb_category"),
    "discourse": ("discourse_url", "discourse_key", "discourse_user", "discourse_category"),
}
"""The settings of each forum: all of them, or none."""
_OFTEN, _SELDOM = timedelta(seconds=1), timedelta(minutes=10)


def settings_given(given: argparse.Namespace) -> Settings:
    """What is set by the command line, else by the environment, else by `.env`.

    Raises `SettingsError`, also for a `.env` that can't be read.
    """
    try:
        dotenv = {key: value or "" for key, value in dotenv_values(Path(".env")).items()}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SettingsError(findings.BadFile(reason or "")) from None
    settings = read_settings(dotenv | dict(os.environ))
    if given.host is not None:
        settings = replace(settings, room_host=given.host)
    return settings if given.port is None else replace(settings, room_port=given.port)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; an empty value is as good as none."""
    given = {
        name.lower(): environment[name].strip()
        for name in NAMES
        if environment.get(name, "").strip()
    }
    ports = {
        name: _port(name, given.pop(name))
        for name in ("room_port", "watch_port", "metrics_port")
        if name in given
    }
    if "watch_url" in given:
        given["watch_url"] = _watch_address(given["watch_url"])
    thinking = _on_or_off("thinking", given.pop("thinking", "on"))
    level = given.pop("log_level", "INFO").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError(findings.BadLevel(level))
    log_format = given.pop("log_format", "text").lower()
    if log_format not in ("text", "json"):
        raise SettingsError(findings.BadLogFormat(log_format))
    for secret in ("discord_token", "nodebb_token", "discourse_key"):
        if not all(sign.isascii() and sign.isprintable() for sign in given.get(secret, "")):
            raise SettingsError(findings.BadToken(secret.upper()))
    forums, shards = _read_forums(given), _read_shards(given)
    logs = {"log_level": level, "log_format": log_format}
    return Settings(**given, **forums, **shards, **ports, **logs, thinking=thinking)  # type: ignore[arg-type]


def _read_shards(given: dict[str, str]) -> dict[str, object]:
    """What is said of shards, taken out of what is given; those of this process in their order."""
    counted, named = given.pop("shard_count", ""), given.pop("shard_ids", "")
    if not counted:
        if named:
            raise SettingsError(findings.Lacking("SHARD_IDS", "SHARD_COUNT"))
        return {}
    if not re.fullmatch("[1-9][0-9]{0,4}", counted):
        raise SettingsError(findings.BadShardCount(counted))
    count, shards = int(counted), set[int]()
    for word in named.replace(",", " ").split():
        found = re.fullmatch("([0-9]{1,5})(?:-([0-9]{1,5}))?", word)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if first > last:
            raise SettingsError(findings.BadShardIds(named))
        if last >= count:
            raise SettingsError(findings.NoSuchShard(last, count))
        shards.update(range(first, last + 1))
    return {"shard_count": count, "shard_ids": tuple(sorted(shards) or range(count))}


def _read_forums(given: dict[str, str]) -> dict[str, object]:
    """What is said of forums, taken out of what is given."""
    read: dict[str, object] = {}
    for names in _FORUMS.values():
        missing = [name for name in names if name not in given]
        if missing and len(missing) < len(names):
            there = next(name for name in names if name in given)
            raise SettingsError(findings.Lacking(there.upper(), missing[0].upper()))
        for name in names:
            if name in given:
                read[name] = _READERS.get(name.rpartition("_")[2], _as_it_is)(name, given.pop(name))
    for name, reader in (("forum_every", _length), ("forum_timezone", _timezone)):
        if name in given:
            read[name] = reader(name, given.pop(name))
    return read


def _on_or_off(name: str, text: str) -> bool:
    if text.casefold() not in ("on", "off"):
        raise SettingsError(findings.BadSwitch(name.upper(), text))
    return text.casefold() == "on"


def _as_it_is(_: str, text: str) -> str:
    return text


def _watch_address(text: str) -> str:
    # Its pages name their scripts from the root.
    if not _is_address(text) or urlsplit(text).path.strip("/"):
        raise SettingsError(findings.BadWatchAddress())
    return text.rstrip("/")


def _forum_address(name: str, text: str) -> str:
    if not _is_address(text):
        raise SettingsError(findings.BadForumAddress(name.upper()))
    return text.rstrip("/")


def _is_address(text: str) -> bool:
    """Whether it is an address on the web, without anything that has no place in a setting."""
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    extra = parts.query or parts.fragment or parts.username or parts.password
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not extra


def _categories(name: str, text: str) -> tuple[int, ...]:
    words = [word for word in text.replace(",", " ").split() if word]
    if not words or not all(re.fullmatch("[1-9][0-9]{0,8}", word) for word in words):
        raise SettingsError(findings.BadCategories(name.upper(), text))
    return tuple(dict.fromkeys(int(word) for word in words))


def _length(name: str, text: str) -> timedelta:
    found = re.fullmatch(r"([0-9]{1,4})(s|m)", text.casefold())
    if found is not None:
        length = timedelta(**{"seconds" if found[2] == "s" else "minutes": int(found[1])})
        if _OFTEN <= length <= _SELDOM:
            return length
    raise SettingsError(findings.BadInterval(name.upper(), text))


def _timezone(name: str, text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, OSError, LookupError):
        raise SettingsError(findings.BadTimezone(name.upper(), text)) from None
    return text


_READERS = {"url": _forum_address, "category": _categories}


def _port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise SettingsError(findings.BadPort(name.upper(), text))
    return int(text)
