"""Pages of every forum software: saved ones with a list of what counted, and odd ones.

The topics have what topics have: quotes in quotes, a preview of what a post answers, spoilers,
code, signatures that name a cell, notes of edits, something struck through, and a spectator's view.
"""

import quopri
from pathlib import Path

import pytest

from bot.threads.markup import Markup
from bot.threads.pages import read_page
from bot.threads.report import next_announcement, notes_on
from bot.threads.topic import read_topic
from bot.threads.values import ThreadError
from threads.markup import (
    counted,
    crawled,
    discourse,
    mybb,
    nodebb,
    phpbb,
    phpbb_page,
    ruled,
    smf20,
    xenforo,
)

SAVED = Path(__file__).parent / "saved"
WITH_STAMPS = (
    "nodebb", "discourse", "discourse-crawler", "xenforo", "phpbb", "vbulletin5", "proboards",
)  # fmt: skip


def saved(*names: str) -> list[bytes]:
    return [(SAVED / f"{name}.html").read_bytes() for name in names]


@pytest.mark.parametrize("name", sorted(path.stem for path in SAVED.glob("*.counted")))
def test_saved_topics_count_as_listed(name):
    assert counted(*saved(name)) == (SAVED / f"{name}.counted").read_text().splitlines()


@pytest.mark.parametrize("name", sorted(path.stem for path in SAVED.glob("*.counted")))
def test_stamps_are_read_where_machines_can(name):
    """From seconds, milliseconds and ISO 8601; never from a note of an edit, or words."""
    stamps = [row.post.at for row in ruled(*saved(name)).rows]
    if name not in WITH_STAMPS:
        assert stamps == [None] * 9
        return
    assert [f"{at:%Y-%m-%d %H:%M}" for at in stamps if at] == [
        f"2026-11-20 {time}"
        for time in (
            *("09:00", "09:30", "10:05", "10:20", "10:40", "11:00", "12:15", "12:20", "12:30"),
        )
    ]


@pytest.mark.parametrize(
    "pages",
    [
        ("nodebb-page1", "nodebb-page2"),
        ("nodebb-page2", "nodebb-page1"),
        ("nodebb-page1", "nodebb", "nodebb-page2", "nodebb-page1"),
    ],
)
def test_pages_may_overlap_and_come_in_any_order(pages):
    assert counted(*saved(*pages)) == (SAVED / "nodebb.counted").read_text().splitlines()


def test_a_page_that_shows_the_newest_first_is_turned_round():
    """With the opening post on top all the same, as NodeBB has it."""
    head, *posts = (SAVED / "nodebb.html").read_text().split('<li component="post"')
    last, end = posts[-1].split("</ul></main>")
    posts = [posts[0], *reversed([*posts[1:-1], last])]
    newest = head + "".join(f'<li component="post"{post}' for post in posts) + "</ul></main>" + end
    assert counted(newest) == (SAVED / "nodebb.counted").read_text().splitlines()


def test_each_page_is_known_for_what_it_is():
    markdown = {"nodebb", "discourse", "discourse-crawler"}
    for path in SAVED.glob("*.counted"):
        topic = read_topic([path.with_suffix(".html").read_bytes()])
        assert (topic.markup is Markup.MARKDOWN) == (path.stem in markdown), path.stem
        found = read_page(path.with_suffix(".html").read_text())
        assert found.software.split()[0].casefold() == path.stem.rstrip("45").split("-")[0]


def test_a_renamed_author_is_the_same_person():
    """By the forum's own number for them, where the page has it."""
    first, second = saved("nodebb-page1", "nodebb-page2")
    renamed = second.replace(b'data-username="Bob"', b'data-username="Rob"')
    assert ruled(first, renamed).rows[-1].kind == "turn"


def notes(*pages: str) -> tuple[str, ...]:
    return notes_on(read_topic([page.encode() for page in pages]))


