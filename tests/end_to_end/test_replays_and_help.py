"""Looking instead of reading: replays, earlier boards, help, puzzles and suggestions on Discord."""

from io import BytesIO

from PIL import Image

from end_to_end.failing import answers


async def play_three(place):
    for player, text in ((place.red, "F6"), (place.blue, "D3 F7"), (place.red, "B2 G5")):
        await place.play(player, text)


def frames(data: bytes) -> int:
    return getattr(Image.open(BytesIO(data)), "n_frames", 1)


async def test_a_match_is_replayed_and_with_its_result_comes_its_race(place):
    """From the first turn on, a frame for each position, the empty board first, for everybody.

    With the result comes the chart; from another channel the match is named by its number.
    """
    await place.start()
    nothing = await place.slash(place.red, "match replay")
    assert "No turn has been played yet." in nothing.content
    assert (nothing.ephemeral, nothing.files) == (True, [])
    await play_three(place)
    shown = await place.slash(place.fan, "match replay")
    assert "3 turns so far." in shown.content
    assert not shown.ephemeral
    (film,) = shown.files
    assert (film.filename, frames(film.data)) == ("match-1.gif", 4)
    decided = {"winner": "blue", "reason": "time to go home", "confirm": "yes"}
    await place.slash(place.host, "host adjudicate", **decided)
    ended = await place.announcement("Blue wins")
    lobby = place.channel("lobby")
    shown = await place.discord.slash(lobby, place.fan, "match replay", match="1")
    assert "Blue wins by decision, after 3 turns." in shown.content
    assert [file.filename for file in shown.files] == ["match-1.gif", "match-1-race.png"]
    assert Image.open(BytesIO(shown.files[1].data)).size == (800, 520)
    assert [file.description for file in shown.files] == [
        f"A film of 3 turns, board by board. The last one: {ended.attachments[0].description}",
        (
            "A chart of both players' score by turn. The higher line: Red from turn 3. "
            "At the end: Red 2 and Blue 1."
        ),
    ]
    said = await place.discord.say(lobby, place.fan, f"{place.me} replay 1")
    typed = await place.discord.wait_message(lobby, "3 turns.", after=said)
    assert [one.data for one in typed.attachments] == [one.data for one in shown.files]


async def test_the_board_after_an_earlier_turn_and_in_words(place):
    """Any turn from the empty board to the last, with the turn that led there.

    In words it is for whoever asks, their own groups first.
    """
    await place.start()
    await play_three(place)
    pictures = {}
    for turn in range(4):
        shown = await place.slash(place.fan, "match board", turn=turn)
        (picture,) = shown.files
        pictures[turn] = picture.data
        assert f"after turn {turn}" in picture.description or turn == 0
    assert len(set(pictures.values())) == 4
    shown = await place.slash(place.fan, "match board", turn=2)
    assert shown.content == "Match 1 after turn 2 of 3: **Blue** played **D3 F7**."
    now = await place.slash(place.fan, "match board")
    assert now.content == ""
    assert now.files[0].data == pictures[3]
    shown = await place.slash(place.blue, "match board", **{"as": "groups"})
    assert shown.content.split("\n") == [
        "Blue has 2 groups: 1, 1.", "Blue alone: D3, F7.", "Red has 2 groups: 2, 1.",
        "Red 2 stones: F6, G5.", "Red alone: B2.",
    ]  # fmt: skip
    near = await place.slash(place.fan, "match board", near="F6", turn=1)
    assert near.content.startswith("F6: Red, alone.\nAbove: E6 empty, E7 empty.")
    off = await place.slash(place.fan, "match board", near="Z9")
    assert off.content == "Z9 is off the board: its rows are A to I."
    rows = await place.slash(place.fan, "match board", **{"as": "text"})
    assert "\nRow F, 8 cells: Red F6; Blue F7.\n" in rows.content
    for answer in (shown, near, off, rows):
        assert answer.ephemeral
        assert not answer.files
    said = await place.order(place.fan, "near F6")
    await place.discord.wait_until(lambda: answers(place, said))
    assert answers(place, said)[0].startswith("F6: Red, in a group of 2.\n")


async def test_matches_are_suggested_by_number(place):
    """The open and the ended ones of this server, the latest first, narrowed by what is typed."""
    await place.start()
    await place.slash(place.host, "host cancel", confirm="yes")
    await place.announcement("Cancelled")
    await place.slash(place.host, "match start", red=place.blue, blue=place.fan)
    suggested = await place.discord.autocomplete(place.room, place.fan, "match replay", "match", "")
    assert suggested.choices == [
        {"name": "2: Bob against Fan, waiting", "value": "2"},
        {"name": "1: Ann against Bob, cancelled", "value": "1"},
    ]
    for typed in ("1", "ann"):
        suggested = await place.discord.autocomplete(
            place.room, place.fan, "match board", "match", typed
        )
        assert [one["value"] for one in suggested.choices] == ["1"], typed


async def test_clock_starter_and_options_are_suggested(place):
    """Usual clocks and what can be read; the seated colours; the chosen game's options."""

    async def suggested(option, typed, **given):
        found = await place.discord.autocomplete(
            place.room, place.host, "match start", option, typed, **given
        )
        return [one["value"] for one in found.choices]

    assert (await suggested("clock", ""))[0] == "1m+5m"
    assert await suggested("clock", "90s+4m") == ["90s+4m"]
    assert await suggested("clock", "soon") == []
    seated = {"red": place.red, "blue": place.blue}
    assert await suggested("first", "", **seated) == ["red", "blue", "random"]
    assert await suggested("first", "r", **seated) == ["red", "random"]
    assert await suggested("options", "", format="genius") == []
    assert "komi=0" in await suggested("options", "", format="catena")
    assert await suggested("options", "komi=3 sc", format="catena") == ["komi=3 scoring=stones"]


async def test_help_names_the_six_things_a_host_does(place):
    """By slash and by mention, with no command in it that does not exist."""
    shown = await place.slash(place.fan, "help")
    assert [line[0] for line in shown.content.splitlines()[1:7]] == list("123456")
    assert shown.ephemeral
    said = await place.order(place.fan, "help")
    assert (await place.announcement("six steps", after=said)).content == shown.content
