"""Reads what a page sends, commands among the lines included; nothing that it sends makes it fail.

"pause" is a command, "pause a moment please" is talk, "host pause lunch" is a command again.
Nobody has to mention the referee here, so a short command counts only if nothing but options
follows it; with "match", "host", "/" or "@Referee" before it, it always does.
"""

import json
from collections.abc import Mapping
from typing import Any

from bot.commands.catalogue import COMMANDS, GROUPS, Name
from bot.commands.command import Takes
from bot.commands.parsing import Order, is_order, is_slip, read_order
from bot.referee.problems import OrderError
from bot.threads.posts import addressed
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


NAMES = ("referee",)
"""What hosts who know Discord may call the referee here."""
COMMANDS_HERE = tuple(
    name
    for name, command in COMMANDS.items()
    if name not in (Name.START, Name.REPLACE, Name.MOVE) and not command.of_server
)
"""The commands that pages recommend."""


def order_in(text: str) -> Order | None:
    """The command in a line; None for other lines. OrderError if a command is wrong."""
    line = text.strip()
    called = addressed(line, NAMES)
    plain = (line if called is None else called).removeprefix("/")
    if not is_order(plain) and (called is None or not is_slip(plain)):
        return None
    insists = plain != line or plain.casefold().split()[0] in GROUPS
    try:
        order = read_order(plain, suggested=COMMANDS_HERE)
    except OrderError:
        if insists:
            raise
        return None
    free = COMMANDS[order.command].free
    is_talk = free in order.options and not _is_answer(order.command, plain)
    return None if is_talk and not insists else order


def _is_answer(command: Name, text: str) -> bool:
    """Whether a turn is given by its option's name: `puzzle answer:D7`, not `puzzle is hard`."""
    free = COMMANDS[command].free
    return COMMANDS[command].options[free].takes is Takes.TURN and f"{free}:" in text.casefold()


def is_command(text: str) -> bool:
    """Whether a line is a command, a good one or not."""
    try:
        return order_in(text) is not None
    except OrderError:
        return True
