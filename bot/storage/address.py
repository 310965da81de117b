"""The address of a database: a file's, a server's, or that of several servers of which one writes.

PostgreSQL fails over from db-1 to db-2. Whoever set that up writes both names, as PostgreSQL's own
programs take them (`user@db-1:5432,db-2:5433/name`, or `?host=db-1,db-2&port=5432,5433`), or as
SQLAlchemy does (`?host=db-1:5432&host=db-2:5433`). Addresses with colons in them are in brackets;
behind the question mark they need none where no port stands beside them.
"""

import re
from dataclasses import dataclass

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.findings.database import State
from bot.storage.failures import unusable

_PORT = 5432
"""PostgreSQL's own, where none is named."""
_LISTED = re.compile(r"([^/?#]*://(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)", re.DOTALL)
"""What stands before several hosts, the hosts, and what stands behind them."""
_SERVER = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[^\[\]:,]+)(?::([0-9]{1,5}))?")
_NOT_THE_DRIVERS = ("host", "port", "target_session_attrs")
"""Only a server that takes writes is ever used, whether that is asked for or not."""


@dataclass(frozen=True, slots=True)
class HostPort:
    """Where a server listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Address:
    """An address as it is used; where it names several servers, `url` names none of them."""

    url: URL
    servers: tuple[HostPort, ...] = ()

    @property
    def host(self) -> str:
        """The host, or several, as programs of PostgreSQL's take it."""
        return ",".join(one.host for one in self.servers) or self.url.host or ""

    @property
    def port(self) -> str:
        """The port as such a program takes it; empty where none is named."""
        return ",".join(str(one.port) for one in self.servers) or str(self.url.port or "")


def hosts_of(text: str) -> list[str]:
    """The machines on which a database may be; none for a file."""
    address = read_address(text)
    names = [one.host for one in address.servers] or [address.url.host or ""]
    return [name for name in names if name]


def read_address(text: str) -> Address:
    """An address as it is written in DATABASE_URL; UnusableDatabaseError for none.

    The error quotes nothing: there may be a password in it.
    """
    if not text.startswith("sqlite") and text.count("@") > 1:
        # Half a password would be taken for a host, and shown.
        raise unusable(State.TWO_AT_SIGNS)
    several = _LISTED.fullmatch(text)
    if several is not None and "@" in several[3]:
        # What looked like a list was part of a password.
        several = None
    try:
        if several is None:
            return _by_query(make_url(text))
        return Address(_without_servers(make_url(several[1] + several[3])), _places(several[2]))
    except (ArgumentError, ValueError):
        raise unusable(State.BAD_ADDRESS) from None


def _by_query(url: URL) -> Address:
    """Several servers that are named behind the question mark, if any."""
    hosts, ports = (
        [one for text in url.normalized_query.get(name, ()) for one in text.split(",")]
        for name in ("host", "port")
    )
    if len(hosts) < 2 or url.get_backend_name() != "postgresql":
        return Address(url)
    if len(ports) == 1:
        ports *= len(hosts)
    if ports and len(ports) != len(hosts):
        raise unusable(State.BAD_SERVERS)
    hosts = [f"[{host}]" if _is_bare(host) else host for host in map(str.strip, hosts)]
    listed = ",".join(
        f"{host}:{port}" if port else host
        for host, port in zip(hosts, ports or [""] * len(hosts), strict=True)
    )
    return Address(_without_servers(url), _places(listed))


def _is_bare(host: str) -> bool:
    """Whether it is an address with colons that don't part it from a port."""
    return host.count(":") > 1 and "[" not in host


def _places(listed: str) -> tuple[HostPort, ...]:
    found = [_SERVER.fullmatch(one.strip()) for one in listed.split(",")]
    places = tuple(HostPort(one[1].strip("[]"), int(one[2] or _PORT)) for one in found if one)
    if len(set(places)) < len(found) or not all(0 < one.port < 65536 for one in places):
        raise unusable(State.BAD_SERVERS)
    return places


def _without_servers(url: URL) -> URL:
    if url.get_backend_name() != "postgresql":
        raise ArgumentError
    return url.difference_update_query(_NOT_THE_DRIVERS).set(host=None, port=None)


def without_password(text: str) -> str:
    """A database address to be shown."""
    address = read_address(text)
    if not address.servers:
        return address.url.render_as_string(hide_password=True)
    return re.sub(r"(://[^/?#:@]*:)[^@]+@", r"\1***@", text)
