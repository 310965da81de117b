"""The signs in what is said, as pictures of the pages' own."""

import re
from pathlib import Path

BOT = Path(__file__).parents[2] / "bot"
EMOJI = re.compile("[\u231a-\u23ff\u2600-\u26ff\U0001f300-\U0001faff]")


def test_every_sign_that_is_said_has_a_picture() -> None:
    """A system without emoji would show a box in its place."""
    said = {
        sign
        for file in (BOT / "wording").glob("*.py")
        for sign in EMOJI.findall(file.read_text("utf-8"))
    }
    script = (BOT / "web" / "page" / "signs.js").read_text("utf-8")
    assert {sign for sign in said if f'"{sign}":' not in script} == set()
