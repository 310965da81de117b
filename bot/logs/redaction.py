"""Keeps tokens and passwords out of everything the program writes.

Nothing here should ever find anything: no sentence is made with a secret in it. But an error's
text comes from libraries below, and a log line may come from any of them.
"""

import json
import logging
import re
from collections.abc import Sequence
from urllib.parse import unquote

from bot.settings import Settings

HIDDEN = "•••"
_LEAST = 4
"""A shorter secret is not looked for: it would be found everywhere, and guessed anyway."""
# Greedy, since a password with an unescaped @ must not be taken for a host.
_PASSWORD = re.compile(r"://[^/?#:@]*:(.+)@")
# Discord gives each interaction a token for a quarter of an hour; whoever has it can answer as the
# referee. The library's own log has it, in addresses and in events.
_ANSWERING = (
    re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?'\"]+"),
    re.compile(r"""(["']token["']:\s*["'])[^"']+"""),
)
# Whoever has a link may do what it is to: watch, or play from a seat. Those behind a "#" are one or
# several, and no longer word is taken for one.
_LINKS = (
    re.compile(r"(/(?:watch|hall|cup)/)[A-Za-z0-9_-]{22,}"),
    re.compile(r"(\bBearer )[A-Za-z0-9_-]{22,}(?:,[A-Za-z0-9_-]{22,})*"),
    re.compile(r"(#)[A-Za-z0-9_-]{32}(?:,[A-Za-z0-9_-]{32})*(?![A-Za-z0-9_-])"),
)
_IN_QUERY = re.compile(r"[?&](?:password|sslpassword|passfile)=([^&#]+)")


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The tokens and the passwords in addresses, as written and as meant, longest first."""
    secrets = {settings.discord_token, settings.nodebb_token, settings.discourse_key}
    for url in (settings.database_url, settings.discord_api_url, settings.discord_gateway_url):
        for pattern in (_PASSWORD, _IN_QUERY):
            for match in pattern.finditer(url):
                secrets |= {match[1], unquote(match[1]), *_pieces(match[1])}
    # An error quotes a value as Python spells it, or as JSON does.
    secrets |= {spelt for it in secrets for spelt in (repr(it)[1:-1], json.dumps(it)[1:-1])}
    return tuple(sorted((it for it in secrets if len(it) >= _LEAST), key=len, reverse=True))


def _pieces(password: str) -> list[str]:
    """The pieces of a password with an unescaped @ in it, as reading its address makes them."""
    return re.split(r"[@/?#:]", password) if "@" in password else []


def hide(text: str, secrets: Sequence[str]) -> str:
    """The text without the secrets, and without the token of any interaction or link."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    for pattern in (*_ANSWERING, *_LINKS):
        text = pattern.sub(rf"\g<1>{HIDDEN}", text)
    return text


class DiscreetFormatter(logging.Formatter):
    """Log lines, tracebacks and all, without the secrets."""

    def __init__(self, layout: str, secrets: Sequence[str]) -> None:
        super().__init__(layout)
        self._secrets = tuple(secrets)

    def format(self, record: logging.LogRecord) -> str:
        """One record as text."""
        return hide(super().format(record), self._secrets)
