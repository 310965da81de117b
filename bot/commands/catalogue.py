"""The commands, the same on every venue: their names and their options.

A venue may offer them in its own way too (Discord: slash commands); the words are these.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does in a line, and the options it takes with a line each."""

    name: str
    help: str
    options: Mapping[str, str] = field(default_factory=dict)
    free: str = ""
    """The option that takes the words without a name, such as a reason."""
    number: str = ""
    """The option that takes a bare number."""
    of_server: bool = False
    """Whether it is about all of a server and not about one room's match."""

    @property
    def takes_more(self) -> bool:
        """Whether options are taken that are not listed here: those of a game."""
        return "options" in self.options


_REASON = {"reason": "Why; shown to the room"}
_MATCH = {"match": "The match's number, if not this channel's match"}
COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "match start",
            "Set up a match between two players",
            {
                "red": "Who plays red",
                "blue": "Who plays blue",
                "black": "Who plays black",
                "white": "Who plays white",
                "first": "The colour that starts (or: random)",
                "dmo": "The Death Match Opponent: one of the players, who wins a tie",
                "format": "The match format, genius unless you say otherwise",
                "clock": "Move time + bank, such as 1m+5m, a name such as daily, or none",
                "flag": "What a fallen flag means: forfeit or call-host",
                "side": "Cells on an edge of the board, 3 to 13",
                "where": "here, thread or post",
                "channel": "The channel for the thread or post, if not this one",
                "options": "The game's own options, such as komi=3 button=off",
            },
        ),
        Command("match ready", "Say that you are ready to play"),
        Command("match begin", "Start now, as host, without waiting for both players"),
        Command(
            "match first",
            "Say who starts, as the DMO or for them as host",
            {"who": "me, opponent, or a colour"},
            free="who",
        ),
        Command("match status", "Position, scores, who may do what, clocks and deadline"),
        Command(
            "match board",
            "The board as it stands, or after an earlier turn",
            {"turn": "After which turn, 0 for the empty board"} | _MATCH,
            free="turn",
        ),
        Command("match clock", "The clocks and the deadline"),
        Command(
            "match record",
            "The record of the game as text",
            {"notation": "How to write it"} | _MATCH,
        ),
        Command(
            "match replay",
            "The game as an animation; once it is over, also the race of both",
            _MATCH,
            free="match",
        ),
        Command("match rules", "The rules of the game being played"),
        Command("match resign", "Resign, as a player"),
        Command("match pause", "Stop the clock, as host", _REASON, free="reason"),
        Command("match resume", "Let the match go on, as host", _REASON, free="reason"),
        Command("match cancel", "End the match without a result, as host", _REASON, free="reason"),
        Command(
            "match undo",
            "Take back turns, as host",
            {"turns": "How many, 1 unless you say otherwise"} | _REASON,
            free="reason",
            number="turns",
        ),
        Command(
            "match adjudicate",
            "Decide the match, as host",
            {"winner": "The colour that wins, or tie"} | _REASON,
            free="reason",
        ),
        Command(
            "match forfeit",
            "Rule that a player forfeits, as host",
            {"colour": "The colour that forfeits"} | _REASON,
            free="reason",
        ),
        Command(
            "match time",
            "Give a player time in the bank or take some, as host",
            {"colour": "Whose bank", "amount": "How much, such as 1m or -30s"} | _REASON,
            free="reason",
        ),
        Command(
            "match replace",
            "Put another player in a seat, as host",
            {"colour": "The seat", "player": "Who takes it"},
        ),
        Command(
            "match move",
            "Go on in another channel, as host",
            {"to": "The channel or thread"} | _MATCH,
        ),
        Command(
            "match ask",
            "Ask your opponent for something, as a player",
            {"what": "undo, pause or abandon"},
            free="what",
        ),
        Command("match accept", "Accept what your opponent asks"),
        Command("match decline", "Decline it, or take your own question back"),
        Command("matches", "All open matches of this server"),
        Command(
            "history",
            "The last matches of this server, or of a player",
            {"player": "Whose matches, if not everybody's"},
            free="player",
            of_server=True,
        ),
        Command(
            "player",
            "A player's results and rating on this server",
            {"player": "Who, if not you"},
            free="player",
            of_server=True,
        ),
        Command("leaderboard", "The ten best players of this server by rating", of_server=True),
        Command(
            "forget me",
            "Take your name out of the ended matches of this server",
            {"confirm": "yes, once you are sure: it can't be undone"},
            free="confirm",
            of_server=True,
        ),
        Command(
            "setup",
            "See or change what is usual on this server, if you manage it",
            {
                "host-role": "Whose members may host, or none",
                "format": "The match format unless a host says otherwise",
                "clock": "Move time + bank, such as 1m+5m, none, or usual for the format's own",
                "theme": "How the pictures look",
                "coordinates": "Whether every cell shows its name: on or off",
                "where": "Where matches are held: here, thread or post",
                "warnings": "With how much bank left to warn, such as 60s,10s, or none",
                "reset": "yes: everything as it was at first",
            },
            of_server=True,
        ),
        Command("help", "What a host does, in six steps"),
    )
}
