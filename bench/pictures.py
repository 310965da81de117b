"""What the picture of a turn costs while matches are played, each position drawn once.

A row of one picture drawn over and over would tell only how quickly it is found again.
"""

from time import process_time

from bench.games import SETUP, record
from bot.engine.replaying import replay
from bot.views.film import replay_film
from renderers.png import png

_BEFORE, _GAMES = 4, 4
"""So many games are drawn before, and so many are measured."""


def drawn() -> tuple[float, int]:
    """The processor's seconds for a picture, and the bytes of the largest one."""
    films = [replay_film(replay(record(seed), SETUP)) for seed in range(1, 1 + _BEFORE + _GAMES)]
    for film in films[:_BEFORE]:
        for scene in film:
            png(scene)
    scenes = [scene for film in films[_BEFORE:] for scene in film]
    begun = process_time()
    sizes = [len(png(scene)) for scene in scenes]
    return (process_time() - begun) / len(scenes), max(sizes)
