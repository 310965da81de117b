"""A game as an animated GIF: one frame a position, the last one held."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from io import BytesIO

from PIL import Image

from renderers import theme as themes
from renderers.palette import palette
from renderers.png import picture
from renderers.scene import Scene

_TICK = timedelta(milliseconds=10)
"""The shortest time a GIF can tell."""
_LONG, _SMALLER = 64, 560
"""A game of more positions than this is drawn only so wide: its frames are held all at once."""


class BrokenOffError(Exception):
    """Nobody waits for the animation any more."""


def gif(
    scenes: Sequence[Scene],
    frame: timedelta,
    hold: timedelta,
    broken_off: Callable[[], bool] = lambda: False,
) -> bytes:
    """The scenes one after another, each for `frame`, the last for `hold`, over and over.

    All scenes are of one game: one theme, one board. Equal neighbours become one longer frame.
    A ValueError if there are no scenes. May be called from any thread; `broken_off` is asked before
    each frame, and ends the drawing with a BrokenOffError.
    """
    if not scenes:
        raise ValueError("an animation needs at least one scene")
    frames = _frames(scenes, broken_off)
    first = next(frames)
    times = [frame] * (len(scenes) - 1) + [hold]
    out = BytesIO()
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[max(round(time / _TICK), 2) * 10 for time in times],
        loop=0,
        disposal=1,
        # What has not changed since the frame before is left transparent: a third of the size.
        optimize=True,
    )
    return out.getvalue()


def _frames(scenes: Sequence[Scene], broken_off: Callable[[], bool]) -> Iterator[Image.Image]:
    """The pictures one by one, all of one size and one palette."""
    shown = {seat.colour for scene in scenes for seat in scene.seats}
    shown |= {stone.colour for scene in scenes for stone in scene.stones}
    colours = palette(themes.load(scenes[0].theme), tuple(sorted(shown)), 2)
    size: tuple[int, int] | None = None
    for scene in scenes:
        if broken_off():
            raise BrokenOffError
        image = picture(scene)
        if len(scenes) > _LONG:
            high = round(image.height * _SMALLER / image.width)
            image = image.resize((_SMALLER, high), Image.Resampling.LANCZOS)
        size = size or image.size
        if image.size != size:
            image = image.crop((0, 0, *size))
        yield image.quantize(palette=colours, dither=Image.Dither.NONE)
