"""What follows in a cup that runs: the same as in a simulation, whatever comes between."""

from dataclasses import replace
from datetime import timedelta
from itertools import count
from random import Random

import pytest
from referee.tables import BLUE, RED, at, new

from bench import simulation
from bot.cups import acts
from bot.cups.acts import By
from bot.cups.events import CupEnded, PairingDecided, PlayerLeft, PlayersReminded, RoundPaired
from bot.cups.pairing import SYSTEMS
from bot.cups.running import facts_of
from bot.cups.state import CupStatus
from bot.engine.turn import Colour
from bot.referee.appointments import appointed
from bot.referee.events import Appointment, Player
from bot.referee.match import Start
from cups.running_cup import CALLED_OFF, HOUR, PLAYING, RunningCup, order_of, simulated

EACH_SYSTEM = pytest.mark.parametrize("system", SYSTEMS)
PLAYERS = {"groups": 7}


def plan(system: str, best_of: int, seed: int) -> dict[str, object]:
    chosen = {"system": system, "best_of": best_of, "seed": str(seed), "round_time": 72 * HOUR}
    return chosen | ({"groups": 2, "through": 2} if system == "groups" else {})


def undisturbed(system: str, best_of: int, seed: int, leaving: int = 0) -> RunningCup:
    cup = RunningCup(before_round=_leaving(leaving))
    cup.open(PLAYERS.get(system, 6), **plan(system, best_of, seed))
    cup.settle()
    while cup.play_by_lot():
        cup.wait(HOUR)
    return cup


def _leaving(most: int):
    """Before each round but the first somebody leaves, as in a simulation."""

    def leaves(cup: RunningCup, step: RoundPaired) -> bool:
        state = cup.state
        is_new = 0 < state.round < step.number and step.pairings
        if not is_new or step.number in state.left.values() or len(state.left) == most:
            return False
        leaver = simulation._leaver(state.cup(), step)
        cup.do(acts.leave, Player(leaver, leaver))
        assert cup.state.left[leaver] == step.number
        return True

    return leaves


def check(cup: RunningCup, leaving: int = 0) -> None:
    state, played = cup.state, simulated(cup, leaving)
    assert state.status is CupStatus.OVER
    assert [*state.cup().lots.seed] == [*played.cup.lots.seed]
    expected = [(one.round, one.first, one.second) for one in played.cup.results if one.second]
    walked = {(one.round, one.first, one.second) for one in state.settled}
    met = [(one.round, *one.entrants) for one in state.meetings]
    assert sorted(met) == sorted(one for one in expected if one not in walked)
    assert isinstance(state.end, CupEnded)
    system = state.opened.plan.system
    assert (state.end.champion, state.end.places) == (played.champion, order_of(played, system))
    # How many games of a best of three each won is for show.
    results = [replace(one, games=None) for one in state.cup().results]
    assert sorted(results, key=repr) == sorted(played.cup.results, key=repr)


@EACH_SYSTEM
@pytest.mark.parametrize("best_of", [1, 3, 5])
def test_a_cup_is_played_as_a_simulation_plays_it(system, best_of):
    for seed in range(2):
        cup = undisturbed(system, best_of, seed)
        check(cup)
        decided = [one.pairing for one in cup.events if isinstance(one, PairingDecided)]
        assert sorted(decided) == [one.number for one in cup.state.meetings]


@EACH_SYSTEM
def test_with_people_leaving_it_is_a_simulation_still(system):
    for seed in range(2):
        check(undisturbed(system, 1, seed, leaving=2), leaving=2)


@EACH_SYSTEM
@pytest.mark.parametrize("best_of", [1, 3])
def test_interruptions_do_not_change_the_outcome(system, best_of):
    for seed in range(2):
        cup, chance = RunningCup(), Random(seed)
        cup.open(PLAYERS.get(system, 5), **plan(system, best_of, seed))
        cup.settle()
        for _ in count():
            games = list(cup.games())
            if not cup.state.is_open:
                break
            cup.now += timedelta(minutes=chance.randrange(1, 30))
            act = chance.choice([*[_play] * 9, _call_off, _reopen, _again, _pause, _deadline])
            act(cup, games, chance)
            cup.settle()
        check(cup)


def _play(cup: RunningCup, games, chance: Random) -> None:
    if cup.state.status is CupStatus.PAUSED:
        cup.do(lambda state, by: acts.resume(state, by, ""))
    elif games:
        meeting, game = chance.choice(games)
        begins = not cup.facts[game.match].begun and chance.random() < 0.5
        cup.facts[game.match] = PLAYING if begins else cup.by_lot(meeting, game)


def _call_off(cup: RunningCup, games, chance: Random) -> None:
    if games:
        meeting, game = chance.choice(games)
        cup.facts[game.match] = CALLED_OFF
        cup.settle()
        one = meeting.entrants[0]
        cup.do(lambda state, by: acts.play_again(state, by, (one,), ""))