@pytest.mark.parametrize(
    "emoji",
    [
        '<img class="smilies" src="x.gif" alt=":)" title="Smile" />',
        '<img src="x" class="smilie smilie--sprite smilie--sprite1" alt=":)" title="Smile :)">',
        '<img src="x" class="smiley" alt=":)" title="Smiley">',
        '<img src="x" class="inlineimg" alt="" title="Smile" border="0">',
        '<img src="x" class="smile" alt=";)">',
        '<img src="x" class="emoji" alt=":tada:" title=":tada:">',
    ],
)
def test_an_emoji_beside_a_turn_changes_nothing(emoji: str) -> None:
    """As in chat, whichever software drew it."""
    page = phpbb(1, "Ann", f"F6 {emoji}") + phpbb(2, "Bob", f"{emoji} D3 F7")
    assert counted(page) == ["1 Ann turn F6", "2 Bob turn D3 F7"]


@pytest.mark.parametrize(
    ("make", "post"),
    [
        # An emoji that asks or denies, as in chat; and any other picture, which may show anything.
        (phpbb, 'D3 F7 <img class="smilies" src="x.gif" alt=":???:" title="Confused" />'),
        (phpbb, 'D3 F7 <img class="emoji" alt=":thinking:" title=":thinking:">'),
        (phpbb, 'D3 F7 <img class="smilie" alt=":unsure:" title="Unsure">'),
        (phpbb, 'D3 F7 <img class="emoji" alt="🤔">'),
        (phpbb, 'D3 F7 <img class="emoji" alt=":x:">'),
        (phpbb, 'D3 F7 <img class="bbc_img" alt="" src="not-this-one.png">'),
        # Inline spoilers of XenForo and NodeBB, and what MyBB strikes through.
        (xenforo, 'D3 <span class="bbCodeInlineSpoiler">F7</span><br>'),
        (xenforo, 'D3 <span class="ns-spoiler">F7</span><br>'),
        (xenforo, 'D3 <span style="text-decoration: line-through;" class="mycode_s">F7</span><br>'),
        # The options of a poll, for which others may vote.
        (discourse, 'play what? </p><div class="poll"><ul><li>D3 F7</li></ul></div><p>'),
    ],
)
def test_a_turn_that_is_doubted_or_hidden_is_talk(make, post: str) -> None:
    user = (1, 2, 2) if make is xenforo else ("", "", "")
    page = make(1, "Ann", "F6", user[0]) + make(2, "Bob", post, user[1])
    assert counted(page + make(3, "Bob", "E5", user[2]))[1:] == ["2 Bob talk", "3 Bob turn E5"]


def test_a_guest_is_not_the_user_of_a_mention() -> None:
    """A mention in a post has the user id of the one who is mentioned."""
    mention = '<a href="/members/ann.1/" class="username" data-user-id="1">@Ann</a>'
    page = xenforo(1, "Ann", "F6", 1) + xenforo(2, "Bob", "D3 F7", 2)
    guest = xenforo(3, "Guest", f"{mention}, I would play<br>B2 G5")
    assert counted(page + guest)[2] == "3 Guest talk"


def test_the_picture_of_who_is_online_is_no_name() -> None:
    page = smf20(1, "Ann", "F6") + smf20(2, "Bob", "D3 F7")
    assert counted(page) == ["1 Ann turn F6", "2 Bob turn D3 F7"]


def test_a_post_without_an_author_is_a_row_that_says_so() -> None:
    """No post is lost in silence; and without any author the page is another than the usual."""
    rows = ruled(phpbb(1, "Ann", "F6") + phpbb(2, "", "D3 F7") + phpbb(3, "Bob", "D3 F7")).rows
    assert [row.kind.value for row in rows] == ["turn", "talk", "turn"]
    assert "author was not found" in rows[1].why
    with pytest.raises(ThreadError, match="No author"):
        ruled(phpbb(1, "", "F6") + phpbb(2, "", "D3 F7"))


