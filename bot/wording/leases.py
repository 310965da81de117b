"""What is said of referees at work on one database: to another one, by `doctor`, and of shards."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from bot.findings import database
from bot.parts import FLEET, Part
from bot.wording.writing import joined

NOT_RENEWED = "its lease is not renewed"
_VENUES = {"discord": "Discord", "room": "the local room", "nodebb": "NodeBB"}


def holder_text(holder: database.Holder) -> str:
    """Which process it is, and since when it has been at work."""
    since, at = "", holder.since
    if at is not None:
        # Not %-d, which Windows does not know.
        since = f", since {at.day} {at:%B %Y, %H:%M} UTC"
    return f"process {holder.pid} on {holder.host}{since}"


def venues_text(venues: Sequence[str]) -> str:
    """Venues as people know them."""
    return joined([_VENUES.get(venue, venue.capitalize()) for venue in venues])


def parts_text(parts: Sequence[Part]) -> str:
    """Parts as people know them: the venues, with their shards where a venue has several."""
    by_venue: dict[tuple[str, int], list[int]] = {}
    for part in parts:
        by_venue.setdefault((part.venue, part.shards), []).append(part.shard)
    return joined([_shards_of(*key, shards) for key, shards in by_venue.items()])


def _shards_of(venue: str, count: int, shards: list[int]) -> str:
    if venue == FLEET:
        return f"a place among those that share {_shards(count)} out"
    named = venues_text([venue])
    if count == 1:
        return named
    words = "shards" if shards[1:] else "shard"
    return f"{named} ({words} {_ranges(shards)} of {count})"


def _ranges(shards: list[int]) -> str:
    """Numbers in the shortest way: 0, 2 and 4-7."""
    runs: list[list[int]] = []
    for shard in sorted(shards):
        if runs and shard == runs[-1][-1] + 1:
            runs[-1].append(shard)
        else:
            runs.append([shard])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]}-{run[-1]}"] if run[2:] else map(str, run)
    return joined(words)


def _shards(count: int) -> str:
    return "one shard" if count == 1 else f"{count} shards"


def held_text(wanted: Part, holder: database.Holder) -> str:
    """Why a second referee does not start."""
    counts = {part.shards for part in holder.parts if part.venue == wanted.venue}
    if counts - {wanted.shards}:
        return (
            f"another referee is at work on this database ({holder_text(holder)}) and serves "
            f"{parts_text(holder.parts)}; here there would be {_shards(wanted.shards)}: stop all "
            "referees before you change SHARD_COUNT"
        )
    if wanted.shards > 1:
        return (
            f"another referee serves {parts_text([wanted])} on this database "
            f"({holder_text(holder)}): stop that one first, or name other shards in SHARD_IDS"
        )
    return (
        f"another referee is at work on this database ({holder_text(holder)}): stop that one "
        "first, or name another database in DATABASE_URL"
    )


def partly_held_text(part: Part, holder: database.Holder, rest: Sequence[Part]) -> str:
    """What a second referee leaves to the first one, and what it serves itself.

    That is nothing yet where it is one of a fleet, and takes its shards later.
    """
    served = parts_text(rest) or "its part of the shards"
    return (
        f"{parts_text([part])} is refereed by another process ({holder_text(holder)}); this one "
        f"serves {served}"
    )


def waits_text(holder: database.Holder, longest: timedelta) -> str:
    """A lease was not given back: this process waits to see whether it is still renewed."""
    return (
        f"another referee was at work on this database ({holder_text(holder)}); waiting up to "
        f"{int(longest.total_seconds())} seconds to see whether it still is"
    )


def lost_text(holder: database.Holder | None) -> str:
    """Why a referee ends by itself."""
    if holder is None:
        return (
            "this referee's lease is gone from the database; was a backup restored while it ran? "
            "It rules nothing more and ends; the next start goes on with what the database holds"
        )
    return (
        f"another referee has taken over ({holder_text(holder)}), because this one stood still "
        "for too long: it rules nothing more and ends"
    )


def readiness_text(referee: database.LeaseReadiness) -> str:
    """What a health check says, in one line."""
    if not referee.served:
        return "no referee is at work here"
    if referee.trouble:
        return f"at work, but not on duty: {referee.trouble}"
    if referee.unheard:
        deaf = parts_text(referee.unheard)
        return f"at work, but not on duty: {deaf} can't be heard, or is being read"
    return f"on duty: {parts_text(referee.served)}"


def no_such_shard_text(shard: int, count: int) -> str:
    return f"Discord refuses shard {shard} of {count}: check SHARD_COUNT and SHARD_IDS"


def more_shards_text(count: int, wanted: int) -> str:
    """The servers of one shard have become too many; `wanted` shards would do."""
    return (
        f"Discord asks for more shards than {count}: stop all referees, and start them with "
        f"SHARD_COUNT={wanted} (docs/scaling.md)"
    )


def shards_from_now_text(wanted: int) -> str:
    """The bot has grown, and no number of shards is set: the referee goes on with more."""
    return (
        f"Discord asks for shards, since the bot is in so many servers: going on with {wanted}. "
        f"Set SHARD_COUNT={wanted}, so that the next start knows"
    )


def turn_unknown_text(error: object) -> str:
    """The database can't be asked whose turn it is to identify."""
    return f"whether another process connects to Discord just now is not known: {error}"


def shares_text(claimed: Collection[Part], served: Collection[Part]) -> str:
    """The process takes shards that nobody held."""
    return f"taking {parts_text(sorted(claimed, key=_order))}; {len(served)} shards are served here"


def given_up_text(part: Part) -> str:
    """Another process has come, which serves a shard from now on."""
    return f"giving up {parts_text([part])} to another process"


def _order(part: Part) -> tuple[str, int]:
    return part.venue, part.shard
