"""The settings: environment and `.env` → one frozen value. Nothing is read at import."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo


class SettingsError(ValueError):
    """A setting has a value that can't be used; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside; each field is the setting of its name in capitals."""

    discord_token: str = field(default="", repr=False)
    discord_api_url: str = ""
    discord_gateway_url: str = ""
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
    log_level: str = "INFO"
    thinking: bool = True


NAMES = tuple(name.upper() for name in Settings.__dataclass_fields__)


_FORUMS = {
    "nodebb": ("nodebb_url", "nodebb_token", "nodebb_category"),
    "discourse": ("discourse_url", "discourse_key", "discourse_user", "discourse_category"),
}
"""The settings of each forum: all of them, or none."""
_OFTEN, _SELDOM = timedelta(seconds=1), timedelta(minutes=10)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; an empty value is as good as none."""
    given = {
        name.lower(): environment[name].strip()
        for name in NAMES
        if environment.get(name, "").strip()
    }
    port = given.pop("room_port", None)
    thinking = _on_or_off("thinking", given.pop("thinking", "on"))
    level = given.pop("log_level", "INFO").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError(f"LOG_LEVEL={level}: it is DEBUG, INFO, WARNING or ERROR")
    for secret in ("discord_token", "nodebb_token", "discourse_key"):
        if not all(sign.isascii() and sign.isprintable() for sign in given.get(secret, "")):
            # The value itself is a secret, however it was copied.
            raise SettingsError(
                f"{secret.upper()} is no token: it has signs in it that a token has not"
            )
    forums = _read_forums(given)
    settings = Settings(**given, **forums, log_level=level, thinking=thinking)  # type: ignore[arg-type]
    return settings if port is None else _with_port(settings, port)


def _read_forums(given: dict[str, str]) -> dict[str, object]:
    """What is said of forums, taken out of what is given."""
    read: dict[str, object] = {}
    for names in _FORUMS.values():
        missing = [name for name in names if name not in given]
        if missing and len(missing) < len(names):
            there = next(name for name in names if name in given)
            raise SettingsError(f"{there.upper()} is set and {missing[0].upper()} is not")
        for name in names:
            if name in given:
                read[name] = _READERS.get(name.rpartition("_")[2], _as_it_is)(name, given.pop(name))
    for name, reader in (("forum_every", _length), ("forum_timezone", _timezone)):
        if name in given:
            read[name] = reader(name, given.pop(name))
    return read


def _on_or_off(name: str, text: str) -> bool:
    if text.casefold() not in ("on", "off"):
        raise SettingsError(f"{name.upper()}={text}: it is on or off")
    return text.casefold() == "on"


def _as_it_is(_: str, text: str) -> str:
    return text


def _address(name: str, text: str) -> str:
    problem = f"{name.upper()}: it is the forum's address, such as https://forum.example.org"
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname)
        usable = usable and not (parts.query or parts.fragment or parts.username or parts.password)
        _ = parts.port
    except ValueError:
        usable = False
    if not usable:
        # It may have a password in it.
        raise SettingsError(problem)
    return text.rstrip("/")


def _categories(name: str, text: str) -> tuple[int, ...]:
    words = [word for word in text.replace(",", " ").split() if word]
    if not words or not all(re.fullmatch("[1-9][0-9]{0,8}", word) for word in words):
        raise SettingsError(f"{name.upper()}={text}: it is the numbers of categories, such as 5,8")
    return tuple(dict.fromkeys(int(word) for word in words))


def _length(name: str, text: str) -> timedelta:
    found = re.fullmatch(r"([0-9]{1,4})(s|m)", text.casefold())
    if found is not None:
        length = timedelta(**{"seconds" if found[2] == "s" else "minutes": int(found[1])})
        if _OFTEN <= length <= _SELDOM:
            return length
    raise SettingsError(f"{name.upper()}={text}: it is a length of time from 1s to 10m")


def _timezone(name: str, text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, OSError, LookupError):
        raise SettingsError(
            f"{name.upper()}={text}: it is the name of a time zone, such as UTC or Europe/Berlin"
        ) from None
    return text


_READERS = {"url": _address, "category": _categories}


def _with_port(settings: Settings, text: str) -> Settings:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise SettingsError(f"ROOM_PORT={text}: a port is a number from 0 to 65535")
    return replace(settings, room_port=int(text))
