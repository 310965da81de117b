"""The settings → Discord whole, or each of the shards that are served here."""

from collections.abc import Callable

from bot.desk.desk import Desk
from bot.parts import Part
from bot.settings import Settings
from bot.storage.identifies import Identifies
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.venues.discord.endpoints import use_api_address
from bot.venues.discord.gateway import SHARED_INTERVAL, IdentifyLimit, SharedIdentifyLimit
from bot.venues.discord.outage import Outage
from bot.venues.discord.rooms import VENUE
from bot.venues.discord.venue import DiscordVenue


def make_discord(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> list[DiscordVenue]:
    """A venue for each shard that is set; one for all servers where none is."""
    count = settings.shard_count
    if count is None:
        return [DiscordVenue(settings, desk, store, timepiece, IdentifyLimit(), Outage())]
    make = shard_maker(settings, desk, store, timepiece)
    return [make(Part(VENUE, shard, count)) for shard in settings.shard_ids]


def shard_maker(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> Callable[[Part], DiscordVenue]:
    """What makes a venue of a shard; those of one process take turns to identify."""
    use_api_address(settings)
    outage, limit = Outage(), SharedIdentifyLimit(Identifies(store, SHARED_INTERVAL))
    return lambda part: DiscordVenue(settings, desk, store, timepiece, limit, outage, part)
