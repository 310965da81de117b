"""The arenas in which the conformance suite holds its matches: a line for each."""

import pytest

from venues.conformance.at_discord import discord
from venues.conformance.at_fake import fake
from venues.conformance.at_forum import discourse, nodebb
from venues.conformance.at_real_nodebb import NAMED, ON_A_REAL_FORUM, real_nodebb
from venues.conformance.at_room import room

TOPICS = [pytest.param(nodebb, id="nodebb"), pytest.param(discourse, id="discourse")]
"""The forums, of which more is asked; a real one too, where one is named."""
if NAMED:
    TOPICS.append(pytest.param(real_nodebb, id="real_nodebb", marks=ON_A_REAL_FORUM))
ARENAS = [
    pytest.param(fake, id="fake"),
    pytest.param(room, id="room"),
    pytest.param(discord, id="discord"),
    *TOPICS,
]
