"""The arenas in which the conformance suite holds its matches: a line for each."""

import pytest

from venues.conformance.at_discord import discord
from venues.conformance.at_fake import fake
from venues.conformance.at_forum import discourse, nodebb
from venues.conformance.at_real_nodebb import NAMED, ON_A_REAL_FORUM, real_nodebb
from venues.conformance.at_room import room

QUICK = {
    "komi": ("fake", "discord"),
    "komi by press": ("room", "nodebb"),
    "komi by command": ("fake",),
    "dmo": ("fake", "room"),
    "dmo, by the host": ("discord", "nodebb"),
    "dmo, changed": ("fake", "room"),
    "appointment": ("fake", "discord"),
    "hours": ("room", "nodebb"),
    "hours refused": ("fake",),
    "puzzle": ("fake", "room"),
    "rematch": ("room", "discord"),
    "cup": ("fake", "room"),
    "cup of four": ("discord", "nodebb"),
}
"""Where each feature is tried by `make test`; by `make test-all` it is tried at every venue."""
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


def at_every_venue(feature: str) -> pytest.MarkDecorator:
    """A test of a feature, with the fixture `arena` at each venue of the tests' own in turn."""
    rows = [
        pytest.param(
            *arena.values,
            id=arena.id,
            marks=() if arena.id in QUICK[feature] else pytest.mark.thorough,
        )
        for arena in ARENAS
        if arena.id != "real_nodebb"
    ]
    return pytest.mark.parametrize("arena", rows, indirect=True)
