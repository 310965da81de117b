"""Rules one saved topic in a process of its own, which takes a wish and gives an answer as JSON.

Anybody who reaches the start page may paste anything there. A page that was made to keep a parser
busy, or to fill the memory, ends this process and holds up no match. It gets no settings, so it
knows no token.
"""

import json
import sys
from collections.abc import Mapping

from bot.engine.record import Record, setup_of
from bot.engine.replaying import replay
from bot.engine.rulesets import configure
from bot.referee import formats
from bot.threads.markup import Markup
from bot.threads.report import topic_values
from bot.threads.ruling import rule_topic
from bot.threads.topic import read_topic
from bot.threads.values import ThreadError
from bot.views.scenes import replay_scene
from bot.wording.problems import error_text
from bot.wording.room import ONE_PLAYER, UNREADABLE
from bot.wording.threads import seats_text
from renderers.svg import svg

MOST_MEMORY = 1_000_000_000
MOST_SECONDS = 10
LONGEST_FIELD = 200


def main() -> None:
    """Reads the wish from standard input and writes the answer to standard output."""
    _take_no_more_than_needed()
    json.dump(answer(sys.stdin.buffer.read()), sys.stdout)


def _take_no_more_than_needed() -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limits; there only a timeout of the caller ends this process.
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def answer(body: bytes) -> dict[str, object]:
    """The answer to a wish: a `page`, and which match is played there by whom.

    An `error` is a sentence; `field` names the field of the form that it is about, if any.
    """
    try:
        wish = json.loads(body)
    except (ValueError, RecursionError):
        return {"error": UNREADABLE}
    if not isinstance(wish, dict) or not isinstance(wish.get("page"), str):
        return {"error": UNREADABLE}
    try:
        return _ruled(wish)
    except ThreadError as error:
        return {"error": str(error)}
    except ValueError as error:
        return {"error": error_text(error)}


def _ruled(wish: Mapping[str, object]) -> dict[str, object]:
    try:
        topic = read_topic([str(wish["page"]).encode("utf-8", errors="replace")])
    except ThreadError as error:
        return {"error": str(error), "field": "page"}
    form = formats.find(_field(wish, "format") or formats.DEFAULT)
    ruleset = configure(form.ruleset, {})
    side = _field(wish, "side")
    setup = setup_of(
        Record((("Side", side),) if side else ()), ruleset=ruleset, colours=form.colours
    )
    players = [name for key in ("one", "two") if (name := _field(wish, key))]
    if len(players) == 1:
        return {"error": ONE_PLAYER, "field": "two" if _field(wish, "one") else "one"}
    ruled = rule_topic(topic, setup, form.key, players)
    scene = replay_scene(replay(ruled.record(setup, form.key), setup))
    markup = _field(wish, "markup")
    return topic_values(ruled, Markup(markup) if markup in tuple(Markup) else None) | {
        "seats": seats_text(ruled.match),
        "headline": scene.headline if topic.certain else "",
        "alt": scene.alt,
        "board": svg(scene, board_only=True) if topic.certain else None,
    }


def _field(wish: Mapping[str, object], key: str) -> str:
    value = wish.get(key)
    return value.strip()[:LONGEST_FIELD] if isinstance(value, str) else ""


if __name__ == "__main__":
    main()