@pytest.mark.parametrize("begin", ["<!DOCTYPE html><html>", "<html lang='en'>"])
def test_pages_pasted_one_behind_another_are_put_in_order(begin: str) -> None:
    first = f"{begin}<body>{phpbb(1, 'Ann', 'F6')}{phpbb(2, 'Bob', 'D3 F7')}</body></html>"
    second = f"{begin}<body>{phpbb(2, 'Bob', 'D3 F7')}{phpbb(3, 'Ann', 'B2 G5')}</body></html>"
    expected = ["1 Ann turn F6", "2 Bob turn D3 F7", "3 Ann turn B2 G5"]
    assert counted(second + first) == counted(first + second) == expected


NOTICE = '<div class="messageNotice messageNotice--{}"></div>'
UNSEEN = {
    phpbb: ({"state": "deleted"}, {"notice": '<p class="post-notice unapproved">?</p>'}),
    mybb: ({"state": "unapproved_post deleted_post"}, {"state": "unapproved_post"}),
    nodebb: ({"state": "deleted"}, {"state": "deleted"}),
    discourse: ({"state": "deleted"}, {"state": "deleted"}),
    xenforo: (
        {"user": 2, "state": NOTICE.format("deleted")},
        {"user": 2, "state": NOTICE.format("moderated")},
    ),
}


@pytest.mark.parametrize("make", UNSEEN)
def test_posts_that_only_moderators_see_do_not_count(make) -> None:
    """Deleted or not yet approved: who saves the page, the players have seen the same game."""
    deleted, waiting = UNSEEN[make]
    users = ({"user": 1}, {"user": 2}) if make is xenforo else ({}, {})
    first = 0 if make is nodebb else 1
    page = make(first, "Ann", "F6", **users[0]) + make(first + 1, "Bob", "D3 F7", **deleted)
    page += make(first + 2, "Bob", "E6", **waiting) + make(first + 3, "Bob", "E5", **users[1])
    assert counted(page) == ["1 Ann turn F6", "2 Bob talk", "3 Bob talk", "4 Bob turn E5"]
    assert "the players don't see it" in ruled(page).rows[1].why


def test_a_saved_discourse_page_has_each_post_once() -> None:
    """Its page holds the first posts again, as crawlers see them; of the rest only what is near."""
    crawler = crawled(1, "Ann", "F6") + crawled(2, "Bob", "D3 F7") + crawled(3, "Ann", "B2 G5")
    drawn = discourse(3, "Ann", "B2 G5") + discourse(4, "Bob", "E5")
    page = f"<html><body><noscript>{crawler}</noscript><section>{drawn}</section></body></html>"
    assert counted(page) == [
        "1 Ann turn F6", "2 Bob turn D3 F7", "3 Ann turn B2 G5", "4 Bob turn E5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("charset", "head", "names"),
    [
        ("cp1252", "", ("Bäb", "Böb")),
        ("cp1252", '<meta charset="iso-8859-1">', ("B’b", "B€b")),
        ("cp1251", '<script charset="utf-8"></script><meta charset=windows-1251>', ("Аня", "Боб")),
        (
            "koi8-r",
            '<meta http-equiv="Content-Type" content="text/html; charset=KOI8-R">',
            ("Аня", "Боб"),
        ),
        ("cp932", '<meta charset="x-sjis">', ("アン", "ボブ①")),
        ("gb18030", "<meta charset=gb2312>", ("安", "鲍勃")),
        ("utf-16", "", ("Bäb", "Böb")),
        ("utf-8-sig", "<meta charset=windows-1252>", ("Bäb", "Böb")),
        ("cp1252", "<meta charset=punycode>", ("Bäb", "Böb")),
    ],
)
def test_names_are_read_in_the_charset_that_browsers_would_take(charset, head, names):
    """Declared or not, with a byte order mark, or with a declaration that is another's."""
    page = f"<html><head>{head}</head>" + phpbb(1, names[0], "F6") + phpbb(2, names[1], "D3 F7")
    assert counted(page.encode(charset)) == [f"1 {names[0]} turn F6", f"2 {names[1]} turn D3 F7"]


