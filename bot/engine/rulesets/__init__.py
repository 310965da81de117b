"""The registry: every game the referee knows, by key. A new ruleset is one line here."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from bot.engine.ruleset import Range, Ruleset
from bot.engine.rulesets.brink import BRINK
from bot.engine.rulesets.catchup import GENIUS, MINDSPORTS, MURES
from bot.engine.rulesets.catena import CATENA
from bot.engine.rulesets.ketchup import KETCHUP
from bot.engine.rulesets.plur import PLUR
from bot.engine.rulesets.product import ALPHA, ORIGINAL, PRODUCT
from bot.engine.rulesets.sauce import SAUCE
from bot.engine.rulesets.too import TOO

RULESETS: dict[str, Ruleset] = {
    ruleset.key: ruleset
    for ruleset in (
        GENIUS,
        MINDSPORTS,
        MURES,
        KETCHUP,
        SAUCE,
        CATENA,
        PRODUCT,
        ORIGINAL,
        ALPHA,
        PLUR,
        TOO,
        BRINK,
    )
}
DEFAULT = GENIUS.key


@dataclass(frozen=True, slots=True)
class NoRuleset:
    """There is no ruleset of this key; `known` are those that there are."""

    key: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoOption:
    """A ruleset has no such option; `known` are those it has."""

    ruleset: str
    option: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadValue:
    """An option can't have that value; `takes` is what it can have."""

    ruleset: str
    option: str
    given: str
    takes: Range


@dataclass(frozen=True, slots=True)
class Clash:
    """Two options, each as it is written, that can't go together."""

    ruleset: str
    one: str
    other: str


class OptionError(ValueError):
    """A ruleset or an option that does not exist or can't have that value."""

    def __init__(self, problem: NoRuleset | NoOption | BadValue | Clash) -> None:
        super().__init__(problem)
        self.problem = problem


def find(key: str) -> Ruleset:
    """The ruleset of a key; OptionError if there is none."""
    try:
        return RULESETS[key.casefold()]
    except KeyError:
        raise OptionError(NoRuleset(key, tuple(RULESETS))) from None


def configure(key: str, options: Mapping[str, str]) -> Ruleset:
    """The ruleset of a key with options set from text; OptionError says what is allowed.

    What some options leave no room for is left out, as in matches that were opened long ago.
    """
    return as_written(key, options).consistent()


def agreed(key: str, options: Mapping[str, str]) -> Ruleset:
    """The ruleset that somebody asks for; OptionError also where two options can't go together."""
    asked = as_written(key, options)
    clash = asked.clash({option.casefold() for option in options})
    if clash is not None:
        raise OptionError(Clash(asked.key, *clash))
    return asked.consistent()


def as_written(key: str, options: Mapping[str, str]) -> Ruleset:
    """As `configure`, with every option as it is given."""
    ruleset = find(key)
    known = {option.key: option for option in ruleset.options}
    values: dict[str, object] = {}
    for name, text in options.items():
        option = known.get(name.casefold())
        if option is None:
            raise OptionError(NoOption(ruleset.key, name, tuple(known)))
        try:
            values[option.field] = option.takes.read(text)
        except ValueError:
            problem = BadValue(ruleset.key, option.key, text, option.takes)
            raise OptionError(problem) from None
    return replace(cast("Any", ruleset), **values) if values else ruleset


def chosen(ruleset: Ruleset) -> dict[str, str]:
    """The options of a ruleset that differ from its defaults, as text for records."""
    default = RULESETS[ruleset.key]
    named = {field.name for field in fields(cast("Any", ruleset))}
    return {
        option.key: option.show(getattr(ruleset, option.field))
        for option in ruleset.options
        if option.field in named
        and getattr(ruleset, option.field) != getattr(default, option.field)
    }
