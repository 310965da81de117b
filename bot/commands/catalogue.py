"""The command table: what each command is called, takes and is, the same on every venue.

A venue may offer the commands in its own way too (Discord: slash commands); the words are these.
What a line of the table says is all that anybody needs to know of a command: whether it is an act
or a question, what becomes of it when it comes late, and who sees the answer. How it is carried
out is its handler's, of which there is exactly one (`Clerk.handlers`).
"""

from collections.abc import Mapping

from bot.commands.command import (
    AS_WORDS,
    CONFIRM,
    NAMED,
    TIE,
    Command,
    Kind,
    Late,
    Name,
    Option,
    Takes,
)
from bot.engine.notation import NOTATIONS
from bot.players.levels import Level
from bot.referee.events import Request
from bot.referee.formats import COLOURS, FORMATS

_CONFIRM = {CONFIRM: Option("yes: do it without asking back", choices=("yes",))}
_REASON = {"reason": Option("Why; shown to the room")}
_MATCH = {"match": Option("The match's number, if not this channel's match", Takes.NUMBER)}


def _act(
    name: Name,
    help_: str,
    example: str = "",
    options: Mapping[str, Option] | None = None,
    lone: tuple[str, ...] = (),
    late: Late = Late.IN_ORDER,
) -> Command:
    given = options or {}
    free = "reason" if "reason" in given else ""
    return Command(
        name, help_, example or name, Kind.ACT, late, {**given, **_MATCH}, free=free, lone=lone
    )


def _show(
    name: Name,
    help_: str,
    example: str,
    options: Mapping[str, Option] | None = None,
    lone: tuple[str, ...] = ("match",),
) -> Command:
    given = {**(options or {}), **_MATCH}
    return Command(name, help_, example, Kind.MATCH, Late.NOW, given, public=True, lone=lone)


