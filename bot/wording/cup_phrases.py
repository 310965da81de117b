"""The phrases that sentences about cups are made of: what is played, results, lists, the table."""

from collections.abc import Sequence
from itertools import accumulate

from bot.cups import standings
from bot.cups.cup import Ending, PairingResult
from bot.cups.events import CupPlan
from bot.cups.standings import Row
from bot.cups.state import CupPairing, CupState
from bot.referee.clock import spell
from bot.wording.phrases import control_text, figure_text, nth
from bot.wording.voice import Voice
from bot.wording.writing import counted

ROW, SHORT_ROW = 1100, 550
"""So many signs of names in a message with one such row, and in each of two."""
SYSTEMS = {
    "knockout": "knockout: who loses is out",
    "double": "double: who has lost twice is out",
    "round-robin": "round robin: everybody meets everybody",
    "swiss": "Swiss: each round pairs those with as many points",
    "groups": "groups, then a knockout of the best",
    "gauntlet": "gauntlet: the champion meets all others in turn",
}
"""Each system in a few words."""


def plan_text(plan: CupPlan) -> str:
    """What is played in a cup, in a sentence."""
    terms = plan.terms
    clock = control_text(terms.control)
    games = "" if plan.best_of == 1 else f", best of {plan.best_of}"
    time = f" A round has {spell(plan.round_time)}." if plan.round_time else ""
    if plan.check_in:
        time += f" Before it begins, all have {spell(plan.check_in)} to check in."
    dmo = " The lower seed of two is the DMO and wins ties." if plan.lower_seed_is_dmo else ""
    system = SYSTEMS[plan.system]
    return f"{system[0].upper()}{system[1:]}. Format {terms.format}, {clock}{games}.{time}{dmo}"


def reason_text(reason: str, voice: Voice) -> str:
    """A host's reason, as a sentence after another; "" for none."""
    return f" Reason: {voice.quote(reason)}" if reason else ""


def place_text(place: int) -> str:
    """The sign in front of a place; no number with a point, which lists of Markdown count anew."""
    return {1: "🥇", 2: "🥈", 3: "🥉"}.get(place) or nth(place)


def in_a_row(names: Sequence[str], room: int) -> str:
    """The names that so many signs can hold, and how many more there are."""
    lengths = accumulate(len(name) + 2 for name in names)
    return counted(names, sum(length <= room for length in lengths))


def settled_lines(state: CupState, settled: Sequence[PairingResult], voice: Voice) -> list[str]:
    """What needed no game: byes in one line, walkovers in one each."""
    byes = [name_of(state, one.first, voice) for one in settled if one.second is None]
    text = f"{'Bye' if len(byes) == 1 else 'Byes'}: {in_a_row(byes, SHORT_ROW)}."
    walkovers = [_walkover(state, one, one.second, voice) for one in settled if one.second]
    return [*walkovers, *[text] * bool(byes)]


def result_text(state: CupState, meeting: CupPairing, result: PairingResult, voice: Voice) -> str:
    """How a pairing ended, such as *Ann beat Bob 2–1*."""
    one, other = (name_of(state, entrant, voice) for entrant in meeting.entrants)
    halves = meeting.halves
    if result.halves[0] < result.halves[1]:
        one, other, halves = other, one, (halves[1], halves[0])
    score = ""
    if state.opened.plan.best_of > 1 and any(halves):
        score = f" {'–'.join(figure_text(figure / 2) for figure in halves)}"
    match result.halves, result.ending:
        case _, Ending.BOTH_LOST:
            return f"{one} and {other} both lose"
        case (1, 1), _:
            return f"{one} and {other} tied{score}"
        case _, Ending.WALKOVER:
            return f"{one} wins against {other} by walkover"
        case _:
            return f"{voice.strong(one)} beat {other}{score}"


def name_of(state: CupState, entrant: str, voice: Voice) -> str:
    """What an entrant is called."""
    player = state.players.get(entrant)
    return voice.name(player) if player is not None else "somebody"


def cup_name(state: CupState, voice: Voice) -> str:
    return voice.strong(voice.harmless(state.opened.name, voice.longest_name))


def _walkover(state: CupState, result: PairingResult, other: str, voice: Voice) -> str:
    first, second = name_of(state, result.first, voice), name_of(state, other, voice)
    if result.ending is Ending.BOTH_LOST:
        return f"{first} and {second} have left: both lose."
    winner, loser = (first, second) if result.halves[0] else (second, first)
    return f"{winner} goes on by walkover: {loser} has left."


_PARTED = {
    standings.DIRECT.name: "parted by direct meeting: {} against {}",
    standings.CUT.name: "parted by Buchholz without the worst: {} against {}",
    standings.BUCHHOLZ.name: "parted by Buchholz: {} against {}",
    standings.BERGER.name: "parted by Sonneborn-Berger: {} against {}",
    standings.WINS.name: "parted by wins at the board: {} against {}",
    standings.LATE.name: "parted by games lost on time: {} against {}",
    # Numbers of twenty digits would say no more than that.
    standings.LOT.name: "parted by lot",
}


def parted_text(row: Row) -> str:
    """What parted somebody from the one above, who is named first; "" where points did."""
    if row.parted is None:
        return ""
    return _PARTED[row.parted_by].format(*map(figure_text, row.parted))
