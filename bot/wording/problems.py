"""What is wrong with a command, its options, a moment, a clock or a game's settings, in words.

What people typed is repeated as they typed it: whoever shows it makes it harmless (`Voice.plain`).
"""

from difflib import get_close_matches
from typing import assert_never

from bot.engine import record
from bot.engine.rulesets import BadValue, Clash, NoOption, NoRuleset, OptionError
from bot.referee import problems
from bot.referee.clock import (
    ClockError,
    ClockProblem,
    NoLength,
    NoTime,
    TooLong,
    TooManyParts,
    spell,
)
from bot.referee.formats import FormatError, NoFormat
from bot.text.posts import UnreadError
from bot.wording.formats import takes_text
from bot.wording.logs import unread_text
from bot.wording.writing import joined, local_text, moment_text, tidy

LONGEST_GIVEN = 60
_SUCH_AS = "sat 20:00, tomorrow 8pm, 5 dec 20:00, in 3 hours or 2026-12-05T19:00Z"


def moment_problem_text(problem: problems.MomentProblem) -> str:
    """What is wrong, and what may be written instead."""
    match problem:
        case problems.NotAZone(given, near):
            like = f"Do you mean {joined(near, 'or')}?" if near else ""
            return f"I know no time zone “{_quoted(given)}”. {like or 'Name a city of it.'}"
        case problems.NoMoment(option, given):
            return f"{option}: “{_quoted(given)}” is not understood. Write it such as {_SUCH_AS}."
        case problems.TooManyMoments(option, 1):
            return f"{option}: that is more than one moment. Name one, such as {option}:sat 20:00"
        case problems.TooManyMoments(option, most):
            return f"{option}: that is more than {most} moments. Name {most} at most."
        case problems.SameMoment(option, given):
            return f"{option}: “{_quoted(given)}” is named twice. Name each moment once."
        case problems.AfterRound(option, until, zone):
            return (
                f"{option}: the round of the cup ends before that, on {moment_text(until, zone)}. "
                "The cup's host can move its end: cup deadline."
            )
        case problems.NoClockNorHour(given):
            return (
                f"“{_quoted(given)}” is neither a clock, such as 1m+5m, nor an hour, such as "
                "sat 20:00 or tomorrow 8pm. If you write both, the clock goes first."
            )
        case problems.NoHour(option, given):
            return f"{option}: “{_quoted(given)}” names no hour. Write it such as {_SUCH_AS}."
        case problems.WrongDay(option, given, day):
            return f"{option}: “{_quoted(given)}”: that is a {day:%A}. Which day do you mean?"
        case problems.TwoMoments(option, given, first, second):
            both = f"{local_text(first)} or {local_text(second)}"
            return f"{option}: “{_quoted(given)}” can be two moments. Write which: {both}."
        case problems.SkippedMoment(option, given, zone):
            return (
                f"{option}: “{_quoted(given)}” is not there in {zone}: the clocks go forward over "
                "it that night. Name another hour."
            )
        case problems.Untimely(option, given, at, past):
            why = "that is past" if past else "a year ahead is the most"
            return f"{option}: “{_quoted(given)}” is {local_text(at)}: {why}."
        case problems.NoZone(option, given):
            return (
                f"{option}: I don't know your time zone. Tell me once, such as my timezone "
                f"Europe/Paris, or write it behind the hour: {_quoted(given)} Europe/Paris"
            )
        case _:
            assert_never(problem)


def _quoted(given: str) -> str:
    return tidy(given, LONGEST_GIVEN)


