"""Records: what is read from text, what is written, and the game played again."""

import time
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.engine.notation import Misread
from bot.engine.reading import looks_played, read
from bot.engine.record import (
    Diagram,
    Entry,
    Record,
    Setup,
    options_of,
    record_of,
    setup_of,
    single_spaced,
    write,
)
from bot.engine.replaying import in_rounds, replay
from bot.engine.ruleset import Breach
from bot.engine.rulesets import RULESETS, configure
from bot.engine.slips import slips
from bot.engine.turn import Colour
from bot.text.posts import UnreadError
from bot.text.reading import read as read_log
from engine.samples import FULL, OPTIONS, played, random_game

CASES = [(key, options) for key in RULESETS for options in OPTIONS.get(key, ({},))]
values = st.text(st.characters(codec="utf-8"), max_size=30)
comments_in = st.text('0123456789:abc,. {}[]"\\\n\u200d', max_size=12).map(single_spaced)


def only(text: str) -> Record:
    (record,) = read(text)
    return record


def turns(text: str) -> list[tuple[str, ...]]:
    return [entry.words for entry in only(text).turns]


@given(
    case=st.sampled_from(CASES),
    side=st.integers(3, 5),
    seed=st.integers(),
    most=st.integers(0, 60),
    name=values,
    comments=st.lists(comments_in),
    before=comments_in,
    resigned=st.booleans(),
)
def test_a_record_survives_text_and_replay(
    case, side, seed, most, name, comments, before, resigned
):
    """Record → text → record → replay → record is the identity, for every ruleset."""
    law = configure(*case)
    last = random_game(law, side, Random(seed), most)
    setup = Setup(law, side, ("white", "black"))
    tags = {"White": name, "Result": "*"}
    record = record_of(
        setup,
        last,
        tags=tags,
        comments=comments[: last.number],
        resigned=resigned and not law.is_over(last),
    )
    record = replace(record, before=before)
    text = write(record)
    assert read(text) == [record]
    game = replay(record)
    assert game.problem is None
    assert game.setup == setup
    assert game.last == last
    again = record_of(
        game.setup, game.last, tags=tags, comments=comments[: last.number], resigned=record.resigned
    )
    assert replace(again, before=before) == record
    assert write(game.record) == text


@given(seed=st.integers(), count=st.integers(1, 4))
def test_several_records_in_one_text_stay_apart(seed: int, count: int) -> None:
    rng = Random(seed)
    records = []
    for _ in range(count):
        law = configure(*rng.choice(CASES))
        last = random_game(law, 3, rng, rng.choice([0, 3, 100]))
        records.append(record_of(Setup(law, 3, ("black", "white")), last))
    assert read("\n".join(map(write, records))) == records
    assert read("".join(map(write, records))) == records


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A1 / B1 B2", [("A1",), ("B1", "B2")]),
        ("A1\nB1,B2", [("A1",), ("B1", "B2")]),
        ("A1 /\nB1, B2 /\nC1", [("A1",), ("B1", "B2"), ("C1",)]),
        ("A1\n/ B1\n/ C1", [("A1",), ("B1",), ("C1",)]),
        ("A1 / / B1", [("A1",), (), ("B1",)]),
        ("A1 //\n/ B1", [("A1",), (), (), ("B1",)]),
        ("/ A1", [(), ("A1",)]),
        ("// A1", [(), (), ("A1",)]),
        ("A1 /", [("A1",), ()]),
        ("A1 //", [("A1",), (), ()]),
        ("1. A1 / 2. B1", [("A1",), ("B1",)]),
        ("1. A1 / 2. / B1", [("A1",), (), ("B1",)]),
        ("1. ... A1  B1 B2\n2. C1  C2", [("A1",), ("B1", "B2"), ("C1",), ("C2",)]),
        ("1.\tA1\tB1 B2\n2.\t\t", [("A1",), ("B1", "B2")]),
        ("1.A1 2.B1 B2", [("A1",), ("B1", "B2")]),
        ("1. A1\n2. -\n3. B1", [("A1",), (), ("B1",)]),
        ("\r\nA1\r\nB1\r\n", [("A1",), ("B1",)]),
        ("A1\rB1 B2\r", [("A1",), ("B1", "B2")]),
        ("/", [()]),
        ("  :\t. . b\t1.\tA1\tB1", [("A1",), ("B1",)]),
        ("A1 D7 {one} / B1 {two words}", [("A1", "D7"), ("B1",)]),
    ],
)
def test_bare_turns_are_read(text: str, expected: list[tuple[str, ...]]) -> None:
    assert turns(text) == expected


