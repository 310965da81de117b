"""Any order of events against the law of time, kept by a second, simpler reading of it."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition
from hypothesis.stateful import rule as step

from bot.desk.at_rest import AtRest, Known
from bot.referee import events, submission
from bot.referee.arbiter import accept, rule, rule_on_time
from bot.referee.clock import TimeControl
from bot.referee.fold import fold, opened
from bot.referee.formats import OnFlag
from bot.referee.match import Match, Status
from bot.referee.ruling import Accepted, Ignored, Reason, Refused
from bot.storage.columns import decode, encode
from bot.views.film import history
from referee.tables import BLUE, FAN, HOST, RED, at, seconds, terms

PLAYERS = (RED, BLUE)
SECONDS = st.integers(0, 40)
CONTROLS = st.sampled_from(
    [
        None,
        TimeControl(timedelta(seconds=20), timedelta(seconds=30)),
        TimeControl(timedelta(seconds=20)),
        TimeControl(timedelta(0), timedelta(seconds=60)),
        TimeControl(
            timedelta(seconds=15),
            timedelta(seconds=10),
            timedelta(seconds=5),
            timedelta(seconds=12),
        ),
    ]
)


class Ledger:
    """When the player to move could act: kept second by second, without the clock's help."""

    def __init__(self) -> None:
        self.stretches: list[list[float]] = []
        self.open = False

    def begin(self, now: float) -> None:
        """Time may be charged from now on."""
        if not self.open:
            self.stretches.append([now, now])
            self.open = True

    def end(self, moment: float) -> None:
        """No time after a moment is charged; it may lie in the past."""
        self.open = False
        for stretch in self.stretches:
            stretch[1] = max(stretch[0], min(stretch[1], moment))

    def pass_to(self, now: float) -> None:
        if self.open:
            self.stretches[-1][1] = now

    def used(self, moment: float) -> float:
        """What had been used at a moment."""
        return sum(max(0.0, min(moment, until) - since) for since, until in self.stretches)


