"""What a release writes, and what its wheel has to hold; nothing here runs anything."""

import re
import zipfile
from datetime import date
from pathlib import Path

DATA = ("*.toml", "*.ttf", "*.otf", "*.woff2", "*.html", "*.js", "*.css", "*.py", "*.typed")
"""What the program needs of its packages when it runs."""


class RefusedError(Exception):
    """Why there is no release."""


def with_version(project: str, version: str) -> str:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise RefusedError(f"{version or 'nothing'} is no version: make release VERSION=1.2.0")
    return re.sub(r'^version = ".*"$', f'version = "{version}"', project, count=1, flags=re.M)


def without_unreleased(changelog: str, version: str, day: date) -> str:
    head = re.search(r"^## (\S+) \(unreleased\)$", changelog, re.MULTILINE)
    if head is None:
        raise RefusedError("CHANGELOG.md has no section `## … (unreleased)`: what is new?")
    return changelog.replace(head.group(), f"## {version} ({day.isoformat()})", 1)


def missing_from(wheel: Path, root: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as opened:
        there = set(opened.namelist())
    needed = (
        str(file.relative_to(root))
        for package in ("bot", "renderers")
        for kind in DATA
        for file in (root / package).rglob(kind)
    )
    return sorted(set(needed) - there)