def test_blank_lines_and_headers_begin_games() -> None:
    text = '[Side "4"]\n\n[First "blue"]\n\nA1\nB1\n\n\nC1\n[Side "3"]\nA2\n'
    assert [(record.tag("side"), len(record.turns)) for record in read(text)] == [
        ("4", 2),
        ("", 1),
        ("3", 1),
    ]


@pytest.mark.parametrize("text", ["A1 / B1 / resign", "A1\nB1 resign", "1. A1\tB1\n2.\tresigns"])
def test_resign_is_a_last_word(text: str) -> None:
    (record,) = read(text)
    game = replay(record, Setup(RULESETS["genius"], 5, ("red", "blue")))
    assert record.resigned
    assert (game.over, game.winner, game.reason) == (True, Colour.SECOND, "resignation")


@pytest.mark.parametrize(
    ("end", "resigned"),
    [
        ("Red: resign", True), ("**Red:** resign", True), ("Red resigns", True), ("I resign", True),
        ("Blue: resign", False), ("Blue resigns", False), ("Green: resign", False),
    ],
)  # fmt: skip
def test_a_resignation_may_name_its_player(end: str, resigned: bool) -> None:
    game = replay(only(f"Red: F6\nBlue: D3 F7\n{end}"))
    assert (game.over, game.problem is None) == (resigned, resigned)


def test_resigning_a_finished_game_is_a_problem() -> None:
    law = RULESETS["plur"]
    setup = Setup(law, 3, ("black", "white"))
    game = replay(record_of(setup, random_game(law, 3, Random(1)), resigned=True))
    assert game.problem is not None
    assert game.problem.breach == Breach("game-over")
    assert (game.problem.turn, game.problem.word) == (20, "resign")


def test_first_and_colours_say_who_starts() -> None:
    assert setup_of(only('[Colours "Red Blue"]\n[First "blue"]\n\nA1\n')).colours == ("blue", "red")
    (bare,) = read('[First "Black"]\n\nA1')
    assert setup_of(bare, colours=("white", "black")).colours == ("black", "white")


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ('[Ruleset "chess"]', "NoRuleset"),
        ('[Side "1"]', "2 to 13"),
        ('[Side "five"]', "SideIsNoNumber"),
        ('[Side "100"]', "2 to 13"),
        ('[Side "1000"]', "SideIsNoNumber"),
        ('[Side "٥"]', "SideIsNoNumber"),
        ('[Options "komi"]', "OptionWithoutValue"),
        ('[Options "komi=3"]', "NoOption"),
        ('[Colours "red"]', "NotTwoColours"),
        ('[First "green"]', "FirstIsNoColour"),
        ('[Notation "braille"]', "UnknownNotation"),
    ],
)
def test_impossible_headers_are_refused(header: str, told: str) -> None:
    (record,) = read(f"{header}\n\nA1\n")
    with pytest.raises(ValueError, match=told):
        replay(record)


@pytest.mark.parametrize("comment", [" a", "a  b", "a \n b", "a\n"])
def test_a_comment_that_could_not_be_read_back_is_refused(comment: str) -> None:
    with pytest.raises(ValueError, match="comment"):
        Entry(("A1",), comment)


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("1. A1 {a long\n  thought} 2. B1", [("A1", "a long thought"), ("B1", "")]),
        ("1. A1 {wide  blanks}  B1", [("A1", "wide blanks"), ("B1", "")]),
        ("A1 {one\ntwo\nthree} / B1 {four\nfive}", [("A1", "one two three"), ("B1", "four five")]),
        ("A1 {one} {two\nB1}\nC1", [("A1", "one two B1"), ("C1", "")]),
        ("A1 {one\n} / B1", [("A1", "one"), ("B1", "")]),
        ("A1 {0:12} / B1 B2\n{0:40}\nC1", [("A1", "0:12"), ("B1 B2", "0:40"), ("C1", "")]),
        ("A1 {a}\n{b}\nB1\nC1\n{c}\n{d}", [("A1", "a b"), ("B1", ""), ("C1", "c d")]),
        ("1. A1 {wide  blanks}  B1 {so}\n2. C1", [("A1", "wide blanks"), ("B1", "so"), ("C1", "")]),
    ],
)
def test_a_comment_belongs_to_the_turn_before_it_and_may_go_over_lines(
    text: str, turns: list[tuple[str, str]]
) -> None:
    assert [(" ".join(one.words), one.comment) for one in only(text).turns] == turns


