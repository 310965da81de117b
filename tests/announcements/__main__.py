"""Prints the page: `python -m announcements > docs/announcements.md`."""

import sys

from announcements.page import page

sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
sys.stdout.write(page())
