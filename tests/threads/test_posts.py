"""What a post says: one line that is a turn, or talk; commands to the referee."""

from time import process_time

import pytest

from bot.engine.board import board
from bot.engine.chat import read_words
from bot.engine.notation import Spelling
from bot.engine.turn import DOUBTS, Talk
from bot.text.html import LONGEST_HTML, PICTURE, HtmlLine, lines_of
from bot.threads.posts import addressed, commands_in, turn_in, turns_in

SPELLING = Spelling(board(5), ("red", "blue"))


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        *((text, "D7 F8") for text in ("D7 F8", "D7 F8.", "D7 F8!", "move: D7 F8", "Turn: D7 F8")),
        *((text, "D7 F8") for text in ("MOVE:D7 F8", "move: D7 F8, good luck")),
        ("move: D7 F8. Good luck, and have fun!", "D7 F8"),
        *((text, text) for text in ("d7, f8", "pass", "my move: D7 F8")),
        ("move: D7 and F8 - your turn", "D7 and F8"),
    ],
)
def test_a_line_that_is_a_turn(text, turn):
    found = turn_in(text, SPELLING)
    assert isinstance(found, str)
    assert read_words(found, SPELLING) == read_words(turn, SPELLING)


@pytest.mark.parametrize(
    "text",
    [
        *("I think D7 F8 is strong", "good luck", "D7 F8?", "D7 F8 is my turn", "...", "red"),
        *("move: whatever you like", "move the stone", "move: D7 F8, or rather E5"),
        *("move: D7 F8 (not E5)", "move: D7 or so", "move: D7 F8 ?", "move: D7 F8, maybe"),
    ],
)
def test_a_line_that_is_talk(text):
    assert isinstance(turn_in(text, SPELLING), Talk)


@pytest.mark.parametrize(
    "doubtful", ["D5-D7", "D7 *D8", "1. D7 F8 2. E5 E6", "move: D7, no wait, pass"]
)
def test_a_doubtful_turn_is_asked_about(doubtful):
    """Alone it is handed on, and its author asked; beside a turn neither counts."""
    (line,) = turns_in(lines_of(f"<p>{doubtful}</p>"), SPELLING).lines
    assert line == doubtful.removeprefix("move: ")
    assert read_words(line, SPELLING) in DOUBTS
    assert len(turns_in(lines_of(f"<p>{doubtful}</p><p>G3</p>"), SPELLING).lines) == 2


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<p>D7 F8<br>or E5 G3</p>", ("D7 F8\nor E5 G3",)),
        ("<p>D7 F8</p><p>maybe</p>", ("D7 F8\nmaybe",)),
        ("<p>D7 F8</p><p>oder doch E5 G3?</p>", ("D7 F8\noder doch E5 G3?",)),
        ("<p>D7 F8</p><p>ignore that</p>", ("D7 F8\nignore that",)),
        ("<p>D7 F8</p><p>a quick one. E5 was strong, I thought of it instead</p>", ("D7 F8",)),
        ("<p>move: D7 F8</p><p>Nice game!</p><p>No wait, E5 is better.</p>",
         ("D7 F8\nNo wait, E5 is better.",)),
        ("<p>D7 F8</p><p>Nice game! Maybe we play again.</p>", ("D7 F8",)),
        ("<p>D7 F8</p><p>Sorry for the delay.</p><p>No rush.</p>", ("D7 F8",)),
        ("<p>D7 F8</p><p>I feared your E5.</p>", ("D7 F8",)),
        ("<ul><li>D7 F8</li><li>E5 G3</li></ul>", ("- D7 F8\nor - E5 G3\nor ",)),
        ("<ul><li>D7 F8</li><li>the centre</li></ul>", ("- D7 F8\nor ",)),
        ("<ul><li>D7 F8</li><li>E5 G3</li></ul><p>So: </p><p>B2 C3</p>", ("B2 C3",)),
        ("<table><tr><td>D7</td></tr><tr><td>E5</td></tr></table><p>B2 C3</p>", ("B2 C3",)),
        ("<table><tr><td>D7</td></tr></table>", ()),
        ("<ol start='10'><li>D7 F8</li></ol>", ("D7 F8",)),
        # Two turns: neither counts, and the author is asked.
        ("<p>D7 F8</p><p>on the other hand</p><p>move: E5</p>", ("D7 F8", "E5")),
        # The usual reply: a quote of the turn before, and one's own.
        ("<blockquote><p>D7 F8</p></blockquote><p>E5 E6</p><p>nice one</p>", ("E5 E6",)),
        # A marked line of words is not tried word by word for ever.
        pytest.param(f"<p>move: {'A1 ' * 30_000}</p>", (), id="long"),
    ],
)  # fmt: skip
def test_the_lines_of_a_post_that_are_handed_on(html, lines):
    assert turns_in(lines_of(html), SPELLING).lines == lines
    if lines and "\n" in lines[0]:
        assert read_words(lines[0], SPELLING) in DOUBTS


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("@referee status", ("status",)),
        ("@Referee, match undo", ("match undo",)),
        ("@the-referee: ready", ("ready",)),
        ("@\u2060referee ready", ("ready",)),
        # Talk about the referee, and what was taken back.
        *((line, ()) for line in ("referee status", "so, @referee status", "@refereeing status")),
        ("<s>@referee match resign</s>", ()),
    ],
)
def test_commands_begin_with_the_mention_of_the_referee(line, commands):
    """By its name or by its address, in any case."""
    assert commands_in(lines_of(f"<p>{line}</p>"), ("referee", "the-referee")) == commands


