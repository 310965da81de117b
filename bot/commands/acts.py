"""Reads the act that a command asks for: `host undo turns:2` becomes `Undo(2)`.

What a command lacks, or has that can't be read, is an OrderError; a question has no act.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.commands.catalogue import COMMANDS, Name
from bot.commands.command import TIE
from bot.commands.parsing import Order
from bot.commands.setup import is_on
from bot.referee import submission
from bot.referee.clock import ClockError, read_length
from bot.referee.events import ASKABLE, Player, Request
from bot.referee.problems import Missing, NoLengthOfTime, NoNumber, NotOneOf, OrderError
from bot.wording import forms

PLAYER = "player"
"""Under this name the player of `host replace` is handed over beside the seats."""

ALL = "all"
WHICH = "which"
SHOWN = "shown"


PRESSES: dict[str, submission.Act] = {
    "start": submission.StartNow(),
    "resign": submission.Resign(),
    **{action: submission.Choose(action.partition("-")[2]) for action in forms.CHOICES},
}
"""What buttons do on more than one venue, by the action that a press asks for."""


def act_of(order: Order, people: Mapping[str, Player]) -> submission.Act | None:
    """The act that an order asks for, None if it asks a question; OrderError if it lacks something.

    `people` are the players that the order names, by option.
    """
    read = READERS.get(order.command)
    return None if read is None else read(order, people)


def match_named(order: Order) -> int | None:
    """The number of the match that an order names, None if it names none; OrderError if not one."""
    return _number(order, "match", 9)


def _number(order: Order, option: str, longest: int) -> int | None:
    """The whole number of so many digits that an option names, None for none; OrderError if not."""
    text = order.options.get(option, "").strip()
    digits = text.removeprefix("#")
    if not text:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= longest):
        raise OrderError(NoNumber(option, text, COMMANDS[order.command].example))
    return int(digits)


def match_meant(order: Order) -> int | None:
    """The number of the match that an order names, None also where that is no number."""
    try:
        return match_named(order)
    except OrderError:
        return None


def _reason(order: Order) -> str:
    return order.options.get("reason", "")


def needed(order: Order, option: str) -> str:
    """The value of an option; OrderError if it has none."""
    value = order.options.get(option, "").strip()
    if not value:
        raise missing(order, option)
    return value


def missing(order: Order, option: str) -> OrderError:
    command = COMMANDS[order.command]
    return OrderError(Missing(order.command, option, command.options[option].help, command.example))


def _resume(order: Order, _: Mapping[str, Player]) -> submission.Act | None:
    """`host resume all` is about all matches of a server, and so no act in one of them."""
    reason = _reason(order)
    return None if reason == ALL and "match" not in order.options else submission.Resume(reason)


def _undo(order: Order, _: Mapping[str, Player]) -> submission.Act:
    turns = _number(order, "turns", 3)
    return submission.Undo(1 if turns is None else turns, _reason(order))


def _adjudicate(order: Order, _: Mapping[str, Player]) -> submission.Act:
    winner = needed(order, "winner").casefold()
    return submission.Adjudicate(None if winner in TIE else winner, _reason(order))


def _time(order: Order, _: Mapping[str, Player]) -> submission.Act:
    colour, amount = needed(order, "colour"), needed(order, "amount")
    try:
        length = read_length(amount.lstrip("+-"))
    except ClockError as error:
        raise OrderError(NoLengthOfTime("amount", amount, error.problem)) from None
    return submission.ChangeTime(
        colour, -length if amount.startswith("-") else length, _reason(order)
    )


def _pages(order: Order, _: Mapping[str, Player]) -> submission.Act:
    return submission.ChoosePages(is_on(SHOWN, needed(order, SHOWN)), _reason(order))


def _replace(order: Order, people: Mapping[str, Player]) -> submission.Act:
    colour = needed(order, "colour")
    player = people.get(PLAYER)
    if player is None:
        raise missing(order, PLAYER)
    # The level means something for the referee's own account only; the clerk sees to that.
    player = replace(player, level=order.options.get("level", ""))
    return submission.ReplacePlayer(colour, player, _reason(order))


def _ask(order: Order, _: Mapping[str, Player]) -> submission.Act:
    what = needed(order, "what").casefold()
    if what not in ASKABLE:
        raise OrderError(NotOneOf("what", what, ASKABLE))
    return submission.Ask(Request(what))


def _accept(order: Order, _: Mapping[str, Player]) -> submission.Act:
    return submission.Respond(accept=True, which=_number(order, WHICH, 2))


READERS: dict[Name, Callable[[Order, Mapping[str, Player]], submission.Act | None]] = {
    Name.READY: lambda _order, _: submission.Ready(),
    Name.BEGIN: lambda _order, _: submission.StartNow(),
    Name.CHOOSE: lambda order, _: submission.Choose(needed(order, "choice")),
    Name.RESIGN: lambda _order, _: submission.Resign(),
    Name.PAUSE: lambda order, _: submission.Pause(_reason(order)),
    Name.RESUME: _resume,
    Name.CANCEL: lambda order, _: submission.Cancel(_reason(order)),
    Name.UNDO: _undo,
    Name.ADJUDICATE: _adjudicate,
    Name.FORFEIT: lambda order, _: submission.Forfeit(needed(order, "colour"), _reason(order)),
    Name.TIME: _time,
    Name.REPLACE: _replace,
    Name.MOVE: lambda order, _: submission.MoveMatch(needed(order, "to")),
    Name.PAGES: _pages,
    Name.REOPEN: lambda order, _: submission.Reopen(needed(order, "reason")),
    Name.ASK: _ask,
    Name.ACCEPT: _accept,
    Name.DECLINE: lambda _order, _: submission.Respond(accept=False),
}
"""The acts, by the commands that ask for them; all others are no acts."""