class Evening(RuleBasedStateMachine):
    """One match, from its opening to its end and beyond."""

    @initialize(
        control=CONTROLS,
        calls_host=st.booleans(),
        ruleset=st.sampled_from(["genius", "mindsports", "catena", "sauce"]),
        begun=st.integers(0, 4),
        dmo=st.sampled_from(["", "red", "blue"]),
        chooses=st.booleans(),
    )
    def open_match(self, control, calls_host, ruleset, begun, dmo, chooses):
        """The host sets a match up, and mostly starts it at once."""
        on_flag = OnFlag.CALL_HOST if calls_host else OnFlag.FORFEIT
        settled = terms(control, ruleset=ruleset, side=3, on_flag=on_flag)
        settled = replace(settled, dmo=dmo, dmo_chooses=chooses)
        event = events.MatchOpened(at(0), HOST, PLAYERS, settled)
        self.seats = list(PLAYERS)
        self.dmo = {"red": RED, "blue": BLUE}.get(dmo) if chooses else None
        self.settled = self.dmo is None
        self.now = 0.0
        self.match: Match = opened(event)
        self.stored = [encode(event)]
        self.untold = [0]
        self.ledger = Ledger()
        self.handed_over, self.told = -1, -1
        self.messages = 0
        self.latest_stop = 0.0
        self.fell = False
        self.banks_before = []
        self.gifts = []
        if begun:
            self.submit(HOST, submission.StartNow())
            self.untold.clear()
            self.untold.append(len(self.stored) - 1)
            self.an_announcement_becomes_visible()

    @step(length=SECONDS)
    def time_passes(self, length):
        """A moment later; the ledger keeps the seconds in which the mover could act."""
        self.now += length
        self.ledger.pass_to(self.now)

    @step()
    @precondition(lambda self: self.untold)
    def an_announcement_becomes_visible(self):
        """The oldest one that waits; the clock starts with the one that hands the turn over."""
        through = self.untold.pop(0)
        self.take(events.Shown(at(self.now), f"board-{through}", through, board=True))
        self.told = max(self.told, through)
        self.perhaps_begin(self.now)

    @step()
    def time_is_called(self):
        """The bank opens once, or the flag falls at the deadline; nothing else happens."""
        ruling = rule_on_time(self.match, at(self.now))
        if isinstance(ruling, Accepted):
            kinds = {type(event) for event in ruling.events}
            assert kinds & {events.BankOpened, events.FlagFell}
            assert events.BankOpened not in kinds or not self.match.telling.bank_told
            self.accepted(ruling)
        else:
            assert isinstance(ruling, Ignored)
            assert not self.ledger.open or not self.late(self.now)

    @step(
        act=st.sampled_from(
            [
                submission.StartNow(), submission.Pause("tea"), submission.Resume(),
                submission.Cancel(),
            ]
        )
    )  # fmt: skip
    def others_try_what_is_the_hosts(self, act):
        for who in (RED, FAN):
            assert self.submit(who, act) == Refused(Reason.NOT_HOST)

    @step(act=st.sampled_from([submission.Ready(), submission.Resign(), submission.Said("A1")]))
    def spectators_try_what_is_the_players(self, act):
        ruling = self.submit(FAN, act)
        assert ruling == Ignored() or isinstance(ruling, Refused)

    @step(text=st.sampled_from(["gg", "good move!", "> A1", "A1 is so good", ""]))
    def somebody_talks(self, text):
        for who in (RED, BLUE, FAN):
            assert isinstance(self.submit(who, submission.Said(text)), Ignored)

    @step()
    @precondition(lambda self: self.match.status is Status.WAITING)
    def somebody_is_ready(self):
        """The match begins when both are, and it is said who starts."""
        self.submit(RED, submission.Ready())
        self.submit(BLUE, submission.Ready())
        assert (self.match.status is Status.RUNNING) == self.settled

    @step(
        who=st.sampled_from([RED, BLUE, HOST, FAN]),
        word=st.sampled_from(["me", "opponent", "red", "b"]),
    )
    def somebody_says_who_starts(self, who, word):
        """The DMO and the host can, before the start; the starter then has the first seat."""
        named = {"red": RED, "b": BLUE, "me": who, "opponent": RED if who is BLUE else BLUE}[word]
        allowed = self.dmo is not None and who in (self.dmo, HOST)
        known = who in PLAYERS or word in ("red", "b")
        waits = self.match.status is Status.WAITING
        same = self.settled and named is self.seats[0]
        ruling = self.submit(who, submission.Choose(word))
        assert isinstance(ruling, Accepted) == (waits and allowed and known and not same)
        if isinstance(ruling, Accepted):
            assert self.seats[0] is named

    @step()
    @precondition(lambda self: self.match.status is Status.RUNNING)
    def the_host_pauses(self):
        late = self.late(self.now)
        ruling = self.submit(HOST, submission.Pause("tea"))
        assert late == any(isinstance(event, events.FlagFell) for event in ruling.events)

    @step()
    @precondition(lambda self: self.match.status is Status.PAUSED)
    def the_host_resumes(self):
        assert isinstance(self.submit(HOST, submission.Resume()), Accepted)

    @step(turns=st.integers(1, 3))
    def the_host_takes_turns_back(self, turns):
        """The position and both banks are those before the turns; the time used is forgotten.

        What the host has given or taken since stays.
        """
        played = self.match.turns[len(self.match.turns) - turns :]
        banks = self.banks_before[-turns:]
        left = max(0, len(self.match.turns) - turns)
        for number, colour, amount in self.gifts:
            if number > left and banks and banks[0]:
                changed = list(banks[0])
                changed[colour] = max(timedelta(0), changed[colour] + amount)
                banks[0] = tuple(changed)
        ruling = self.submit(HOST, submission.Undo(turns))
        if isinstance(ruling, Accepted):
            assert len(played) == turns
            assert self.match.position.number == ruling.match.position.number
            assert self.match.clock is None or self.match.clock.banks == banks[0]
            self.forget(turns)
        else:
            assert self.match.over or len(self.match.turns) < turns

    def forget(self, turns):
        """Turns are gone, and gifts count from the last one that is left."""
        del self.banks_before[-turns:]
        left = len(self.match.turns)
        self.gifts = [(min(number, left), *gift) for number, *gift in self.gifts]

    @step(colour=st.sampled_from(["red", "b"]), amount=st.integers(-60, 60))
    def the_host_changes_the_time(self, colour, amount):
        ruling = self.submit(HOST, submission.ChangeTime(colour, timedelta(seconds=amount)))
        changed = isinstance(ruling, Accepted) and not self.match.over
        deadline = self.match.deadline()
        assert not changed or deadline is None or deadline >= at(self.now)

    @step(request=st.sampled_from(events.ASKABLE), accept=st.booleans())
    @precondition(lambda self: len(self.match.turns) > 4)
    def the_players_agree_or_not(self, request, accept):
        """One asks, the other answers; only then does anything happen."""
        before = self.match.position, self.match.status
        asked = self.submit(RED, submission.Ask(request))
        assert (self.match.position, self.match.status) == before
        undone = self.match.request.turns if self.match.request is not None else 0
        answer = self.submit(BLUE, submission.Respond(accept))
        if isinstance(asked, Accepted):
            assert isinstance(answer, Accepted)
            if accept and request is events.Request.UNDO:
                self.forget(undone)

    @step(act=st.sampled_from([submission.Cancel(), submission.Resign()]), dice=st.integers(0, 9))
    @precondition(lambda self: self.match.status is not Status.WAITING)
    def the_match_is_given_up(self, act, dice):
        """Rarely, or there would be no matches."""
        if dice == 0:
            over = self.match.over
            ruling = self.submit(RED if isinstance(act, submission.Resign) else HOST, act)
            assert isinstance(ruling, Refused) == over

    @step(text=st.sampled_from(["Z9", "A1 A1", "A9", "A1 A2 A3 B1 B2", "pass pass pass pass pass"]))
    def the_mover_errs(self, text):
        number = self.match.position.number
        self.submit(self.seats[self.match.to_move], submission.Said(text))
        assert self.match.position.number == number

    @step(pick=st.integers(0, 10**6))
    def the_opponent_moves(self, pick):
        number = self.match.position.number
        self.submit(self.seats[self.match.to_move.other], submission.Said(self.some_turn(pick)))
        assert self.match.position.number == number

    @step(pick=st.integers(0, 10**6), delay=SECONDS | st.just(0))
    @precondition(lambda self: self.match.status in (Status.RUNNING, Status.PAUSED))
    def the_mover_moves(self, pick, delay):
        """A turn is taken at its stamp, however late it arrives, and charged what had run then."""
        moment = max(self.now - delay, seconds(self.match.turn_open_at))
        before, mover = self.match, self.match.to_move
        late, used = self.late(moment), self.ledger.used(moment)
        ruling = self.submit(self.seats[mover], submission.Said(self.some_turn(pick)), moment)
        if before.paused(at(moment)):
            assert isinstance(ruling, Refused)
            assert ruling.reason is Reason.PAUSED
        elif late:
            assert any(isinstance(event, events.FlagFell) for event in ruling.events)
        elif isinstance(ruling, Accepted):
            (played, *_) = ruling.events
            assert isinstance(played, events.TurnPlayed)
            if before.clock is not None:
                assert played.used == timedelta(seconds=used)
                assert played.bank == self.bank_after(before, used)
        else:
            assert ruling.reason is Reason.ILLEGAL

    @step(age=SECONDS, told=st.booleans())
    @precondition(lambda self: self.match.duty.off_since is None and not self.match.over)
    def the_referee_goes_away(self, age, told):
        """Off duty since some moment of this turn; nothing after it is charged."""
        known = (self.now - age, seconds(self.match.turn_open_at), self.latest_stop)
        since = max(known)
        self.take(events.RefereeAway(at(since), told))
        self.ledger.end(since)

    @step(told=st.booleans())
    @precondition(lambda self: self.match.duty.off_since is not None and not self.match.over)
    def the_referee_comes_back(self, told):
        """Where the room is told, the clock waits until it has been."""
        since = self.match.duty.off_since
        self.take(events.RefereeBack(at(self.now), since, told))
        self.latest_stop = self.now
        if told:
            self.handed_over = len(self.stored) - 1
            self.untold.append(self.handed_over)
        self.perhaps_begin(self.now)

    @step()
    def the_referee_crashes(self):
        self.match = fold(decode(line) for line in self.stored)

    @step()
    @precondition(lambda self: self.match.turns and not self.match.over)
    def a_ruled_message_is_edited(self):
        played = self.match.turns[-1]
        self.take(events.RulingKept(at(self.now), played.message or "", False, played.colour))
        self.untold.append(len(self.stored) - 1)

    @invariant()
    def the_first_seat_is_the_starting_players(self):
        """The seats stand as it was said, whoever is ready; nothing starts before it is said."""
        if hasattr(self, "match"):
            assert self.match.players == tuple(self.seats)
            assert self.settled or self.match.status in (Status.WAITING, Status.OVER)
            assert not self.match.turns or self.match.turns[0].colour == 0

    @invariant()
    def the_stored_events_are_the_match(self):
        if hasattr(self, "match"):
            folded = fold(decode(line) for line in self.stored)
            assert folded == self.match
            # A ruling keeps the position that it made, the fold makes it from what is written.
            made, read = self.match.position, folded.position
            assert (made.turn, made.previous) == (read.turn, read.previous)
            assert self.match.seen == len(self.stored)

    @invariant()
    def a_match_at_rest_is_the_one_that_was_put_there(self):
        """Bytes in memory make the same match, to its first position."""
        if hasattr(self, "match"):
            woken = AtRest.of(Known(self.match)).known().match
            assert woken == self.match
            made, read = history(self.match.position), history(woken.position)
            assert [(one, one.turn) for one in made] == [(one, one.turn) for one in read]

    @invariant()
    def the_clock_runs_only_while_the_mover_can_act(self):
        """Visible, on duty, not paused, not over; and then it does run."""
        if not hasattr(self, "match") or self.match.clock is None:
            return
        assert self.match.clock.running == self.ledger.open
        assert self.match.clock.used(at(self.now)) == timedelta(seconds=self.ledger.used(self.now))

    @invariant()
    def banks_are_never_below_zero(self):
        if hasattr(self, "match") and self.match.clock is not None:
            assert min(self.match.clock.banks) >= timedelta(0)

    def some_turn(self, pick: int) -> str:
        board = self.match.position.board
        empty = [cell for cell in range(board.size) if self.match.position.empty >> cell & 1]
        if not empty:
            return "A1"
        count = min(max(1, self.match.ruleset.allowance(self.match.position).fewest), len(empty))
        chosen = [empty[(pick + 7 * n) % len(empty)] for n in range(count)]
        return " ".join(board.name(cell) for cell in dict.fromkeys(chosen))

    def bank_after(self, before: Match, used: float) -> timedelta:
        """What a move leaves: the turn time first, then the bank, then the increment to the cap."""
        control, bank = before.clock.control, before.clock.banks[before.to_move]
        left = bank - max(timedelta(0), timedelta(seconds=used) - control.per_move)
        if control.cap is None:
            return left + control.increment
        return max(left, min(control.cap, left + control.increment))

    def late(self, moment: float) -> bool:
        """Whether the mover had used more than everything at a moment, by the ledger."""
        clock = self.match.clock
        if clock is None:
            return False
        allowed = clock.control.per_move + clock.banks[self.match.to_move]
        return self.ledger.used(moment) > allowed.total_seconds()

    def submit(self, who, act, moment=None):
        """Rules on an act; what is not accepted changes nothing."""
        self.messages += 1
        sent_at = at(self.now if moment is None else moment)
        message = f"message-{self.messages}" if isinstance(act, submission.Said) else None
        before = self.match
        ruling = rule(before, submission.Submission(who, act, sent_at, message))
        if isinstance(ruling, Accepted):
            assert not before.over
            self.accepted(ruling)
        else:
            assert self.match == before
        return ruling

    def accepted(self, ruling: Accepted) -> None:
        """Keeps the events, and the ledger by what they mean."""
        flag = next((one for one in ruling.events if isinstance(one, events.FlagFell)), None)
        if flag is not None:
            allowed = self.match.clock.control.per_move + self.match.clock.banks[flag.colour]
            assert self.ledger.used(seconds(flag.at)) == allowed.total_seconds()
        for event in ruling.events:
            if isinstance(event, events.TimeChanged):
                self.gifts.append((len(self.match.turns), event.colour, event.amount))
            if isinstance(event, events.TurnPlayed) and self.match.clock is not None:
                self.banks_before.append(self.match.clock.banks)
            elif isinstance(event, events.TurnPlayed):
                self.banks_before.append(())
            self.take(event)
            self.mean(event)
        assert self.match == ruling.match
        told = [n for n, one in enumerate(ruling.events) if events.is_told(one)]
        if told:
            self.untold.append(len(self.stored) - 1)
        if any(isinstance(one, events.TurnPlayed) for one in ruling.events):
            self.handed_over = len(self.stored) - len(ruling.events)

    def take(self, event) -> None:
        self.stored.append(encode(event))
        assert decode(self.stored[-1]) == event
        self.match = accept(self.match, event).match

    def mean(self, event) -> None:
        """What an event does to the time that may be charged."""
        if isinstance(event, events.FirstChosen):
            self.settled = True
            if event.colour:
                self.seats.reverse()
        elif isinstance(event, events.TurnPlayed):
            self.ledger = Ledger()
            self.fell = False
        elif isinstance(event, events.TurnsUndone):
            self.ledger = Ledger()
            self.fell = False
            self.handed_over = len(self.stored) - 1
        elif type(event).__name__ in ("MatchPaused", "FlagFell", "MatchEnded"):
            self.ledger.end(seconds(event.at))
        elif type(event).__name__ in ("MatchStarted", "MatchResumed"):
            self.handed_over = len(self.stored) - 1
            if self.fell:
                self.ledger = Ledger()
            self.fell = False
        if isinstance(event, events.FlagFell):
            self.fell = True

    def perhaps_begin(self, now: float) -> None:
        """Time may be charged once the turn is visible, on duty, in a match that goes on."""
        goes_on = self.match.status is Status.RUNNING and self.match.duty.off_since is None
        if goes_on and self.told >= self.handed_over:
            self.ledger.begin(now)


Evening.TestCase.settings = settings(
    max_examples=min(80, 2 * settings.default.max_examples), stateful_step_count=50, deadline=None
)
TestEvening = Evening.TestCase
TestEvening.__doc__ = "The match under any order of events keeps the law of time."
