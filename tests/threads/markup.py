"""Posts as forum software writes them, one at a time: what the saved topics have no place for."""

from bot.engine.record import Record, setup_of
from bot.threads.ruling import RuledTopic, rule_topic
from bot.threads.topic import read_topic


def phpbb(number: int, name: str, body: str, state: str = "", notice: str = "") -> str:
    """A post of phpBB 3.3, prosilver; `state` is a class such as `deleted`."""
    return (
        f'<div id="p{number}" class="post has-profile bg2 {state}"><div class="inner">'
        f'<dl class="postprofile" id="profile{number}"><dt class="no-profile-rank">'
        f'<div class="avatar-container"></div><a href="#" class="username">{name}</a></dt></dl>'
        f'<div class="postbody"><div id="post_content{number}">{notice}'
        f'<div class="content">{body}</div></div></div></div></div>'
    )


def phpbb_page(number: int, *posts: str, last: int = 1) -> str:
    """A page of a topic, with which one it is."""
    pages = (
        f'<ul><li><a class="button">{last}</a></li><li class="active"><span>{number}</span></li>'
        "</ul>"
    )
    return (
        f'<html><body><div class="pagination">30 posts {pages}</div>{"".join(posts)}</body></html>'
    )


def xenforo(number: int, name: str, body: str, user: int = 0, state: str = "") -> str:
    """A post of XenForo 2.3; without a `user` its author is a guest, or was deleted."""
    link = f'<a href="/members/x.{user}/" class="username" data-user-id="{user}">{name}</a>'
    shown = link if user else f'<span class="username">{name}</span>'
    return (
        f'<article class="message message--post js-post" data-author="{name}"'
        f' data-content="post-{500 + number}" id="js-post-{500 + number}">'
        f'<div class="message-cell message-cell--user"><h4 class="message-name">{shown}</h4></div>'
        '<div class="message-main"><header><ul class="message-attribution-opposite">'
        f'<li><a class="share"></a></li><li><a href="#">\n#{number:,}\n</a></li></ul></header>'
        f'{state}<article class="message-body"><div class="bbWrapper">{body}</div></article></div>'
        "</article>"
    )


def smf20(number: int, name: str, body: str) -> str:
    """A post of SMF 2.0, where a picture in a link shows who is online."""
    return (
        '<div class="windowbg"><div class="post_wrapper"><div class="poster"><h4>'
        '<a href="?action=pm" title="Offline"><img src="useroff.gif" alt="Offline" /></a>'
        f'<a href="?action=profile;u=3">{name}</a></h4></div><div class="postarea">'
        f'<div class="post"><div class="inner" id="msg_{number}">{body}</div></div></div>'
        "</div></div>"
    )


def mybb(number: int, name: str, body: str, state: str = "") -> str:
    return (
        f'<div class="post {state}" style="" id="post_{400 + number}"><div class="post_author">'
        f'<strong><span class="largetext"><a href="#">{name}</a></span></strong></div>'
        '<div class="post_content"><div class="post_head"><div class="float_right"><strong>'
        f'<a href="#pid{400 + number}">#{number}</a></strong></div></div>'
        f'<div class="post_body scaleimages" id="pid_{400 + number}">{body}</div></div></div>'
    )


def nodebb(index: int, name: str, body: str, state: str = "", stamp: int = 0) -> str:
    """A post of NodeBB 4; its place in the topic is counted from 0."""
    return (
        f'<li component="post" class="pt-4 {state}" data-index="{index}" data-pid="{100 + index}"'
        f' data-uid="{len(name)}{ord(name[0])}" data-username="{name}" data-timestamp="{stamp}">'
        f'<div class="content" component="post/content"><p dir="auto">{body}</p></div></li>'
    )


def discourse(number: int, name: str, body: str, state: str = "") -> str:
    """A post of Discourse as its page draws it."""
    return (
        f'<div class="topic-post clearfix {state}"><article id="post_{number}" role="region"'
        f' data-post-id="{900 + number}" data-user-id="{ord(name[0])}" class="boxed onscreen-post">'
        f'<div class="topic-avatar"><a class="main-avatar" data-user-card="{name}"></a></div>'
        f'<div class="cooked"><p>{body}</p></div></article></div>'
    )


def crawled(number: int, name: str, body: str) -> str:
    """The same post as crawlers see it, and browsers without scripts."""
    return (
        f"<div id='post_{number}' itemprop='comment' class='topic-body crawler-post'>"
        "<div class='crawler-post-meta'><span class='creator' itemprop='author'>"
        f"<a itemprop='url'><span itemprop='name'>{name}</span></a></span></div>"
        f"<div class='post' itemprop='text'><p>{body}</p></div></div>"
    )


SETUP = setup_of(Record(), colours=("red", "blue"))


def ruled(*pages: str | bytes, players: tuple[str, ...] = ()) -> RuledTopic:
    files = [page if isinstance(page, bytes) else page.encode() for page in pages]
    return rule_topic(read_topic(files), SETUP, "genius", players)


def counted(*pages: str | bytes) -> list[str]:
    """What the posts were: number, author, kind and turn."""
    rows = ruled(*pages).rows
    return [f"{row.number} {row.post.author.name} {row.kind} {row.turn}".rstrip() for row in rows]
