"""Topics of pages, ruled as a match of Red against Blue."""

from bot.engine.record import Record, setup_of
from bot.threads.ruling import RuledTopic, rule_topic
from bot.threads.topic import read_topic

SETUP = setup_of(Record(), colours=("red", "blue"))


def ruled(*pages: str | bytes, players: tuple[str, ...] = ()) -> RuledTopic:
    files = [page if isinstance(page, bytes) else page.encode() for page in pages]
    return rule_topic(read_topic(files), SETUP, "genius", players)


def counted(*pages: str | bytes) -> list[str]:
    """What the posts were: number, author, kind and turn."""
    rows = ruled(*pages).rows
    return [f"{row.number} {row.post.author.name} {row.kind} {row.turn}".rstrip() for row in rows]
