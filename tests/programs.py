"""Programs that some tests need and that may be missing, such as Chromium and PostgreSQL."""

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


def find_proxy(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    is_here: Callable[[], bool]
    install: str
    """The command that brings it on Debian."""


PROGRAMS = {
    "chromium": Program("Chromium", lambda: bool(find_chromium()), "apt-get install chromium"),
    "proxies": Program(
        "nginx or Caddy",
        lambda: all(map(find_proxy, ("nginx", "caddy"))),
        "apt-get install nginx-light caddy",
    ),
    "postgres": Program("PostgreSQL", postgres.is_here, "apt-get install postgresql"),
    "zsh": Program("zsh", lambda: bool(shutil.which("zsh")), "apt-get install zsh"),
    "fish": Program("fish", lambda: bool(shutil.which("fish")), "apt-get install fish"),
}
"""By mark."""
