"""What is answered to a command, an option or a clock that can't be taken as it was typed."""

from collections.abc import Callable

from announcements.paper import Specimen, kind
from bot.commands.acts import act_of
from bot.commands.catalogue import COMMANDS
from bot.commands.cup_opening import read_plan
from bot.commands.opening import settle_terms
from bot.commands.parsing import read_order
from bot.commands.setup import settled
from bot.engine import headers
from bot.engine.rulesets import OptionError, configure
from bot.referee import problems
from bot.referee.clock import ClockError, read_control
from bot.referee.events import Player
from bot.referee.formats import COLOURS
from bot.servers.settings import USUAL
from bot.wording import problems as words

_TYPED = (
    "match undu 2",
    "match dance",
    "host pause mach:9",
    "match ready steady",
    "host time red",
    "host undo turns:many",
    "host time red amount:soon",
    "match ask what:tea",
)
_STARTED = (
    {},
    {"first": "green"},
    {"format": "spice"},
    {"side": "14"},
    {"dmo": "white"},
    {"options": "komi"},
    {"format": "catena", "komi": "half"},
    {"format": "catena", "komi": "3", "scoring": "longest"},
    {"komi": "3"},
    {"format": "catena", "kommi": "3"},
    {"clock": "soon"},
)
_SETTLED = ({"host-role": "Referees"}, {"warnings": "0"}, {"theme": "pink"})


def _check_in(text: str) -> problems.Problem:
    try:
        read_plan({"check-in": text}, "here")
    except problems.OrderError as error:
        return error.problem
    raise AssertionError(text)


_FROM_VENUES: tuple[tuple[str, problems.Problem], ...] = (
    ("match start red:Ann", problems.BadName(problems.Unfit.NO_PERSON, "red")),
    ("host move to:arena", problems.BadName(problems.Unfit.NO_ROOM, "to")),
    ("match start red:@Zoe, who has left", problems.BadName(problems.Unfit.NO_MEMBER, "red")),
    ("match start @Zoe @Bob", problems.BadName(problems.Unfit.NO_MEMBER)),
    ("match start red:@Ann on a forum", problems.BadName(problems.Unfit.UNSHOWN, "red")),
    ("match start blue:@Bot", problems.BadName(problems.Unfit.IS_BOT, "blue")),
    ("match start red:@Referee blue:@Referee", problems.Simple.PARTNER_TWICE),
    ("host replace red @Referee, while another match stands alike", problems.Simple.STANDS_ALIKE),
    ("match start red:@Ann blue:@Bob level:strong", problems.Simple.NO_PARTNER),
    ("match start red:@Ann blue:@Bob resigns:on", problems.Simple.NOBODY_RESIGNS),
    ("match start red:@Ann blue:@Bob from:9@12", problems.Simple.PLAYED_ON_ALONE),
    ("match start from:9@12 side:4", problems.SettledThere("side", 9)),
    ("cup start fill:referee level:auto", problems.Simple.AUTO_NOT_HERE),
    ("cup start level:strong", problems.Simple.NOT_FILLED),
    ("cup start fill:referee, where I have no account", problems.Simple.NO_ACCOUNT),
    ("cup open check-in:1m", _check_in("1m")),
    ("match start red:@Ann blue:@Referee, sparring is off", problems.Simple.SPARRING_OFF),
    ("… or thinking is", problems.Simple.THINKING_OFF),
    ("cup open hints:on", problems.Simple.HINTS_IN_CUP),
    ("setup pages:link index:on", problems.Simple.INDEX_OF_CLOSED_PAGES),
    ("match start red:@Ann blue:@Bob where:here channel:#arena", problems.Simple.HERE_AND_THERE),
    ("The form: one colour for both", problems.Simple.SAME_COLOURS),
    ("The form: another colour", problems.NotAmongColours(COLOURS)),
    ("match start red:@Ann blue:@Ann dmo:@Ann", problems.DmoInBothSeats("blue")),
    ("The form: another starter", problems.Simple.NO_STARTER),
    ("The form: another DMO", problems.Simple.NO_DMO_SEAT),
    ("The form: a long name", problems.FieldTooLong("name", 200)),
)
_HEADERS: tuple[headers.HeaderProblem, ...] = (
    headers.UnknownNotation("braille", ("house", "bottom", "half-step")),
    headers.OptionWithoutValue("komi"),
    headers.NotTwoColours("red"),
    headers.FirstIsNoColour("green", ("red", "blue")),
    headers.SideIsNoNumber("five"),
)
_CLOCKS = ("soon", "1m+999d", "1m+2m+3s+4s", "0")


def of_commands():
    for text in _TYPED:
        error = _caught(lambda text=text: _acted(text))
        yield _specimen(text, error)
    seats = {"red": Player("1", "Ann"), "blue": Player("2", "Bob")}
    for options in _STARTED:
        named = seats if options else {}
        error = _caught(lambda options=options, named=named: settle_terms(options, named))
        yield _specimen(_written("match start red:@Ann …", options), error)
    for options in _SETTLED:
        error = _caught(lambda options=options: settled(USUAL, options))
        yield _specimen(_written("setup", options), error)
    error = _caught(lambda: configure("chess", {}))
    yield ("referee replay --ruleset chess", words.error_text(error), (type(error.problem),))
    for when, problem in _FROM_VENUES:
        yield when, words.problem_text(problem), (kind(problem),)
    for header in _HEADERS:
        yield "The header of a record", words.header_problem_text(header), (type(header),)
    for clock in _CLOCKS:
        try:
            read_control(clock)
        except ClockError as wrong:
            text = words.clock_problem_text(wrong.problem)
            yield f"A clock: {clock}", text, (type(wrong.problem),)


def _acted(text: str) -> object:
    return act_of(read_order(text), {})


def _written(command: str, options: dict[str, str]) -> str:
    return " ".join([command, *(f"{key}:{value}" for key, value in options.items())])


def _specimen(typed: str, error: problems.OrderError | OptionError) -> Specimen:
    name = next((one for one in COMMANDS if typed.startswith(one)), None)
    problem = error.problem
    text = words.problem_text(problem)
    if name is not None:
        text = words.order_problem_text(problem, COMMANDS[name].example)
    return Specimen(typed, text, (kind(problem),))


def _caught(work: Callable[[], object]) -> problems.OrderError | OptionError:
    try:
        work()
    except (problems.OrderError, OptionError) as error:
        return error
    raise AssertionError("nothing was wrong")
