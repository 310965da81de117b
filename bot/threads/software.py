"""How the pages of forum software are made: where a post, its author, its stamp and its words are.

One row for each software; everything is a CSS selector. What is dropped of the words is the same
for all of them and stands in `bot.text.html`.
"""

import re
from dataclasses import dataclass

from bot.threads.markup import Markup

Places = tuple[tuple[str, str], ...]
"""Where to look, one after the other: a selector ("" is the post itself) and an attribute.

Without an attribute it is the text.
"""


@dataclass(frozen=True, slots=True)
class Software:
    """One forum software; the first number in what `number` finds is the post's, if it `fits`.

    A row with the name of another is a second way in which that software shows its posts: a page
    may have both, so `number` and authors have to be the same in either.
    """

    name: str
    post: str
    number: Places
    author: Places
    body: str
    author_id: Places = ()
    count: Places = ()
    """Where a post's place in the topic stands, such as `#21`."""
    first_count: int = 1
    """What the opening post of a topic has there."""
    counts_as_shown: bool = False
    """Whether the newest reply has the first place where a reader has the newest shown first."""
    others: str = ""
    """What is counted among the posts and is none: that a topic was closed, for one."""
    total: Places = ()
    """Where on the page the number of posts in the topic stands, as the last number there."""
    page: str = ""
    """The number of the page."""
    pages: str = ""
    """The numbers of the topic's pages, the last one among them."""
    gone: str = ""
    """What a post has, is or lies in that the players don't see: deleted, or not approved yet."""
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
        count=(("", "data-index"),),
        first_count=0,
        counts_as_shown=True,
        total=(('[component="topic/post-count"]', "title"), ('[component="topic/post-count"]', "")),
        gone='[component="post"].deleted',
        markup=Markup.MARKDOWN,
    ),
    Software(
        "Discourse",
        post="article[data-post-id]",
        number=(("", "id"),),
        author=(
            ("[data-user-card]", "data-user-card"),
            (".username", ""),
        ),
        body=".cooked",
        count=(("", "id"),),
        others="article.small-action[id^=post_]",
        total=((".timeline-replies", ""), ("#topic-progress .nums", "")),
        gone=".topic-post.deleted",
        fits=re.compile(r"post_\d+"),
        markup=Markup.MARKDOWN,
    ),
    # As crawlers see it, and browsers without scripts: a saved page has it besides the other.
    Software(
        "Discourse",
        post=".crawler-post",
        number=(("", "id"), ("[id^=post_]", "id")),
        author=(("[itemprop=author] [itemprop=name]", ""),),
        body="[itemprop=text]",
        count=(("", "id"), ("[id^=post_]", "id")),
        markup=Markup.MARKDOWN,
    ),
    Software(
        "XenForo 2",
        post="article.message--post[data-content]",
        number=(("", "data-content"),),
        author=(("", "data-author"), (".message-name .username", "")),
        author_id=((".message-name a.username[data-user-id]", "data-user-id"),),
        body=".message-body .bbWrapper",
        count=((".message-attribution-opposite a", ""),),
        page=".pageNav-page--current a",
        pages=".pageNav-page a",
        gone=".message--deleted, .messageNotice--deleted, .messageNotice--moderated",
    ),
    Software(
        "phpBB 3",
        post="div.post[id^=p]",
        number=(("", "id"),),
        author=((".postprofile .username", ""), (".postprofile .username-coloured", "")),
        body=".content",
        page=".pagination .active span, .pagination > span > strong",
        pages=".pagination a, .pagination span, .pagination strong",
        gone="div.post.deleted, .post-notice.unapproved",
        fits=re.compile(r"p\d+"),
    ),
    Software(
        "SMF 2",
        post=".post_wrapper",
        number=((".inner[data-msgid]", "data-msgid"), (".inner[id^=msg_]", "id")),
        author=((".poster h4 a", ""), (".poster h4", "")),
        body=".inner[data-msgid], .inner[id^=msg_]",
        page=".pagelinks .current_page, .pagelinks > strong",
        pages=".pagelinks a, .pagelinks .current_page, .pagelinks > strong",
        gone=".approvebg",
    ),
    Software(
        "MyBB",
        post="div.post[id^=post_]",
        number=(("", "id"),),
        author=((".post_author .largetext", ""),),
        body=".post_body",
        count=((".post_head .float_right a", ""),),
        page=".pagination .pagination_current",
        pages=".pagination a, .pagination .pagination_current",
        gone=".post.deleted_post, .post.unapproved_post",
        fits=re.compile(r"post_\d+"),
    ),
    Software(
        "vBulletin 4 and 5",
        post="li[class^=postbit], li.postcontainer, li.b-post",
        number=(("", "data-node-id"), ("", "id")),
        author=((".username", ""), (".author a", ""), (".author", "")),
        body=".postcontent, .js-post__content-text",
        count=((".postcounter", ""), (".b-post__count", "")),
        page=".pagination .selected",
        pages=".pagination a, .pagination .selected",
        gone="li.postbitdeleted",
    ),
    Software(
        "ProBoards",
        post="tr.post",
        number=(("", "id"),),
        author=((".user-link", ""), (".mini-profile", "")),
        body=".message",
        page=".ui-pagination-page.state-selected",
        pages=".ui-pagination-page",
    ),
)
STAMPS = ("datetime", "data-timestamp", "data-time")
"""The attributes that hold a stamp which a machine can read."""
