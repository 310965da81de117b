"""Programs that some tests need and that may be missing: Chromium, PostgreSQL, shells."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass

from storage import postgres


def find_chromium(*, windows: bool = False) -> str | None:
    """Where Chromium is, the one without windows first: it takes half the processor.

    That one has no notifications.
    """
    names = ["chromium", "chromium-browser", "google-chrome"]
    if not windows:
        names.insert(0, "chromium-headless-shell")
    return next((path for path in map(shutil.which, names) if path), None)


@dataclass(frozen=True, slots=True)
class Program:
    """What the tests with a mark need."""

    name: str
    is_here: Callable[[], bool]
    install: str
    """The command that brings it on Debian."""


PROGRAMS = {
    "chromium": Program("Chromium", lambda: bool(find_chromium()), "apt-get install chromium"),
    "postgres": Program("PostgreSQL", postgres.is_here, "apt-get install postgresql"),
    "zsh": Program("zsh", lambda: bool(shutil.which("zsh")), "apt-get install zsh"),
    "fish": Program("fish", lambda: bool(shutil.which("fish")), "apt-get install fish"),
}
"""By mark."""