_START = Command(
    Name.START,
    "Set up a match between two players",
    "match start red:@Ann blue:@Bob clock:1m+5m",
    Kind.SETUP,
    Late.NEVER,
    {
        "red": Option("Who plays red", Takes.PERSON),
        "blue": Option("Who plays blue", Takes.PERSON),
        "black": Option("Who plays black", Takes.PERSON),
        "white": Option("Who plays white", Takes.PERSON),
        "first": Option("The colour that starts (or: random)"),
        "dmo": Option("The Death Match Opponent: one of the players, who wins a tie", Takes.PERSON),
        "format": Option(
            "The match format, genius unless you say otherwise", choices=tuple(FORMATS)
        ),
        "clock": Option("Move time + bank, such as 1m+5m, a name such as daily, or none"),
        "flag": Option("What a fallen flag means: forfeit or call-host"),
        "side": Option("Cells on an edge of the board, 3 to 13"),
        "where": Option("here, thread or post", choices=("here", "thread", "post")),
        "channel": Option("The channel for the thread or post, if not this one", Takes.ROOM),
        "options": Option("The game's own options, such as komi=3 button=off"),
        "level": Option("How well I play, where you seat me", choices=tuple(Level)),
        CONFIRM: Option("yes: one person may take both seats", choices=("yes",)),
    },
    lone=(*NAMED, "format", "where", "channel", "level"),
)
_SETUP = Command(
    Name.SETUP,
    "See or change what is usual on this server, if you manage it",
    "setup clock:30s+2m theme:go",
    Kind.SETUP,
    Late.NEVER,
    {
        "host-role": Option("Whose members may host, or none", Takes.ROLE),
        "format": Option("The match format unless a host says otherwise"),
        "clock": Option("Move time + bank, such as 1m+5m, none, or usual for the format's own"),
        "theme": Option("How the pictures look"),
        "coordinates": Option("Whether every cell shows its name: on, off or usual"),
        "where": Option("Where matches are held: here, thread or post"),
        "warnings": Option("With how much bank left to warn, such as 60s,10s, or none"),
        "sparring": Option("Whether I may be seated as a sparring partner: on or off"),
        "watch": Option("Whether anybody with its link may watch a match in a browser: on or off"),
        "reset": Option("yes: everything as it was at first"),
    },
    of_server=True,
)
COMMANDS: dict[Name, Command] = {
    command.name: command
    for command in (
        _START,
        _act(Name.READY, "Say that you are ready to play"),
        _act(Name.BEGIN, "Start now, as host, without waiting for both players"),
        _act(
            Name.FIRST,
            "Say who starts, as the DMO or for them as host",
            "match first me",
            {"who": Option("me, opponent, or a colour", Takes.PERSON)},
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
                "turn": Option("After which turn, 0 for the empty board", Takes.NUMBER),
                "as": Option("text: row by row; groups: both sides' groups", choices=AS_WORDS),
                "near": Option("What lies on this cell and around it, in words", Takes.CELL),
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
        _act(Name.PAUSE, "Stop the clock, as host", "match pause a call at the door", _REASON),
        _act(Name.RESUME, "Let the match go on, as host", "match resume", _REASON),
        _act(
            Name.CANCEL,
            "End the match without a result, as host",
            "match cancel the wrong format",
            _REASON | _CONFIRM,
        ),
        _act(
            Name.UNDO,
            "Take back turns, as host",
            "match undo turns:2 reason:a slip",
            {"turns": Option("How many, 1 unless you say otherwise", Takes.NUMBER)}
            | _REASON
            | _CONFIRM,
            ("turns",),
        ),
        _act(
            Name.ADJUDICATE,
            "Decide the match, as host",
            "match adjudicate winner:red reason:agreed by both",
            {
                "winner": Option("The colour that wins, or tie", choices=(*COLOURS, *TIE)),
                **_REASON,
                **_CONFIRM,
            },
            ("winner",),
        ),
        _act(
            Name.FORFEIT,
            "Rule that a player forfeits, as host",
            "match forfeit colour:red reason:left",
            {"colour": Option("The colour that forfeits", choices=COLOURS)} | _REASON | _CONFIRM,
            ("colour",),
        ),
        _act(
            Name.TIME,
            "Give a player time in the bank or take some, as host",
            "match time colour:red amount:-30s reason:late",
            {
                "colour": Option("Whose bank", choices=COLOURS),
                "amount": Option("How much, such as 1m or -30s", Takes.LENGTH),
                **_REASON,
            },
            ("colour", "amount"),
        ),
        _act(
            Name.REPLACE,
            "Put another player in a seat, as host",
            "match replace colour:red player:@Cat",
            {
                "colour": Option("The seat", choices=COLOURS),
                "player": Option("Who takes it", Takes.PERSON),
                "level": Option("How well I play, where you seat me", choices=tuple(Level)),
            },
            ("colour", "player", "level"),
        ),
        _act(
            Name.MOVE,
            "Go on in another channel, as host",
            "match move to:#arena",
            {"to": Option("The channel or thread", Takes.ROOM)},
            ("to",),
            # Whether the match can be held there is asked of the venue, not of the past.
            Late.NOW,
        ),
        _act(
            Name.REOPEN,
            "Take the end of a match back, as host, with a reason",
            "match reopen match:9 reason:the wrong player",
            _REASON,
            late=Late.NOW,
        ),
        _act(
            Name.ASK,
            "Ask your opponent for something, as a player",
            "match ask what:undo",
            {"what": Option("undo, pause or abandon", choices=tuple(Request))},
            ("what",),
        ),
        _act(Name.ACCEPT, "Accept what your opponent asks"),
        _act(Name.DECLINE, "Decline it, or take your own question back"),
        Command(
            Name.MATCHES,
            "All open matches of this server",
            "matches",
            Kind.SERVER,
            Late.NOW,
            public=True,
        ),
        Command(
            Name.HISTORY,
            "The last matches of this server, or of a player",
            "history player:@Ann",
            Kind.SERVER,
            Late.NOW,
            {"player": Option("Whose matches, if not everybody's", Takes.PERSON)},
            public=True,
            lone=("player",),
            of_server=True,
        ),
        Command(
            Name.PLAYER,
            "A player's results and rating on this server",
            "player player:@Ann",
            Kind.SERVER,
            Late.NOW,
            {"player": Option("Who, if not you", Takes.PERSON)},
            public=True,
            lone=("player",),
            of_server=True,
        ),
        Command(
            Name.LEADERBOARD,
            "The ten best players of this server by rating",
            "leaderboard",
            Kind.SERVER,
            Late.NOW,
            public=True,
            of_server=True,
        ),
        Command(
            Name.FORGET,
            "Take your name out of the ended matches of this server",
            "forget me",
            Kind.SETUP,
            Late.NEVER,
            {
                "confirm": Option(
                    "yes, once you are sure: it can't be undone", choices=("yes", "true")
                )
            },
            lone=("confirm",),
            of_server=True,
        ),
        _SETUP,
        Command(Name.HELP, "What a host does, in six steps", "help", Kind.SETUP, Late.NOW),
    )
}
