"""The settings: environment and `.env` → one frozen value. Nothing is read at import."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


class SettingsError(ValueError):
    """A setting has a value that can't be used; the text says what is allowed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set from outside; each field is the setting of its name in capitals."""

    discord_token: str = field(default="", repr=False)
    discord_api_url: str = ""
    discord_gateway_url: str = ""
    database_url: str = field(default="sqlite+aiosqlite:///referee.sqlite3", repr=False)
    room_host: str = "127.0.0.1"
    room_port: int = 8080
    log_level: str = "INFO"


NAMES = tuple(name.upper() for name in Settings.__dataclass_fields__)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; an empty value is as good as none."""
    given = {
        name.lower(): environment[name].strip()
        for name in NAMES
        if environment.get(name, "").strip()
    }
    port = given.pop("room_port", None)
    level = given.pop("log_level", "INFO").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise SettingsError(f"LOG_LEVEL={level}: it is DEBUG, INFO, WARNING or ERROR")
    if not all(sign.isascii() and sign.isprintable() for sign in given.get("discord_token", "")):
        # The value itself is a secret, however it was copied.
        raise SettingsError("DISCORD_TOKEN is no token: it has signs in it that a token has not")
    settings = Settings(**given, log_level=level)  # type: ignore[arg-type]
    return settings if port is None else _with_port(settings, port)


def _with_port(settings: Settings, text: str) -> Settings:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise SettingsError(f"ROOM_PORT={text}: a port is a number from 0 to 65535")
    return replace(settings, room_port=int(text))
