"""The `tidy` command: frees old pictures or makes facts anew, while the referee runs or not.

Nothing goes that can't be drawn again. Exit status: 0, or 1 if the database can't be used.
"""

import argparse
import asyncio
from datetime import timedelta

from bot.cli.telling import fail, given, say
from bot.logs.redaction import secrets_of
from bot.settings import Settings, SettingsError, read_age, settings_given
from bot.storage.connect import sqlite_file
from bot.storage.failures import StoreError
from bot.storage.health import at_work
from bot.storage.store import open_beside
from bot.storage.tidying import Freed, make_facts_anew, pack, tidy
from bot.timing import RealTime, wall_clock
from bot.wording.doctor_database import (
    facts_text,
    freed_text,
    no_age_text,
    not_shrunk_text,
    shrunk_text,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `tidy` takes."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--older-than",
        metavar="DAYS",
        type=given(read_age, no_age_text),
        help="free pictures that are older, such as 90d",
    )
    what.add_argument(
        "--facts",
        action="store_true",
        help="make anew what the pages ask of ended matches, from their records",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="with --older-than: say what would be freed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Frees pictures and says how many; returns the exit status."""
    secrets: tuple[str, ...] = ()
    try:
        settings = settings_given(arguments)
        secrets = secrets_of(settings)
        work = (
            _facts_made(settings)
            if arguments.facts
            else _tidied(settings, arguments.older_than, arguments.dry_run)
        )
        for text in asyncio.run(work):
            say(text, secrets)
    except (SettingsError, StoreError) as error:
        return fail(str(error), secrets)
    return 0


async def _facts_made(settings: Settings) -> list[str]:
    store, seen, wrong = await open_beside(settings.database_url), 0, 0
    if store is not None:
        try:
            seen, wrong = await make_facts_anew(store)
        finally:
            await store.close()
    return [facts_text(seen, wrong)]


async def _tidied(settings: Settings, age: timedelta, dry_run: bool) -> list[str]:
    store, freed = await open_beside(settings.database_url), Freed()
    if store is not None:
        try:
            freed = await tidy(store, wall_clock() - age, dry_run=dry_run)
        finally:
            await store.close()
    told = [freed_text(freed.pictures, freed.size, freed.kept, dry_run=dry_run)]
    file = sqlite_file(settings.database_url)
    if dry_run or file is None or not file.exists():
        return told
    if await at_work(settings.database_url, RealTime()):
        return [*told, not_shrunk_text()] if freed.pictures else told
    return [*told, shrunk_text(*pack(file))]
