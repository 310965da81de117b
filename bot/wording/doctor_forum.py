"""What `referee doctor` finds at a forum; `forum` is the software's name, NodeBB or Discourse."""

from collections.abc import Sequence
from datetime import timedelta

from bot.findings.database import Finding, bad, good, note
from bot.wording.typed import at_length

POSTS_QUEUED = note(
    "NodeBB: posts of new members wait for approval. A turn counts from when it was "
    "written, but the host is called if it is approved too late: exempt the players."
)
NOTHING_QUEUED = good("NodeBB: no post waits for approval.")
THUMBNAILS_ON = good("NodeBB: pictures can be uploaded (topic thumbnails).")
THUMBNAILS_OFF = note("NodeBB: topic thumbnails are off, so boards are shown as text.")
PICTURES_UNLIMITED = good("NodeBB: pictures are taken from this account without a limit.")
PICTURES_LIMITED = note(
    "NodeBB: of this account ten pictures are taken in a row, and more after a minute without any. "
    "Positions beyond that are shown as text at first. Make the account a global moderator "
    "(Admin → Manage → Admins & Mods) to lift that limit."
)
NO_SUCH_CATEGORY = "there is none of that number"
PICTURES_TAKEN = good("Discourse: pictures are uploaded with the posts.")
NEW_PLAYERS_FREE = good("Discourse: no limit or queue stops a new player in the middle of a match.")
CAPITALS_TAKEN = good(
    "Discourse: allow_uppercase_posts is on, so a bare turn in capitals is taken."
)
CAPITALS_REFUSED = note(
    "Discourse: allow_uppercase_posts is off, so a post of capitals only is refused: "
    "players write move: d7 f8."
)


def forum_reached(forum: str, name: str, handle: str) -> Finding:
    """The forum knows the token: it belongs to the account of this name."""
    return good(f"{forum}: reached; the token is {name} (@{handle})'s.")


def forum_fails(forum: str, reason: str) -> Finding:
    """The forum can't be reached, or refuses the token."""
    return bad(f"{forum}: {reason}.")


def category_unread(forum: str, category: int, reason: str) -> Finding:
    """A category's topics can't be listed."""
    return bad(f"{forum}: category {category} can't be read: {reason}.")


def category_moderated(forum: str, category: int) -> Finding:
    """The referee moderates a category, so that its posts are never held up."""
    return good(f"{forum}: the referee moderates category {category}; no queue, no flood limit.")


def category_not_moderated(forum: str, category: int) -> Finding:
    """The referee does not moderate a category where matches should be held."""
    return bad(
        f"{forum}: the referee does not moderate category {category}, so its posts may "
        "wait for approval and no match is held there. Make it a moderator."
    )


def version_fine(forum: str, version: str) -> Finding:
    """The forum's version, "" where it does not tell it."""
    return good(f"{forum}: version {version or 'not told'}.")


def version_too_old(version: str, oldest: str) -> Finding:
    """A NodeBB that is not known to work."""
    return bad(f"NodeBB: version {version}; {oldest} or later is needed.")


def version_shows_tokens(version: str, safe: str) -> Finding:
    """A NodeBB that shows moderators the token of a post that waits for approval."""
    return note(
        f"NodeBB: version {version}. Before {safe} moderators see the token of a post that "
        "waits for approval: the referee must moderate its categories."
    )


def least_untold(forum: str) -> Finding:
    """How long a post must be is not told."""
    return note(f"{forum}: the least length of a post is not told.")


def least_fine(forum: str, least: int, turn: str) -> Finding:
    """A post that is nothing but a turn is long enough."""
    return good(f"{forum}: a bare {turn} is long enough for a post (the least is {least}).")


def least_too_long(forum: str, least: int, turn: str, setting: str) -> Finding:
    """A post that is nothing but a turn is too short; `setting` is what the forum calls it."""
    return note(
        f"{forum}: a post needs {least} characters, so a bare {turn} is refused. Set "
        f"{setting} to {len(turn)}, or have the players write: {at_length(turn, least)}"
    )


def new_players_stopped(limits: Sequence[tuple[str, int]], *, approval: bool) -> Finding:
    """Settings of Discourse that stop a new player in the middle of a match.

    `limits` are settings that are too low, with their values; `approval` says that posts of new
    members wait for a moderator.
    """
    tight = [f"{setting} is {value}" for setting, value in limits]
    if approval:
        tight.append("posts of new members wait for approval")
    return note(
        f"Discourse: {'; '.join(tight)}. New players may be stopped in the middle of a match."
    )


def settings_untold(names: Sequence[str]) -> Finding:
    """Discourse tells some of its settings to administrators only."""
    return note(
        f"Discourse: only administrators can read {', '.join(names)}. Please look there "
        "yourself: these settings can stop a player in the middle of a match."
    )


def forum_clock_agrees(forum: str) -> Finding:
    """This machine's clock is as good as the forum's."""
    return good(f"{forum}: the forum's clock and this machine's agree.")


def forum_clock_apart(forum: str, ahead: timedelta) -> Finding:
    """This machine's clock is ahead of the forum's, or behind it where `ahead` is negative."""
    seconds = round(abs(ahead).total_seconds())
    way = "ahead of" if ahead > timedelta(0) else "behind"
    return note(
        f"{forum}: this machine's clock is {seconds} s {way} the forum's; the forum's counts."
    )
