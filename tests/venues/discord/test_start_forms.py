"""The form of `match start`: whatever is in it fits where Discord takes it."""

from dataclasses import replace

import pytest

from bot.commands.start import FormOffer, StartForm, Starts
from bot.referee.formats import FORMATS
from bot.servers.settings import USUAL
from bot.venues.discord.buttons import id_of, read_id
from bot.venues.discord.start_forms import LONGEST_CLOCK, action_of, read_action, start_form
from bot.wording.forms import STARTS

LONGEST_ID, LONGEST_LABEL, LONGEST_LINE = 100, 45, 100
"""Of a button and a form, of the words over a field, and of those below; Discord's own figures."""
LAST_ID = str(2**64 - 1)
CLOCK = "23h59m59s+29d23h59m59s+23h59m59s/30d"
"""As long as one gets that a server settles."""


def test_the_form_has_a_word_for_each_way_to_start() -> None:
    assert list(STARTS) == list(Starts)


@pytest.mark.parametrize("key", FORMATS)
@pytest.mark.parametrize("first", Starts)
def test_a_button_holds_all_that_was_filled_in(key: str, first: Starts) -> None:
    """The last ids that there can be, the longest clock, signs that stand between the values."""
    for filled in (
        StartForm(LAST_ID, LAST_ID, key, first, "ü 5:0 " * 6 + "1234"),
        StartForm("", "", key, first, ""),
    ):
        assert len(filled.clock) in (0, LONGEST_CLOCK)
        button = id_of(action_of(filled), 0)
        assert len(button) <= LONGEST_ID
        action, match = read_id(button) or ("", None)
        assert (read_action(action), match) == (filled, 0)


def test_a_text_that_no_field_took_is_cut() -> None:
    """Discord keeps to the field's length; a button that is too long would be no answer at all."""
    action = action_of(StartForm(LAST_ID, LAST_ID, "product-original", Starts.SECOND, "9" * 400))
    assert len(id_of(action, 0)) <= LONGEST_ID


@pytest.mark.parametrize("key", FORMATS)
def test_every_line_of_the_form_fits(key: str) -> None:
    offer = FormOffer(replace(USUAL, format=key, clock=CLOCK), sparring=True, refused="")
    labels = start_form(StartForm(format=key), offer).to_dict()["components"]
    assert len(labels) == 5
    for label in labels:
        assert len(label["label"]) <= LONGEST_LABEL
        assert len(label.get("description") or "") <= LONGEST_LINE
        for option in label["component"].get("options", ()):
            assert len(option.get("description") or "") <= LONGEST_LINE
