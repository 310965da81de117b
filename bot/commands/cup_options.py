"""The commands of cups: their lines of the command table, to which `catalogue.py` adds them."""

from bot.commands.command import CONFIRM, Command, Kind, Late, Option, Suggests, Takes, Who
from bot.commands.options import APPOINTMENT, CONFIRMED, LEVEL, REASON, START, Options
from bot.cups.entry import MOST, Seeding
from bot.cups.pairing import SYSTEMS
from bot.desk.venue import HERE, POST, THREAD

BOTH, AGAIN = "both-lose", "again"
"""What `cup award` can say besides a winner."""
BEST_OF = ("1", "3", "5")
WITH = "with"
"""With whom somebody is exchanged."""
LOWER_SEED = "lower-seed"
REFEREE = "referee"
"""Who makes an odd number even: the sparring partner."""
CUP = {
    "cup": Option("The cup's number, if not this channel's cup", Takes.NUMBER, least=1, most=999999)
}
_PLAYER = Option("Who", Takes.PERSON, required=True)
_ROUND_TIME = Option("How long each round may take, such as 3d; as long as it takes unless you say")
OPEN: Options = {
    "name": Option("What the cup is called", required=True, least=1, most=40),
    "system": Option("How it is played, knockout unless you say", choices=tuple(SYSTEMS)),
    **{name: START[name] for name in ("format", "clock", "flag", "side", "options")},
    "best-of": Option("Games in each pairing, 1 unless you say", choices=BEST_OF),
    "rounds": Option("Rounds of a Swiss", Takes.NUMBER, least=1, most=MOST),
    "groups": Option("How many groups, 4 unless you say", Takes.NUMBER, least=1, most=64),
    "through": Option("How many go on from each group, 2", Takes.NUMBER, least=1, most=64),
    "round-time": _ROUND_TIME,
    "most": Option("How many can sign up at most", Takes.NUMBER, least=2, most=MOST),
    "check-in": Option("How long people have to check in before it begins, such as 30m"),
    "rooms": Option(
        "Where matches are held",
        choices=(THREAD, POST, HERE),
        meanings=("each pairing in a thread", "each in a forum post", "here, one by one"),
    ),
    "dmo": Option("Who is the Death Match Opponent in each match", choices=(LOWER_SEED,)),
}


def _act(
    name: str,
    help_: str,
    example: str,
    options: Options | None = None,
    lone: tuple[str, ...] = (),
    who: Who = Who.CUP_HOST,
    free: str = "",
) -> Command:
    given = {**(options or {}), **CUP}
    free = free or ("reason" if "reason" in given else "")
    return Command(name, help_, example, Kind.SETUP, Late.NOW, who, given, free=free, lone=lone)


def _show(name: str, help_: str) -> Command:
    return Command(
        name, help_, name, Kind.SERVER, Late.NOW, options=CUP, public=True, lone=("cup",)
    )


CUPS = (
    Command(
        "cup open",
        "Open the sign-up of a cup, whose host you are",
        "cup open name:Colosseum system:knockout best-of:3",
        Kind.SETUP,
        Late.NEVER,
        options=OPEN,
        free="name",
    ),
    _act("cup join", "Sign up for a cup, or check in", "cup join", who=Who.ANYBODY, lone=("cup",)),
    _act(
        "cup leave",
        "Leave a cup; what you played stands",
        "cup leave",
        CONFIRMED,
        ("cup", CONFIRM),
        Who.ANYBODY,
    ),
    _act(
        "cup start",
        "Close the sign-up and begin, as the cup's host",
        "cup start seeding:random",
        {
            "seeding": Option(
                "Who is seed 1: by rating unless you say", choices=tuple(map(str, Seeding))
            ),
            "apart": Option(
                "People who are not to meet early, such as @Ann @Bob", least=1, most=1000
            ),
            "fill": Option("With an odd number, whether I play too", choices=(REFEREE,)),
            "level": LEVEL,
        },
        ("seeding",),
        free="apart",
    ),
    Command(
        "cup when",
        "When your match of a cup is played; with at: propose up to three hours",
        "cup when at:sat 20:00 or sun 15:00",
        Kind.SETUP,
        Late.NOW,
        options={**APPOINTMENT, **CUP},
        public=True,
        free="at",
    ),
    _show("cup status", "Who is in a cup, and what is being played"),
    _show("cup standings", "The table of a cup"),
    _show("cup bracket", "The bracket of a cup"),
    _act(
        "cup award",
        "Decide a pairing, as the cup's host",
        "cup award player:@Ann result:wins reason:Bob had to go",
        {
            "player": _PLAYER,
            "result": Option(
                "What becomes of their pairing: wins, both-lose, or again",
                choices=("wins", BOTH, AGAIN),
                required=True,
            ),
            **REASON,
        },
        ("player", "result"),
    ),
    _act(
        "cup drop",
        "Take somebody out of a cup, as its host",
        "cup drop player:@Ann reason:did not come",
        {"player": _PLAYER, **REASON, **CONFIRMED},
        ("player",),
    ),
    _act(
        "cup swap",
        "Exchange two players before a round's first turn, as the cup's host",
        "cup swap player:@Ann with:@Bob",
        {"player": _PLAYER, WITH: Option("With whom", Takes.PERSON, required=True), **REASON},
        ("player", WITH),
    ),
    _act(
        "cup deadline",
        "Give the round until another moment, as the cup's host",
        "cup deadline at:sat 20:00",
        {
            "at": Option(
                "Until when, such as sat 20:00 or in 2 days",
                Takes.MOMENT,
                required=True,
                least=1,
                most=100,
                suggests=Suggests.MOMENTS,
            ),
            **REASON,
        },
        free="at",
    ),
    _act("cup pause", "Let nothing new begin, as the cup's host", "cup pause dinner", REASON),
    _act("cup resume", "Let the cup go on, as its host", "cup resume", REASON),
    _act(
        "cup cancel",
        "Call a cup off, as its host",
        "cup cancel too few came",
        REASON | CONFIRMED,
    ),
)
"""All of them."""
CUP_NAMES = frozenset(command.name for command in CUPS)