def test_a_page_saved_as_a_single_file_is_read() -> None:
    page = "<html><body>" + phpbb(1, "Bäb", "F6") + phpbb(2, "Böb", "D3 F7") + "</body></html>"
    archive = (
        b"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://forum.example/t\r\n"
        b"Subject: Ann against Bob\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n"
        b'\ttype="text/html";\r\n\tboundary="----B----"\r\n\r\n\r\n------B----\r\n'
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        + quopri.encodestring(page.encode())
        + b"\r\n------B----\r\nContent-Type: text/css\r\n\r\np {}\r\n------B------\r\n"
    )
    assert counted(archive) == ["1 Bäb turn F6", "2 Böb turn D3 F7"]


def test_missing_posts_of_a_topic_are_named() -> None:
    """Page 2 alone, a page left out between, and posts that were never loaded."""
    pages = [
        nodebb(0, "Ann", "F6") + nodebb(1, "Bob", "D3 F7"),
        nodebb(2, "Ann", "B2 G5") + nodebb(3, "Bob", "E5"),
        nodebb(4, "Ann", "E6") + nodebb(5, "Bob", "C1"),
    ]
    assert notes(*pages) == notes(*reversed(pages)) == ()
    assert "posts 1–2 of the topic" in notes(*pages[1:])[0]
    assert "posts 3–4 of the topic" in notes(pages[0], pages[2])[0]
    assert "post 3 of the topic" in notes(pages[0], nodebb(3, "Bob", "E5"))[0]
    assert [row.number for row in ruled(*pages[1:]).rows] == [3, 4, 5, 6]
    late = xenforo(1021, "Ann", "F6", 1) + xenforo(1022, "Bob", "E5", 2)
    assert "posts 1–1020 of" in notes(late)[0]


def test_pages_are_missed_where_posts_are_not_counted() -> None:
    second = phpbb_page(2, phpbb(21, "Ann", "F6"), phpbb(22, "Bob", "D3 F7"))
    assert "page 1 of 2." in notes(second)[0]
    assert notes(phpbb_page(1, phpbb(1, "Eve", "hello")), second) == ()


GAME = ("F6", "D3 F7", "B2 G5", "G6", "G4 H5", "A4 D8")


def nodebb_page(*indices: int, total: int = 6) -> str:
    """What a browser holds of a topic of NodeBB: it loads posts where one scrolls."""
    count = f'<span component="topic/post-count" title="{total}" class="fw-bold">{total}</span>'
    posts = (nodebb(n, ("Ann", "Bob")[n % 2], GAME[n]) for n in indices)
    return f"<html><body>{count}<ul>{''.join(posts)}</ul></body></html>"


def test_a_page_saved_scrolled_down_is_not_ruled_as_if_it_began_there() -> None:
    """From the fourth post on Bob would be Red: so nobody is, and nothing is to be posted."""
    topic = ruled(nodebb_page(3, 4, 5))
    assert [(row.number, row.kind.value, row.turn) for row in topic.rows] == [
        (4, "unruled", "G6"),
        (5, "unruled", "G4 H5"),
        (6, "unruled", "A4 D8"),
    ]
    assert topic.match.position.number == 0
    assert [player.name for player in topic.match.players] == ["", ""]
    missing, why = notes(nodebb_page(3, 4, 5))
    assert missing == "Not in the input: posts 1–3 of 6."
    assert "so nothing is ruled: save it from its first post on" in why
    assert next_announcement(topic) == ""


