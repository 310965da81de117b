"""The command table: what each command is called, takes and is, the same on every venue.

What a line of the table says is all that anybody needs to know of a command: typed commands, the
slash commands of Discord, what is suggested there, the dialogs of the room and the README's table
are made from it. How a command is carried out is its handler's, of which there is exactly one
(`Clerk.handlers`).
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.commands.command import (
    AS_WORDS,
    CONFIRM,
    NAMED,
    OFF,
    ON,
    TIE,
    Command,
    Kind,
    Late,
    Name,
    Option,
    Suggests,
    Takes,
    Who,
)
from bot.desk.venue import HERE, POST, THREAD
from bot.engine.board import LARGEST_SIDE, SMALLEST_SIDE
from bot.engine.notation import NOTATIONS
from bot.players.levels import Level
from bot.referee.events import Request
from bot.referee.formats import COLOURS, FORMATS, OnFlag
from renderers import theme as themes

GROUPS = {
    "match": "Death matches and their referee",
    "host": "What the host of a match does",
    "my": "What is kept of you",
}
"""The first words of commands that have two, and what the commands of each have in common."""
_Options = Mapping[str, Option]
_SWITCH = (ON[0], OFF[0])
_CONFIRM = {CONFIRM: Option("yes: do it without asking back", choices=("yes",), also=ON)}
_REASON = {"reason": Option("Why; shown to the room", least=1, most=200)}
_MATCH = {
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
_LEVEL = Option("How well I play, where you seat me", choices=tuple(Level))
_START_OPTIONS = {
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
        "Cells on an edge of the board, 3 to 13",
        Takes.NUMBER,
        least=SMALLEST_SIDE,
        most=LARGEST_SIDE,
    ),
    "where": _WHERE,
    "channel": Option("The channel for the thread or post, if not this one", Takes.PARENT),
    "options": Option(
        "The game's own options, such as komi=3 button=off", suggests=Suggests.GAME_OPTIONS
    ),
    "level": _LEVEL,
    CONFIRM: Option("yes: one person may take both seats", choices=("yes",), also=ON),
}
_SETUP_OPTIONS = {
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
    "reset": Option("yes: everything as it was at first", choices=("yes",), also=ON),
}


def _colour(help_: str) -> Option:
    return Option(help_, choices=COLOURS, required=True)


def _act(
    name: Name,
    help_: str,
    example: str = "",
    options: _Options | None = None,
    lone: tuple[str, ...] = (),
    late: Late = Late.IN_ORDER,
    who: Who = Who.PLAYER,
) -> Command:
    given = {**(options or {}), **_MATCH}
    free = "reason" if "reason" in given else ""
    return Command(name, help_, example or name, Kind.ACT, late, who, given, free=free, lone=lone)


def _host(
    name: Name,
    help_: str,
    example: str = "",
    options: _Options | None = None,
    lone: tuple[str, ...] = (),
    late: Late = Late.IN_ORDER,
) -> Command:
    return _act(name, help_, example, options, lone, late, Who.HOST)


def _show(
    name: Name,
    help_: str,
    example: str,
    options: _Options | None = None,
    lone: tuple[str, ...] = ("match",),
) -> Command:
    given = {**(options or {}), **_MATCH}
    return Command(
        name, help_, example, Kind.MATCH, Late.NOW, options=given, public=True, lone=lone
    )


def _past(name: Name, help_: str, example: str, options: _Options | None = None) -> Command:
    given = options or {}
    return Command(
        name,
        help_,
        example,
        Kind.SERVER,
        Late.NOW,
        options=given,
        public=True,
        lone=tuple(given),
        of_server=name is not Name.MATCHES,
    )


_TABLE = (
    Command(
        Name.START,
        "Set up a match between two players",
        "match start red:@Ann blue:@Bob clock:1m+5m",
        Kind.SETUP,
        Late.NEVER,
        options=_START_OPTIONS,
        lone=(*NAMED, "format", "where", "channel", "level"),
    ),
    _act(Name.READY, "Say that you are ready to play"),
    _act(
        Name.FIRST,
        "Say who starts, as the DMO or for them as host",
        "match first me",
        {
            "who": Option(
                "me, opponent, or a colour",
                Takes.PERSON,
                choices=("me", "opponent", *COLOURS),
                required=True,
            )
        },
        ("who",),
    ),
    _show(
        Name.STATUS,
        "Position, scores, who may do what, clocks and deadline",
        "match status match:9",
    ),
    _show(
        Name.BOARD,
        "The board now or after an earlier turn, as a picture or in words",
        "match board turn:12 match:9",
        {
            "turn": Option(
                "After which turn, 0 for the empty board", Takes.NUMBER, least=0, most=999
            ),
            "as": Option("text: row by row; groups: both sides' groups", choices=AS_WORDS),
            "near": Option(
                "What lies on this cell and around it, in words", Takes.CELL, least=1, most=10
            ),
        },
        ("turn", "as", "near"),
    ),
    _show(Name.CLOCK, "The clocks and the deadline", "match clock match:9"),
    _show(Name.WATCH, "The link to watch the match in a browser", "match watch match:9"),
    _show(
        Name.RECORD,
        "The record of the game as text",
        "match record match:9 notation:bottom",
        {"notation": Option("How to write it", choices=NOTATIONS)},
        ("match", "notation"),
    ),
    _show(
        Name.REPLAY,
        "The game as an animation; once it is over, also the race of both",
        "match replay match:9",
    ),
    _show(Name.RULES, "The rules of the game being played", "match rules match:9"),
    _show(Name.REVIEW, "Where a match that is over was won and lost", "match review match:9"),
    # It asks back, so it can't be ruled before somebody has answered.
    _act(Name.RESIGN, "Resign, as a player", "match resign", _CONFIRM, late=Late.NOW),
    _act(
        Name.ASK,
        "Ask your opponent for something, as a player",
        "match ask what:undo",
        {"what": Option("undo, pause or abandon", choices=tuple(Request), required=True)},
        ("what",),
    ),
    _act(Name.ACCEPT, "Accept what your opponent asks"),
    _act(Name.DECLINE, "Decline it, or take your own question back"),
    _host(Name.BEGIN, "Start now, as host, without waiting for both players"),
    _host(Name.PAUSE, "Stop the clock, as host", "host pause a call at the door", _REASON),
    _host(Name.RESUME, "Let the match go on, as host", "host resume", _REASON),
    _host(
        Name.CANCEL,
        "End the match without a result, as host",
        "host cancel the wrong format",
        _REASON | _CONFIRM,
    ),
    _host(
        Name.UNDO,
        "Take back turns, as host",
        "host undo turns:2 reason:a slip",
        {
            "turns": Option(
                "How many, 1 unless you say otherwise", Takes.NUMBER, least=1, most=500
            ),
            **_REASON,
            **_CONFIRM,
        },
        ("turns",),
    ),
    _host(
        Name.ADJUDICATE,
        "Decide the match, as host",
        "host adjudicate winner:red reason:agreed by both",
        {
            "winner": Option(
                "The colour that wins, or tie",
                choices=(*COLOURS, TIE[0]),
                also=TIE[1:],
                required=True,
            ),
            **_REASON,
            **_CONFIRM,
        },
        ("winner",),
    ),
    _host(
        Name.FORFEIT,
        "Rule that a player forfeits, as host",
        "host forfeit colour:red reason:left",
        {"colour": _colour("The colour that forfeits"), **_REASON, **_CONFIRM},
        ("colour",),
    ),
    _host(
        Name.TIME,
        "Give a player time in the bank or take some, as host",
        "host time colour:red amount:-30s reason:late",
        {
            "colour": _colour("Whose bank"),
            "amount": Option("How much, such as 1m or -30s", Takes.LENGTH, required=True),
            **_REASON,
        },
        ("colour", "amount"),
    ),
    _host(
        Name.REPLACE,
        "Put another player in a seat, as host",
        "host replace colour:red player:@Cat",
        {
            "colour": _colour("The seat"),
            "player": Option("Who takes it", Takes.PERSON, required=True),
            "level": _LEVEL,
        },
        ("colour", "player", "level"),
    ),
    _host(
        Name.MOVE,
        "Go on in another channel, as host",
        "host move to:#arena",
        {"to": Option("The channel or thread", Takes.ROOM, required=True)},
        ("to",),
        # Whether the match can be held there is asked of the venue, not of the past.
        Late.NOW,
    ),
    _host(
        Name.REOPEN,
        "Take the end of a match back, as host, with a reason",
        "host reopen match:9 reason:the wrong player",
        {"reason": replace(_REASON["reason"], required=True)},
        late=Late.NOW,
    ),
    _past(Name.MATCHES, "All open matches of this server", "matches"),
    _past(
        Name.HISTORY,
        "The last matches of this server, or of a player",
        "history player:@Ann",
        {"player": Option("Whose matches, if not everybody's", Takes.PERSON)},
    ),
    _past(
        Name.PLAYER,
        "A player's results and rating on this server",
        "player player:@Ann",
        {"player": Option("Who, if not you", Takes.PERSON)},
    ),
    _past(Name.LEADERBOARD, "The ten best players of this server by rating", "leaderboard"),
    Command(
        Name.FORGET,
        "Take your name out of the ended matches of this server",
        "my forget",
        Kind.SETUP,
        Late.NEVER,
        options={
            CONFIRM: Option("yes, once you are sure: it can't be undone", choices=("yes",), also=ON)
        },
        lone=(CONFIRM,),
        of_server=True,
    ),
    Command(
        Name.SETUP,
        "See or change what is usual on this server, if you manage it",
        "setup clock:30s+2m theme:go",
        Kind.SETUP,
        Late.NEVER,
        Who.MANAGER,
        _SETUP_OPTIONS,
        of_server=True,
    ),
    Command(Name.HELP, "What a host does, in six steps", "help", Kind.SETUP, Late.NOW),
)


def by_name(table: tuple[Command, ...]) -> dict[Name, Command]:
    """The commands by their names; ValueError where two have one name."""
    commands: dict[Name, Command] = {}
    for command in table:
        if command.name in commands:
            raise ValueError(f"two commands are called {command.name}")
        commands[command.name] = command
    return commands


COMMANDS: dict[Name, Command] = by_name(_TABLE)
"""All commands."""
