"""Each venue's own words: no server, channel, member or thread on a forum or in the local room."""

import re
from pathlib import Path

import pytest
from announcements.page import SECTIONS, made
from announcements.paper import PaperVoice
from handclock import START

import bot.web
from bot.commands.catalogue import COMMANDS
from bot.commands.command import Takes
from bot.referee.problems import BadName, Missing, Unfit
from bot.venues.discord.voice import DiscordVoice
from bot.venues.forum.voice import ForumVoice
from bot.venues.room.seats import RoomVoice
from bot.web.messages_in import COMMANDS_HERE
from bot.wording import clerk, venues
from bot.wording.problems import problem_text

OPERATORS = ("Doctor", "A database moved", "Two referees on one database", "The command line")
"""What whoever runs the referee reads, who knows of files and servers."""
RECORDS = ("Records that contradict themselves", "Saved topics of other forums")
"""What `referee replay` says of files."""
DISCORDS_OWN = re.compile(
    r"Discord|View Channel|Send Messages|Create Public Threads|all servers|other servers"
)
"""What is only said there: by name, with its permissions, or of all its servers at once."""
_QUOTED = re.compile(r"“[^”]*”|https?://\S+|`[^`]*`|--\w+|\w+:(?=\S)\S*|\w+:")
"""People's words, addresses and what is typed."""
_FOREIGN = re.compile(r"\b(?:servers?|channels?|members?|threads?)\b", re.IGNORECASE)
_ON_A_FORUM = re.compile(
    r"This room has|its own room|goes on in this room|room to go on in|to:#arena|mention the role"
)
"""What is a topic there, which has an address, and what nobody has."""
_FILE = re.compile(r"\b[\w-]+\.(?:txt|png|gif|json|csv)\b")


def sentences(voice, monkeypatch):
    """All that is said where a voice speaks, with when it is said."""
    for name in ("thread", "post", "where", "place", "moving", "own"):
        monkeypatch.setattr(PaperVoice, name, getattr(voice, name), raising=False)
    paper = PaperVoice(START)
    if voice is RoomVoice:
        for name in COMMANDS_HERE:
            yield name, "Rules", COMMANDS[name].help
    own = {*venues.DISCORD_REFUSALS.values(), *DISCORD_CONSTANTS}
    for title, _ in SECTIONS:
        for specimen in made(title):
            if title not in OPERATORS and specimen.text not in own:
                yield title, specimen.when, paper.own(specimen.text)
    for command in COMMANDS.values():
        for name, option in command.options.items():
            if option.takes is Takes.ROLE:
                no_role = problem_text(BadName(Unfit.NO_ROLE, name))
                yield command.name, f"a bad {name}:", paper.own(no_role)
            if option.required:
                missing = Missing(command.name, name, option.help, command.example)
                yield command.name, f"without {name}:", paper.own(problem_text(missing))


DISCORD_CONSTANTS = {
    *(venues.UNSEEN, venues.NO_THREADS_THERE, venues.WHICH_FORUM, venues.SERVER_UNAVAILABLE),
    *(venues.CHANNEL_GONE, venues.NOT_ON_SERVER, venues.ARCHIVED, venues.LOCKED),
    *(venues.NOT_IN_THREAD, venues.not_on_server_text("Bob"), clerk.no_talk_text()),
}


@pytest.mark.parametrize("voice", [ForumVoice, RoomVoice], ids=["forum", "room"])
def test_no_word_of_another_venue_is_said(voice, monkeypatch):
    """Nor is a file named where people read: they see a picture, or a text."""
    found = []
    for title, when, text in sentences(voice, monkeypatch):
        if not DISCORDS_OWN.search(text):
            said = _FOREIGN.search(_QUOTED.sub("", text)) or ("where:thread" in text)
            said = said or (voice is ForumVoice and _ON_A_FORUM.search(text))
            said = said or (voice is RoomVoice and "match start takes" in text)
            found += [f"{when}: {text}"] if said else []
        if title not in RECORDS:
            found += [f"{when}: {text}"] if _FILE.search(text) else []
    assert found == []


def test_no_page_speaks_of_one_venue():
    """The same pages are served beside any."""
    for page in (Path(bot.web.__file__).parent).rglob("*.html"):
        assert "Discord" not in page.read_text(encoding="utf-8"), page


def test_discord_keeps_its_own_words(monkeypatch):
    """Its people are told of threads and servers, as they call them."""
    said = " ".join(text for _, _, text in sentences(DiscordVoice, monkeypatch))
    for word in ("a thread of its own", "where:thread", "all servers"):
        assert word in said
