"""A host has a message counted that was talk to the referee: by its own stamp, and with a reason.

Expected: what both players would call fair. Red wrote a turn that anybody could read, and only the
referee could not: it counts from when it was written, and whoever looks it up finds who said so.
"""

import pytest
from loopback import InteractionResult, Message, User

from end_to_end.failing import answer, answers, until
from end_to_end.house import DiscordHouse, house

MENU = "Rule this message"
SAID = "E5 I guess"
"""No turn to the referee, which puts a sign at it."""


async def talk(place: DiscordHouse, words: str = SAID) -> Message:
    """Red writes what the referee can't take for a turn."""
    said = await place.say(place.red, words)
    await until(place, lambda: said.reactions)
    return said


def ask(place: DiscordHouse, message: Message, user: User | None = None) -> InteractionResult:
    """Somebody, the host unless another is named, chooses from the menu of a message."""
    return place.discord.menu(message, user or place.host, MENU)


def submit(place: DiscordHouse, form: InteractionResult, turn: str = "E5") -> InteractionResult:
    return place.discord.modal_submit(form, {"stones": turn, "reason": "anybody could read it"})


async def test_a_message_counts_from_when_it_was_written(place):
    """Twenty seconds of Red's minute are used, however long the host took; all of it is shown."""
    await place.start(clock="1m+5m")
    await place.pass_time(20)
    said = await talk(place)
    await place.pass_time(90)
    form = await ask(place, said)
    assert form.fields == ["stones", "reason"]
    await submit(place, form)
    await until(place, lambda: answers(place, said))
    (played,) = answers(place, said)
    assert "**Red** played **E5**" in played
    assert "Host had that message counted. Reason: “anybody could read it”" in played
    assert "Banks: Red 5:00 · Blue 5:00" in played
    assert "**C3 F3**" in (await place.play(place.blue, "C3 F3")).content
    record = (await place.slash(place.fan, "match record")).files[0].data.decode()
    assert "0:20, bank 5:00; counted by Host: anybody could read it" in record
    await place.discord.edit(said, "D4")
    await place.announcement("Red's message was edited after it was ruled")


async def test_the_form_outlives_a_restart_and_needs_no_privileged_intent(tmp_path):
    """The menu tells what the message says, and the form which message is meant."""
    async with house(tmp_path, privileged=set()) as place:
        await place.start()
        said = await place.say(place.red, SAID)
        form = await ask(place, said)
        await place.restart()
        await submit(place, form)
        assert "**Red** played **E5**" in await answer(place, said)


async def test_what_was_written_before_a_pause_counts_in_it(place):
    """The host pauses to look into it; the match goes on with Blue. A reason of blanks is none."""
    await place.start()
    said = await talk(place)
    await place.slash(place.host, "host pause")
    await place.discord.modal_submit(await ask(place, said), {"stones": "E5", "reason": "  "})
    assert "Reason" not in await answer(place, said)
    record = (await place.slash(place.fan, "match record")).files[0].data.decode()
    assert "counted by Host}" in record
    await place.slash(place.host, "host resume")
    assert "**Blue** may" in (await place.announcement("resumed the match")).content


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("somebody else asks", "Only the host"),
        ("a spectator wrote it", "Only the two players"),
        ("a turn was played since", "something was ruled since"),
        ("the host resumed since", "something was ruled since"),
        ("it was edited", "it was edited"),
        ("the match is over", "something was ruled since"),
    ],
)
async def test_what_can_never_count_is_refused_at_once(place, what, answer):
    """No form is shown, and nothing is changed."""
    await place.start()
    said = await talk(place)
    user = place.host
    match what:
        case "somebody else asks":
            user = place.blue
        case "a spectator wrote it":
            said = await place.say(place.fan, SAID)
        case "a turn was played since":
            await place.play(place.red, "D4")
        case "the host resumed since":
            await place.slash(place.host, "host pause")
            await place.slash(place.host, "host resume")
        case "it was edited":
            await place.discord.edit(said, "F6 I guess")
        case "the match is over":
            await place.slash(place.host, "host cancel", confirm="yes")
    refused = await ask(place, said, user)
    assert answer in refused.content
    assert refused.ephemeral
    assert refused.modal is None
    assert not answers(place, said)


async def test_a_form_that_comes_too_late_or_says_no_turn_is_refused(place):
    """Neither does the message count twice."""
    await place.start()
    said = await talk(place)
    form, other = await ask(place, said), await ask(place, said)
    assert "That is no legal turn" in (await submit(place, form, "perhaps")).content
    await submit(place, await ask(place, said))
    await until(place, lambda: answers(place, said))
    assert "That has been dealt with already" in (await submit(place, other)).content
    assert len(answers(place, said)) == 1
    elsewhere = place.channel("arena")
    talk_there = await place.discord.say(elsewhere, place.red, SAID)
    assert "There is no match here" in (await ask(place, talk_there)).content
