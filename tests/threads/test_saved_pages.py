"""Saved pages of every forum software, and a list beside each of what counted, written by hand.

The topics have what topics have: quotes in quotes, a preview of what a post answers, spoilers,
code, signatures that name a cell, notes of edits, something struck through, and a spectator's view.
"""

from pathlib import Path

import pytest

from bot.threads.markdown import Markup
from bot.threads.pages import read_page
from bot.threads.topic import read_topic
from threads.ruled import counted, ruled

SAVED = Path(__file__).parent / "saved"
WITH_STAMPS = (
    "nodebb",
    "discourse",
    "discourse-crawler",
    "xenforo",
    "phpbb",
    "vbulletin5",
    "proboards",
)


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
    """A post counts once: page 2 repeats two posts of page 1."""
    assert counted(*saved(*pages)) == (SAVED / "nodebb.counted").read_text().splitlines()


def test_a_page_that_shows_the_newest_first_is_turned_round():
    """With the opening post on top all the same, as NodeBB has it."""
    text = (SAVED / "nodebb.html").read_text()
    head, *posts = text.split('<li component="post"')
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


def test_a_page_in_an_old_encoding_is_read():
    """Names are what the page says of itself that they are."""
    text = (SAVED / "vbulletin4.html").read_text().replace("Bob", "Böb")
    found = ruled(text.encode("latin-1"))
    assert found.rows[2].post.author.name == "Böb"
    assert found.match.position.number == 4


def test_a_renamed_author_is_the_same_person():
    """By the forum's own number for them, where the page has it."""
    first, second = saved("nodebb-page1", "nodebb-page2")
    renamed = second.replace(b'data-username="Bob"', b'data-username="Rob"')
    assert ruled(first, renamed).rows[-1].kind == "turn"
