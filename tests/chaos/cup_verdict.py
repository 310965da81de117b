"""A cup is over: what was stored and seen of it, against what the script says.

Results are the script's; who meets whom and the order of the end are those of the same cup
undisturbed. Nothing of the referee is imported.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chaos.cup_history import GAMES, PLAYED, PlayedCup, Seen, StoredCup, Undisturbed
from chaos.history import Announced, Event, Stored

SILENT = {"PlayerEntered", "PlayerCheckedIn", "GameSeated", "GameReopened", "CupShown", "GameEnded"}
REMINDER = "⏰"
ENDED = {"MatchEnded"}


@dataclass(slots=True)
class CupCounts:
    cups: int = 0
    pairings: int = 0
    games: int = 0
    ties: int = 0
    reminders: int = 0
    walkovers: int = 0
    pairings_twice: int = 0
    rooms_twice: int = 0
    told_twice: int = 0
    reminders_twice: int = 0
    orders_equal: bool = True

    def line(self, kills: int, lost: int) -> str:
        equal = "yes" if self.orders_equal else "no"
        return (
            f"cups={self.cups} pairings={self.pairings} games={self.games} ties={self.ties} "
            f"walkovers={self.walkovers} reminders={self.reminders} kills={kills} lost={lost} "
            f"pairings_twice={self.pairings_twice} rooms_twice={self.rooms_twice} "
            f"told_twice={self.told_twice} reminders_twice={self.reminders_twice} "
            f"orders_equal={equal}"
        )


class CupJudge:
    """Judges cups one by one; `complain` takes a kind, such as `lost`, and a sentence."""

    def __init__(self, complain: Callable[[str, str], None]) -> None:
        self.counts = CupCounts()
        self.complain = complain

    def compare(
        self,
        played: PlayedCup,
        stored: StoredCup,
        matches: Sequence[Stored],
        seen: Seen,
        undisturbed: Undisturbed,
    ) -> None:
        """One cup; `matches` are all that lie in its rooms and their threads."""
        self.counts.cups += 1
        self._judge_entries(played, stored)
        self._judge_rounds(stored, undisturbed)
        self._judge_pairings(played, stored, matches)
        self._judge_rooms(stored, seen)
        self._judge_words(stored, seen)
        self._judge_reminders(stored, seen)
        self._judge_end(stored, undisturbed)

    def _wrong(self, stored: StoredCup, text: str, kind: str = "wrong") -> None:
        self.complain(kind, f"cup {stored.number}: {text}")

    def _judge_entries(self, played: PlayedCup, stored: StoredCup) -> None:
        entered = [str(event.data["player"]["id"]) for _, event in stored.of("PlayerEntered")]
        people = [key for key, _ in played.people]
        if entered != people:
            self._wrong(stored, f"{entered} entered, {people} pressed Join")
        starts = [event for _, event in stored.of("CupStarted")]
        if len(starts) != 1:
            self._wrong(stored, f"it was started {len(starts)} times")
        for event in starts:
            seeds = [str(one["id"]) for one in event.data["seeds"]]
            if seeds != people:
                self._wrong(stored, f"the seeds are {seeds}")
        gone = [str(event.data["player"]["id"]) for _, event in stored.of("PlayerLeft")]
        leaver = played.script.leaver
        wanted = [] if leaver is None else [people[leaver[0]]]
        if gone != wanted:
            self._wrong(stored, f"{gone} left, {wanted} wanted to")

    def _judge_rounds(self, stored: StoredCup, undisturbed: Undisturbed) -> None:
        paired = [
            (
                int(event.data["number"]),
                tuple((str(one["first"]), str(one["second"])) for one in event.data["pairings"]),
            )
            for _, event in stored.of("RoundPaired")
        ]
        for number, (was, wanted) in enumerate(zip(paired, undisturbed.rounds, strict=False)):
            if was != wanted:
                self._wrong(stored, f"batch {number} is {was}, undisturbed it is {wanted}")
                self.counts.orders_equal = False
        if len(paired) != len(undisturbed.rounds):
            text = f"{len(paired)} rounds were paired, undisturbed {len(undisturbed.rounds)}"
            self._wrong(stored, text)
            self.counts.orders_equal = False

    def _judge_pairings(
        self, played: PlayedCup, stored: StoredCup, matches: Sequence[Stored]
    ) -> None:
        """Each has one result, the script's, and just the games that it needs."""
        decided, seated = defaultdict[int, list[Event]](list), defaultdict[int, list[Event]](list)
        for _, event in stored.of("PairingDecided"):
            decided[int(event.data["pairing"])].append(event)
        for _, event in stored.of("GameSeated"):
            seated[int(event.data["pairing"])].append(event)
        for number, (at, one, other) in enumerate(stored.pairings, 1):
            self.counts.pairings += 1
            results, games = decided.pop(number, []), seated.pop(number, [])
            if not results:
                self._wrong(stored, f"pairing {number} was never decided", "lost")
            if len(results) > 1 or len(games) > 1:
                self.counts.pairings_twice += 1
                text = f"pairing {number} has {len(results)} results and {len(games)} games"
                self._wrong(stored, text)
            self.counts.games += len(games)
            who = played.index(one), played.index(other)
            wanted = played.script.outcome(*who, at)
            for event in results:
                result = event.data["result"]
                ending, why = str(result.get("ending", PLAYED)), str(event.data["why"])
                self.counts.walkovers += ending != PLAYED
                self.counts.ties += wanted.halves == (1, 1)
                was = (tuple(result["halves"]), ending, why)
                if was != (wanted.halves, wanted.ending, wanted.why):
                    self._wrong(stored, f"pairing {number} came to {was}, by the script {wanted}")
            if wanted.why == GAMES and not games:
                self._wrong(stored, f"pairing {number} has no game", "lost")
        for number in (*decided, *seated):
            self._wrong(stored, f"there is no pairing {number}, and something came of it")
        self._judge_matches(stored, matches)

    def _judge_matches(self, stored: StoredCup, matches: Sequence[Stored]) -> None:
        """Every match of its rooms is the one of a game, and every game has its match, ended."""
        told = [
            (int(event.data["pairing"]), int(event.data["game"]), int(event.data["match"]))
            for _, event in stored.of("GameSeated")
        ]
        if sorted(told) != sorted(stored.games):
            self._wrong(stored, f"its games are {sorted(told)} and {sorted(stored.games)}")
        found = {one.number: one for one in matches}
        known = {match for _, _, match in told}
        for match in sorted(found.keys() - known):
            self.counts.pairings_twice += 1
            self._wrong(stored, f"match {match} lies in {found[match].room} and is of no game")
        for match in sorted(known - found.keys()):
            self._wrong(stored, f"match {match} was never opened", "lost")
        for match in sorted(known & found.keys()):
            one = found[match]
            if one.open or sum(event.kind in ENDED for event in one.events) != 1:
                self._wrong(stored, f"match {match} did not end once", "lost")

    def _judge_rooms(self, stored: StoredCup, seen: Seen) -> None:
        """The two have one thread in a round, and there is no other."""
        rooms, pairings = defaultdict[frozenset[str], set[str]](set), stored.pairings
        for _, event in stored.of("GameSeated"):
            at, one, other = pairings[int(event.data["pairing"]) - 1]
            rooms[frozenset({str(at), one, other})].add(str(event.data["room"]))
        used = Counter(room for found in rooms.values() for room in found)
        for key, found in rooms.items():
            if len(found) > 1:
                self.counts.rooms_twice += 1
                self._wrong(stored, f"{sorted(key)} have the rooms {sorted(found)}")
        for room, times in used.items():
            if times > 1:
                self._wrong(stored, f"{room} is the room of {times} pairings")
        for room, title in seen.threads:
            if room not in used:
                self.counts.rooms_twice += 1
                self._wrong(stored, f"nobody meets in {room}, {title!r}")

    def _judge_words(self, stored: StoredCup, seen: Seen) -> None:
        """What is to be told was told once, and it is noted which message that is."""
        made = defaultdict[str, list[Announced]](list)
        for one in seen.told:
            made[one.nonce].append(one)
        shown = Counter(int(event.data["through"]) for _, event in stored.of("CupShown"))
        for number, event in enumerate(stored.events):
            messages = made.pop(stored.nonce(number), [])
            if not _is_told(event):
                if messages:
                    self._wrong(stored, f"event {number} ({event.kind}) was told")
                continue
            if not messages or not shown[number]:
                self._wrong(stored, f"event {number} ({event.kind}) was never told", "lost")
            if len(messages) > 1 or shown[number] > 1:
                self.counts.told_twice += 1
                self._wrong(stored, f"event {number} ({event.kind}) was told {len(messages)} times")
        for nonce, messages in made.items():
            text = messages[0].text.split("\n")[0]
            self._wrong(stored, f"{nonce} tells of nothing that was stored: {text!r}")

    def _judge_reminders(self, stored: StoredCup, seen: Seen) -> None:
        """Once in a pairing, at half time: no round is so long that an hour before comes too."""
        said = Counter(str(event.data["pairing"]) for _, event in stored.of("PlayersReminded"))
        told = sum(one.text.startswith(REMINDER) for one in seen.told)
        self.counts.reminders += told
        twice = sum(times - 1 for times in said.values())
        more = max(0, told - said.total())
        if twice or more:
            self.counts.reminders_twice += twice + more
            self._wrong(stored, f"{told} reminders were told, {dict(said)} stored by pairing")

    def _judge_end(self, stored: StoredCup, undisturbed: Undisturbed) -> None:
        """It has ended once, and all stand as they would have undisturbed."""
        ends = [event for _, event in stored.of("CupEnded")]
        if len(ends) != 1 or stored.open:
            self._wrong(stored, f"it ended {len(ends)} times, open: {stored.open}", "lost")
            self.counts.orders_equal = False
        for event in ends:
            places = tuple((int(place), str(who)) for place, who in event.data["places"])
            was = event.data["champion"], places
            if was != (undisturbed.champion, undisturbed.places):
                self.counts.orders_equal = False
                self._wrong(stored, f"the end is {was}, undisturbed {undisturbed}")


def _is_told(event: Event) -> bool:
    """A deadline that moved by less than a minute is not worth a word."""
    return event.kind not in SILENT and bool(event.data.get("told", True))
