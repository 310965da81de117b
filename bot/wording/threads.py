"""What is said of a topic that was saved from some forum: its rows, and why it can't be ruled."""

from collections.abc import Iterable, Sequence

from bot.referee.match import Match
from bot.wording.voice import Voice
from bot.wording.writing import beginning, tidy

SAVE_AS_HTML = (
    "This is text copied off a page, in which quotes and previews look like turns: save the page "
    "as HTML. Or write each post under a line that is its author's name and a colon."
)
NO_POSTS = (
    "No posts were found in the input. Known are saved pages of NodeBB, Discourse, phpBB, XenForo, "
    "SMF, MyBB, vBulletin and ProBoards: the topic's usual page, not its print or mobile view."
)
NO_AUTHORS = (
    "No author of a post was found on the page. Save the topic's usual page, not its print or "
    "mobile view."
)
TOO_LARGE = "The input is larger than 20 MB. Leave out the pages without turns."
NO_NOTATION = "--thread reads the house notation only: leave out --notation."
IS_PAGE = "There is no game in the input, but a web page: a forum's topic is read with --thread."
MANY_FILES = "Several pages of a topic are read with --thread; without it, give one file."
ONLY_TOPICS = "--reply goes with --thread, for the saved pages of a topic."
TWO_TURNS = (
    "Two lines of this post are turns, so neither counts; the stones of one turn go in one line."
)
NOT_READ = "This was not taken for a turn: put the cells in a line of their own, such as D7 F8."
NOT_RESIGNED = "Whoever wants to resign tells the host: the board goes on as it stands."
GONE = "Deleted on the forum, or not approved yet: the players don't see it."
NO_AUTHOR = "Its author was not found on the page, so it does not count."
BEHIND_A_GAP = "Not ruled: what is missing before it may hold turns."
TOO_LONG = "Longer than 100,000 characters: nothing of it is read."
NO_BEGINNING = (
    "Nobody knows the board in the middle of a topic, so nothing is ruled: save it from its first "
    "post on."
)
DISORDERED = (
    "By their stamps these posts are not in order. If the page does not show the oldest first, "
    "sort it so and save it again."
)
NEXT = "To be posted next:"
NOTHING_NEXT = "Nothing is to be posted before the rest of the topic is in the input."
LONGEST_NAME = 40
MOST_NAMED = 20
MOST_SPANS = 5
UNKNOWN_AUTHOR = "?"


def one_author_text(name: str) -> str:
    """A topic in which nobody else has written."""
    return f"All posts are by {tidy(name, LONGEST_NAME)}: a match has two players."


def no_posts_text(page: int) -> str:
    """One of several pages has no posts; its turns would be missing."""
    return f"No posts were found in page {page} of the input. Save it again, or leave it out."


def unclosed_text(tag: str) -> str:
    """A quote without an end: nobody knows which posts after it belong to it."""
    return f"A [{tag}] in the input is never closed: close it where the quote ends."


def no_player_text(name: str, names: Iterable[str]) -> str:
    """A player was named who has not posted."""
    posters = beginning([tidy(poster, LONGEST_NAME) for poster in names], MOST_NAMED)
    return f"No post is by “{tidy(name, LONGEST_NAME)}”. Those who posted are {posters}."


def same_player_text(name: str) -> str:
    """One person was named as both players."""
    return f"“{tidy(name, LONGEST_NAME)}” is named twice: a match has two players."


def gaps_text(unit: str, spans: Sequence[tuple[int, int]], total: int = 0) -> str:
    """What of the topic was not given, of a total if it is known; `unit` is `posts` or `pages`.

    0 as the last number is all that comes behind the first.
    """
    shown = [
        str(first) if first == last else f"{first}–{last}" if last else f"from {first} on"
        for first, last in spans
    ]
    is_one = len(spans) == 1 and spans[0][0] == spans[0][1]
    what = unit.removesuffix("s") if is_one else unit
    of = f"of {total}" if total else "of the topic"
    return f"Not in the input: {what} {beginning(shown, MOST_SPANS)} {of}."


def no_seat_text(name: str) -> str:
    """A turn by somebody who does not play."""
    return f"{tidy(name, LONGEST_NAME)} plays neither colour."


def seats_text(match: Match) -> str:
    """Who plays what: `Red is Ann, Blue is Bob.`"""
    pairs = zip(match.terms.colours, match.players, strict=True)
    return (
        ", ".join(f"{colour.capitalize()} is {_seated(player.name)}" for colour, player in pairs)
        + "."
    )


def refused_text(number: int, player: str, why: str, voice: Voice) -> str:
    """A refusal in the next announcement; `number` is the post's, `why` a sentence."""
    return f"{voice.strong(player)}, post {number} changed nothing. {why}"


def _seated(name: str) -> str:
    return tidy(name, LONGEST_NAME) or "not known yet"


def unknown_player(colour: str) -> str:
    """Who plays a colour where nobody has played it yet."""
    return f"Whoever plays {colour.capitalize()}"
