"""Where in a post of a page something stands, so that nothing is taken from what it quotes."""

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from bot.text.html import PICTURE, is_dropped, lines_in
from bot.threads.software import Places


def above(node: LexborNode) -> Iterator[LexborNode]:
    """What an element lies in, the innermost first."""
    parent = node.parent
    while parent is not None:
        yield parent
        parent = parent.parent


def own(post: LexborNode, selector: str) -> LexborNode | None:
    """The first such element of a post that is not in a quote, a preview or a signature."""
    return next((element for element in post.css(selector) if not is_aside(element, post)), None)


def is_aside(node: LexborNode, post: LexborNode) -> bool:
    """Whether an element lies in something of a post that its author does not say there."""
    for outer in above(node):
        if outer.mem_id == post.mem_id:
            return False
        if is_dropped(outer):
            return True
    return True


def is_in(node: LexborNode, outer: LexborNode) -> bool:
    """Whether an element is another, or lies in it."""
    return any(node_above.mem_id == outer.mem_id for node_above in (node, *above(node)))


def values(post: LexborNode, places: Places, body: LexborNode | None = None) -> Iterator[str]:
    """What stands in those places of a post, outside of its author's own words: never empty."""
    for selector, attribute in places:
        for node in post.css(selector) if selector else [post]:
            itself = node.mem_id == post.mem_id
            if not itself and (is_aside(node, post) or (body is not None and is_in(node, body))):
                continue
            value = node.attributes.get(attribute) if attribute else text_of(node)
            if value and value.strip():
                yield value.strip()


def text_of(node: LexborNode) -> str:
    """The first line of an element, without pictures: one shows whether somebody is online."""
    lines = (line.text.replace(PICTURE, "").strip() for line in lines_in(node))
    return next(filter(None, lines), "")
