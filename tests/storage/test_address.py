"""Addresses of databases: one server or several, as people write them, and wrong ones in words."""

import pytest
from sqlalchemy.engine import make_url

from bot.findings.database import State
from bot.storage.address import Address, hosts_of, read_address, without_password
from bot.storage.failures import UnusableDatabaseError

SCHEME = "postgresql+asyncpg://"
TWO = (("db-1", 5432), ("db-2", 5433))


@pytest.mark.parametrize(
    "written",
    ["me:pw@db-1:5432,db-2:5433/name", "me:pw@db-1,db-2:5433/name", "me:pw@db-1, db-2:5433/name"],
)
def test_several_servers_are_read(written):
    """As PostgreSQL's own programs take them."""
    address = read_address(SCHEME + written)
    assert address.servers == TWO
    assert (address.host, address.port) == ("db-1,db-2", "5432,5433")
    url = address.url
    assert (url.username, url.password, url.database) == ("me", "pw", "name")
    assert (url.host, url.port, dict(url.query)) == (None, None, {})


def test_address_keeps_options_of_the_driver():
    """How it is encrypted, say; and addresses of the newer kind are in brackets."""
    address = read_address(f"{SCHEME}me@[::1]:5433,[fd00::2]/name?ssl=require")
    assert address.servers == (("::1", 5433), ("fd00::2", 5432))
    assert dict(address.url.query) == {"ssl": "require"}


@pytest.mark.parametrize(
    "written",
    [f"{SCHEME}me:a,b@db-1:5433/name", f"{SCHEME}me@/name?host=/run/postgresql", "sqlite:///a,b"],
)
def test_address_of_one_server_or_file_is_left_to_the_driver(written):
    """A comma in a password, or in the name of a file, makes no second server."""
    assert read_address(written) == Address(make_url(written))


@pytest.mark.parametrize(
    ("written", "state"),
    [
        ("me:secret@db-1,/name", State.BAD_SERVERS),
        ("me:secret@db-1,db-2:many/name", State.BAD_SERVERS),
        ("me:secret@db-1,db-2:0/name", State.BAD_SERVERS),
        ("me:secret@db-1,db-1:5432/name", State.BAD_SERVERS),
        ("me:secret@/name?host=db-1,db-2&port=5432,5433", State.BAD_SERVERS),
        ("me:secret@/name?host=db-1:5432&host=db-2:5433", State.BAD_SERVERS),
        ("me:secret@db-1,me:secret@db-2/name", State.TWO_AT_SIGNS),
        ("me:secret@db-1:5432:5433/name", State.BAD_ADDRESS),
    ],
)
def test_a_wrong_one_is_refused_in_words_without_its_password(written, state):
    """Somebody left one out, named one twice, wrote the user before each, or both behind a `?`."""
    with pytest.raises(UnusableDatabaseError) as error:
        read_address(SCHEME + written)
    assert error.value.finding.state is state
    assert "secret" not in str(error.value)


def test_a_file_has_no_servers():
    """Nor has another program's database."""
    for written in ("sqlite+aiosqlite://one,two/file", "mysql://me@one,two/name"):
        with pytest.raises(UnusableDatabaseError):
            read_address(written)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("me:secret@db-1:5432,db-2/name", "me:***@db-1:5432,db-2/name"),
        ("me:secret@db-1/name", "me:***@db-1/name"),
        ("me@db-1,db-2/name", "me@db-1,db-2/name"),
    ],
)
def test_the_password_is_not_shown(written, shown):
    """What a move prints can be set as it is, but for that."""
    assert without_password(SCHEME + written) == SCHEME + shown


@pytest.mark.parametrize(
    ("address", "hosts"),
    [
        ("postgresql+asyncpg://r@db-1:5433,db-2/x", ["db-1", "db-2"]),
        ("postgresql+asyncpg://r@[fd00::1],[fd00::2]/x", ["fd00::1", "fd00::2"]),
        ("postgresql+asyncpg://r:a[b@db-1/x", ["db-1"]),
        ("postgresql+asyncpg://r:12,b/x@db-1/x", ["db-1"]),
        ("sqlite+aiosqlite:///x.sqlite3", []),
    ],
)
def test_the_machines_of_a_database_are_named(address, hosts):
    """A file has none."""
    assert hosts_of(address) == hosts
