"""How the pages of forum software are made: where a post, its author, its stamp and its words are.

One row for each software; everything is a CSS selector. What is dropped of the words is the same
for all of them and stands in `bot.threads.html`.
"""

import re
from dataclasses import dataclass

from bot.threads.values import Markup

Places = tuple[tuple[str, str], ...]
"""Where to look, one after the other: a selector ("" is the post itself) and an attribute.

Without an attribute it is the text.
"""


@dataclass(frozen=True, slots=True)
class Software:
    """One forum software; the first number in what `number` finds is the post's, if it `fits`."""

    name: str
    post: str
    number: Places
    author: Places
    body: str
    author_id: Places = ()
    place: str = ""
    """The attribute of a post that counts its place in the topic from 0."""
    fits: re.Pattern[str] = re.compile("")
    markup: Markup = Markup.BBCODE


SOFTWARE = (
    Software(
        "NodeBB",
        post='[component="post"][data-pid]',
        number=(("", "data-pid"),),
        author=(("", "data-username"),),
        author_id=(("", "data-uid"),),
        body='[component="post/content"]',
        place="data-index",
        markup=Markup.MARKDOWN,
    ),
    Software(
        "Discourse",
        post="article[data-post-id]",
        number=(("", "data-post-id"),),
        author=(
            ("[data-user-card]", "data-user-card"),
            ("[itemprop=author] [itemprop=name]", ""),
            (".username", ""),
        ),
        author_id=(("", "data-user-id"),),
        body=".cooked",
        markup=Markup.MARKDOWN,
    ),
    Software(
        "Discourse as crawlers see it",
        post=".crawler-post",
        number=(("", "id"), ("[id^=post_]", "id")),
        author=(("[itemprop=author] [itemprop=name]", ""),),
        body="[itemprop=text]",
        markup=Markup.MARKDOWN,
    ),
    Software(
        "XenForo 2",
        post="article.message--post[data-content]",
        number=(("", "data-content"),),
        author=(("", "data-author"), ("a.username", "")),
        author_id=(("a.username[data-user-id]", "data-user-id"),),
        body=".message-body .bbWrapper",
    ),
    Software(
        "phpBB 3",
        post="div.post[id^=p]",
        number=(("", "id"),),
        author=((".postprofile .username", ""), (".postprofile .username-coloured", "")),
        body=".content",
        fits=re.compile(r"p\d+"),
    ),
    Software(
        "SMF 2",
        post=".post_wrapper",
        number=((".inner[data-msgid]", "data-msgid"), (".inner[id^=msg_]", "id")),
        author=((".poster h4 a", ""), (".poster h4", "")),
        body=".inner[data-msgid], .inner[id^=msg_]",
    ),
    Software(
        "MyBB",
        post="div.post[id^=post_]",
        number=(("", "id"),),
        author=((".post_author .largetext", ""),),
        body=".post_body",
        fits=re.compile(r"post_\d+"),
    ),
    Software(
        "vBulletin 4 and 5",
        post="li[class^=postbit], li.postcontainer, li.b-post",
        number=(("", "data-node-id"), ("", "id")),
        author=((".username", ""), (".author a", "")),
        body=".postcontent, .js-post__content-text",
    ),
    Software(
        "ProBoards",
        post="tr.post",
        number=(("", "id"),),
        author=((".user-link", ""),),
        body=".message",
    ),
)
STAMPS = ("datetime", "data-timestamp", "data-time")
"""The attributes that hold a stamp which a machine can read."""
