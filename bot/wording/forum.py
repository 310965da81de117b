"""What is said only on forums."""

from collections.abc import Sequence

from bot.referee.match import Match
from bot.wording.phrases import colour_name
from bot.wording.results import figures_text, headline
from bot.wording.status import seats_text
from bot.wording.voice import Voice
from bot.wording.writing import joined

ALBUM_TITLE = "The referee's pictures"
ALBUM_TEXT = (
    "Pictures of boards that are shown in the topics of matches. Nothing needs to be read here; "
    "please leave this topic where it is."
)
NEW_TOPIC_TEXT = "This topic is for one match. The referee opens it with the next post."
NO_TOPIC = "Name a topic by its address: all of it, or to:/topic/7."
WHISPER_TITLE = "From the referee of your match"
QUEUED = "my posts wait for approval here: make me a moderator of this category"
MODERATE = "Moderate this category"
OUTSIDE = "the topic is in none of the categories that I referee in"
OTHER_FORUM = "the topic is on another forum than the one that I serve now"
UNMODERATED = "I do not moderate the topic's category"
LOCKED = "the topic is locked"
DELETED = "the topic was deleted"
MERGED = "the topic was merged into another"
FORKED = "posts of the match were moved to another topic"
TOO_LONG = "the topic has more than 5,000 posts; move the match to a new one"
UNREAD = "I may not read the topic"
UNKNOWN = "the forum knows nothing of it"
TOO_MANY = "500 matches are open on this forum; no other can be opened until one of them is over."


def many_commands_text(most: int) -> str:
    """A post holds more commands than are carried out together."""
    return f"A post may hold {most} commands. Yours holds more, so I carried out none of them."


def two_turns_text() -> str:
    """A post with two lines that are turns."""
    return (
        "There are two turns in your post, so neither counts. Please post the one you mean; where "
        "they are one turn, write all its stones in one line."
    )


def meddled_text() -> str:
    """Somebody else edited a post before the referee saw it."""
    return (
        "Somebody else edited your post before I saw it, so I don't rule it. Please post it anew."
    )


def blank_text(name: str, handle: str) -> str:
    """Somebody was named by a name with a blank, which ends a mention."""
    return f"A name with a blank is mentioned as one word: for {name} write @{handle}."


def picture_text(file: str) -> str:
    """What a picture is called that is sent as a file of some name."""
    _, number, end = (*file.rpartition(".")[0].split("-", 2), "", "")[:3]
    if file.startswith("cup-"):
        return f"The picture of the cup, page {end}" if end else "The picture of the cup"
    kinds = {"gif": "film", "race": "race", "review": "curve of chances"}
    kind = kinds.get(end or file.rpartition(".")[2], "picture")
    return f"The {kind} of match {number}"


def later_text(picture: str) -> str:
    """Stands where a picture is to be, while the forum takes no more."""
    return f"*{picture} follows as soon as the forum takes more pictures.*"


def refused_text(picture: str) -> str:
    """Stands where a picture was to be that the forum refuses time and again."""
    return f"*{picture} can't be shown here: the forum does not take it.*"


def first_post_text(number: int, match: Match, voice: Voice) -> str:
    """The first post of a topic that was opened for a match: how it stands, and all turns."""
    mover = colour_name(match, match.to_move)
    turns = (f"{turn}. {played.turn}" for turn, played in enumerate(match.turns, 1))
    lines = (
        f"{voice.strong(f'Match {number}')}: {match.ruleset.name} · {seats_text(match, voice)}",
        f"{headline(match) if match.over else f'{mover} to move'} · {figures_text(match)}",
        " · ".join(turns),
        voice.small("This post is kept up to date. The match is held in the posts below."),
    )
    return "\n\n".join(line for line in lines if line)


def watch_line(address: str) -> str:
    """Where a match can be watched, below its board or the turn that it waits for."""
    return f"Watch it live: {address}"


def own_board_text(number: int, address: str) -> str:
    """Told to a player alone: their own board."""
    return (
        f"Your board in match {number}, to play by touch on a phone: {address}\n"
        "The link is yours alone. You can go on posting your turns in the topic as well."
    )


def moved_text(number: int, place: str, turns: Sequence[int]) -> str:
    """Told to the host alone: posts that are turns stand in another topic by now."""
    named = joined([f"turn {turn}" for turn in turns])
    return (
        f"⚠️ Match {number}, in {place}: what was posted as {named} was moved to another topic. It "
        "stands as played."
    )


def left_text(number: int, place: str, colour: str, name: str, voice: Voice) -> str:
    """Told to the host alone: a player's account was deleted."""
    replace = voice.command(f"host replace match:{number} colour:{colour} player:@Cat")
    return (
        f"⚠️ The account of {name}, who plays {colour} in match {number}, in {place}, was deleted. "
        f"Put somebody else in that seat: {replace}, or end the match."
    )
