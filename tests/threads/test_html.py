"""A post's HTML: which of its lines are the author's own, and which of those may be a turn."""

from time import process_time

import pytest

from bot.threads.html import LONGEST_HTML, PICTURE, HtmlLine, lines_of


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