def test_a_turn_may_be_addressed_to_the_referee():
    said = addressed("@referee D7 F8", ("referee",))
    assert said is not None
    assert turn_in(said, SPELLING) == "D7 F8"


def texts(html: str) -> list[str]:
    return [line.text for line in lines_of(html) if not line.talk]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # As NodeBB sends it, and Discourse.
        ('<p dir="auto">D7 F8<br />\nand now?</p>\n', ["D7 F8", "and now?"]),
        ("<p>D7\nF8</p>", ["D7 F8"]),
        ("<p>D7 <strong>F8</strong></p>", ["D7 F8"]),
        ("<p>move: <code>D7 F8</code></p>", ["move: D7 F8"]),
        ("<ul><li>D7</li><li>F8</li></ul>", ["- D7", "- F8"]),
        ("<ol><li><p>D7</p></li><li><p>F8</p></li></ol>D6", ["- D7", "- F8", "D6"]),
        ("<ul><li>D7 F8</li></ul>", ["D7 F8"]),
        ("<table><tr><td>D7</td><td>F8</td></tr></table><p>D6</p>", ["D6"]),
        ("<p>D7 &amp; F8&nbsp;!</p>", ["D7 & F8 !"]),
        ("D7 F8", ["D7 F8"]),
        ("D7<blockquote>x</blockquote>F8", ["D7", "F8"]),
        # What is struck through may go over a line's end, and may be nothing.
        ("<p>A1<br>B1 <s>C1<br>D1</s><br>E1</p>", ["A1", "E1"]),
        ("<p><s> </s>D7 F8</p>", ["D7 F8"]),
        # A picture is no word of the game, its alt text least of all.
        ('<p>D7 <img alt="F8" src="x.png"></p>', [f"D7 {PICTURE}"]),
        ("", []),
        ("<p>   </p>", []),
    ],
)
def test_lines_that_may_be_a_turn(html, expected):
    assert texts(html) == expected


@pytest.mark.parametrize(
    "dropped",
    [
        "<blockquote><p>D7 F8</p></blockquote>",
        "<blockquote>A1<blockquote>D7 F8</blockquote>B1</blockquote>",
        '<aside class="quote" data-username="ann"><blockquote>D7 F8</blockquote></aside>',
        "<pre><code>D7 F8</code></pre>",
        "<details><summary>What I think</summary>D7 F8</details>",
        '<div class="spoiler">D7 F8</div>',
        '<div class="bbCodeSpoiler-content">D7 F8</div>',
        '<div class="signature">D7 F8</div>',
        '<div class="message-lastEdit">D7 F8</div>',
        '<div class="bbCodeBlock bbCodeBlock--quote">D7 F8</div>',
        '<div component="post/parent">D7 F8</div>',
        "<script>D7 F8</script>",
        "<!-- D7 F8 -->",
    ],
)
def test_quotes_code_and_spoilers_are_dropped_whole(dropped):
    assert lines_of(f"<p>so:</p>{dropped}<p>right</p>") == (HtmlLine("so:"), HtmlLine("right"))


@pytest.mark.parametrize(
    "html",
    [
        "<p><s>D7</s> F8</p>",
        "<p><del>D7</del> F8</p>",
        '<p><span style="text-decoration:line-through">D7</span> F8</p>',
        '<p><span class="spoiler">D7</span> F8</p>',
        '<p><span class="spoiler spoiled">D7 F8</span></p>',
        "<p>F8 <b><s>D7</s></b></p>",
    ],
)
def test_a_line_with_something_taken_back_is_talk(html):
    """What is left of it must not become a turn; the next line is as good as ever."""
    assert texts(html + "<p>E5</p>") == ["E5"]


@pytest.mark.parametrize("alt", ["👍", ":thumbsup:"])
def test_an_emoji_is_a_sign(alt):
    """Which may stand beside a turn, as in chat; a word of the game it never is."""
    (line,) = texts(f'<p>D7 F8 <img class="emoji" alt="{alt}" src="x.png"></p>')
    assert line.startswith("D7 F8 ")
    assert not line[6:].isascii()


def test_a_post_that_is_too_long_is_talk():
    assert lines_of("<p>D7 F8</p>" + "x" * LONGEST_HTML) == ()


@pytest.mark.parametrize("nested", ["<b>", "<p><i><s>", "<blockquote>", "<div><ul><li>"])
def test_deep_nesting_breaks_nothing(nested):
    """As deep as fits into a post; in seconds of the processor, however busy the machine."""
    begun = process_time()
    lines_of((nested * LONGEST_HTML)[: LONGEST_HTML - 10] + "D7 F8")
    assert process_time() - begun < 20


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        *((text, True) for text in ("D4 D5 or D6", "maybe D4 D5", "D4 or D5", "D4 D5 maybe")),
        *((text, False) for text in ("D4 or D5 would be good", "either of us", "or not", "C3?")),
    ],
)
def test_cells_with_nothing_but_a_doubt_are_asked_about(text, asked):
    """Talk that names cells among other words is not."""
    found = turns_in(lines_of(f"<p>{text}</p>"), SPELLING)
    assert (found.unclear or "".join(found.lines)) == (text if asked else "")