LONGEST_WORD = 40
_SIMPLE = {
    problems.Simple.STANDS_ALIKE: "Another open match stands much as this one does. To be fair to "
    "its players, I take no seat here now. Name a person, or try again after the next turn.",
    problems.Simple.PARTNER_TWICE: "I play from one seat only: name a person for the other.",
    problems.Simple.NO_PARTNER: "level: is how well I play, so name me as one of the players.",
    problems.Simple.NOBODY_RESIGNS: (
        "resigns: is whether I resign, so name me as one of the players."
    ),
    problems.Simple.PLAYED_ON_ALONE: (
        "from: is a match against me. Name nobody and play it yourself, or name me as one player."
    ),
    problems.Simple.AUTO_NOT_HERE: (
        "level:auto goes by the one opponent that a match begins with: it is for match start. "
        "Name a level here."
    ),
    problems.Simple.NOT_FILLED: "level: is how well I play, so say fill:referee too.",
    problems.Simple.NO_ACCOUNT: "I have no account here that could take a seat.",
    problems.Simple.SPARRING_OFF: (
        "Here I only referee. Whoever manages the matches here can change that: setup sparring:on"
    ),
    problems.Simple.THINKING_OFF: (
        "I only referee here: whoever runs me has turned playing and reviews off."
    ),
    problems.Simple.HINTS_IN_CUP: "There are no hints in the games of a cup: leave out hints:.",
    problems.Simple.INDEX_OF_CLOSED_PAGES: (
        "Search engines can list public pages only: setup pages:public index:on."
    ),
    problems.Simple.HERE_AND_THERE: (
        "where:here is this place, and channel: names another. Leave one of them out; where: also "
        "takes what makes a new room there."
    ),
    problems.Simple.SAME_COLOURS: "The two players need two different colours.",
    problems.Simple.NO_STARTER: (
        "Who starts is player 1, player 2 or random, or the DMO says in a Genius match."
    ),
    problems.Simple.NO_DMO_SEAT: "The DMO is player 1 or player 2, or nobody.",
}

_UNFIT = {
    problems.Unfit.NO_PERSON: "{option}: mention a person, such as {option}:@Ann.",
    problems.Unfit.NO_MEMBER: (
        "{option}: there is nobody of that name here. Name somebody who is here."
    ),
    problems.Unfit.UNSHOWN: (
        "{option}: people's profiles are not shown to me here, so I can't tell who that is. Give "
        "my account the right to view users."
    ),
    problems.Unfit.IS_BOT: (
        "{option}: that is a bot, and other bots don't play. Name a person, or me."
    ),
    problems.Unfit.NO_ROLE: "{option}: mention the role, or write {option}:none.",
    problems.Unfit.NO_ROOM: "{option}: name the room or its address, such as {option}:#arena.",
}


def error_text(error: Exception) -> str:
    """What an error says: its problem in words, or what it says itself."""
    match error:
        case problems.OrderError() | OptionError() | FormatError():
            return problem_text(error.problem)
        case ClockError():
            return clock_problem_text(error.problem)
        case record.HeaderError():
            return header_problem_text(error.problem)
        case UnreadError():
            return unread_text(error)
        case _:
            return str(error)


def problem_text(problem: problems.Problem) -> str:
    """One sentence or two: what is wrong, what is allowed, and an example where there is one."""
    if isinstance(problem, problems.CommandProblem):
        return _about_command(problem)
    if isinstance(problem, problems.PersonProblem):
        return _about_people(problem)
    if isinstance(problem, problems.MomentProblem):
        return moment_problem_text(problem)
    if isinstance(problem, problems.GameProblem):
        return _about_game(problem)
    match problem:
        case problems.NotOneOf(option, given, allowed, near):
            meant = near or next(iter(get_close_matches(given.strip().casefold(), allowed, 1)), "")
            hint = f"Did you mean {meant}? " * bool(meant)
            return f"{option}: {_not_understood(given)}{hint}It takes {joined(allowed, 'or')}."
        case problems.NoNumber(option, given, example):
            return (
                f"{option}: {_not_understood(given)}It takes a whole number. For example: {example}"
            )
        case problems.NoLengthOfTime(option, given, clock):
            text = f"{option}:{_shown(given)}: {clock_problem_text(clock)}"
            whole = option == "clock" and isinstance(clock, NoLength)
            return f"{text} {_CLOCK}" if whole else text
        case problems.LengthOutside(option, given, least, most):
            limits = f"{spell(least)} to {spell(most)}"
            return f"{option}:{_shown(given)}: that takes {limits}."
        case problems.NoQuietHours(option, given):
            return (
                f"{option}:{_shown(given)}: that takes two hours of the day, such as "
                f"{option}:23-8, or off."
            )
        case problems.Simple():
            return _SIMPLE[problem]
        case problems.SettledThere(option, number):
            return (
                f"{option}: with from: the game goes on as match {number} was set up. Leave "
                f"{option}: out, or leave out from:."
            )
        case problems.NotAmongColours(allowed):
            return f"The colours are {joined(allowed)}."
        case problems.FieldTooLong(field, most):
            return f"{_shown(field)} is a text of {most} letters at most."
        case problems.NoDmo((first, second)):
            return (
                "dmo: the DMO is the Death Match Opponent, one of the two players. "
                f"Write {first} or {second}, or mention the player."
            )
        case problems.DmoInBothSeats(colour):
            return f"dmo: that player has both seats. Name the colour, such as dmo:{colour}"
        case problems.NotNameAndValue(word):
            return (
                f"Write the game's options as name=value, not “{_shown(word)}”. "
                "For example: options:komi=3"
            )
        case problems.NoSide(given, least, most):
            return f"side:{_shown(given)}: a board has a side from {least} to {most}."
        case problems.NoWarnings(most):
            return f"warnings: one to {most} lengths of time, such as 60s,10s, or none."
        case _:
            assert_never(problem)