def test_the_first_page_of_several_is_ruled_and_nothing_is_to_be_posted() -> None:
    """The turns on it count; whose move it is, later pages may tell otherwise."""
    assert notes(nodebb_page(0, 1, 2)) == ("Not in the input: posts 4–6 of 6.",)
    topic = ruled(nodebb_page(0, 1, 2))
    assert [row.kind.value for row in topic.rows] == ["turn", "turn", "turn"]
    assert next_announcement(topic) == ""
    whole = nodebb_page(0, 1, 2, 3), nodebb_page(3, 4, 5)
    assert notes(*whole) == ()
    assert "Blue** played **A4 D8" in next_announcement(ruled(*whole))


@pytest.mark.parametrize(("state", "told"), [("", 1), ("h-disabled", 0)])
def test_an_arrow_that_leads_nowhere_is_no_further_page(state: str, told: int) -> None:
    """vBulletin 5 has it on each page."""
    arrow = f'<a class="right-arrow arrow {state}" rel="next" href="/t/page2"></a>'
    posts = "".join(
        f'<li data-node-id="{500 + n}" class="b-post"><div class="author"><a>{name}</a></div>'
        f'<a class="b-post__count">#{n}</a><div class="js-post__content-text">{turn}</div></li>'
        for n, name, turn in ((1, "Ann", "F6"), (2, "Bob", "E5"))
    )
    assert len(notes(arrow + posts)) == told


def test_a_reader_who_has_the_newest_shown_first_saves_the_same_topic() -> None:
    """NodeBB 4 counts as it shows: the opening post, then the newest. Its ids tell the order."""

    def shown(*counted: tuple[int, int], total: int = 6) -> str:
        count = f'<span component="topic/post-count" title="{total}">{total}</span>' * bool(total)
        posts = (
            nodebb(index, ("Ann", "Bob")[turn % 2], GAME[turn]).replace(
                f'data-pid="{100 + index}"', f'data-pid="{100 + turn}"'
            )
            for index, turn in counted
        )
        return f"<html><body>{count}<ul>{''.join(posts)}</ul></body></html>"

    whole = ((0, 0), (1, 5), (2, 4), (3, 3), (4, 2), (5, 1))
    turns = [f"{n} {('Bob', 'Ann')[n % 2]} turn {turn}" for n, turn in enumerate(GAME, 1)]
    assert counted(shown(*whole)) == counted(shown(*whole, total=0)) == turns
    assert counted(shown(*whole[:3]), shown(*whole[3:])) == turns
    assert notes(shown(*whole)) == ()
    assert notes(shown(*whole[:4])) == ("Not in the input: posts 2–3 of 6.",)
    assert [row.kind.value for row in ruled(shown(*whole[:4])).rows] == ["turn", *["unruled"] * 3]


def test_behind_a_gap_nothing_is_ruled() -> None:
    """Post 3 may hold Red's turn, or not."""
    topic = ruled(nodebb_page(0, 1), nodebb_page(3, 4, 5))
    assert [row.kind.value for row in topic.rows] == ["turn", "turn", *["unruled"] * 3]
    assert notes_on(topic.topic) == ("Not in the input: post 3 of 6.",)


TWO = (1, "Ann", "F6"), (2, "Bob", "E5")


