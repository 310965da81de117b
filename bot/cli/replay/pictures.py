"""The pictures of replayed games."""

import argparse
from dataclasses import replace
from pathlib import Path

from bot.cli.replay.arguments import look_from, with_tag
from bot.cli.replay.reviewing import LookedBack
from bot.engine.replaying import Replay


def _numbered(path: Path, number: int) -> Path:
    """`out.png`, then `out-2.png` and so on for the further games."""
    return path if number == 0 else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")


def draw(
    game: Replay,
    arguments: argparse.Namespace,
    number: int,
    back: LookedBack | None = None,
    of: int | None = None,
) -> None:
    """Writes the pictures that are asked for; `back` is the game's review, where it has one.

    `of` is the number of turns of the whole game, where an earlier position is drawn.
    """
    look = look_from(arguments)
    if arguments.format:
        # The format says whether cells are usually named.
        game = replace(game, record=with_tag(game.record, "Format", arguments.format))
    if back is not None and arguments.chances:
        back.draw(_numbered(Path(arguments.chances), number), look)
    if not (arguments.png or arguments.gif or arguments.chart):
        return
    from bot.views.film import HOLD, pace, replay_film, replay_race
    from bot.views.scenes import replay_scene
    from renderers.chart import chart
    from renderers.gif import gif
    from renderers.png import png

    if arguments.png:
        scene = replay_scene(game, look, of)
        _numbered(Path(arguments.png), number).write_bytes(png(scene))
    if arguments.gif:
        scenes = replay_film(game, look)
        _numbered(Path(arguments.gif), number).write_bytes(gif(scenes, pace(scenes), HOLD))
    if arguments.chart:
        _numbered(Path(arguments.chart), number).write_bytes(chart(replay_race(game, look)))