def order_problem_text(problem: problems.Problem, example: str) -> str:
    """A problem of a known command: with an example of it, if that example has the option."""
    text = problem_text(problem)
    if (
        isinstance(problem, problems.NotOneOf | problems.NoLengthOfTime)
        and f"{problem.option}:" in example
    ):
        text += f" For example: {example}"
    return text


_CLOCK = "A clock is turn time + bank, such as 1m+5m, or none."


def clock_problem_text(problem: ClockProblem) -> str:
    """What is wrong with a clock or a length of time."""
    match problem:
        case NoLength(given):
            return f"“{_shown(given)}” is no length of time. Write 90s, 5m, 2h or 3d."
        case TooLong(given, most):
            return f"{_shown(given)} is too long: {most.days} days at most."
        case TooManyParts():
            return "Write move time + bank + increment, such as 1m+5m or 30s+5m+5s."
        case NoTime():
            return "A clock needs some move time or some bank. Write 1m+5m, or none for no clock."
        case _:
            assert_never(problem)


def header_problem_text(problem: record.HeaderProblem) -> str:
    """What is wrong with a record's header, as a clause without its full stop."""
    match problem:
        case record.UnknownNotation(given, notations):
            return f"there is no notation {given!r}; known: {', '.join(notations)}"
        case record.OptionWithoutValue(word):
            return f"Options: {word!r} is not written key=value"
        case record.NotTwoColours(given):
            return f"Colours: {given!r} are not two colours"
        case record.FirstIsNoColour(given, (first, second)):
            return f"First: {given!r} is none of the colours {first} and {second}"
        case record.SideIsNoNumber(given):
            return f"Side: {given!r} is no number"
        case _:
            assert_never(problem)


def _about_command(problem: problems.CommandProblem) -> str:
    match problem:
        case problems.NoCommand(typed, near, example):
            hint = "For what I know, write: help"
            if near:
                hint = f"Did you mean “{near}”?"
                hint += f" For example: {example}" if example != near else ""
            return f"I know no command “{_shown(typed)}”. {hint}"
        case problems.NotUnderstood(command, word, options, example):
            takes = (
                f"Its options: {', '.join(f'{option}:' for option in options)}. "
                f"For example: {example}"
                if options
                else "It takes no options."
            )
            return f"{command} does not understand “{_shown(word)}”. {takes}"
        case problems.Missing(command, option, help_, example):
            return (
                f"{command} needs {option}: {help_[:1].lower()}{help_[1:]}. For example: {example}"
            )
        case _:
            assert_never(problem)


def _about_people(problem: problems.PersonProblem) -> str:
    match problem:
        case problems.BadName(_, ""):
            return "There is nobody of that name here. Name somebody who is here."
        case problems.BadName(why, option):
            return _UNFIT[why].format(option=option)
        case problems.NotTwoPlayers((first, second)):
            return f"Name two players. For example: match start {first}:@Ann {second}:@Bob"
        case _:
            assert_never(problem)


def _about_game(problem: problems.GameProblem) -> str:
    match problem:
        case NoRuleset(key, keys):
            return f"There is no ruleset “{_shown(key)}”. There are {joined(keys)}."
        case NoFormat(key, keys):
            return f"There is no format “{_shown(key)}”. There are {joined(keys)}."
        case NoOption(ruleset, option, ()):
            return f"{ruleset} has no option “{_shown(option)}”: it has none."
        case NoOption(ruleset, option, options):
            return f"{ruleset} has no option “{_shown(option)}”. It has {joined(options)}."
        case BadValue(ruleset, option, given, takes):
            return f"{option}={_shown(given)}: {ruleset} allows {takes_text(takes)}."
        case Clash(ruleset, option, other):
            return f"{ruleset}: {option} means nothing with {other}. Leave one of them out."
        case _:
            assert_never(problem)


def _not_understood(typed: str) -> str:
    return f"“{_shown(typed)}” is not understood. " if typed.strip() else ""


def _shown(word: str) -> str:
    return tidy(word, LONGEST_WORD)
