"""What `referee replay --thread` and the start page's box say of a topic that was saved."""

from bot.engine.record import Record, setup_of
from bot.threads.markdown import Markup
from bot.threads.reply import next_announcement
from bot.threads.ruling import rule_topic
from bot.threads.topic import read_topic
from bot.wording import threads as words

_TOPIC = b"""Ann:
F6
Bob:
D3 F7
Eve:
E5
Ann:
A1
A2
Ann:
I resign
Ann:
move: B2 or G5
Ann:
D3
"""


def of_topics():
    topic = read_topic([_TOPIC])
    ruled = rule_topic(topic, setup_of(Record(), colours=("red", "blue")), "genius")
    for row in ruled.rows:
        if row.why:
            lines = " / ".join(line.text for line in row.post.lines)
            yield f"{row.post.author.name}: {lines}", row.why, (row.kind,)
    yield "Who plays", words.seats_text(ruled.match)
    for markup in Markup:
        yield f"Next, in {markup}", next_announcement(ruled, markup), (markup,)
    for when, text in (
        ("Copied text", words.SAVE_AS_HTML),
        ("Some other page", words.NO_POSTS),
        ("The second of two pages has none", words.no_posts_text(2)),
        ("No name where names should be", words.NO_AUTHORS),
        ("Page 2 alone, of a forum that counts posts", words.gaps_text("posts", ((1, 20),), 55)),
        ("And of one that does not", words.gaps_text("pages", ((1, 1), (3, 3)), 3)),
        ("There is a link to a next page", words.gaps_text("posts", ((21, 0),))),
        ("Page 2 alone", words.NO_BEGINNING),
        ("A post behind what is missing", words.BEHIND_A_GAP),
        ("Instead of what is to be posted", words.NOTHING_NEXT),
        ("A post of 100,001 characters", words.TOO_LONG),
        ("A page sorted by votes", words.DISORDERED),
        ("A post that only moderators see", words.GONE),
        ("A post without a name", words.NO_AUTHOR),
        ("21 MB", words.TOO_LARGE),
        ("Only Ann has posted", words.one_author_text("Ann")),
        ("A [quote] without its end", words.unclosed_text("quote")),
        ("--players Ann Zed", words.no_player_text("Zed", ("Ann", "Bob"))),
        ("--players Ann Ann", words.same_player_text("Ann")),
        ("--notation bottom", words.NO_NOTATION),
        ("--reply without --thread", words.ONLY_TOPICS),
        ("Two pages without --thread", words.MANY_FILES),
    ):
        yield when, text, (text,)
