"""How a command is typed: words → an order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.commands.catalogue import COMMANDS, Command

_FIRST = {name.split()[0] for name in COMMANDS}
_SHORT = {name.removeprefix("match "): name for name in COMMANDS if name.startswith("match ")}
_PAIR = re.compile(r"([A-Za-z-]{2,20})\s*[:=]\s*(\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Order:
    """A command that somebody gave, its options as text."""

    command: str
    options: Mapping[str, str] = field(default_factory=dict)


class OrderError(ValueError):
    """Words that are no command, or an option that is not known; the text says what is."""


def read_order(text: str) -> Order:
    """The command that words stand for: `match start red:@A blue:@B`, `status`, `matches`."""
    words = text.split()
    name, rest = _name(words)
    command = COMMANDS[name]
    options: dict[str, str] = {}
    free: list[str] = []
    for word in rest:
        pair = _PAIR.fullmatch(word)
        if command.number and word.isdecimal() and command.number not in options and not free:
            options[command.number] = word
            continue
        if pair is not None and pair[1].casefold() == command.free:
            free.append(pair[2])
        # Where the game has options of its own, a name not known here is one of them.
        elif pair is not None and (pair[1].casefold() in command.options or command.takes_more):
            options[pair[1].casefold()] = pair[2]
        else:
            free.append(word)
    if free and not command.free:
        raise OrderError(f"{name} does not understand {free[0]!r}. {_usage(command)}")
    if free:
        options[command.free] = " ".join(free)
    return Order(name, options)


def is_order(text: str) -> bool:
    """Whether words begin like a command."""
    words = text.casefold().split()
    return bool(words) and (words[0] in _FIRST or words[0] in _SHORT)


def _name(words: list[str]) -> tuple[str, list[str]]:
    folded = [word.casefold() for word in words[:2]]
    for length in (2, 1):
        name = " ".join(folded[:length])
        if len(folded) >= length and name in COMMANDS:
            return name, words[length:]
    if folded and folded[0] in _SHORT:
        return _SHORT[folded[0]], words[1:]
    raise OrderError(f"I know these commands: {', '.join(COMMANDS)}.")


def _usage(command: Command) -> str:
    if not command.options:
        return "It takes no options."
    return f"Its options: {', '.join(f'{key}:' for key in command.options)}"
