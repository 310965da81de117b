"""The command table: what each command is called, takes and is, the same on every venue.

What a line of the table says is all that anybody needs to know of a command: typed commands, the
slash commands of Discord, what is suggested there, the dialogs of the room and the tables of the
documents are made from it. How a command is carried out is its handler's, of which there is exactly
one (`Clerk.handlers`).
"""

from dataclasses import replace
from enum import StrEnum
from functools import partial

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
    Option,
    Suggests,
    Takes,
    Who,
)
from bot.commands.cup_options import CUPS
from bot.commands.options import (
    APPOINTMENT,
    CONFIRMED,
    GAMES,
    LEVEL,
    MATCH,
    OPENINGS,
    PUZZLE,
    REASON,
    REMIND,
    SETUP,
    START,
    Options,
)
from bot.engine.notation import NOTATIONS
from bot.referee.appointments import MOST_PROPOSED
from bot.referee.events import ASKABLE
from bot.referee.formats import COLOURS


class Name(StrEnum):
    """The commands by the words that they are typed with."""

    START = "match start"
    READY = "match ready"
    CHOOSE = "match choose"
    WHEN = "match when"
    STATUS = "match status"
    BOARD = "match board"
    CLOCK = "match clock"
    RECORD = "match record"
    REPLAY = "match replay"
    RULES = "match rules"
    WATCH = "match watch"
    REVIEW = "match review"
    HINT = "match hint"
    RESIGN = "match resign"
    ASK = "match ask"
    ACCEPT = "match accept"
    DECLINE = "match decline"
    BEGIN = "host begin"
    PAUSE = "host pause"
    RESUME = "host resume"
    CANCEL = "host cancel"
    UNDO = "host undo"
    ADJUDICATE = "host adjudicate"
    FORFEIT = "host forfeit"
    TIME = "host time"
    REPLACE = "host replace"
    MOVE = "host move"
    REOPEN = "host reopen"
    PAGES = "host pages"
    MATCHES = "matches"
    HISTORY = "history"
    PLAYER = "player"
    LEADERBOARD = "leaderboard"
    GAMES = "games"
    OPENINGS = "openings"
    MY_MATCHES = "my matches"
    REMIND = "my remind"
    TIMEZONE = "my timezone"
    FORGET = "my forget"
    SETUP = "setup"
    PUZZLE = "puzzle"
    HELP = "help"
    CUP_OPEN = "cup open"
    CUP_JOIN = "cup join"
    CUP_LEAVE = "cup leave"
    CUP_START = "cup start"
    CUP_WHEN = "cup when"
    CUP_STATUS = "cup status"
    CUP_STANDINGS = "cup standings"
    CUP_BRACKET = "cup bracket"
    CUP_AWARD = "cup award"
    CUP_DROP = "cup drop"
    CUP_SWAP = "cup swap"
    CUP_DEADLINE = "cup deadline"
    CUP_PAUSE = "cup pause"
    CUP_RESUME = "cup resume"
    CUP_CANCEL = "cup cancel"


GROUPS = {
    "match": "Death matches and their referee",
    "host": "What the host of a match does",
    "cup": "Cups: many players, many matches, one champion",
    "my": "Your matches, and what is kept of you",
}
"""The first words of commands that have two, and what the commands of each have in common."""


def _colour(help_: str) -> Option:
    return Option(help_, choices=COLOURS, required=True)


def _act(
    name: Name,
    help_: str,
    example: str = "",
    options: Options | None = None,
    lone: tuple[str, ...] = (),
    late: Late = Late.IN_ORDER,
    who: Who = Who.PLAYER,
) -> Command:
    given = {**(options or {}), **MATCH}
    free = "reason" if "reason" in given else ""
    return Command(name, help_, example or name, Kind.ACT, late, who, given, free=free, lone=lone)


_host = partial(_act, who=Who.HOST)


def _show(
    name: Name,
    help_: str,
    example: str,
    options: Options | None = None,
    lone: tuple[str, ...] = ("match",),
) -> Command:
    given = {**(options or {}), **MATCH}
    return Command(
        name, help_, example, Kind.MATCH, Late.NOW, options=given, public=True, lone=lone
    )


