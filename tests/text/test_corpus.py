"""Small logs in every format, each with the reading that a person gives it (`readings.tsv`)."""

import csv
import re
from collections import defaultdict
from pathlib import Path

import pytest

from bot.cli.replay.command import text_of
from bot.engine.record import Record, Setup, setup_of
from bot.engine.replaying import replay
from bot.text.posts import NOTES, Doubt, LogReading, UnreadError
from bot.text.reading import read

CORPUS = Path(__file__).with_name("corpus")
with (CORPUS / "readings.tsv").open(encoding="utf-8", newline="") as table:
    ROWS = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
EXPECTED: dict[str, list[dict[str, str]]] = defaultdict(list)
for row in ROWS:
    EXPECTED[row["file"]].append(row)


def coloured(record: Record) -> Setup:
    return setup_of(record, colours=("red", "blue"))


def told(file: str, reading: LogReading) -> dict[str, str]:
    """A reading as a row of the table."""
    record = reading.record
    game = replay(record, coloured(record))
    assert game.problem is None
    players = next((note.names[::2] for note in reading.notes if note.kind is Doubt.PLAYERS), ())
    end = f"{record.tag('Result')} {record.tag('Termination')}".strip()
    return {
        "file": file,
        "players": ", ".join(players),
        "turns": " / ".join(" ".join(turn.words) for turn in record.turns),
        "end": "resigned" if record.resigned else end,
        "doubts": " ".join(sorted({note.kind for note in reading.notes} - NOTES)),
    }


@pytest.mark.parametrize("file", EXPECTED)
def test_each_log_is_read_as_a_person_reads_it(file: str) -> None:
    rows = EXPECTED[file]
    text = text_of(str(CORPUS / file))
    if rows[0]["turns"].startswith("!"):
        with pytest.raises(UnreadError) as unread:
            read(text, (), coloured)
        assert f"!{unread.value.why}" == rows[0]["turns"]
    else:
        assert [told(file, one) for one in read(text, (), coloured)] == rows


def test_every_file_has_its_reading() -> None:
    assert {path.name for path in CORPUS.iterdir()} == {*EXPECTED, "readings.tsv"}


PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
FORMS = [line for line in PAGE.split("## Logs")[1].split("\n## ")[0].split("\n") if "| `" in line]


@pytest.mark.parametrize("form", FORMS, ids=lambda line: line.split("|")[1].strip())
def test_each_form_on_the_page_is_read(form: str) -> None:
    """One post of Ann's and the same of Bob's, a minute later."""
    spans = re.findall("`([^`]*)`(?= [⏎|])", form.split("|", 2)[2].replace("\\|", "|"))
    ann = "\n".join(spans)
    bob = re.sub("(?<=:)30|(?<=17637498)00", "31", ann.replace("Ann", "Bob")).replace("F6", "D3 F7")
    one, two = (re.search(r"\[(\{.*\})\]", post) for post in (ann, bob))
    text = ann.replace(one[1], f"{one[1]}, {two[1]}") if one and two else "\n".join([ann, bob] * 2)
    (reading,) = read(text, (), coloured)
    assert [turn.words for turn in reading.record.turns] == [("F6",), ("D3", "F7")]
    assert (reading.record.tag("Red"), reading.record.tag("Blue")) == ("Ann", "Bob")
