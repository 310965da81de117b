"""Forums on 127.0.0.1 that answer as a NodeBB 4.10 and a Discourse do, and fail as networks do."""

from .discourse import LoopbackDiscourse
from .nodebb import LoopbackNodeBB
from .server import LoopbackForum
from .world import ForumPost, Topic, User

__all__ = ["ForumPost", "LoopbackDiscourse", "LoopbackForum", "LoopbackNodeBB", "Topic", "User"]
