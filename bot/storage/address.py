"""The address of a database: a file's, a server's, or that of several servers of which one writes.

PostgreSQL fails over from db-1 to db-2. Whoever set that up writes both names, as PostgreSQL's own
programs take them: `user@db-1:5432,db-2:5433/name`. An IPv6 address is in brackets.
"""

import re
from dataclasses import dataclass

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.findings.database import State
from bot.storage.failures import unusable

_PORT = 5432
"""PostgreSQL's own, where none is named."""
# Behind the hosts there is no @: what looks like a list before one is part of a password.
_LISTED = re.compile(r"([^/?#]*://(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#][^@]*)?)", re.DOTALL)
"""What stands before several hosts, the hosts, and what stands behind them."""
_SERVER = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:,]+)(?::([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class Address:
    """An address as it is used; where it names several servers, `url` names none of them.

    A server is its host and its port.
    """

    url: URL
    servers: tuple[tuple[str, int], ...] = ()

    @property
    def host(self) -> str:
        """The host, or several, as programs of PostgreSQL's take it."""
        return ",".join(host for host, _ in self.servers) or self.url.host or ""

    @property
    def port(self) -> str:
        """The port as such a program takes it; empty where none is named."""
        return ",".join(str(port) for _, port in self.servers) or str(self.url.port or "")


def hosts_of(text: str) -> list[str]:
    return [name for name in read_address(text).host.split(",") if name]


def read_address(text: str) -> Address:
    """An address as it is written in DATABASE_URL; UnusableDatabaseError for none.

    The error quotes nothing: there may be a password in it.
    """
    if not text.startswith("sqlite") and text.count("@") > 1:
        # Half a password would be taken for a host, and shown.
        raise unusable(State.TWO_AT_SIGNS)
    several = _LISTED.fullmatch(text)
    try:
        url = make_url(text if several is None else several[1] + several[3])
    except (ArgumentError, ValueError):
        raise unusable(State.BAD_ADDRESS) from None
    if url.get_backend_name() != "postgresql" and several is not None:
        raise unusable(State.BAD_ADDRESS)
    # The driver would take several hosts behind the question mark, and write to any of them.
    hosts = url.normalized_query.get("host", ())
    if len(hosts) > 1 or any("," in host for host in hosts):
        raise unusable(State.BAD_SERVERS)
    return Address(url, () if several is None else _servers(several[2]))


def _servers(listed: str) -> tuple[tuple[str, int], ...]:
    found = [_SERVER.fullmatch(one.strip()) for one in listed.split(",")]
    servers = tuple((one[1].strip("[]"), int(one[2] or _PORT)) for one in found if one)
    if len(set(servers)) < len(found) or not all(0 < port < 65536 for _, port in servers):
        raise unusable(State.BAD_SERVERS)
    return servers


def without_password(text: str) -> str:
    address = read_address(text)
    if not address.servers:
        return address.url.render_as_string(hide_password=True)
    return re.sub(r"(://[^/?#:@]*:)[^@]+@", r"\1***@", text)
