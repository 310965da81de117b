"""The options that several commands have, and those of the commands that have many."""

from collections.abc import Mapping
from dataclasses import replace

from bot.commands.command import CONFIRM, OFF, ON, Option, Suggests, Takes
from bot.commands.sparring import LEVELS
from bot.desk.venue import HERE, POST, THREAD
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.rulesets import RULESETS
from bot.players.levels import Level
from bot.referee.events import Termination
from bot.referee.formats import COLOURS, FORMATS, OnFlag
from bot.servers.settings import PAGES
from bot.wording.hall import ORDERS as _ORDERS
from renderers import theme as themes

Options = Mapping[str, Option]
_SWITCH = (ON[0], OFF[0])
CONFIRMED = {CONFIRM: Option("yes: do it without asking back", choices=("yes",), also=ON)}
REASON = {"reason": Option("Why; shown to the room", least=1, most=200)}
MATCH = {
    "match": Option(
        "The match's number, if not this channel's match",
        Takes.NUMBER,
        # Digits, but for what is suggested: that may be longer while it is typed.
        least=1,
        most=100,
        suggests=Suggests.MATCHES,
    )
}
_FORMAT = Option("The match format, genius unless you say otherwise", choices=tuple(FORMATS))
_CLOCK = Option(
    "Move time + bank, such as 1m+5m, a name such as daily, or none", suggests=Suggests.CLOCKS
)
_WHERE = Option(
    "here, thread or post",
    choices=(HERE, THREAD, POST),
    meanings=("in this channel", "in a new thread", "in a new forum post"),
)
LEVEL = Option("How well I play, where you seat me", choices=tuple(Level))
_ANY_LEVEL = Option("How well I play, where you seat me; auto: as suits the other", choices=LEVELS)
APPOINTMENT = {
    "at": Option(
        "When to play, such as sat 20:00, tomorrow 8pm or in 3 hours",
        Takes.MOMENT,
        least=1,
        most=100,
        suggests=Suggests.MOMENTS,
    ),
    "remind": Option(
        "Whether both are told a day, an hour and ten minutes before: on or off", choices=_SWITCH
    ),
    "grace": Option("How long whoever is not there is waited for, 15m unless you say otherwise"),
}
_PAST = Option("A match that is over and one of its turns, such as 9@12", least=3, most=20)
START = {
    **{colour: Option(f"Who plays {colour}", Takes.PERSON) for colour in COLOURS},
    "first": Option("The colour that starts (or: random)", suggests=Suggests.STARTERS),
    "dmo": Option(
        "The Death Match Opponent: one of the players, who wins a tie",
        Takes.PERSON,
        suggests=Suggests.OPPONENTS,
    ),
    "format": _FORMAT,
    "clock": _CLOCK,
    "flag": Option("What a fallen flag means: forfeit or call-host", choices=tuple(OnFlag)),
    "side": Option(
        "Cells on an edge of the board, 2 to 13",
        Takes.NUMBER,
        least=SMALLEST_SIDE,
        most=LARGEST_SIDE,
    ),
    "where": _WHERE,
    "channel": Option("The channel for the match, if not this one", Takes.PARENT),
    "options": Option(
        "The game's own options, such as komi=3 button=off", suggests=Suggests.GAME_OPTIONS
    ),
    "from": replace(_PAST, help="Play on from there against me: a match and a turn, such as 9@12"),
    "level": _ANY_LEVEL,
    "resigns": Option("on: I resign once I have proof that I have lost", choices=_SWITCH),
    "hints": Option("on: whoever is to move may ask for hints", choices=_SWITCH),
    "pages": Option(
        "Whether this server's pages show the match: on or off; else as all here can read the room",
        choices=_SWITCH,
    ),
    **APPOINTMENT,
    CONFIRM: Option("yes: one person may take both seats", choices=("yes",), also=ON),
}
_RULESET = Option("The game", choices=tuple(RULESETS))
_SIDE = Option(
    "Cells on an edge of the board", Takes.NUMBER, least=SMALLEST_SIDE, most=LARGEST_SIDE
)
_OPENING = Option("How it began, such as E5 / D3 F6; seen from any edge", least=1, most=100)
GAMES = {
    "player": Option("Who played", Takes.PERSON),
    "ruleset": _RULESET,
    "side": _SIDE,
    "end": Option("How it ended", choices=tuple(Termination)),
    "since": Option("The first day, such as 2026-11-01", least=1, most=10),
    "until": Option("The last day, such as 2026-11-30", least=1, most=10),
    "fewest": Option("Turns at the least", Takes.NUMBER, least=0, most=999),
    "most": Option("Turns at the most", Takes.NUMBER, least=0, most=999),
    "opening": _OPENING,
    "order": Option("Which come first", choices=tuple(_ORDERS)),
}
OPENINGS = {"ruleset": _RULESET, "side": _SIDE, "opening": _OPENING}
PUZZLE = {
    "number": Option("Which puzzle, by its number", Takes.NUMBER, least=1, most=9999),
    "which": Option("next: the next one that you have not solved", choices=("next",)),
    "from": _PAST,
    "answer": Option("The turn that wins, such as D7 F8", Takes.TURN, least=1, most=100),
    "give-up": Option("yes: show me the answer", choices=("yes",), also=ON),
}
REMIND = {
    "after": Option("How long your turn may wait, such as 12h; or off", least=1, most=30),
    "quiet": Option(
        "From when to when I leave you alone, such as 23-8, by your time zone; or off",
        least=1,
        most=30,
    ),
}
SETUP = {
    "host-role": Option("Whose members may host, or none", Takes.ROLE),
    "format": replace(_FORMAT, help="The match format unless a host says otherwise"),
    "clock": replace(
        _CLOCK, help="Move time + bank, such as 1m+5m, none, or usual for the format's own"
    ),
    "theme": Option("How the pictures look", choices=tuple(themes.names())),
    "coordinates": Option(
        "Whether every cell shows its name: on, off or usual", choices=(*_SWITCH, "usual")
    ),
    "where": replace(_WHERE, help="Where matches are held: here, thread or post"),
    "warnings": Option("With how much bank left to warn, such as 60s,10s, or none"),
    "sparring": Option("Whether I may be seated as a sparring partner: on or off", choices=_SWITCH),
    "watch": Option(
        "Whether anybody with its link may watch a match in a browser: on or off", choices=_SWITCH
    ),
    "play": Option(
        "Whether players are offered a board of their own in a browser: on or off", choices=_SWITCH
    ),
    "pages": Option(
        "Who may read about this server's matches on web pages: off, link or public",
        choices=PAGES,
        meanings=("nobody", "whoever has the link", "anybody"),
    ),
    "index": Option(
        "Whether search engines may list those pages, once they are public: on or off",
        choices=_SWITCH,
    ),
    "reset": Option("yes: everything as it was at first", choices=("yes",), also=ON),
}
