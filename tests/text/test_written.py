"""Any match, written as chats and exporters write it, is read back: turns, players and result."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random

import pytest
from engine.samples import random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.notation import write_turn
from bot.engine.record import Setup, setup_of
from bot.engine.rulesets import RULESETS
from bot.text.reading import read

SETUP = Setup(RULESETS["genius"], 3, ("red", "blue"))
TALK = ("good luck", "nice one", "hm, let me think", "are you there?", "brb", "ok", "what a game")
SPOILT = ("", "talk", "doubled", "shuffled", "turned", "slip", "resigned")
Said = tuple[str, datetime, str]


def lines(form: str, moment: str) -> Callable[[Sequence[Said]], str]:
    return lambda said: "\n".join(
        form.format(name=name, at=f"{at:{moment}}", text=text) for name, at, text in said
    )


def as_csv(said: Sequence[Said]) -> str:
    out = io.StringIO()
    rows = ([name, f"{at:%Y-%m-%d %H:%M:%S}", text] for name, at, text in said)
    csv.writer(out).writerows([["Author", "Date", "Content"], *rows])
    return out.getvalue()


def as_json(*keys: str) -> Callable[[Sequence[Said]], str]:
    author, time, words = keys
    return lambda said: json.dumps(
        {"messages": [{author: who, time: at.isoformat(), words: text} for who, at, text in said]}
    )


WRITERS = {
    "discord": lines("{name} — {at}\n{text}", "%m/%d/%y, %I:%M %p%A, %B %d, %Y at %I:%M %p"),
    "exporter": lines("[{at}] {name}\n{text}\n", "%d.%m.%Y %H:%M"),
    "whatsapp on a phone": lines("[{at}] {name}: {text}", "%d/%m/%Y, %H:%M:%S"),
    "whatsapp": lines("{at} - {name}: {text}", "%d.%m.%y, %H:%M"),
    "telegram": lines("{name}, [{at}]\n{text}", "%d.%m.%Y %H:%M"),
    "irc": lines("[{at}] <{name}> {text}", "%Y-%m-%d %H:%M:%S"),
    "line": lines("{at}\t{name}\t{text}", "%Y/%m/%d %H:%M"),
    "kakao": lines("{at}, {name} : {text}", "%Y년 %m월 %d일 %H:%M"),
    "discourse": lines("{name} | {at} UTC | #1\n\n{text}\n\n" + "-" * 25, "%Y-%m-%d %H:%M:%S"),
    "csv": as_csv,
    "discord json": as_json("author", "timestamp", "content"),
    "telegram json": as_json("from", "date", "text"),
}


@pytest.mark.parametrize("writer", WRITERS)
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(SPOILT))
def test_any_match_is_read_back(writer: str, seed: int, spoilt: str) -> None:
    random = Random(seed)
    last = random_game(SETUP.ruleset, SETUP.side, random)
    turns = []
    while last.previous is not None and last.turn is not None:
        turns.append(write_turn(SETUP.spelling, last.turn))
        last = last.previous
    turns = turns[::-1][: random.randint(4, 6) if spoilt == "resigned" else 40]
    at = datetime(2025, 11, 30, 23, 50)  # noqa: DTZ001
    said: list[Said] = [
        (("Ann", "Bob")[number % 2], at + timedelta(minutes=2 * number), turn)
        for number, turn in enumerate(turns)
    ]
    whole = list(said)
    if spoilt == "talk":
        for number, (_, moment, _) in enumerate(said):
            if random.random() < 0.4:
                who = random.choice(("Ann", "Bob", "Quinn"))
                whole.insert(whole.index(said[number]) + 1, (who, moment, random.choice(TALK)))
    elif spoilt == "doubled":
        whole += said[len(said) // 2 :]
    elif spoilt == "shuffled":
        random.shuffle(whole)
    elif spoilt == "turned":
        whole.reverse()
    elif spoilt == "slip":
        place = random.randrange(1, len(said))
        name, moment, _ = said[place]
        taken = turns[place - 1].split()[0]
        whole[place:place] = [(name, moment, taken), ("Quinn", moment, f"{taken} is taken")]
    elif spoilt == "resigned":
        whole.append((("Ann", "Bob")[len(turns) % 2], at + timedelta(days=1), "I resign"))
    colours = ("red", "blue")
    text = f'[Side "3"]\n\n{WRITERS[writer](whole)}'
    (reading,) = read(text, (), lambda record: setup_of(record, colours=colours))
    record = reading.record
    assert [" ".join(turn.words) for turn in record.turns] == turns
    assert (record.tag("Red"), record.tag("Blue")) == ("Ann", "Bob")
    assert reading.sure or spoilt in ("doubled", "shuffled", "slip")
    assert record.resigned is (spoilt == "resigned")
