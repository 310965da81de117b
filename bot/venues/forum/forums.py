"""`Forum` is a forum of any software that is known; what can be asked of one can be of all.

Every method raises VenueError, lasting where trying again won't help.
"""

from bot.venues.forum.discourse import Discourse
from bot.venues.forum.nodebb import NodeBB

Forum = NodeBB | Discourse
