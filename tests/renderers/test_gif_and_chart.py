"""A whole game at a glance: the animation, the race and the chart of a review."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat
from sample_scenes import EMPTY, HOSTILE, RACE, game

from renderers import theme
from renderers.chart import chances_chart, chances_shapes, chart, scale_for
from renderers.gif import gif
from renderers.png import picture
from renderers.scene import Chances, Race, Runner
from renderers.shapes import Segment, Text

FRAME, HOLD = timedelta(milliseconds=900), timedelta(seconds=5)


def test_gif_of_a_full_game() -> None:
    scenes = game()
    data = gif(scenes, FRAME, HOLD)
    animation = Image.open(BytesIO(data))
    assert len(data) <= 2_000_000
    assert animation.n_frames == len(scenes)
    assert animation.width == 800
    assert animation.info["loop"] == 0
    times = []
    for frame in range(animation.n_frames):
        animation.seek(frame)
        times.append(animation.info["duration"])
    assert times == [900] * (len(scenes) - 1) + [5000]


def test_gif_shows_each_position() -> None:
    scenes = game()[:6]
    animation = Image.open(BytesIO(gif(scenes, FRAME, HOLD)))
    for frame, scene in enumerate(scenes):
        animation.seek(frame)
        difference = ImageChops.difference(animation.convert("RGB"), picture(scene))
        assert max(ImageStat.Stat(difference).mean) < 1.5


@pytest.mark.thorough
def test_gif_of_a_long_game_is_smaller() -> None:
    scenes = [replace(EMPTY, caption=f"Turn {turn}") for turn in range(70)]
    animation = Image.open(BytesIO(gif(scenes, FRAME, HOLD)))
    assert animation.n_frames == 70
    assert animation.width == 560


def test_gif_of_one_scene_and_of_none() -> None:
    assert Image.open(BytesIO(gif([EMPTY], FRAME, HOLD))).size[0] == 800
    with pytest.raises(ValueError, match="at least one scene"):
        gif([], FRAME, HOLD)


def test_gif_is_determined_by_its_scenes() -> None:
    assert gif(game()[:3], FRAME, HOLD) == gif(game()[:3], FRAME, HOLD)


@pytest.mark.parametrize("name", theme.names())
def test_chart(name: str) -> None:
    data = chart(replace(RACE, theme=name))
    image = Image.open(BytesIO(data)).convert("RGB")
    assert image.size == (800, 520)
    assert len(data) <= 45_000
    sheet = image.crop((74, 140, 744, 440))
    found = {colour for _, colour in sheet.getcolors(1 << 20)}
    look = theme.load(name)
    assert {look.rgb("stones.red.fill"), look.rgb("stones.blue.fill")} <= found


def test_chart_marks_three_stones() -> None:
    unmarked = tuple(replace(runner, three_stones=()) for runner in RACE.runners)
    assert chart(RACE) != chart(replace(RACE, runners=unmarked))


def test_chart_scale() -> None:
    scale = scale_for(RACE)
    assert (scale.turns, scale.top, scale.step) == (12, 6, 1)
    assert scale.y(0) > scale.y(6)
    assert scale.x(0) < scale.x(12)
    large = replace(RACE, runners=(RACE.runners[0], Runner("B", "blue", (0, 132.5))))
    assert scale_for(large).top == 150


@pytest.mark.parametrize("points", [(), (1,), (0, 0), (0.5, 21.5), tuple(range(0, 4000, 7))])
def test_chart_of_odd_games(points: tuple[float, ...]) -> None:
    runners = (Runner("A", "black", points, (1, 900)), Runner("B", "white", points[:1]))
    assert Image.open(BytesIO(chart(Race(runners)))).size == (800, 520)


@pytest.mark.parametrize("name", HOSTILE)
def test_chart_with_hostile_names(name: str) -> None:
    runners = (replace(RACE.runners[0], name=name), RACE.runners[1])
    race = replace(RACE, runners=runners, title=name, label=name)
    assert Image.open(BytesIO(chart(race))).size == (800, 520)


CHANCES = Chances(
    ("red", "blue"),
    ("Anna", "Bertrand"),
    (0.5, 0.52, 0.5, 0.2, 0.9, 1.0, 1.0),
    worst=((4, 1), (3, 0)),
    certain=5,
    label="Red's chance after each turn, in %",
)
THEME = theme.load("genius")


def _texts(chances: Chances) -> dict[str, Text]:
    return {one.text: one for one in chances_shapes(chances, THEME) if isinstance(one, Text)}


@pytest.mark.parametrize("name", theme.names())
def test_chances_are_drawn_in_every_theme(name: str) -> None:
    data = chances_chart(replace(CHANCES, theme=name))
    assert Image.open(BytesIO(data)).size == (800, 520)
    assert len(data) < 40_000
    assert data == chances_chart(replace(CHANCES, theme=name))


def test_the_line_is_as_high_as_the_chance() -> None:
    """It lies in the first player's colour, half way up where both have the same chance."""
    drawn = [one for one in chances_shapes(CHANCES, THEME) if isinstance(one, Segment)]
    lines = [line for line in drawn if line.stroke in ("stones.red.rim", "stones.red.fill")]
    assert not any(line.stroke == "stones.blue.fill" for line in drawn)
    heights = {y for line in lines for y in (line.y1, line.y2)}
    top, bottom = min(heights), max(heights)
    numbers = _texts(CHANCES)
    # The line reaches from 20 to 100.
    assert bottom - top == pytest.approx(1.6 * (numbers["50"].y - numbers["100"].y))


def test_the_worst_turns_bear_their_place_and_the_certain_part_its_word() -> None:
    assert {"1", "2", "certain", "Numbers mark what cost most"} <= set(_texts(CHANCES))
    plain = _texts(replace(CHANCES, worst=(), certain=None))
    assert not {"certain", "Numbers mark what cost most"} & set(plain)


@pytest.mark.parametrize("certain", [0, 3, 6])
def test_the_word_stays_on_the_chart(certain: int) -> None:
    """Left of the upright where there is no room to the right."""
    word = _texts(replace(CHANCES, certain=certain))["certain"]
    assert word.anchor == ("end" if certain == 6 else "start")


def test_a_game_without_a_turn_has_a_chart() -> None:
    assert chances_chart(replace(CHANCES, values=(0.5,), worst=(), certain=None))