def test_a_brace_that_nobody_closes_takes_no_game_with_it() -> None:
    one, other = read("A1 {oh\n\nB1 oh}")
    assert [turn.words for turn in one.turns] == [("A1", "{", "oh")]
    assert [turn.words for turn in other.turns] == [("B1", "oh", "}")]
    assert read('[Event "{"]\nA1 {\n[Side "5"]\nB1 }')[0].tags == (("Event", "{"),)


def test_a_comment_above_the_first_turn_is_of_none() -> None:
    (record,) = read("{seats were\nchanged} {twice}\n1. A1 {0:12}\n2. B1")
    assert record.before == "seats were changed twice"
    assert [entry.comment for entry in record.turns] == ["0:12", ""]
    (record,) = read("1. {so} A1\n2. B1")
    assert (record.before, record.turns[0].comment) == ("", "so")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. F6\n2. D3 F7\n4. B2", [(3, "4", "3")]),
        ("1. F6\n2. D3 F7\n2. B2\n3. G6", [(3, "2", "3")]),
        ("5. F6\n6. D3 F7", [(1, "5", "1")]),
        ("1. F6 D3 F7 2. B2 G5 G6", []),
        ("1. F6\n1... D3 F7\n2. B2\n2... G6", []),
        ("1. F6\n1. D3 F7\n2. B2\n2. G6", []),
        ("1. F6 / D3 F7 / 3. B2", []),
        ('[Red "Ann"]\n\n1. F6\n3. D3', [(4, "3", "2")]),
        ("F6 / D3 F7", []),
    ],
)
def test_move_numbers_are_pointed_at_and_not_believed(text, told) -> None:
    """With their line and what is next; turns are counted as they stand."""
    (record,) = read(text)
    game = replay(record)
    assert [(one.line, one.value, one.end) for one in game.untrue] == told
    assert game.last.number == len(game.record.turns)


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        ("F6\nD3 F7\nB2 G5", True),
        ("F6 / D3 F7", False),
        ("1. F6\n2. D3 F7", False),
        ("Red: F6\nBlue: D3 F7", False),
        ('[Side "5"]\nF6\nD3 F7', False),
        ("F6", False),
    ],
)
def test_bare_lines_are_taken_to_alternate(text, assumed) -> None:
    """Names, numbers, slashes or a header say more."""
    assert replay(only(text)).alternates is assumed


@example("[" * 3000)
@example('[A "' + "\\" * 3000)
@example("{" * 3000)
@example("1." * 3000)
@example("/" * 3000)
@example(": " * 3000)
@given(st.text(st.sampled_from('AF19. /,\n\t{}[]"\\:-bw') | st.characters(codec="utf-8")))
def test_any_text_can_be_read_and_replayed(text: str) -> None:
    """Reading and replaying never fail, and what was read is read again from what is written."""
    for record in read(text):
        game = replay(Record((), record.turns, record.resigned))
        assert len(game.positions) <= len(record.turns) + 1
        slips(record, game.setup)
        words = [word for entry in record.turns for word in entry.words]
        if all(word.isalnum() for word in words):
            assert read(write(record)) == [record]


LINES = (
    *("Ann — Today at 18:30", "Bob — 21/11/2025 18:31", "—", "[18:32] F6", "[18:30] Ann: D7 F8"),
    *("18:31 <Bob> hm", "Ann: A1", "Red: F6", "**Blue** played **D7 F8**.", "Red passed.", "🏁 "),
    *("↩️ Host took back the last 2 turns.", "🏁 **Red wins**: Ann. Bob resigned.", "resign", ""),
    *("1 e5 2 c3,f3", "3 a1 4 resign", '{"moves": [["e5", null]]}', '[["e5"], "a1"]', "{", "}"),
    *("1. F6 D3 F7", "2. B2 G5 G6", "B2 G5, G6", '[Side "5"]', '[Ruleset "product"]', "/"),
    "bD7 / ⚫A1",
    *("D 7 F 8.", "I think D7", "\ufffd", "A1,,B1", ",", "- F6", "White: A1 black: B1"),
)


