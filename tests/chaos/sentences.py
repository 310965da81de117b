"""What has to be announced, worded by the judge's own hand from the oracle's position.

Only what players act on: what was played and by which figures that changed the score, whether three
stones are allowed and to whom, how the match ended, and who is pinged.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from oracle.bentley import Plur
from oracle.catchup import Ketchup, Sauce
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


def turn_line(profile: Profile, state: State, words: str) -> str:
    """How the line on a turn has to begin."""
    played = {"pass": "passed", "button": "took the button"}.get(words, f"played **{words}**")
    return f"**{_called(profile, other(state.to_move))}** {played}."


def steps(profile: Profile, oracle: Oracle, state: State) -> list[str]:
    """What that line has to say of the figures which the last turn changed."""
    now, then = oracle.figures(state), oracle.figures(state.before)
    changed = [seat for seat in (0, 1) if now[seat] != then[seat]]
    if isinstance(oracle, Plur):
        seats = (0, 1) if changed else ()
        return [f"{profile.colours[seat].capitalize()} {_figure(now[seat])}" for seat in seats]
    return [f"{_figure(then[seat])} → {_figure(now[seat])}" for seat in changed]


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


def _figure(figure: float) -> str:
    whole = int(figure)
    if figure == whole:
        return str(whole)
    return f"{whole}½" if whole else "½"
