"""The settings → Discord whole, or each of the shards that are served here."""

from bot.desk.desk import Desk
from bot.parts import Part
from bot.settings import Settings
from bot.storage.identifies import Identifies
from bot.storage.store import Store
from bot.timing import Timepiece
from bot.venues.discord.gateway import SHARED_INTERVAL, IdentifyLimit, SharedIdentifyLimit
from bot.venues.discord.outage import Outage
from bot.venues.discord.rooms import VENUE
from bot.venues.discord.venue import DiscordVenue


def make_discord(
    settings: Settings, desk: Desk, store: Store, timepiece: Timepiece
) -> list[DiscordVenue]:
    """A venue for each shard that is set; one for all servers where none is."""
    outage, count = Outage(), settings.shard_count
    if count is None:
        return [DiscordVenue(settings, desk, store, timepiece, IdentifyLimit(), outage)]
    limit = SharedIdentifyLimit(Identifies(store, SHARED_INTERVAL))
    return [
        DiscordVenue(settings, desk, store, timepiece, limit, outage, Part(VENUE, shard, count))
        for shard in settings.shard_ids
    ]
