"""What is said of Discord's shards: in the log, and as the referee ends."""

from collections.abc import Collection

from bot.parts import Part
from bot.wording.leases import parts_text


def no_such_shard_text(shard: int, count: int) -> str:
    """Discord refuses a shard."""
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
