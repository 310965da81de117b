"""What commands are called."""

from enum import StrEnum


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
    MATCHES = "matches"
    HISTORY = "history"
    PLAYER = "player"
    LEADERBOARD = "leaderboard"
    TIMEZONE = "my timezone"
    FORGET = "my forget"
    SETUP = "setup"
    HELP = "help"
    CUP_OPEN = "cup open"
    CUP_JOIN = "cup join"
    CUP_LEAVE = "cup leave"
    CUP_START = "cup start"
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
    "my": "What is kept of you",
}
"""The first words of commands that have two, and what the commands of each have in common."""
