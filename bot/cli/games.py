"""The `games` command: every ruleset, its options, and the formats it is played in."""

import argparse

from bot.engine.ruleset import GameOption, Ruleset
from bot.engine.rulesets import RULESETS
from bot.referee.formats import FORMATS, Format, OnFlag
from bot.wording.clerk import UNSUPPORTED
from bot.wording.formats import takes_text

_WIDTH = 18


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `games` takes: nothing."""
    parser.set_defaults()


def run(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    """Prints the list; returns the exit status."""
    print(games_text())  # noqa: T201
    return 0


def games_text() -> str:
    """All rulesets with their options, all formats, and what is not supported and why."""
    lines = ["Rulesets"]
    for ruleset in RULESETS.values():
        lines.append(_row(ruleset.key, ruleset.name))
        lines += [_row("", _option(ruleset, option)) for option in ruleset.options]
    lines += ["", "Formats (a host can change any single part)"]
    lines += [_row(form.key, _format(form)) for form in FORMATS.values()]
    lines += ["", "Not supported"]
    lines += [_row(name, why) for name, why in UNSUPPORTED.items()]
    return "\n".join(lines)


def _row(key: str, text: str) -> str:
    return f"  {key:<{_WIDTH}}{text}"


def _option(ruleset: Ruleset, option: GameOption) -> str:
    default = option.show(getattr(ruleset, option.field))
    return f"{option.key}=… {takes_text(option.takes)} (default {default})"


def _format(form: Format) -> str:
    first, second = form.colours
    facts = [
        f"{form.ruleset}, {first} starts against {second}",
        f"clock {form.control}" if form.control else "no clock",
    ]
    if form.on_flag is OnFlag.CALL_HOST:
        facts.append("the host is called on time")
    if form.dmo_chooses:
        facts.append("the DMO, where a match names one, says who starts")
    return ", ".join(facts)