def _reopen(cup: RunningCup, games, chance: Random) -> None:
    """A match that ended is played on, and ends as before; later pairings may have come of it."""
    state = cup.state
    over = [
        (meeting, game)
        for meeting in state.meetings
        for game in meeting.counted
        if game.ended and not game.doubted
    ]
    if over:
        _, game = chance.choice(over)
        was = cup.facts[game.match]
        cup.facts[game.match] = replace(PLAYING, turns=8)
        cup.settle()
        if chance.random() < 0.5:
            cup.do(lambda state, by: acts.move_deadline(state, by, by.at + 72 * HOUR, ""))
        cup.facts[game.match] = was


def _again(cup: RunningCup, games, chance: Random) -> None:
    state = cup.state
    decided = [one for one in state.meetings[state.batch - 1 :] if one.result is not None]
    if decided and state.is_open:
        both = chance.choice(decided).entrants
        cup.do(lambda state, by: acts.play_again(state, by, both, ""))


def _pause(cup: RunningCup, games, chance: Random) -> None:
    if cup.state.status is CupStatus.RUNNING:
        cup.do(lambda state, by: acts.pause(state, by, ""))


def _deadline(cup: RunningCup, games, chance: Random) -> None:
    cup.do(lambda state, by: acts.move_deadline(state, by, by.at + 72 * HOUR, ""))


def started(**plan: object) -> RunningCup:
    """Four in a knockout whose rounds have ten hours: a–d and b–c."""
    cup = RunningCup()
    cup.open(4, **{"round_time": 10 * HOUR, **plan})
    cup.settle()
    assert [set(one.entrants) for one, _ in cup.games()] == [{"a", "d"}, {"b", "c"}]
    return cup


def told(cup: RunningCup) -> list[tuple[timedelta, tuple[str, ...]]]:
    found = [one for one in cup.events if isinstance(one, PlayersReminded)]
    return [(one.left, tuple(sorted(one.absent))) for one in found]


def test_unready_player_is_reminded_twice_and_loses():
    cup = started()
    cup.ready("b", "c", "a")
    for hours in (5, 4, 1):
        cup.wait(hours * HOUR)
        cup.settle()
    assert told(cup) == [(5 * HOUR, ("d",)), (HOUR, ("d",))]
    assert cup.state.meeting(1).result is None, "a deadline is in time still"
    state = cup.wait()
    assert cup.state.meeting(1).result.ending == "walkover"
    assert [one.number for one in state.playing] == [2]
    assert cup.wait(100 * HOUR) == state


def test_an_hour_that_is_settled_is_waited_for_with_its_grace():
    """At the very end of the round: whoever comes ten minutes later is there in time still."""
    cup = started()
    cup.ready("b", "c")
    _, game = cup.game_of("a")
    cup.now += 10 * HOUR
    grace = timedelta(minutes=15)
    cup.facts[game.match] = replace(cup.facts[game.match], awaited=cup.now + grace)
    assert cup.wait(grace).meeting(1).result is None
    assert cup.wait().meeting(1).result.ending == "both lost"


def test_the_second_game_of_two_is_given_time_of_its_own():
    """Opened ten minutes before the round is over: an hour, and no reminder that says otherwise."""
    cup = started(best_of=3)
    cup.ready("a", "d", "b", "c")
    cup.now += 10 * HOUR - timedelta(minutes=10)
    cup.wins("a")
    cup.settle()
    assert cup.wait(HOUR).meeting(1).result is None
    assert told(cup) == []
    cup.ready("a")
    result = cup.wait().meeting(1).result
    assert (result.ending, max(result.halves)) == ("played", 2), "one of the games was played"


def test_an_absence_is_made_up_for_in_all_limits():
    """Three hours: the round has as much longer, and so has a game that was opened late."""
    cup = started(best_of=3)
    cup.ready("a", "d")
    cup.now += 10 * HOUR - timedelta(minutes=10)
    cup.wins("a")
    cup.settle()
    away = 3 * HOUR
    cup.now += away
    until = cup.state.until + away
    by = By(Player("host", "Host"), cup.now)
    cup.store(replace(acts.move_deadline(cup.state, by, until, ""), by=None))
    assert cup.wait(HOUR).meeting(1).result is None
    assert cup.wait().meeting(1).result is not None


def test_deadline_set_during_a_pause_is_moved_from_then():
    """Paused at 0:00, at 2:00 given until 20:00, goes on at 3:00: until 21:00."""
    cup = started()
    began = cup.now
    cup.do(lambda state, by: acts.pause(state, by, ""))
    cup.now += 2 * HOUR
    cup.do(lambda state, by: acts.move_deadline(state, by, began + 20 * HOUR, ""))
    cup.now += HOUR
    cup.do(lambda state, by: acts.resume(state, by, ""))
    assert cup.state.until == began + 21 * HOUR


