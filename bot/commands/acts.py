"""Typed orders → acts of the host and of the players; what is missing is asked for in words."""

from collections.abc import Callable, Mapping

from bot.commands.parsing import Order, OrderError
from bot.referee.clock import read_length
from bot.referee.events import Player, Request
from bot.referee.submission import (
    Act,
    Adjudicate,
    Ask,
    Cancel,
    ChangeTime,
    ChooseFirst,
    Forfeit,
    MoveMatch,
    Pause,
    Ready,
    ReplacePlayer,
    Resign,
    Respond,
    Resume,
    StartNow,
    Undo,
)

PLAYER = "player"
"""Under this name the player of `match replace` is handed over beside the seats."""


def act_of(order: Order, people: Mapping[str, Player]) -> Act | None:
    """The act that an order asks for, None if it asks a question; OrderError if it lacks something.

    `people` are the players that the order names, by option.
    """
    read = _READERS.get(order.command)
    return None if read is None else read(order, people)


def _reason(order: Order) -> str:
    return order.options.get("reason", "")


def _needed(order: Order, option: str, allowed: str) -> str:
    value = order.options.get(option, "").strip()
    if not value:
        raise OrderError(f"{order.command} needs {option}: {allowed}.")
    return value


def _undo(order: Order, _: Mapping[str, Player]) -> Act:
    turns = order.options.get("turns", "1").strip()
    if not (turns.isascii() and turns.isdigit() and len(turns) < 4):
        raise OrderError("match undo takes turns: a whole number, such as turns:2.")
    return Undo(int(turns), _reason(order))


def _adjudicate(order: Order, _: Mapping[str, Player]) -> Act:
    winner = _needed(order, "winner", "a colour, or tie").casefold()
    return Adjudicate(None if winner in ("tie", "none", "draw") else winner, _reason(order))


def _time(order: Order, _: Mapping[str, Player]) -> Act:
    colour = _needed(order, "colour", "whose bank it is")
    amount = _needed(order, "amount", "such as 1m, or -30s to take time")
    try:
        length = read_length(amount.lstrip("+-"))
    except ValueError as error:
        raise OrderError(f"{error}.") from None
    return ChangeTime(colour, -length if amount.startswith("-") else length, _reason(order))


def _replace(order: Order, people: Mapping[str, Player]) -> Act:
    colour = _needed(order, "colour", "which seat")
    player = people.get(PLAYER)
    if player is None:
        raise OrderError("match replace needs player: who takes the seat, such as player:@Ann.")
    return ReplacePlayer(colour, player)


def _ask(order: Order, _: Mapping[str, Player]) -> Act:
    allowed = ", ".join(request.value for request in Request)
    what = _needed(order, "what", allowed).casefold()
    if what not in list(Request):
        raise OrderError(f"match ask takes one of: {allowed}.")
    return Ask(Request(what))


_READERS: dict[str, Callable[[Order, Mapping[str, Player]], Act]] = {
    "match ready": lambda _order, _: Ready(),
    "match begin": lambda _order, _: StartNow(),
    "match first": lambda order, _: ChooseFirst(_needed(order, "who", "me, opponent, or a colour")),
    "match resign": lambda _order, _: Resign(),
    "match pause": lambda order, _: Pause(_reason(order)),
    "match resume": lambda order, _: Resume(_reason(order)),
    "match cancel": lambda order, _: Cancel(_reason(order)),
    "match undo": _undo,
    "match adjudicate": _adjudicate,
    "match forfeit": lambda order, _: Forfeit(
        _needed(order, "colour", "who forfeits"), _reason(order)
    ),
    "match time": _time,
    "match replace": _replace,
    "match move": lambda order, _: MoveMatch(
        _needed(order, "to", "a channel, such as to:#arena").strip("<#>")
    ),
    "match ask": _ask,
    "match accept": lambda _order, _: Respond(accept=True),
    "match decline": lambda _order, _: Respond(accept=False),
}
ACTING = frozenset(_READERS)
"""The commands that ask for an act; all others ask a question, or are about more than a match."""
