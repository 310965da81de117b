"""What is answered to a command, an option, a clock or an act that can't be taken: every reason."""

from collections.abc import Callable

from announcements.matches import HOST, SEED_003, THINKING, accepted, begun, new, played
from announcements.paper import Specimen, kind
from bot.commands.acts import act_of
from bot.commands.catalogue import COMMANDS
from bot.commands.opening import read_plan, settle_terms
from bot.commands.parsing import read_order
from bot.commands.setup import settled
from bot.engine import record
from bot.engine.legality import Law, play
from bot.engine.notation import NO_COLOUR, OFF_BOARD, OUT_OF_TURN, UNREADABLE, Misread, read_turn
from bot.engine.ruleset import Breach
from bot.engine.rulesets import OptionError, configure
from bot.engine.rulesets.catchup import LARGEST_GROUP_GREW
from bot.engine.rulesets.catena import THICKENS_RIBBON, THIRD_NEIGHBOUR
from bot.engine.rulesets.ketchup import LARGEST_GROUPS_EQUAL
from bot.engine.turn import Turn
from bot.referee import problems
from bot.referee.clock import ClockError, read_control
from bot.referee.events import Player
from bot.referee.formats import COLOURS
from bot.referee.match import Match
from bot.referee.ruling import Reason, Refused
from bot.referee.submission import Pause
from bot.servers.settings import USUAL
from bot.wording import problems as words
from bot.wording.refusals import refusal_text

_TYPED = (
    "match undu 2", "match dance", "host pause mach:9", "match ready steady", "host time red",
    "host undo turns:many", "host time red amount:soon", "match ask what:tea",
)  # fmt: skip
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
_HEADERS: tuple[record.HeaderProblem, ...] = (
    record.UnknownNotation("braille", ("house", "bottom", "half-step")),
    record.OptionWithoutValue("komi"),
    record.NotTwoColours("red"),
    record.FirstIsNoColour("green", ("red", "blue")),
    record.SideIsNoNumber("five"),
)
_CLOCKS = ("soon", "1m+999d", "1m+2m+3s+4s", "0")


def of_commands():
    for text in _TYPED:
        error = _caught(lambda text=text: act_of(read_order(text), {}))
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


_FED = SEED_003.rpartition(" / F2")[0]
_TRIED: tuple[tuple[str, str, str, str, str], ...] = (
    (OFF_BOARD, "A cell that does not exist", "genius", "", "F9"),
    (OFF_BOARD, "A row that does not exist", "genius", "", "J1"),
    (UNREADABLE, "A word that is no cell, in the form", "genius", "", "hello"),
    (NO_COLOUR, "A stone without its colour", "product", "black:E5", "D7"),
    (Law.OCCUPIED, "A cell that is taken", "genius", "D7", "D7"),
    (Law.REPEATED_CELL, "A cell named twice", "genius", "E5", "D7 D7"),
    (Law.TOO_MANY, "Too many on the first turn", "genius", "", "A1 A2"),
    (Law.TOO_MANY, "Three stones without a lead", "genius", "E5", "A1 A2 A3"),
    (Law.TOO_MANY, "More than three", "genius", _FED, "A2 A3 A5 I1"),
    (Law.TOO_MANY, "Too many, one exactly", "plur", "E5", "A1 A2"),
    (Law.TOO_FEW, "Too few", "ketchup", "E5 / A1 A2", "I1"),
    (Law.EMPTY_TURN, "An empty turn", "genius", "E5", ""),
    (Law.NO_PASSING, "A pass", "ketchup", "E5", "pass"),
    (Law.NO_BUTTON, "A button that is gone", "catena", "button", "button"),
    (Law.BUTTON_ALONE, "Button and stone", "catena", "E5", "button A1"),
    (LARGEST_GROUP_GREW, "Mures: two stones that make a group", "mures", "E5", "A1 A2"),
    (LARGEST_GROUPS_EQUAL, "Sauce: equal largest groups", "sauce", "E5 / A1 A2", "I1 I2"),
    (THIRD_NEIGHBOUR, "Catena: a third neighbour", "catena", "A1 / B3 / C3", "B2"),
    (THICKENS_RIBBON, "Catena: a ribbon made thick", "catena", "C1 / C2 / C3", "B2"),
)


_CHOOSING = (Reason.FIRST_OPEN, Reason.NOT_YOURS_TO_CHOOSE)


def of_the_law():
    for law, when, key, before, turn in _TRIED:
        match = begun(new(key))
        match = played(match, before) if before else match
        yield f"{when}: {turn}" if turn else when, _law(match, turn), (law,)
    match = begun(new())
    mixed = Refused(Reason.ILLEGAL, Breach(Law.NOT_YOUR_COLOUR, (0,)))
    yield "A stone of the other's colour", refusal_text(match, mixed), (Law.NOT_YOUR_COLOUR,)
    other = Refused(Reason.ILLEGAL, Misread(OUT_OF_TURN, "Ann", 0))
    yield "A record: a turn of the other's", refusal_text(match, other), (OUT_OF_TURN,)
    over = Refused(Reason.ILLEGAL, Breach(Law.GAME_OVER))
    yield "A turn after the game", refusal_text(match, over), (Law.GAME_OVER,)


def of_the_moment():
    match = played(begun(new()), SEED_003)
    paused = accepted(match, Pause(), HOST, match.turn_open_at + THINKING)[0]
    choosing = dict.fromkeys(_CHOOSING, new(dmo="blue", dmo_chooses=True))
    for reason in Reason:
        held = {Reason.PAUSED: paused, **choosing}.get(reason, match)
        yield reason.name.replace("_", " ").lower(), _reason(held, reason), (reason,)
    for reason in (Reason.NOT_STARTED, Reason.ALREADY_READY):
        when = f"{reason.name.replace('_', ' ').lower()}, and who starts is open"
        yield when, _reason(choosing[Reason.FIRST_OPEN], reason), (reason,)
    yield "paused, when it was written", _reason(match, Reason.PAUSED), (Reason.PAUSED,)


def _reason(match: Match, reason: Reason) -> str:
    return refusal_text(match, Refused(reason))


def _law(match: Match, words: str) -> str:
    fault = read_turn(match.spelling, words.split(), match.to_move)
    if isinstance(fault, Turn):
        answer = play(match.ruleset, match.position, fault)
        if not isinstance(answer, Breach):
            raise TypeError(f"{words} is legal")
        return refusal_text(match, Refused(Reason.ILLEGAL, answer))
    return refusal_text(match, Refused(Reason.ILLEGAL, fault))