def _past(name: Name, help_: str, example: str, options: Options | None = None) -> Command:
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
        options=START,
        lone=(*NAMED, "format", "where", "channel", "level"),
    ),
    _act(Name.READY, "Say that you are ready to play"),
    _act(
        Name.CHOOSE,
        "Say who starts, the komi or your colour, where that is yours or as host",
        "match choose me",
        {
            "choice": Option(
                "me, opponent, a colour, or points of komi",
                Takes.PERSON,
                required=True,
                suggests=Suggests.OPPONENTS,
            )
        },
        ("choice",),
    ),
    Command(
        Name.WHEN,
        "When a match is to be played; with at: propose up to three hours, or settle one as host",
        "match when at:sat 20:00 or sun 15:00",
        # The hour is read in its author's time zone, which has to be looked up: so it is no act
        # that is read with the turns.
        Kind.MATCH,
        Late.NOW,
        options={**APPOINTMENT, **MATCH},
        public=True,
        free="at",
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
    Command(
        Name.HINT,
        "One good cell and why, for whoever is to move, where hints are allowed",
        "match hint",
        Kind.MATCH,
        Late.NEVER,
        Who.PLAYER,
        MATCH,
        lone=("match",),
    ),
    # It asks back, so it can't be ruled before somebody has answered.
    _act(Name.RESIGN, "Resign, as a player", "match resign", CONFIRMED, late=Late.NOW),
    _act(
        Name.ASK,
        "Ask your opponent for something, as a player",
        "match ask what:undo",
        {"what": Option("undo, pause or abandon", choices=ASKABLE, required=True)},
        ("what",),
    ),
    _act(
        Name.ACCEPT,
        "Accept what your opponent asks; of several hours, by its number",
        "match accept 2",
        {
            "which": Option(
                "The number of the hour that you accept, where several are proposed",
                Takes.NUMBER,
                least=1,
                most=MOST_PROPOSED,
            )
        },
        ("which",),
    ),
    _act(Name.DECLINE, "Decline it, or take your own question back"),
    _host(Name.BEGIN, "Start now, as host, without waiting for both players"),
    _host(Name.PAUSE, "Stop the clock, as host", "host pause a call at the door", REASON),
    _host(
        Name.RESUME,
        "Let the match go on, as host; all: every match here",
        "host resume all",
        REASON,
    ),
    _host(
        Name.CANCEL,
        "End the match without a result, as host",
        "host cancel the wrong format",
        REASON | CONFIRMED,
    ),
    _host(
        Name.UNDO,
        "Take back turns, as host",
        "host undo turns:2 reason:a slip",
        {
            "turns": Option(
                "How many, 1 unless you say otherwise", Takes.NUMBER, least=1, most=500
            ),
            **REASON,
            **CONFIRMED,
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
            **REASON,
            **CONFIRMED,
        },
        ("winner",),
    ),
    _host(
        Name.FORFEIT,
        "Rule that a player forfeits, as host",
        "host forfeit colour:red reason:left",
        {"colour": _colour("The colour that forfeits"), **REASON, **CONFIRMED},
        ("colour",),
    ),
    _host(
        Name.TIME,
        "Give a player time in the bank or take some, as host",
        "host time colour:red amount:-30s reason:late",
        {
            "colour": _colour("Whose bank"),
            "amount": Option("How much, such as 1m or -30s", Takes.LENGTH, required=True),
            **REASON,
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
            "level": LEVEL,
            **REASON,
        },
        ("colour", "player", "level"),
    ),
    _host(
        Name.MOVE,
        "Go on in another room, as host",
        "host move to:#arena",
        {"to": Option("The room to go on in", Takes.ROOM, required=True)},
        ("to",),
        # Whether the match can be held there is asked of the venue, not of the past.
        Late.NOW,
    ),
    _host(
        Name.REOPEN,
        "Take the end of a match back, as host, with a reason",
        "host reopen match:9 reason:the wrong player",
        {"reason": replace(REASON["reason"], required=True)},
        late=Late.NOW,
    ),
    _host(
        Name.PAGES,
        "Have the match on the pages of all matches, or take it off, as host",
        "host pages off match:9",
        {
            "shown": Option(
                "on or off", choices=(ON[0], OFF[0]), also=(*ON[1:], *OFF[1:]), required=True
            ),
            **REASON,
        },
        ("shown",),
        Late.NOW,
    ),
    _past(Name.MATCHES, "All open matches here", "matches"),
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
    _past(
        Name.GAMES,
        "Search the ended matches of this server that all its members could see",
        "games player:@Ann ruleset:catena",
        GAMES,
    ),
    _past(
        Name.OPENINGS,
        "How games begin here: the next turns, how often, and who won",
        "openings ruleset:genius opening:E5",
        OPENINGS,
    ),
    Command(
        Name.MY_MATCHES,
        "Your open matches on all servers, first those that wait for you",
        "my matches",
        Kind.SERVER,
        Late.NOW,
        of_server=True,
    ),
    Command(
        Name.REMIND,
        "Have me remind you privately of turns that wait: see it, change it, or off",
        "my remind after:12h quiet:23-8",
        Kind.SETUP,
        Late.NOW,
        options=REMIND,
        free="after",
        of_server=True,
    ),
    Command(
        Name.TIMEZONE,
        "The time zone that I read your words in: see it, change it, or none",
        "my timezone zone:Europe/Paris",
        Kind.SETUP,
        Late.NOW,
        options={
            "zone": Option(
                "A name such as Europe/Paris, or none", least=1, most=100, suggests=Suggests.ZONES
            )
        },
        free="zone",
        of_server=True,
    ),
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
        SETUP,
        of_server=True,
    ),
    *CUPS,
    Command(
        Name.PUZZLE,
        "The puzzle of the day, or another one; answer it, or give up",
        "puzzle answer:D7 F8",
        Kind.SERVER,
        Late.NOW,
        options=PUZZLE,
        free="answer",
        lone=("number", "which"),
    ),
    Command(Name.HELP, "What a host does, in six steps", "help", Kind.SETUP, Late.NOW),
)


def by_name(table: tuple[Command, ...]) -> dict[Name, Command]:
    """The commands by their names; ValueError where two have one name."""
    commands: dict[Name, Command] = {}
    for command in table:
        if command.name in commands:
            raise ValueError(f"two commands are called {command.name}")
        commands[Name(command.name)] = command
    return commands


COMMANDS: dict[Name, Command] = by_name(_TABLE)
"""All commands."""
