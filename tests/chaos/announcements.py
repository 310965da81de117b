"""Every announcement against the oracle: made once, in the right words, and to the right person."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from chaos import sentences
from chaos.history import Announced, Event, Played, Row, Stored
from chaos.record import Complain, Record
from chaos.standing import Standing


class Announcements:
    def __init__(
        self, played: Played, stored: Stored, made: Iterable[Announced], complain: Complain
    ) -> None:
        self._played = played
        self._stored = stored
        self._complain = complain
        self._made: dict[str, list[Announced]] = defaultdict(list)
        for one in made:
            self._made[one.nonce].append(one)

    def judge(self, record: Record) -> None:
        """Compares each row of the outbox with what people saw."""
        shown = {int(event.data["through"]): event for _, event in self._stored.of("Shown")}
        for row in self._stored.outbox:
            made = self._made.pop(self._stored.nonce(row.through), [])
            if not made or not row.sent:
                self._complain("lost", f"announcement {row.through} was never made")
                continue
            if len(made) > 1:
                self._complain("again", f"announcement {row.through} was made {len(made)} times")
            told = [
                one
                for one in self._stored.events[row.first : row.through + 1]
                if sentences.is_told(one)
            ]
            if not made[0].gone:
                self._judge_one(row, told, made[0], record)
            seen = shown.get(row.through)
            if seen is not None and (seen.at, str(seen.data["message"])) != (
                made[0].at,
                made[0].id,
            ):
                self._complain("wrong", f"announcement {row.through} became visible {made[0].at}")
        for nonce in self._made:
            if nonce.startswith(f"{self._stored.number}.") and nonce.split(".")[1].isdecimal():
                self._complain("wrong", f"announcement {nonce} tells of nothing that was stored")

    def _judge_one(self, row: Row, told: Sequence[Event], made: Announced, record: Record) -> None:
        now, lines = record.standings[row.through], made.text.split("\n")
        wanted = self._lines(row, told, now)
        for place, (start, middle) in enumerate(wanted):
            line = lines[place] if place < len(lines) else ""
            for sentence in middle:
                if f" {sentence}" not in line:
                    self._complain("wrong", f"{line!r} lacks {sentence!r}")
                line = line.replace(f" {sentence}", "", 1)
            exact = told[0].kind == "TurnPlayed" and place == 0
            if not (line == start if exact else line.startswith(start)):
                self._complain("wrong", f"announced: {line!r}; by the oracle: {start!r}")
        self._judge_prompt(told, now, lines)
        if made.pinged is not None:
            called = sentences.pinged(now, told, self._played.host)
            if made.pinged != called:
                names = sorted(self._played.people[one].name for one in made.pinged)
                self._complain("wrong", f"pinged {names} with {lines[0]!r}")

    def _lines(self, row: Row, told: Sequence[Event], now: Standing) -> list[tuple[str, list[str]]]:
        profile, host = self._played.profile, self._played.host
        if sum(event.kind == "RulingKept" for event in told) > 1:
            return []
        wanted: list[tuple[str, list[str]]] = []
        for event in told:
            match event.kind:
                case "TurnPlayed":
                    words = str(event.data["turn"])
                    wanted.append(sentences.turn_line(profile, now.oracle, now.state, words))
                case "MatchEnded":
                    wanted.append((sentences.result_line(profile, now, event, host), []))
                case _:
                    start = sentences.opening_of(profile, now, event, host)
                    if start or event.kind != "FlagFell":
                        wanted.append((start, []))
        return wanted

    def _judge_prompt(self, told: Sequence[Event], now: Standing, lines: Sequence[str]) -> None:
        profile, kinds = self._played.profile, {event.kind for event in told}
        goes_on = bool(kinds & sentences.HANDING_OVER) and now.goes_on
        asked = [line for line in lines if " may " in line and line.endswith(".")]
        wanted = [sentences.prompt(profile, now)] if goes_on else []
        if asked != wanted:
            self._complain("wrong", f"the prompt was {asked}, by the oracle it is {wanted}")
        if goes_on and kinds & {"TurnPlayed", "MatchStarted"}:
            banks = [line for line in lines if "Banks: " in line]
            if banks != [line for line in [sentences.banks_line(profile, now)] if line]:
                self._complain(
                    "wrong", f"the banks were {banks}: {sentences.banks_line(profile, now)!r}"
                )
        if any(event.data.get("termination") in ("game-over", "tie-to-dmo") for event in told):
            groups = sentences.groups_line(profile, now)
            if groups not in lines:
                self._complain("wrong", f"{lines} lack {groups!r}")