@pytest.mark.parametrize(
    ("head", "make", "missing"),
    [
        (
            (
                '<ul class="pageNav-main"><li class="pageNav-page pageNav-page--current"><a>1</a>'
                '</li><li class="pageNav-page"><a>12</a></li></ul>'
            ),
            lambda number, *post: xenforo(number, *post, number),
            "pages 2–12 of 12.",
        ),
        (
            (
                '<div class="pagination"><span class="pages">Pages (2):</span>'
                '<span class="pagination_current">1</span><a class="pagination_page">2</a></div>'
            ),
            mybb,
            "page 2 of 2.",
        ),
        (
            (
                '<div class="pagelinks"><span class="pages">Pages</span>'
                '<span class="current_page">1</span><a class="nav_page">2</a></div>'
            ),
            smf20,
            "page 2 of 2.",
        ),
        (phpbb_page(1, last=3), phpbb, "pages 2–3 of 3."),
        ('<div class="timeline-replies">1 / 55</div>', discourse, "posts 3–55 of 55."),
        ('<link rel="next" href="/t/x/1?page=2">', crawled, "posts from 3 on of the topic."),
    ],
    ids=["xenforo", "mybb", "smf", "phpbb", "discourse", "crawler"],
)
def test_each_software_tells_that_there_is_more(head: str, make, missing: str) -> None:
    """By its total, by its pages, or by a link to the next one; what is there is ruled."""
    page = head + "".join(make(*post) for post in TWO)
    assert notes(page) == (f"Not in the input: {missing}",)
    assert [row.kind.value for row in ruled(page).rows] == ["turn", "turn"]
    assert next_announcement(ruled(page)) == ""


def test_numbers_of_posts_that_nobody_sees_are_no_gap() -> None:
    """Discourse keeps the number of a deleted post: the topic is whole if its total is there."""
    total = '<div class="timeline-replies">3 / 3</div>'
    posts = discourse(1, "Ann", "F6") + discourse(2, "Bob", "E5") + discourse(4, "Ann", "B2 G5")
    assert notes(total + posts) == ()
    assert [row.kind.value for row in ruled(total + posts).rows] == ["turn"] * 3
    assert notes(total.replace("3 / 3", "4 / 4") + posts) == ("Not in the input: post 3 of 4.",)


def test_a_post_that_is_too_long_is_a_row_that_says_the_limit() -> None:
    rows = ruled(phpbb(1, "Ann", "F6") + phpbb(2, "Bob", "x" * 100_001)).rows
    assert rows[1].why == "Longer than 100,000 characters: nothing of it is read."


def test_the_closing_of_a_topic_takes_a_place_and_is_no_post() -> None:
    """So that Discourse's page has no gap there."""
    closed = '<article id="post_2" class="small-action onscreen-post"><p>closed this</p></article>'
    assert notes(discourse(1, "Ann", "F6") + closed + discourse(3, "Bob", "E5")) == ()


def test_the_number_of_a_comment_on_a_post_is_no_place() -> None:
    """Where comments stand among the posts as `#1.1`, nobody can tell what is missing."""
    comment = mybb(2, "Eve", "nice").replace(">#2<", ">#1.1<")
    page = mybb(1, "Ann", "F6") + comment + mybb(3, "Bob", "E5")
    assert notes(page) == ()
    assert counted(page) == ["1 Ann turn F6", "2 Eve talk", "3 Bob turn E5"]


def test_a_page_sorted_by_votes_is_told() -> None:
    """The stamps decide nothing, but they tell a host what to look at."""
    first, second = (
        nodebb(0, "Ann", "F6", stamp=1795165200000),
        nodebb(1, "Bob", "E5", stamp=1795165100000),
    )
    assert "not in order" in notes(first + second)[0]
    assert counted(first + second) == ["1 Ann turn F6", "2 Bob turn E5"]


def test_the_referees_own_announcements_posted_by_the_host_are_talk() -> None:
    """With the cells of the turn that they tell of, in either markup."""
    told = (
        "[b]Blue[/b] played [b]D3 F7[/b]. Score 1 → 2<br>@Ann, [b]Red[/b] may place 1 or 2 stones."
    )
    shown = "<strong>Blue</strong> played <strong>D3 F7</strong>. Score 1 → 2"
    page = phpbb(1, "Ann", "F6") + phpbb(2, "Bob", "D3 F7") + phpbb(3, "Zoe", told)
    page += phpbb(4, "Zoe", shown) + phpbb(5, "Ann", "B2 G5")
    assert counted(page)[2:] == ["3 Zoe talk", "4 Zoe talk", "5 Ann turn B2 G5"]
