"""What has to be announced, worded by the judge's own hand from the oracle's position.

Only what players act on: what was played and what that did to the score, whether three stones are
allowed and to whom, how the match ended, and who is pinged.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from oracle.bentley import Alpha, Brink, Plur, Product, ProductOriginal, Too
from oracle.catchup import Genius, Ketchup, MindSports, Mures, Sauce
from oracle.catena import Catena, settle
from oracle.flood import Colour, other
from oracle.oracle import Oracle, State

from chaos.history import SEATS, Event, Person, Profile
from chaos.standing import Standing

HANDING_OVER = {"MatchStarted", "TurnPlayed", "MatchResumed", "TurnsUndone", "TimeChanged"}
HANDING_OVER |= {"RefereeBack", "PlayerReplaced"}
REMINDERS = {"BankOpened", "BankLow"}
SILENT = {"Shown", "PlayerReady", "RefereeAway"}


def is_told(event: Event) -> bool:
    return bool(event.data["told"]) if event.kind == "RefereeBack" else event.kind not in SILENT


def turn_line(profile: Profile, oracle: Oracle, state: State, words: str) -> tuple[str, list[str]]:
    """The first line after a turn; and the sentences in the middle of it, in whatever order."""
    mover = other(state.to_move)
    played = {"pass": "passed", "button": "took the button"}.get(words, f"played **{words}**")
    line = f"**{_called(profile, mover)}** {played}."
    change = _change(profile, oracle, state, mover)
    return f"{line} {change}".rstrip(), list(_claims(profile, oracle, state))


def prompt(profile: Profile, now: Standing) -> str:
    oracle, state, mover = now.oracle, now.state, now.state.to_move
    allowed = oracle.allowance(state)
    line = f"{now.players[now.mover].mention}, **{_called(profile, mover)}** may {_may(now)}."
    three = allowed.most > 2 and _leads(oracle, state)
    return f"**Three stones allowed.** {line}" if three else line


def result_line(profile: Profile, now: Standing, event: Event, host: Person) -> str:
    how, winner = event.data["termination"], now.winner
    if how == "cancelled":
        return f"🏁 **Cancelled.** By {host.name}; there is no result."
    if winner is None:
        return "🏁 **A tie.**" + (f" {host.name} decided" if how == "adjudication" else "")
    loser = profile.colours[1 - winner].capitalize()
    why = {
        "game-over": "",
        "tie-to-dmo": " The game is tied, and a tie goes to the DMO (Death Match Opponent).",
        "time": f" {loser}'s time ran out",
        "forfeit": f" {host.name} ruled it a forfeit by {loser}.",
        "adjudication": f" {host.name} decided the match.",
    }[how]
    return f"🏁 **{profile.colours[winner].capitalize()} wins**: {now.players[winner].name}.{why}"


def opening_of(profile: Profile, now: Standing, event: Event, host: Person) -> str:
    """How the line on any other event has to begin; "" where it has none of its own."""
    colour = profile.colours[now.mover].capitalize()
    mover = now.players[now.mover].mention
    match event.kind:
        case "MatchOpened":
            return "**"
        case "MatchStarted":
            return "▶️ "
        case "MatchPaused" if event.by():
            return f"⏸️ {host.name} paused the match; the clock stands."
        case "MatchPaused":
            return f"⏸️ The match is paused. {host.mention}, please decide: resume, and {colour}"
        case "MatchResumed":
            return f"▶️ {host.name} resumed the match."
        case "TurnsUndone" if event.data["turns"] == 1:
            return f"↩️ {host.name} took back the last turn."
        case "TurnsUndone":
            return f"↩️ {host.name} took back the last {event.data['turns']} turns."
        case "TimeChanged":
            return _time_changed(profile, event, host)
        case "PlayerReplaced":
            seat = profile.colours[event.data["colour"]].capitalize()
            return f"{host.name} gave {seat}'s seat to "
        case "FlagFell":
            return "" if now.status == "over" else f"⌛ {colour}'s time ran out."
        case "RefereeBack":
            since = _length(event)
            return f"I was away for {since}"
        case "BankOpened":
            return f"⏳ {mover}, your turn time is over: the bank of "
        case "BankLow":
            return f"⏳ {mover}, less than {clock(event.span('left') or timedelta(0))} of your bank"
        case _:
            return ""


def pinged(now: Standing, told: Sequence[Event], host: Person) -> set[str]:
    """Whom an announcement calls: those who have to act now, and nobody else."""
    kinds = {event.kind for event in told}
    if "MatchOpened" in kinds:
        return {player.id for player in now.players if not player.program}
    if any(event.kind == "MatchPaused" and not event.by() for event in told):
        return {host.id}
    called = {str(event.data["player"]["id"]) for event in told if event.kind == "PlayerReplaced"}
    if kinds & (HANDING_OVER | REMINDERS) and now.goes_on and not now.players[now.mover].program:
        called.add(now.players[now.mover].id)
    return called


def banks_line(profile: Profile, now: Standing) -> str:
    if now.clock is None or not now.clock.control.bank + now.clock.control.increment:
        return ""
    each = (
        f"{colour.capitalize()} {clock(bank)}"
        for colour, bank in zip(profile.colours, now.clock.banks, strict=True)
    )
    return f"-# Banks: {' · '.join(each)}"


def groups_line(profile: Profile, now: Standing) -> str:
    each = (
        f"{colour.capitalize()} {_sizes(sizes)}"
        for colour, sizes in zip(profile.colours, now.oracle.groups(now.state), strict=True)
    )
    return f"Groups: {' · '.join(each)}"


def clock(length: timedelta) -> str:
    """A length of time as a clock shows it, rounded down."""
    seconds = max(0, int(length.total_seconds()))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _called(profile: Profile, colour: Colour) -> str:
    return profile.colours[SEATS.index(colour)].capitalize()


def _length(event: Event) -> str:
    return clock(event.at - datetime.fromisoformat(event.data["away_since"]))


def _time_changed(profile: Profile, event: Event, host: Person) -> str:
    amount, seat = event.span("amount") or timedelta(0), event.data["colour"]
    verb, link = ("gave", "to") if amount >= timedelta(0) else ("took", "from")
    colour = profile.colours[seat].capitalize()
    return f"{host.name} {verb} {clock(abs(amount))} {link} {colour}'s bank."


def _may(now: Standing) -> str:
    allowed = now.oracle.allowance(now.state)
    if not allowed.most and allowed.may_button:
        return "take the button"
    if allowed.fewest == allowed.most:
        text = f"place {_stones(allowed.most)}"
    elif allowed.most > 2 or not allowed.fewest:
        text = f"place up to {_stones(allowed.most)}"
    else:
        text = f"place {allowed.fewest} or {_stones(allowed.most)}"
    text += " of either colour" * allowed.either_colour + " or pass" * allowed.may_pass
    return text + " or take the button" * allowed.may_button


def _stones(count: int) -> str:
    return f"{count} stone" + "s" * (count != 1)


def _leads(oracle: Oracle, state: State) -> bool:
    if isinstance(oracle, Ketchup | Sauce):
        behind, ahead = state.largest(state.to_move), state.largest(other(state.to_move))
        return ahead >= 2 and behind < ahead
    return oracle.leading(state)


def _knows_leads(oracle: Oracle) -> bool:
    plain = isinstance(oracle, Mures | Product | ProductOriginal | Plur | Too | Brink | Catena)
    return not plain


def _change(profile: Profile, oracle: Oracle, state: State, mover: Colour) -> str:
    now, then = oracle.figures(state), oracle.figures(state.before)
    mine = SEATS.index(mover)
    changed = [seat for seat in (mine, 1 - mine) if now[seat] != then[seat]]
    if not changed:
        return ""
    label = _label(oracle, state)
    names = [colour.capitalize() for colour in profile.colours]
    figures = [_with_factors(oracle, state, seat, now[seat]) for seat in (0, 1)]
    if isinstance(oracle, Plur):
        return f"{label}: {names[0]} {figures[0]} · {names[1]} {figures[1]}."
    steps = [f"{_figure(then[seat])} → {figures[seat]}" for seat in (0, 1)]
    if changed == [mine]:
        too = " too" if now[0] == now[1] else ""
        rival = f"{names[1 - mine]} has {figures[1 - mine]}{too}"
        return f"{label} {steps[mine]}, {rival}{_lead(oracle, state, names[mine], now[mine])}."
    each = (
        f"{names[seat]} {steps[seat] if seat in changed else figures[seat]}"
        for seat in (mine, 1 - mine)
    )
    return f"{label}: {', '.join(each)}."


def _lead(oracle: Oracle, state: State, name: str, figure: float) -> str:
    if isinstance(oracle, MindSports):
        words = "made a group larger than any before", "made no group larger than any before"
    elif isinstance(oracle, Ketchup | Sauce):
        words = "owns the largest group", "does not own the largest group"
    else:
        words = "is leading", "is not leading"
    if _leads(oracle, state):
        return f": {name} {words[0]}"
    return f": {name} {words[1]}" if _knows_leads(oracle) and figure > 1 else ""


def _label(oracle: Oracle, state: State) -> str:
    if isinstance(oracle, Plur):
        pool = len(oracle.decisive(state))
        return "Of the largest group" if pool == 1 else f"Of the {pool} largest groups"
    if isinstance(oracle, Catena):
        called = {"stones": "Stones", "longest": "Longest ribbon left", "square": "Points"}
        return called[oracle.scoring]
    if isinstance(oracle, Product | ProductOriginal):
        return "Points"
    if isinstance(oracle, Too | Brink):
        return "Second-largest" if isinstance(oracle, Too) else "Largest group"
    return "Score" if isinstance(oracle, Genius) else "Largest group"


def _with_factors(oracle: Oracle, state: State, seat: int, figure: float) -> str:
    if not isinstance(oracle, Product | ProductOriginal):
        return _figure(figure)
    groups = oracle.groups(state)[seat]
    if isinstance(oracle, Alpha):
        factors = (max(groups, default=0), len(groups))
    else:
        factors = ([*groups, 0, 0][0], [*groups, 0, 0][1])
    return f"{_figure(figure)} ({factors[0]} × {factors[1]})"


def _figure(figure: float) -> str:
    whole = int(figure)
    if figure == whole:
        return str(whole)
    return f"{whole}½" if whole else "½"


def _claims(profile: Profile, oracle: Oracle, state: State) -> Iterator[str]:
    """The ribbons that the last turn brought somebody."""
    if not isinstance(oracle, Catena) or state.before is None:
        return
    stones, claimed, mover = dict(state.before.stones), state.before.claimed, other(state.to_move)
    placed = [cell for cell in state.stones if cell not in state.before.stones]
    for cell in placed:
        stones[cell] = mover
        before = dict(stones)
        stones, now = settle(stones, claimed, mover, oracle.side)
        for ribbon in now - claimed:
            owner = stones[next(iter(ribbon))]
            turned = sum(before[one] != owner for one in ribbon)
            tail = f" and turned {_stones(turned)}." if turned else "."
            yield f"{_called(profile, owner)} claimed a ribbon of {len(ribbon)}{tail}"
        claimed = now


def _sizes(sizes: Sequence[int]) -> str:
    if not sizes:
        return "none"
    parts: list[str] = []
    for size in dict.fromkeys(sizes):
        count = list(sizes).count(size)
        parts += [f"{size}×{count}"] if count > 4 else [str(size)] * count
    return "-".join(parts)