def test_leaving_ends_a_waiting_match_only():
    cup = started()
    cup.ready("a", "d")
    for one in "db":
        cup.do(acts.leave, Player(one, one))
    state = cup.settle()
    assert state.meeting(1).result is None
    assert (state.meeting(2).result.ending, state.playing) == ("walkover", (state.meeting(1),))
    cup.facts[state.meeting(1).game.match] = CALLED_OFF
    state = cup.settle()
    assert state.meeting(1).result.ending == "walkover"
    assert state.round == 2


def assert_each_plays_once_a_round(state) -> None:
    for number in range(1, state.round + 1):
        met = [one for it in state.meetings if it.round == number for one in it.entrants]
        assert len(met) == len(set(met)), f"round {number}"


@EACH_SYSTEM
def test_an_exchange_of_two_before_the_first_turn_ends_in_order(system):
    for seed in range(5):
        cup = RunningCup()
        cup.open(PLAYERS.get(system, 6), **plan(system, 1, seed))
        cup.settle()
        if system == "double":
            for _, game in list(cup.games()):
                cup.facts[game.match] = replace(CALLED_OFF, halves=(2, 0))
            cup.settle()
        met = [meeting.entrants for meeting in cup.state.playing]
        two = (met[0][0], met[1][0]) if len(met) > 1 else met[0]
        rooms = len({game.room for _, game in cup.games()})
        cup.do(lambda state, by, it=(two, cup.facts): acts.swap(state, by, *it, ""))
        state = cup.settle()
        assert len({game.room for _, game in cup.games()}) == rooms
        for _ in range(200):
            games = list(cup.games())
            for _, game in games:
                cup.facts[game.match] = replace(CALLED_OFF, halves=(2, 0))
            state = cup.settle()
            if not games:
                break
        assert state.status is CupStatus.OVER
        assert_each_plays_once_a_round(state)


def test_an_exchange_that_would_take_another_number_of_games_is_refused():
    """F has left before the round is paired, C goes on without a game, and A has a bye."""
    cup = RunningCup()
    cup.open(6)
    cup.do(acts.leave, Player("f", "f"))
    state = cup.settle()
    assert [set(meeting.entrants) for meeting in state.meetings] == [{"d", "e"}]
    assert cup.refusal(acts.swap, ("a", "f"), cup.facts, "") is acts.NotNow.BY_SEEDS


def test_leaving_twice_is_refused():
    cup = started()
    cup.do(acts.leave, Player("a", "a"))
    assert cup.refusal(acts.leave, by=Player("a", "a"))
    assert cup.refusal(acts.drop, "a", "")
    assert sum(isinstance(one, PlayerLeft) for one in cup.events) == 1


@pytest.mark.parametrize("two", ["ac", "ad", "bc", "bd"])
@pytest.mark.parametrize("first_wins", [True, False])
def test_in_a_double_one_without_a_loss_can_be_exchanged_for_one_with(two, first_wins):
    cup = RunningCup()
    cup.open(4, system="double")
    cup.settle()
    for entrant in "ab":
        cup.wins(entrant)
    cup.settle()
    assert {frozenset(one.entrants) for one, _ in cup.games()} == {frozenset("ab"), frozenset("cd")}
    cup.do(lambda state, by: acts.swap(state, by, (two[0], two[1]), cup.facts, ""))
    cup.settle()
    while games := list(cup.games()):
        for meeting, _ in games:
            cup.wins(meeting.entrants[not first_wins])
        cup.settle()
    state = cup.state
    assert state.end.champion is not None
    assert_each_plays_once_a_round(state)


BOTH = RED.id, BLUE.id
ZED = Player("zed", "Zed")


@pytest.mark.parametrize(("seat", "whose"), [(Colour.FIRST, RED.id), (Colour.SECOND, BLUE.id)])
def test_replacement_is_ready_for_the_replaced(seat: Colour, whose: str) -> None:
    match = new()
    players = tuple(ZED if colour is seat else match.players[colour] for colour in Colour)
    known = facts_of(replace(match, players=players, start=Start(ready=frozenset({seat}))), BOTH)
    assert known.ready == {whose}
    assert not known.begun


def test_an_hour_is_waited_for_with_its_grace_from_when_the_players_are_called() -> None:
    """At ten, with a quarter of an hour; a referee that is back at twenty to eleven calls then."""
    match = new()
    assert facts_of(match, BOTH).awaited is None
    meets = appointed(Appointment(at(3600), grace=timedelta(minutes=15)), at(0))
    assert facts_of(replace(match, start=Start(appointed=meets)), BOTH).awaited == at(3600 + 900)
    late = replace(meets, called_at=at(3600 + 2400))
    assert facts_of(replace(match, start=Start(appointed=late)), BOTH).awaited == at(
        3600 + 2400 + 900
    )
