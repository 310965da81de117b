"""The services of a forum's venue, such as its reader and its connection's state."""

from dataclasses import dataclass

from bot.desk.desk import Desk
from bot.storage.forum import ForumStore
from bot.timing import Timepiece
from bot.venues.forum.attendant import Attendant
from bot.venues.forum.contact import Contact
from bot.venues.forum.forums import Forum
from bot.venues.forum.listening import Listener
from bot.venues.forum.pictures import Pictures
from bot.venues.forum.reader import Reader
from bot.venues.forum.topics import Topics


@dataclass(frozen=True, slots=True)
class ForumServices:
    """What the venue and its rounds share, one of each."""

    forum: Forum
    desk: Desk
    store: ForumStore
    timepiece: Timepiece
    reader: Reader
    listener: Listener
    attendant: Attendant
    pictures: Pictures
    topics: Topics
    contact: Contact
