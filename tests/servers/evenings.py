"""Random matches with all that a host does to them, as the events that are stored."""

from dataclasses import replace
from itertools import count
from random import Random

from engine.samples import random_turn
from referee.tables import BLUE, FAN, HOST, RED, at, terms

from bot.engine.legality import play
from bot.engine.notation import write_turn
from bot.engine.position import Position
from bot.engine.rulesets import RULESETS
from bot.referee import submission as acts
from bot.referee.arbiter import rule
from bot.referee.events import Beginning, Event, MatchOpened, Player
from bot.referee.fold import opened
from bot.referee.match import Match, Status
from bot.referee.ruling import Accepted

CAT = Player("cat", "Cat")
OFTEN = 8
"""How many turns are tried for each of the host's acts."""
ENDS = 0.8
"""How often an end is the last one."""
_RULESETS = tuple(RULESETS)


def random_evening(random: Random) -> tuple[list[Event], Match]:
    """The events of a match that is over, and what the referee made of it while it went on."""
    side = random.choice((2, 3, 4))
    settled = replace(terms(None, side=side, ruleset=random.choice(_RULESETS)), dmo="blue")
    settled = replace(settled, dmo_chooses=random.random() < 0.3)
    if settled.ruleset == "catena" and random.random() < 0.5:
        settled = replace(settled, options=(("komi", "choose"),), dmo="", dmo_chooses=False)
    public, pages = random.choice((True, False, None)), random.choice((None, None, True, False))
    event = MatchOpened(at(0), HOST, (RED, BLUE), settled, public=public, pages=pages)
    if not settled.dmo_chooses and not settled.options and random.random() < 0.2:
        event = replace(event, beginning=_beginning(random, opened(event)))
    stored, match = [event], opened(event)
    first = [(BLUE, acts.Choose(random.choice(("me", "opponent")))), (HOST, acts.StartNow())]
    for now in count(1):
        player, act = first.pop(0) if first else _next(random, match)
        message = f"m{now}" if isinstance(act, acts.Said) else None
        ruling = rule(match, acts.Submission(player, act, at(now * 30), message))
        if isinstance(ruling, Accepted):
            stored += ruling.events
            match = ruling.match
        if match.over and random.random() < ENDS:
            break
    return stored, match


def _beginning(random: Random, match: Match) -> Beginning:
    position, turns = match.position, list[str]()
    for _ in range(random.randrange(4)):
        turn = random_turn(match.ruleset, position, random)
        after = play(match.ruleset, position, turn)
        if not isinstance(after, Position) or match.ruleset.is_over(after):
            break
        turns.append(write_turn(match.spelling, turn))
        position = after
    return Beginning(9, tuple(turns))


def _next(random: Random, match: Match) -> tuple[Player, acts.Act]:
    if match.start.choice or match.ruleset.awaits_komi:
        return HOST, acts.Choose(random.choice(("2.5", "2", "red", "blue")))
    if match.status is Status.WAITING:
        return HOST, acts.StartNow()
    if match.over:
        return HOST, acts.Reopen("a slip")
    if match.status is Status.PAUSED and random.random() < 0.8:
        return HOST, acts.Resume()
    if random.randrange(OFTEN) and not match.ruleset.is_over(match.position):
        turn = random_turn(match.ruleset, match.position, random)
        return match.players[match.to_move], acts.Said(write_turn(match.spelling, turn))
    return HOST, _of_host(random, match)


def _of_host(random: Random, match: Match) -> acts.Act:
    colour = random.choice(match.terms.colours)
    return random.choice(
        (
            acts.Undo(random.randrange(1, 4)),
            acts.Undo(1),
            acts.MoveMatch(f"room{random.randrange(9)}", public=random.choice((True, True, False))),
            acts.ChoosePages(random.random() < 0.5),
            acts.ReplacePlayer(colour, random.choice((FAN, CAT))),
            acts.Pause("tea"),
            acts.Resume(),
            acts.Resume(),
            acts.Forfeit(colour),
            acts.Adjudicate(random.choice((colour, None))),
        )
    )
