"""What `referee` does when no command is given: it referees, and says why when it can't go on."""

import argparse
import logging
import sys

from bot.app import run
from bot.desk.venue import VenueError
from bot.logs.redaction import hide, secrets_of
from bot.logs.setup import set_up_logging
from bot.settings import Settings, SettingsError, settings_given
from bot.storage.failures import HeldError, LeaseLostError, StoreError, UnusableDatabaseError
from bot.wording.doctor import database_problem_text
from bot.wording.leases import held_text, lost_text
from bot.wording.settings import setting_problem_text


def serve(given: argparse.Namespace) -> int:
    """Referees until it is stopped; returns the exit status."""
    try:
        settings = settings_given(given)
    except SettingsError as error:
        return _fail(setting_problem_text(error.problem))
    set_up_logging(settings)
    try:
        run(settings)
    except UnusableDatabaseError as error:
        return _end(settings, database_problem_text(error.problem))
    except HeldError as error:
        return _end(settings, held_text(error.wanted, error.holder))
    except LeaseLostError as error:
        return _end(settings, lost_text(error.holder))
    except (StoreError, VenueError) as error:
        return _end(settings, str(error))
    except Exception:
        # Told by the log, which keeps secrets, and not by Python, which does not know them.
        logging.getLogger("referee").critical("the referee broke down", exc_info=True)
        return 1
    return 0


def _end(settings: Settings, why: str) -> int:
    """Says why the referee ends: as a line of its log, where a program reads that."""
    if settings.log_format == "json":
        logging.getLogger("referee").critical("%s", why)
        return 1
    return _fail(hide(why, secrets_of(settings)))


def _fail(text: str) -> int:
    print(f"referee: {text}", file=sys.stderr)  # noqa: T201
    return 1
