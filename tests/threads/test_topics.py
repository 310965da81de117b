"""Topics as plain text, pages that can't be read, and pages made to keep a reader busy."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.html import DEEPEST, shallow
from bot.threads.markup import Markup
from bot.threads.report import next_announcement
from bot.threads.ruling import PostKind, rule_topic
from bot.threads.topic import read_topic
from bot.threads.values import LARGEST_INPUT, ThreadError
from bot.wording.threads import NO_POSTS, SAVE_AS_HTML, TOO_LARGE
from threads.markup import SETUP, ruled

POST = (
    '<li component="post" data-pid="{}" data-username="{}"><p component="post/content">{}</p></li>'
)
OPENING = "Ann:\nF6\nBob, 2026-11-22T10:00Z:\nD3 F7\n"


def rows(text, players=()):
    found = ruled(text, players=players).rows
    return [(row.post.author.name, row.kind.value, row.turn) for row in found]


def refusal(*pages):
    with pytest.raises(ThreadError) as told:
        read_topic([page.encode() for page in pages])
    return str(told.value)


def test_posts_stand_under_the_names_of_their_authors():
    assert rows(OPENING) == [("Ann", "turn", "F6"), ("Bob", "turn", "D3 F7")]
    posts = read_topic([OPENING.encode()]).posts
    assert posts[0].at is None
    assert f"{posts[1].at:%H:%M %Z}" == "10:00 UTC"


@pytest.mark.parametrize(
    "quoted",
    [
        "> B2 G5",
        "  > > B2 G5",
        "[quote]B2 G5[/quote]",
        "[quote=Bob]\nB2 G5\n[/quote]",
        '[QUOTE="Bob, post: 5"][quote]B2\n\nBob:\nG5[/quote]\nB2 G5[/QUOTE]',
        "[spoiler]\nB2 G5\n[/spoiler]",
        "[code]\nB2 G5\n[/code]",
        "[s]B2[/s] G5",
        "[s]\nB2 G5\n[/s]",
        "This is what I think:\nB2 or G5",
    ],
)
def test_quotes_in_plain_text_are_not_said(quoted):
    """However deep, and whatever it looks like; what stands behind it counts."""
    assert rows(f"{OPENING}Ann:\n{quoted}\nB3\n")[-1] == ("Ann", "turn", "B3")
    assert rows(f"{OPENING}Ann:\n{quoted}\n")[-1][1] == "talk"


@pytest.mark.parametrize(
    "text",
    [
        "Ann\n10:00\nF6\nReply\nBob\n10:05\nD3 F7\n",
        "The Arena\nAnn:\nF6\nBob:\nD3 F7\n",
        "Ann:\nF6\nBob:\nAnn wrote:\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nAnn said in Ann against Bob:\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nin reply to Ann\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nAnn wrote: ↑Fri Nov 20, 2026 9:30 am\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nAnn hat geschrieben: ↑Fr 20. Nov 2026, 09:30\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nOriginally Posted by Ann\nF6\nD3 F7\n",
        "Ann:\nF6\nBob:\nAnn писал(а): ↑20 ноя 2026, 09:30\nF6\nD3 F7\n",
        "F6\nD3 F7\n",
    ],
)
def test_text_copied_off_a_page_is_refused(text):
    assert refusal(text) == SAVE_AS_HTML
    assert "save the page as HTML" in SAVE_AS_HTML


LOGIN = "<html><body>Please log in</body></html>"
HALF = "x" * (LARGEST_INPUT // 2 + 1)


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        *(
            ((page,), NO_POSTS)
            for page in ("", "  \n", "<html><body><p>F6</p></body></html>", "<p>")
        ),
        ((POST.format(1, "A", "F6"), LOGIN), "page 2"),
        (("Ann:\n[quote]F6\n\nBob:\nD3 F7\n",), "never closed"),
        (("Ann:\nF6\nann:\nD3 F7\n",), "All posts are by Ann"),
        pytest.param((HALF, HALF), TOO_LARGE, id="20 MB in all"),
    ],
)
def test_pages_that_are_no_topic_are_refused(pages, why):
    """Turns behind an open quote, or on a page without posts, would silently be lost."""
    assert why in refusal(*pages)


def test_named_players_play_and_the_first_of_them_starts():
    """Without names the first two authors of turns do."""
    text = "Eve:\nF6\nBob:\nE5\nAnn:\nD3 F7\n"
    assert rows(text) == [("Eve", "turn", "F6"), ("Bob", "turn", "E5"), ("Ann", "talk", "")]
    assert rows(text, ("@bob", "Ann"))[1:] == [("Bob", "turn", "E5"), ("Ann", "turn", "D3 F7")]
    for players, part in ((("Ann", "Zed"), "No post is by “Zed”"), (("Ann", "ann"), "twice")):
        with pytest.raises(ThreadError, match=part):
            rows(text, players)


def test_a_refused_turn_changes_nothing_and_the_game_goes_on():
    text = OPENING + "Ann:\nD3\nBob:\nE5\nAnn:\nB2 G5\n"
    assert [kind for _, kind, _ in rows(text)] == ["turn", "turn", "refused", "refused", "turn"]


def test_the_next_announcement_calls_only_the_player_to_move():
    """In either markup, and with what was refused since the last turn."""
    found = ruled(f"{OPENING}Ann:\nD3\n")
    bbcode = next_announcement(found, Markup.BBCODE).splitlines()
    assert bbcode[0].startswith("[b]Blue[/b] played [b]D3 F7[/b].")
    assert bbcode[1] == "@Ann, [b]Red[/b] may place 1 or 2 stones."
    assert bbcode[2] == "[b]Ann[/b], post 3 changed nothing. D3 is taken by Blue."
    assert "@Bob" not in "".join(bbcode)
    markdown = next_announcement(found, Markup.MARKDOWN).splitlines()
    assert markdown[1] == "@Ann, **Red** may place 1 or 2 stones."


@pytest.mark.parametrize(
    ("name", "markup", "harms"),
    [
        ("[b]x[/b] @all", Markup.BBCODE, ("[b]x", "@all")),
        ("[img]http://evil.example", Markup.BBCODE, ("[img", "://", "evil.example")),
        ("*x* http://evil.example", Markup.MARKDOWN, (" *x*", "://", "evil.example")),
        ("![x](y) @bob", Markup.MARKDOWN, ("![", "](", "@bob")),
    ],
)
def test_names_do_nothing_in_the_announcement(name, markup, harms):
    page = POST.format(1, "Ann", "F6") + POST.format(2, name, "D3 F7") + POST.format(3, "Ann", "E5")
    found = ruled(page)
    text = next_announcement(found, markup)
    assert found.match.players[1].name == name
    assert not [harm for harm in harms if harm in text]


def test_before_the_first_turn_whoever_plays_is_called_by_colour():
    """A topic of talk alone is no error: the match has not begun."""
    found = ruled("Ann:\nhello\nBob:\nhi\n")
    assert [row.kind for row in found.rows] == [PostKind.TALK, PostKind.TALK]
    assert "Whoever plays Red, [b]Red[/b] may place 1 stone." in next_announcement(
        found, Markup.BBCODE
    )


def nested(depth):
    """A NodeBB page whose second post quotes without end."""
    quotes = "<blockquote><p>G1</p>" * depth + "</blockquote>" * depth
    return POST.format(1, "Ann", "F6") + POST.replace("p component", "div component").replace(
        "</p>", "</div>"
    ).format(2, "Bob", f"{quotes}<p>D3 F7</p>")


@pytest.mark.thorough
def test_20_mb_of_nested_quotes_are_read_with_bounded_work():
    """No parser sees more than 500 elements in each other; the posts are read all the same."""
    page = nested(LARGEST_INPUT // 34 - 100)
    assert len(page) > 0.95 * LARGEST_INPUT
    kept = shallow(page)
    assert kept.count("<blockquote>") <= DEEPEST
    assert "D3 F7" in kept
    posts = read_topic([page.encode()]).posts
    assert [[line.text for line in post.lines] for post in posts] == [["F6"], ["D3 F7"]]


@pytest.mark.parametrize(
    "piece",
    [
        *("<blockquote>", "<b>", "<a href='", "<!--", '<p class="quote">F6', "[quote]", "<li><p>"),
        "</p>",
    ],
)
def test_twice_the_input_is_at_most_twice_the_work(piece):
    once, twice = (_calls(nested(3) + piece * times) for times in (1500, 3000))
    assert twice < 2.3 * once + 2000


def _calls(page):
    counted = 0

    def count(frame, event, argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(page.encode())
    finally:
        sys.setprofile(None)
    return counted


def test_attributes_comments_and_scripts_nest_nothing():
    """A page is cut where elements are too deep, not where a text only looks like it."""
    for harmless in ("<!-- <div> -->", '<i title="<div>"></i>', "<script>'<div>'</script>", "<br>"):
        page = f"<main>{harmless * 2000}<p>end</p></main>"
        assert shallow(page) == page


PIECES = st.sampled_from(
    [
        *("<li component='post' data-pid='", "1' data-username='A'>", "<blockquote>", "F6", "<p>"),
        *("<div component='post/content'>", "</blockquote>", "</div>", "</li>", "<s>", "<svg>"),
        "<!--",
        *("<table>", "<td>", "<tr class=post id=post-1>", "<a class=user-link>B</a>", "\0", "é"),
        *("<article data-post-id=2 data-user-id=9>", "<b class=cooked>", "[quote]", "Ann:\n", '"'),
        *("data-timestamp=99999999999999999", "<time datetime=2026-13-01>", ">", "[/quote]", "\n"),
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=40))
def test_pasted_text_never_breaks_the_reader(pieces):
    topic = read("".join(pieces).encode("utf-8", "surrogatepass"))
    if topic is not None:
        found = rule_topic(topic, SETUP, "genius")
        assert len(found.rows) == len(topic.posts)
        assert next_announcement(found, topic.markup)


@given(st.binary(max_size=200))
def test_bytes_never_break_the_reader(data):
    read(data)


def read(data):
    """The topic, or None where a sentence says why there is none."""
    try:
        return read_topic([data])
    except ThreadError:
        return None