@given(
    st.lists(st.sampled_from(LINES) | st.text(max_size=8), max_size=8).map("\n".join),
    st.sampled_from(sorted(RULESETS)),
)
def test_whatever_is_pasted_is_read_and_replayed(text: str, key: str) -> None:
    """Logs, announcements and downloads in any mixture: no text raises, under no rules."""
    with suppress(UnreadError):
        read_log(text)
    for record in read(text):
        looks_played(record)
        bare = Record((), record.turns, record.resigned, numbered=record.numbered)
        game = replay(bare, setup_of(bare, ruleset=RULESETS[key]))
        slips(game.record, game.setup)


@pytest.mark.timeout(60)
@pytest.mark.thorough
@pytest.mark.parametrize(
    "junk",
    [
        "Ann — " * 150_000,
        "a" + " " * 10**6 + "b",
        "[18:30] " * 120_000,
        "Ann: F6\n" * 10_000,
        "Ann — 18:30\nF6\n" * 7_000,
        "Red played F6.\n" * 7_000,
        "↩️ last 999 turns\n" * 10_000,
        "[" * 10**6,
        '{"moves": [' + '["a1"],' * 100_000 + "[]]}",
        "1 a1 " * 200_000,
        "1. A1 B1 C1 D1 " * 7_000,
        "*" * 10**6,
        "x: " * 300_000,
    ],
    ids=range(13),
)
def test_much_of_anything_is_read_in_seconds(junk: str) -> None:
    start = time.process_time()
    with suppress(UnreadError):
        for reading in read_log(junk):
            replay(reading.record)
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ('[Side "5"]', True), ("resign", True), ("/ /", False), ("A1 / hello", True),
        ("A1 / hello / there", False), ("A1 / B1 / hello / there", True), ("aa13 / ac13", True),
    ],
)  # fmt: skip
def test_a_game_has_a_header_or_half_of_it_is_turns(text: str, played: bool) -> None:
    """A resignation alone is one, empty turns are none; printed columns may have two letters."""
    assert looks_played(only(text)) is played


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (": a caption\nA1", [("A1",)]),
        ("b j .\nA1", [("A1",)]),
        (". . . .\nA1", [("A1",)]),
        ("b j\nA1", [("b", "j"), ("A1",)]),
    ],
)
def test_rows_of_a_printed_board_are_no_turns(text: str, expected: list[tuple[str, ...]]) -> None:
    assert turns(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A1 / resign /", [("A1", "")]),
        ("A1 / B1 / resigns /\n", [("A1", ""), ("B1", "")]),
        ("A1 {so far} resign /", [("A1", "so far")]),
        ("A1\nresign\n/", [("A1", "")]),
        ("resign /", []),
    ],
)
def test_a_slash_behind_a_resignation_is_no_turn(text, expected):
    (record,) = read(text)
    assert record.resigned
    assert [(" ".join(entry.words), entry.comment) for entry in record.turns] == expected


def test_a_word_that_is_no_move_is_written_as_it_was() -> None:
    (record,) = read("A1 {one} / what / B2")
    assert write(record, "bottom") == ('[Notation "bottom"]\n\n1. i1 {one}\n2. what\n3. h2\n')


@pytest.mark.parametrize(("side", "last"), [(3, "i"), (4, "m"), (5, "q"), (6, "u")])
def test_a_line_of_columns_tells_the_side(side: int, last: str) -> None:
    letters = "abcdefghijklmnopqrstu"
    (record,) = read(f":\t{letters[: letters.index(last) + 1]}\n1. e3\n")
    assert (setup_of(record).side, setup_of(record).notation) == (side, "half-step")


def test_without_any_word_of_colours_they_are_black_and_white() -> None:
    assert setup_of(read("A1")[0]).colours == ("black", "white")
    (record,) = read("white:D7 / black:E5 white:F8")
    assert setup_of(record, ruleset=RULESETS["product"]).colours == ("black", "white")
    told = Record((), (Entry(("red:D7",), by="blue"), Entry(("red:E5", "blue:F8"), by="red")))
    assert setup_of(told, ruleset=RULESETS["product"]).colours == ("blue", "red")


