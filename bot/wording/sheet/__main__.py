"""Prints the page: `python -m bot.wording.sheet > docs/announcements.md`."""

import sys

from bot.wording.sheet.page import page

sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
sys.stdout.write(page())
