"""A small Discord on 127.0.0.1 for the real discord.py to connect to: see README.md here.

The client may live in this event loop, in another thread or in another process.
"""

# ruff: noqa: F401 - whoever uses it imports from here

from .errors import Impossible
from .faults import Answer, Delay, Drop, Duplicate, Hang, Malform, Reorder, Reset
from .interactions import InteractionResult
from .server import LoopbackDiscord
from .world import Channel, Guild, Message, User
