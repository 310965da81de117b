"""Reads what a page sends; nothing that a page sends makes it fail."""

import json
from collections.abc import Mapping
from typing import Any

from bot.web.pieces import harmless
from bot.wording.voice import LONGEST_NAME

LONGEST_MESSAGE = 4096
LONGEST_FRAME = 16 * 1024
"""A longer frame ends the connection; up to here the page is told that it was too long."""


def read_json(text: str) -> object:
    """What a page sent; None where it is no JSON, or has half a letter in it."""
    try:
        message: object = json.loads(text)
        # "\\ud800" is JSON, but no text that could be stored or shown.
        json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return message


def read_object(text: str) -> Mapping[str, Any]:
    """The JSON object in a message; an empty one for anything else."""
    message = read_json(text)
    return message if isinstance(message, dict) else {}


def name_in(message: Mapping[str, Any]) -> str:
    """The name that a spectator gives themselves; empty where there is none."""
    name = message.get("name")
    return harmless(name, LONGEST_NAME) if isinstance(name, str) else ""