def test_options_are_set_apart_by_blanks_or_commas() -> None:
    record = Record((("Options", "komi=3,button=off  scoring=a=b"),))
    assert options_of(record) == {"komi": "3", "button": "off", "scoring": "a=b"}


def test_a_record_is_written_as_the_page_shows_it() -> None:
    """A line a turn behind its number, a comment in braces, nothing where there is none."""
    last = played(RULESETS["genius"], "F6 / D3 F7 / B2 G5")
    setup = Setup(RULESETS["genius"], 5, ("red", "blue"))
    record = record_of(setup, last, comments=["0:12"], resigned=True)
    assert [entry.comment for entry in record.turns] == ["0:12", "", ""]
    assert write(record) == (
        '[Ruleset "genius"]\n[Side "5"]\n[Colours "red blue"]\n[First "red"]\n\n'
        "1. F6 {0:12}\n2. D3 F7\n3. B2 G5\nresign\n"
    )


@pytest.mark.parametrize(
    ("makers", "problem"),
    [
        (("Ann", "Bob", "Ann"), None),
        (("Ann", "Ann"), (2, "Ann")),
        (("Ann", "Bob", "Bob"), (3, "Bob")),
        (("Ann", "Bob", "Cat"), (3, "Cat")),
        (("Ann", "black"), (2, "black")),
        (("Ann", "WHITE", "black"), None),
    ],
)
def test_a_named_player_has_the_colour_of_their_turns(makers, problem):
    """The first two who moved are the players; a turn by anybody else, or twice, is out of turn."""
    cells = ("A1", "C3", "E5")
    turns = (Entry((cell,), by=maker) for cell, maker in zip(cells, makers, strict=False))
    told = replay(Record((), tuple(turns)), Setup(RULESETS["genius"], 5, ("black", "white")))
    if problem is None:
        assert told.problem is None
        return
    assert told.problem is not None
    assert (told.problem.turn, told.problem.word) == problem
    assert told.problem.breach == Misread("out-of-turn", problem[1], 0)


def test_a_problem_ends_a_game_but_not_one_that_was_over() -> None:
    game = replay(only('[Result "white"]\n[Termination "time"]\n\nA1 / A1'))
    assert game.problem is not None
    assert (game.over, game.winner, game.reason) == (False, None, None)
    game = replay(only(f'[Side "3"]\n\n{FULL} / A1'))
    assert game.problem is not None
    assert (game.over, game.winner, game.reason) == (True, Colour.FIRST, "board-full")


def test_a_header_and_its_turns_are_a_line_apart_where_there_are_both() -> None:
    turns = (Entry(("A1",)),)
    assert write(Record((("Side", "5"),))) == '[Side "5"]\n'
    assert write(Record((), turns)) == "1. A1\n"
    assert write(Record((), (), resigned=True)) == "resign\n"
    assert write(Record((("Side", "5"),), turns)) == '[Side "5"]\n\n1. A1\n'


def test_in_another_notation_all_else_stays() -> None:
    (record,) = read('[Site "here"]\n[notation "half-step"]\n\n1. i5 {so}\nresign\n')
    assert write(record, "house") == '[Site "here"]\n\n1. E5 {so}\nresign\n'
    assert write(record, "bottom") == ('[Site "here"]\n[Notation "bottom"]\n\n1. e5 {so}\nresign\n')
    setup = Setup(RULESETS["genius"], 5, ("red", "blue"), "half-step")
    last = played(RULESETS["genius"], "E5")
    assert record_of(setup, last).tag("Notation") == "half-step"
    assert record_of(setup, last).turns[0].words == ("i5",)


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("Red: F6 / Blue: D3", ("red", "blue")),
        ("**Blue:** F6 / __Red__: D3", ("blue", "red")),
        ("Red::F6 / Blue::D3", ("red", "blue")),
        ("- / Red: F6 / Blue: D3", ("red", "blue")),
        ("XRed: F6 / XBlue: D3", ("black", "white")),
        ("F6 Red: / D3 Blue:", ("black", "white")),
    ],
)
def test_labels_of_two_colours_are_the_colours(text: str, colours: tuple[str, str]) -> None:
    """In front of a turn, with formats or without; whoever is named first begins."""
    assert setup_of(only(text)).colours == colours


