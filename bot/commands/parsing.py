"""How a command is typed: words → an order.

A word of the form `name:value` is an option. A word without a name finds its option where it is
clear which is meant (`host forfeit red`, `match record 49`); once a word is neither, all that
follows without a name is free text, such as a reason. A name that the command does not know is
never taken for free text: `host pause mach:9` would pause another match than the one meant.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from bot.commands.catalogue import COMMANDS, GROUPS, Name
from bot.commands.command import NAMED, Command, Option, Takes
from bot.engine.notation import looks_like_cell
from bot.referee.problems import NoCommand, NotUnderstood, OrderError

__all__ = ["Mention", "Order", "OrderError", "is_order", "is_slip", "read_order"]

_ABOUT_A_MATCH = ("match", "host")
"""The groups that a word stands for as well: `host pause`, `match pause` and `pause` are one."""
_FORMER = {"forget me": Name.FORGET, "match first": Name.CHOOSE, "first": Name.CHOOSE}
"""Forms of earlier versions, which stay."""
_SPOKEN = {
    "rows": "as:text",
    "groups": "as:groups",
    "my groups": "as:groups",
    "near": "",
    "neighbours": "",
    "neighbors": "",
    "neighbours of": "",
    "neighbors of": "",
}
"""What the board in words is asked for with: `match board` and this option."""
_PAIR = re.compile(r"([A-Za-z-]{2,20})[:=](.*)", re.DOTALL)
_ADDRESS = "//"
QUOTES = "\"'“”„«»"
"""What may stand around several words of one option."""
_AROUND = {'""', "''", "“”", "„“", "„”", "«»"}
_REASON = "reason"
_ALIASES = {"color": "colour"}
_NUMBER = re.compile(r"#?[0-9]{1,9}")
_NUMBER_WORDS = {
    word: str(number)
    for number, words in enumerate(
        ("one once", "two twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        1,
    )
    for word in words.split()
}
_LENGTH = re.compile(r"[+-]?(?:[0-9]{1,6}[smhd])+", re.IGNORECASE)
_ALIKE = 0.74
"""How much of a command has to be right for it to be the one that was meant."""
_ALIKE_ALONE, _FEW = 0.8, 3
"""The same where nothing else says that a command was meant; no more words than these are one."""


def _forms(name: Name) -> list[str]:
    """All that a command may be typed as."""
    group, _, verb = name.rpartition(" ")
    if group not in _ABOUT_A_MATCH:
        return [name]
    return [verb, *(f"{word} {verb}" for word in _ABOUT_A_MATCH)]


_FORMS = {form: name for name in COMMANDS for form in _forms(name)} | _FORMER
_SHORT = {form for form in _FORMS if " " not in form}
_FIRST = {"match", *(form.split()[0] for form in _FORMER), *_SHORT}
"""Words with which only a command begins. `host` and `my` are none: “my move: D7” is a turn."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A word by which a venue names a person, a room or a role, and the id behind it."""

    takes: Takes
    id: str


ReadMark = Callable[[str], Mention | None]
"""How a venue reads a word of its own kind, such as a mention; None for any other word."""


@dataclass(frozen=True, slots=True)
class Order:
    """A command that somebody gave, its options as text; people, rooms and roles by their ids."""

    command: Name
    options: Mapping[str, str] = field(default_factory=dict)


def no_marks(_: str) -> Mention | None:
    """A venue where nobody is mentioned."""
    return None


def read_order(
    text: str, read_mark: ReadMark = no_marks, suggested: Collection[Name] = tuple(Name)
) -> Order:
    """The command that words stand for: `match start red:@A blue:@B`, `status`, `matches`.

    OrderError says what is wrong; of commands that are not known, one of `suggested` is.
    """
    name, rest = _name(text.split(), suggested)
    command = COMMANDS[name]
    options: dict[str, str] = {}
    free: list[str] = []
    for word in _joined(rest, command, read_mark):
        option, value = _assigned(word, command, options, free, read_mark)
        if option == command.free and option:
            free.append(value)
        else:
            options[option] = value
    if free:
        options[command.free] = " ".join(free)
    if _REASON in options:
        options[_REASON] = _unquoted(options[_REASON])
    return Order(name, options)


def _unquoted(text: str) -> str:
    """What stands in quotes, without them."""
    return text[1:-1] if text[:1] + text[1:][-1:] in _AROUND else text


def is_order(text: str) -> bool:
    """Whether words begin like a command."""
    words = text.casefold().split()
    if not words:
        return False
    known = " ".join(words[:2]) in _FORMS or _spoken(words) is not None
    return words[0] in _FIRST or known


def is_slip(text: str) -> bool:
    """Whether a few words to the referee look like a misspelt command, and like no turn at all.

    In the middle of a match `@Referee pasue` must not be taken for talk in silence.
    """
    words = text.casefold().split()
    few = 0 < len(words) <= _FEW and not any(map(str.isdigit, text))
    if not few:
        return False
    if len(words) > 1 and words[0] in GROUPS:
        # `host puase` is one, `my move` is talk: the second word says whether one was meant.
        verbs = [name.split()[1] for name in COMMANDS if name.startswith(f"{words[0]} ")]
        return bool(get_close_matches(words[1], verbs, 1, _ALIKE_ALONE))
    return bool(get_close_matches(words[0], _FIRST, 1, _ALIKE_ALONE))


