"""A server's settings in words."""

from bot.referee.clock import read_control
from bot.referee.formats import find, usual_warnings
from bot.servers.settings import BY_LINK, OFF, USUAL, Look, ServerSettings
from bot.wording.phrases import clock_text, control_text
from bot.wording.voice import Voice
from bot.wording.writing import joined

_WHERE = {
    "here": "where they are started",
    "thread": "in a new {thread}",
    "post": "in a new {post}",
}
_NAMES = {True: "coordinates on", False: "coordinates off"}
_USUAL_NAMES = {
    True: "coordinates as usual here (on up to side 7)",
    False: "coordinates as usual (off in the Genius formats, else on up to side 7)",
}


_NO_PAGES = "none: whoever runs me gives players a board to touch, and watchers a link, by WEB_URL"


SENT = "I have sent it to you privately"
NOT_SENT = "ask me where only you read the answer, or take my private messages"


def hall_link_text(address: str) -> str:
    """Where the pages of a server are, to the one who manages it."""
    return f"The pages of all matches here, for whoever you give the link: {address}"


def settings_text(
    rules: ServerSettings,
    look: Look,
    voice: Voice,
    *,
    pages: bool,
    hall: str = "",
    changed: bool = False,
    usual_clock: str = "",
) -> str:
    """All settings of a server, a line each, and how to change one.

    `pages` says whether this referee serves any, `hall` where those about all matches are.
    `usual_clock` is what is played by here instead of a format's own clock.
    """
    names = _USUAL_NAMES[look.names_all]
    if look.coordinates is not None:
        names = _NAMES[look.coordinates]
    lines = {
        "Hosts": _hosts(rules, voice),
        "Format": f"{rules.format}, {_clock(rules, usual_clock)}",
        "Matches": f"held {_WHERE[rules.where].format(thread=voice.thread, post=voice.post)}",
        "Pictures": f"theme {rules.theme}, {names}",
        "Bank warnings": _warnings(rules, usual_clock),
        "Sparring": "on: I play whoever seats me" if rules.sparring else "off",
        **(_pages(rules, voice, hall) if pages else {"Pages": _NO_PAGES}),
    }
    head = "Settled. From the next match on:" if changed else "The settings here:"
    shown = [f"{voice.strong(name)}: {text}" for name, text in lines.items()]
    hint = "Change one with: setup clock:30s+2m theme:go. All as usual: setup reset:yes"
    return "\n".join([head, *shown, voice.small(hint)])


def not_manager_text() -> str:
    """Somebody else than a manager asked for the settings."""
    return "Only those who manage the matches here can see and change the settings."


def _pages(rules: ServerSettings, voice: Voice, hall: str) -> dict[str, str]:
    return {
        "Play pages": "on: a board of their own for players" if rules.play else "off",
        "Watch pages": f"on: {voice.command('match watch')}" if rules.watch else "off",
        "Records": _records(rules, hall),
    }


def _records(rules: ServerSettings, hall: str) -> str:
    if rules.pages == OFF:
        return "no pages (pages:link or pages:public opens them)"
    if rules.pages == BY_LINK:
        return f"whoever has the link reads them: {hall}"
    listed = "search engines may list them" if rules.index else "search engines may not list them"
    return f"anybody may read them, {listed}: {hall}"


def _hosts(rules: ServerSettings, voice: Voice) -> str:
    if not rules.host_role:
        return "who started the match, and who manages the matches here"
    role = voice.role(rules.host_role)
    return f"who started the match, who manages the matches here, and {role}"


def _clock(rules: ServerSettings, usual: str) -> str:
    if rules.clock:
        return control_text(read_control(rules.clock))
    own = find(rules.format).control
    if own is not None and usual:
        return f"{control_text(read_control(usual))}, usual here"
    return f"{control_text(own)} (the format's own)"


def _warnings(rules: ServerSettings, usual: str) -> str:
    """Those that are usual depend on the clock, as at the start of a match."""
    lengths = rules.warnings
    if lengths == USUAL.warnings:
        own = find(rules.format).control
        clock = rules.clock or (usual if own else "")
        lengths = usual_warnings(read_control(clock) if clock else own)
    if not lengths:
        return "none but when the bank opens"
    left = joined([clock_text(length) for length in lengths])
    return f"when the bank opens, and with {left} left"
