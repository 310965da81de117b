"""The next announcement of a topic, ready to be posted as BBCode or Markdown.

It is what the referee would post itself: what the last turn did, whose move it is and what is
allowed, then what was refused since. Names of people do nothing in it but the one that is called.
"""

from dataclasses import replace

from bot.engine.turn import Colour
from bot.referee.events import Player
from bot.referee.match import Match
from bot.threads.markdown import Markup
from bot.threads.ruling import PostKind, RuledTopic
from bot.threads.voice import ThreadVoice
from bot.wording.announcements import announce, prompt_line
from bot.wording.threads import refused_text, unknown_player

MOST_REFUSALS = 3


def next_announcement(ruled: RuledTopic, markup: Markup | None = None) -> str:
    """What to post next, in the forum's markup or another; "" where a part of the topic is missing.

    It ends without a line end.
    """
    if ruled.topic.gaps:
        return ""
    markup = markup or ruled.topic.markup
    match = _with_names(ruled.match)
    text = _told(match, ruled, ThreadVoice(markup))
    voice = ThreadVoice(markup)
    last = max((at for at, row in enumerate(ruled.rows) if row.kind is PostKind.TURN), default=-1)
    refused = [row for row in ruled.rows[last + 1 :] if row.kind is PostKind.REFUSED]
    for row in refused[-MOST_REFUSALS:]:
        author = Player(row.post.author.key, row.post.author.name)
        text += "\n" + refused_text(row.number, voice.name(author), voice.plain(row.why), voice)
    return text


def _told(match: Match, ruled: RuledTopic, voice: ThreadVoice) -> str:
    """The last turn and the prompt behind it; only whoever is to move is mentioned."""
    if not ruled.told:
        mover = match.players[match.to_move].id
        return prompt_line(match, ThreadVoice(voice.markup, (mover,)))
    called = announce(match, ruled.told, voice, match.opened_at).ping
    return announce(match, ruled.told, ThreadVoice(voice.markup, called), match.opened_at).text


def _with_names(match: Match) -> Match:
    """The match with something to call those whose names are not known yet."""
    first, second = (
        player if player.name else Player("", unknown_player(match.terms.colours[colour]))
        for colour, player in zip(Colour, match.players, strict=True)
    )
    return replace(match, players=(first, second))
