"""The matches that the sheet's examples come from; each is played by the real rules."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from announcements.paper import PaperVoice, Specimen
from bot.engine.board import bits
from bot.engine.rulesets import chosen, configure
from bot.referee import events
from bot.referee.arbiter import accept, rule
from bot.referee.events import Event, Player
from bot.referee.fold import fold
from bot.referee.formats import find
from bot.referee.match import Match
from bot.referee.ruling import Accepted
from bot.referee.submission import Said, Submission
from bot.wording.announcements import announce
from bot.wording.forms import LABELS

START = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)
HOST, ANN, BOB, CAT = (Player(name.casefold(), name) for name in ("Host", "Ann", "Bob", "Cat"))
SEED_003 = (
    "F6 / D3 F7 / B2 G5 / G6 / G4 H5 / A4 D8 / A1 C3 / D5 D6 / B4 B5 / D7 F8 / B3 C1 D2 / F2 G7 H6"
)
THINKING = timedelta(seconds=20)


def new(key: str = "genius", **changes: object) -> Match:
    """A match of a format, set up and not started; `changes` are other terms."""
    form = find(key)
    options = tuple(chosen(configure(form.ruleset, {})).items())
    terms = events.Terms(
        form.key, form.ruleset, 5, form.colours, form.control, options, form.on_flag
    )
    return fold([events.MatchOpened(START, HOST, (ANN, BOB), replace(terms, **changes))])


def begun(match: Match) -> Match:
    return shown(accept(match, events.MatchStarted(START)).match, START)


def shown(match: Match, at: datetime) -> Match:
    return accept(match, events.Shown(at, f"m{match.seen}", match.seen - 1, board=True)).match


def played(match: Match, turns: str) -> Match:
    """The match after turns, twenty seconds each."""
    for words in turns.split("/"):
        at = match.turn_open_at + THINKING
        match = shown(accepted(match, Said(words.strip()), match.players[match.to_move], at)[0], at)
    return match


def finished(match: Match, seed: int) -> Match:
    """The match after random legal turns to the end of the game; the result is yet to be told."""
    chance = Random(seed)
    while not match.ruleset.is_over(match.position):
        at = match.turn_open_at + THINKING
        ruling = rule(match, Submission(match.players[match.to_move], _any_turn(match, chance), at))
        if isinstance(ruling, Accepted):
            match = shown(accept(match, ruling.events[0]).match, at)
    return match


def _any_turn(match: Match, chance: Random) -> Said:
    position, allowed = match.position, match.ruleset.allowance(match.position)
    if allowed.may_take_button and not chance.randrange(8):
        return Said("button")
    cells = chance.sample(list(bits(position.empty)), allowed.most)
    colours = match.terms.colours if allowed.either_colour else ()
    words = [position.board.name(cell) for cell in cells]
    return Said(" ".join(f"{chance.choice(colours)}:{word}" if colours else word for word in words))


def accepted(match, act, author, at) -> tuple[Match, tuple[Event, ...]]:
    ruling = rule(match, Submission(author, act, at, f"w{match.seen}", author == HOST))
    if not isinstance(ruling, Accepted):
        raise TypeError(f"{act} was not taken: {ruling}")
    return ruling.match, ruling.events


def told(when: str, match: Match, *followed: Event) -> Specimen:
    return specimen(when, accept(match, *followed).match, followed)


def told_of(when, match, act, author, after=THINKING) -> Specimen:
    return specimen(when, *accepted(match, act, author, match.turn_open_at + after))


def specimen(when: str, match: Match, followed: tuple[Event, ...]) -> Specimen:
    now = max(event.at for event in followed)
    words = announce(match, followed, PaperVoice(now), now)
    names = {player.id: f"@{player.name}" for player in (HOST, ANN, BOB, CAT)}
    return Specimen(
        when,
        words.text,
        tuple(shown for event in followed for shown in _members(event)),
        tuple(names[player] for player in words.ping),
        tuple(LABELS[action] for action in words.buttons),
    )


def _members(event: Event) -> tuple[object, ...]:
    match event:
        case events.MatchEnded():
            return type(event), event.termination
        case events.RequestMade():
            return type(event), event.request
        case _:
            return (type(event),)