def test_escapes_in_a_header_are_read_back() -> None:
    value = 'a "b" \\ c\nd\re'
    text = write(Record((("Event", value),), (Entry(("A1",)),)))
    assert text == '[Event "a \\"b\\" \\\\ c\\nd\\re"]\n\n1. A1\n'
    assert read(text)[0].tag("event") == value
    assert read('[Event "x\\y"]\n\nA1')[0].tag("Event") == "xy"


@pytest.mark.parametrize(
    ("text", "diagram"),
    [
        ("A1", None),
        ("b j\nA1", None),
        ("b j x5\nA1", None),
        ("bb j .\nA1", None),
        ("abcdefgh B W\nA1", None),
        (": Some caption\nA1", None),
        (": . . b\n\nA1", None),
        ("b j .\nA1", Diagram(("bj.",))),
        ("b j . 1. A1  B1", Diagram(("bj.",))),
        (":b j . 1. A1  B1", Diagram(("bj.",))),
        (" : . . b Ann\nA1", Diagram(("..b",))),
        (": . . b\n: j . . .\nA1", Diagram(("..b", "j..."))),
        (":\tabcdefghi\t\tB\tJ\n: . . b\nA1", Diagram(("..b",), ("B", "J"), 9)),
        ("abcdefghi Black J\nA1\nabcdefghi B W", Diagram((), ("J",), 9)),
        ("abcdefghi\nA1\nabcdefghi B W", Diagram((), ("B", "W"), 9)),
    ],
)
def test_a_board_printed_beside_a_game_is_kept(text: str, diagram: Diagram | None) -> None:
    """Three signs and more are a row, fewer only behind a colon; a blank line parts it off."""
    (record,) = read(text)
    assert record.diagram == diagram
    assert record.turns


def genius(side: int = 5) -> Setup:
    """Catchup: one stone, then one or two, three behind a lead."""
    return Setup(RULESETS["genius"], side, ("red", "blue"))


def parted(text: str, most_tried: int = 5_000) -> list[str] | None:
    """The turns that rounds are parted into, None if they are no rounds."""
    found = in_rounds(only(text), genius(), most_tried)
    return None if found is None else [" ".join(entry.words) for entry in found.turns]


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("1. F6 D3 F7 2. B2", ["F6", "D3 F7", "B2"]),
        ("1. F6 D3 F7 2. B2 3. G5", None),
        ("1. F6 D3 F7 2. B2 what", None),
        ("1. F6 D3 2. B2 G5 G6", ["F6", "D3", "B2 G5", "G6"]),
        ("1. F6 D3 2. B2 G5G6", ["F6", "D3", "B2", "G5 G6"]),
        ("1. F6 D3 2. B2, G5 G6", ["F6", "D3", "B2 G5", "G6"]),
        ("1. F6 D3 2. B2 G5, G6", ["F6", "D3", "B2", "G5 G6"]),
        ("1. F 6, D 3 F 7 2. B 2 G 5", ["F6", "D3 F7", "B2", "G5"]),
    ],
)
def test_rounds_are_two_turns_each_but_the_last(text: str, turns: list[str] | None) -> None:
    """The more even parting goes first; commas and joined words go before it, halves don't."""
    assert parted(text) == turns


def test_a_comment_belongs_to_the_last_turn_of_its_round() -> None:
    found = in_rounds(only("1. F6 D3 F7 {one} 2. B2 {two}"), genius())
    assert found is not None
    assert [entry.comment for entry in found.turns] == ["", "one", "two"]
    assert found.numbered is False


DEAD_END = "1. F6 D3 2. B2 H1 H2 3. A5 C7 E1 G1 I3"
"""Five stones in two turns need three in one, so the turn before took a lead: `H1 H2` is Blue's."""


@pytest.mark.parametrize(
    ("text", "tries"),
    [
        # F6 D3|F7 opens with two; F6|D3 F7; then B2|G5.
        ("1. F6 D3 F7 2. B2 G5", 3),
        # F6|D3; B2 H1|H2, and behind it 3|2, 2|3, 4|1, 1|4 and five at once; B2|H1 H2; 3|2.
        (DEAD_END, 9),
    ],
)
def test_so_many_turns_are_tried_and_no_more(text: str, tries: int) -> None:
    assert parted(text, tries) is not None
    assert parted(text, tries - 1) is None
