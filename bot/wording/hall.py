"""What the pages of a server's matches say, and what the commands about them answer."""

from collections.abc import Sequence
from datetime import timedelta

from bot.engine.turn import Colour
from bot.referee.events import Termination

LOCAL_ROOM = "The local room"
"""The name of the one server that the rooms of this machine are of."""
NO_HALL = "There is nothing here. The address may have lost a letter: ask where you had it."
CLOSED = "These pages are closed. Whoever manages the matches may open them again."
TOO_OFTEN = "You have asked for very many pages. Please wait a minute."
BUSY_HALL = "Very many people are reading here at once. Please try again in a moment."
TOO_LONG = "That takes too long to find. Say a game and a side, or a few days, and search again."
WRONG_WAY_ROUND = "The first day comes after the last. Change the two, or leave one out."
TOO_FEW_TURNS = "The fewest turns are more than the most. Change the two, or leave one out."
OPENING_NEEDS_SIDE = "A cell's name depends on the board: say its side too, such as side 5."
NOTHING_FOUND = "No match is like that. Leave something out, or look at all of them."
NO_MATCHES = "No match has ended here yet. The first one will stand here."
NO_PLAYER = "Nobody of that name has played a match that these pages show."
NO_SUCH_GAME = "No such game was played here. Choose one of these."
NO_SUCH_OPENING = "That is no opening on this board. Here is how the game begins."
NO_FURTHER = "No match that is kept went on from here."
REFEREE = "The referee"
BEGAN, ANSWERED = "who began", "who answered"
UNREADABLE = "The record of this match can't be read any more."
ENDS = {
    Termination.GAME_OVER: "on the board",
    Termination.TIE_TO_DMO: "in a tie, as DMO",
    Termination.RESIGNATION: "by resignation",
    Termination.TIME: "on time",
    Termination.FORFEIT: "by forfeit",
    Termination.ADJUDICATION: "by decision",
    Termination.ABANDONMENT: "abandoned",
    Termination.CANCELLED: "cancelled",
}
"""How a match ended, in a few words."""
ORDERS = {
    "newest": "last first",
    "oldest": "first first",
    "longest": "most turns first",
    "shortest": "fewest turns first",
}
_FIELDS = {
    "side": "side",
    "fewest": "fewest turns",
    "most": "most turns",
    "page": "page",
    "cup": "cup",
}
_DAYS = {"since": "first day", "until": "last day"}


def no_number_text(name: str, given: str, most: int) -> str:
    """A field of a search is no whole number, or too large."""
    return f"“{given}” will not do as the {_FIELDS[name]}: write a whole number up to {most:,}."


def no_day_text(name: str, given: str) -> str:
    """A field of a search is no day."""
    return f"“{given}” will not do as the {_DAYS[name]}: write a day such as 2026-11-26."


def no_opening_text(given: str, side: int, *, either_colour: bool = False) -> str:
    """An opening was looked for that can't be read."""
    example = "first:E5 / second:D3 first:F6" if either_colour else "E5 / D3 F6"
    return f"“{given}” is no turn on a board of side {side}. Write turns as in {example}."


def long_opening_text(most: int) -> str:
    """An opening was looked for that is longer than what is kept of games."""
    return f"Openings are kept up to turn {most}. Look for its first {most} turns."


def no_page_text(page: int, pages: int) -> str:
    """A page of results was asked for that there is not."""
    return f"There is no page {page:,}: the last one is {pages:,}."


def several_players_text(count: int) -> str:
    """A name is that of several players; all their matches are shown."""
    return f"{count} players are called like that: these are the matches of all of them."


def length_text(length: timedelta) -> str:
    """How long a match took, roughly."""
    minutes = round(length.total_seconds() / 60)
    if minutes < 1:
        return "under a minute"
    if minutes < 100:
        return f"{minutes} min"
    hours = round(minutes / 60)
    return f"{hours} hours" if hours < 48 else f"{round(hours / 24)} days"


def turns_text(turns: int, long_turns: int) -> str:
    """How many turns a game had, and how many of three stones."""
    told = "1 turn" if turns == 1 else f"{turns} turns"
    return told + (f", {long_turns} of three stones" if long_turns else "")


def streak_text(streak: int) -> str:
    """How many matches somebody has won, or lost, one after the other by now."""
    if abs(streak) < 2:
        return "none now"
    return f"{abs(streak)} {'won' if streak > 0 else 'lost'} in a row"


def plot_text(rating: int, since: str, matches: int) -> str:
    """What the plot of a rating shows, for whoever can't see it."""
    return f"The rating since {since}, over {matches} points: {rating} now."


def feed_text(name: str) -> str:
    """The title of the feed of a server's results."""
    return f"Results of {name or 'all matches'}"


def result_line(names: Sequence[str], winner: str, how: str) -> str:
    """Who played, and what came of it, on one line."""
    first, second = names
    if not winner:
        return f"{first} against {second}: {how}"
    return f"{winner} beat {second if winner == first else first} {how}"


def game_text(game: str, side: int) -> str:
    return f"{game}, side {side}"


def unreadable_text(match: int) -> str:
    """A match whose record was damaged, as it is listed."""
    return f"Match {match}: its record can't be read any more"


def example_text(winner: str, how: str, turns: int) -> str:
    """How a game ended that shows a law, on a small board."""
    end = f"{winner} wins {how}".rstrip() if winner else "A tie"
    return f"A game of {turns} turns on a board of side 3: {end}."


def perfect_play_text(winner: Colour | None) -> str:
    """Who wins from the empty board if nobody errs; None where that is not known."""
    if winner is None:
        return "not known"
    return "who begins wins" if winner is Colour.FIRST else "the other wins"


def cup_text(number: int) -> str:
    """A cup whose name can't be read, or has no signs that can be shown."""
    return f"Cup {number}"
