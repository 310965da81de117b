"""The `backup` command: a consistent copy of the database, while the referee runs or not."""

import argparse
import shlex
from pathlib import Path

from bot.cli.live import live_line
from bot.cli.telling import fail, say
from bot.logs.redaction import secrets_of
from bot.settings import settings_given
from bot.storage.address import Address
from bot.storage.copying import copy_database, source_of
from bot.storage.failures import StoreError
from bot.wording.settings import backup_step_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `backup` takes."""
    parser.add_argument("out", metavar="FILE", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")


def run(arguments: argparse.Namespace) -> int:
    """Copies the database to a file; returns the exit status."""
    out: Path = arguments.out
    secrets: tuple[str, ...] = ()
    try:
        settings = settings_given(arguments)
        secrets = secrets_of(settings)
        source = source_of(settings.database_url)
        if isinstance(source, Address):
            raise StoreError(
                f"this database lies on a server, whose own tool copies it:\n"
                f"  {dump_command(source, out, overwrite=arguments.force)}\n"
                "(it asks for the password, or reads PGPASSWORD)"
            )
        with live_line(backup_step_text(source.stat().st_size)):
            copied = copy_database(source, out, overwrite=arguments.force)
    except (StoreError, ValueError) as error:
        return fail(str(error), secrets)
    say(f"{out}: {copied.matches} matches, {copied.events} events")
    return 0


def dump_command(server: Address, out: Path, *, overwrite: bool = False) -> str:
    """The command that copies a PostgreSQL database; the password is not in it.

    Like a copy of SQLite, only a whole copy gets the name, and overwrites only if asked to.
    """
    unfinished = f"{out}.part"
    options = {
        "host": server.host,
        "port": server.port,
        "username": server.url.username,
        "file": unfinished,
    }
    named = [f"--{name}={value}" for name, value in options.items() if value]
    # Whoever is at work on the database is not at work on its copy.
    without = "--exclude-table-data=leases"
    steps = [["pg_dump", "--format=custom", without, *named, server.url.database or ""]]
    if overwrite:
        steps.append(["mv", "-f", unfinished, str(out)])
    else:
        # Unlike mv, ln fails where the name is taken, and says so.
        steps += [["ln", unfinished, str(out)], ["rm", unfinished]]
    return " && ".join(shlex.join(step) for step in steps)
