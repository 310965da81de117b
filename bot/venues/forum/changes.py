"""What became of posts that were known: the room and the host hear of it once.

Red's turn was ruled. Red edits the post or takes it away, or a moderator moves it to another topic:
the turn stands. Whoever deletes their account leaves a seat, about which the host has to decide.
"""

from collections.abc import Iterable, Iterator

from bot.desk.desk import Desk
from bot.desk.venue import Venue, VenueError
from bot.referee.match import Match
from bot.referee.room import Room
from bot.venues.forum.reader import News
from bot.wording.forum import FORKED, left_text, moved_text


async def tell_changes(
    desk: Desk, room: Room, number: int, match: Match, news: Iterable[News]
) -> None:
    """Tells of what was read of a topic in which a match is open."""
    venue = desk.serving(room)
    if venue is None:
        return
    for read in news:
        if read.edited:
            await desk.messages_changed(room, *read.edited, deleted=False)
        if read.deleted:
            await desk.messages_changed(room, *read.deleted, deleted=True)
        if match.telling.board_message in read.moved:
            desk.out_of_reach(number, VenueError(FORKED, lasting=True))
        for text in _for_host(venue, room, number, match, read):
            await venue.places.whisper(room, match.host, text)


def _for_host(venue: Venue, room: Room, number: int, match: Match, read: News) -> Iterator[str]:
    """What only the host hears."""
    place = venue.voice.room(room.id)
    moved = [turn for turn, played in enumerate(match.turns, 1) if played.message in read.moved]
    if moved:
        yield moved_text(number, place, moved)
    for colour, player in zip(match.terms.colours, match.players, strict=True):
        if player.id in read.left:
            yield left_text(number, place, colour, venue.voice.name(player), venue.voice)
