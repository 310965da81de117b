"""Tells the commands among the lines that are typed in the room.

"pause" is a command, "pause a moment please" is talk, "host pause lunch" is a command again.
Nobody has to mention the referee here, so a short command counts only if nothing but options
follows it; with "match", "host", "/" or "@Referee" before it, it always does.
"""

from bot.commands.catalogue import COMMANDS, GROUPS, Name
from bot.commands.command import Takes
from bot.commands.parsing import Order, is_order, is_slip, read_order
from bot.referee.problems import OrderError
from bot.threads.posts import addressed

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