def _joined(words: Sequence[str], command: Command, read_mark: ReadMark) -> list[str]:
    """The words, a blank behind an option's name left out: `colour: red` is `colour:red`.

    A moment is several words: `at:sat 20:00`, or `at:"sat 20:00"`; and so is a reason.
    """
    joined: list[str] = []
    for word in words:
        if joined and _is_name(joined[-1], command):
            joined[-1] += word
        elif joined and _goes_on(joined[-1], word, command, read_mark):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def _goes_on(before: str, word: str, command: Command, read_mark: ReadMark) -> bool:
    """Whether a word belongs to the moment or reason before it.

    Ann types `cup deadline sat 20:00 reason:the late train cup:3`: a moment goes on up to its
    closing quote, or to the next option or mention; a reason up to the next option. Where words
    without an option are a reason anyway, nothing has to be joined.
    """
    pair = _PAIR.fullmatch(before)
    option = None if pair is None else command.options.get(_known(pair[1]))
    if pair is None or option is None:
        return False
    if _known(pair[1]) == _REASON:
        return command.free != _REASON and _PAIR.fullmatch(word) is None
    if option.takes is not Takes.MOMENT:
        return False
    if pair[2][0] in QUOTES:
        # Another moment in quotes may follow: at:"sat 20:00" or "sun 15:00".
        closed = len(pair[2]) > 1 and pair[2][-1] in QUOTES
        return not closed or word.casefold() in ("or", ";")
    return _PAIR.fullmatch(word) is None and read_mark(word) is None


def _is_name(word: str, command: Command) -> bool:
    pair = _PAIR.fullmatch(word)
    return pair is not None and not pair[2] and _known(pair[1]) in command.options


def _known(name: str) -> str:
    folded = name.casefold()
    return _ALIASES.get(folded, folded)


def _assigned(
    word: str,
    command: Command,
    given: Mapping[str, str],
    free: Sequence[str],
    read_mark: ReadMark,
) -> tuple[str, str]:
    """The option that a word belongs to, and its value; OrderError if it belongs to none."""
    pair = _PAIR.fullmatch(word)
    if pair is not None and not pair[2].startswith(_ADDRESS):
        name, value = _known(pair[1]), pair[2]
        if value and name in command.options:
            value = _in_digits(value, name, command)
            return name, _value(command.options[name].takes, value, read_mark)
        # Where the game has options of its own, a name not known here is one of them.
        if value and command.takes_more:
            return name, value
        if value and command.free and command.options[command.free].takes is Takes.TURN:
            return command.free, word
        raise OrderError(_not_understood(word, command))
    if not free:
        mark = read_mark(word)
        for name in command.lone:
            if name not in given and _fits(word, mark, name, command):
                return name, _in_digits(word, name, command) if mark is None else mark.id
    if command.free:
        return command.free, word
    raise OrderError(_not_understood(word, command))


def _value(takes: Takes, text: str, read_mark: ReadMark) -> str:
    mark = read_mark(text)
    return mark.id if mark is not None and _is_of(mark, takes) else text


def _is_of(mark: Mention, takes: Takes) -> bool:
    """Whether a mention can be what an option takes: any room may be meant to hold a thread."""
    return mark.takes is (Takes.ROOM if takes is Takes.PARENT else takes)


def _in_digits(word: str, name: str, command: Command) -> str:
    """A number that was written as a word, in digits; any other word as it is."""
    takes = command.options[name].takes if name in command.options else None
    return _NUMBER_WORDS.get(word.casefold(), word) if takes is Takes.NUMBER else word


def _fits(word: str, mark: Mention | None, name: str, command: Command) -> bool:
    """Whether a word without a name is clearly a value of an option."""
    option = Option("", Takes.PERSON) if name in NAMED else command.options[name]
    if mark is not None:
        return _is_of(mark, option.takes)
    match option.takes:
        case Takes.NUMBER:
            return _NUMBER.fullmatch(word) is not None or word.casefold() in _NUMBER_WORDS
        case Takes.LENGTH:
            return _LENGTH.fullmatch(word) is not None
        case Takes.CELL:
            return looks_like_cell(word)
        case Takes.TEXT:
            return word.casefold() in (*option.choices, *option.also)
        case _:
            # What can only be mentioned, and the one option there is: its error is the clearer.
            return not command.free and len(command.lone) == 1


def _spoken(words: Sequence[str]) -> tuple[Name, list[str]] | None:
    """The board in words, as somebody asks who can't see it: `near E4`, `match my groups`."""
    words = list(words[1:] if words[0] == "match" else words)
    for length in (2, 1):
        option = _SPOKEN.get(" ".join(words[:length]))
        if len(words) >= length and option is not None:
            rest = words[length:]
            if option:
                return Name.BOARD, [option, *rest]
            # "near the edge" is talk.
            return (Name.BOARD, rest) if rest and looks_like_cell(rest[0]) else None
    return None


def _name(words: list[str], suggested: Collection[Name]) -> tuple[Name, list[str]]:
    folded = [word.casefold() for word in words[:2]]
    for length in (2, 1):
        name = _FORMS.get(" ".join(folded[:length]))
        if len(folded) >= length and name is not None:
            return name, words[length:]
    spoken = _spoken([word.casefold() for word in words]) if words else None
    if spoken is not None:
        return spoken
    raise OrderError(_no_command(folded, suggested))


def _no_command(words: list[str], suggested: Collection[Name]) -> NoCommand:
    """The command that is most like what was typed, in full or in short."""
    called = {form: name for form, name in _FORMS.items() if name in suggested}
    # `mach undo` too begins with the word match.
    grouped = any(get_close_matches(word, words[:1], 1, _ALIKE_ALONE) for word in GROUPS)
    short = words[1:] if grouped else words
    for typed in (" ".join(short), "".join(short[:1])):
        near = get_close_matches(typed, called, 1, _ALIKE)
        if near:
            command = COMMANDS[called[near[0]]]
            return NoCommand(" ".join(words), command.name, command.example)
    return NoCommand(" ".join(words))


def _not_understood(word: str, command: Command) -> NotUnderstood:
    return NotUnderstood(command.name, word, tuple(command.options), command.example)
