"""How a match ended: each game's own figures, the reason in few words, and all that decided it.

A picture has room for a few words; a player would ask for the reasons.
"""

from typing import assert_never

from bot.engine.board import first_difference
from bot.engine.position import Position
from bot.engine.ruleset import Ruleset
from bot.engine.rulesets.brink import Brink
from bot.engine.turn import Colour
from bot.referee.events import MatchEnded, Termination
from bot.referee.match import Match
from bot.wording.phrases import LEADS, colour_name, figure_text, nth, ordinal, sizes_text
from bot.wording.voice import Voice


def figures_text(match: Match) -> str:
    """Both figures as they stand: `Score: Red 6 · Blue 4`."""
    each = [f"{colour_name(match, c)} {_figure(match, match.position, c)}" for c in Colour]
    return f"{_label(match)}: {' · '.join(each)}"


def changes_text(match: Match, mover: Colour) -> str:
    """What a turn did to the figures, and whether that means leading; "" if nothing."""
    after, before, law = match.position, match.position.previous, match.ruleset
    if before is None:
        return ""
    now, then = law.figures(after), law.figures(before)
    changed = [colour for colour in (mover, mover.other) if now[colour] != then[colour]]
    if not changed:
        return ""
    if law.pool(after):
        return f"{figures_text(match)}."
    steps = {c: f"{figure_text(then[c])} → {_figure(match, after, c)}" for c in changed}
    if changed == [mover]:
        rival = f"{colour_name(match, mover.other)} has {_figure(match, after, mover.other)}"
        rival += " too" if now[mover] == now[mover.other] else ""
        return f"{_label(match)} {steps[mover]}, {rival}{_lead(match, mover)}."
    each = ", ".join(
        f"{colour_name(match, colour)} {steps.get(colour) or _figure(match, after, colour)}"
        for colour in (mover, mover.other)
    )
    return f"{_label(match)}: {each}."


def _lead(match: Match, mover: Colour) -> str:
    """Whether a figure that rose means leading, in a game that knows leads."""
    law, position = match.ruleset, match.position
    if law.leading(position):
        return f": {colour_name(match, mover)} {LEADS[law.lead].claim}"
    # A lone stone is no lead that anybody could have expected.
    if not law.lead or law.figures(position)[mover] <= 1:
        return ""
    return f": {colour_name(match, mover)} {LEADS[law.lead].denial}"


def _label(match: Match) -> str:
    pool = match.ruleset.pool(match.position)
    if pool:
        return "Of the largest group" if pool == 1 else f"Of the {pool} largest groups"
    return match.ruleset.figure_name.capitalize()


def _figure(match: Match, position: Position, colour: Colour) -> str:
    text = figure_text(match.ruleset.figures(position)[colour])
    factors = match.ruleset.factors(position, colour)
    return f"{text} ({' × '.join(map(str, factors))})" if factors else text


_CALLED = {
    "score": "the largest group",
    "largest group": "the largest group",
    "second-largest": "the second-largest group",
    "longest ribbon left": "the longest ribbon left",
}
"""The names of figures whose own names say too little."""


def decision_text(law: Ruleset, position: Position) -> str:
    """How the winner won: `by the 2nd-largest group, 8 to 7`; "" for a tie."""
    winner = law.winner(position)
    if winner is None:
        return ""
    sizes = position.sizes(winner), position.sizes(winner.other)
    figures = law.figures(position)
    mine, theirs = (figure_text(figures[colour]) for colour in (winner, winner.other))
    if law.compares_groups(position):
        return _by_groups(*sizes)
    if isinstance(law, Brink):
        if figures[winner] > figures[winner.other]:
            return f"by the largest group, {mine} to {theirs}"
        return f"by the margin: {theirs} to {mine} is not {law.margin} more"
    pool = law.pool(position)
    if pool > 1:
        return f"by {mine} of the {pool} largest groups"
    if mine == theirs:
        return _by_tie_break(law, position, winner, mine)
    called = "the largest group" if pool else _CALLED.get(law.figure_name, law.figure_name)
    return f"by {called}" if pool else f"by {called}, {mine} to {theirs}"


def _by_groups(mine: tuple[int, ...], theirs: tuple[int, ...]) -> str:
    place = first_difference(mine, theirs)
    if place is None:
        return ""
    group = f"{nth(place + 1)}-largest group" if place else "largest group"
    sizes = ((*figures, *[0] * (place + 1))[place] for figures in (mine, theirs))
    return f"by the {group}, {' to '.join(map(str, sizes))}"


def _by_tie_break(law: Ruleset, position: Position, winner: Colour, each: str) -> str:
    counts = (position.stones[colour].bit_count() for colour in (winner, winner.other))
    # Where a game names no tie-break, its law itself gives equal figures to the second player.
    return BRIEF_TIE_BREAKS[law.tie_break or "second-player"].format(
        counts=" to ".join(map(str, counts)), each=each
    )


BRIEF_TIE_BREAKS = {
    "fewer-stones": "by fewer stones, {counts}",
    "second-player": "as second player, {each} each",
}
"""What decided between equal figures, by a ruleset's tie-break."""


_BY_THE_BOARD = (Termination.GAME_OVER, Termination.TIE_TO_DMO)


def headline(match: Match) -> str:
    """The result in a few words: `Red wins on time`, `A tie`."""
    ended = match.ended
    if ended is None:
        return ""
    if ended.termination is Termination.CANCELLED:
        return "Cancelled"
    if ended.termination is Termination.ABANDONMENT:
        return "Abandoned"
    if ended.winner is None:
        return "A tie"
    how = _how(ended.termination)
    if ended.termination is Termination.GAME_OVER:
        how = f" {decision_text(match.ruleset, match.position)}".rstrip()
    return f"{colour_name(match, ended.winner)} wins{how}"


def result_text(match: Match, ended: MatchEnded, voice: Voice) -> str:
    """The announcement of a result: who, why, and the figures that decided."""
    lines = [f"🏁 {_who(match, ended, voice)} {_why(match, ended, voice)}".rstrip()]
    if ended.termination in _BY_THE_BOARD:
        lines += _comparison(match, voice)
    if ended.reason:
        lines.append(f"Reason: {voice.quote(ended.reason)}")
    return "\n".join(lines)


def _who(match: Match, ended: MatchEnded, voice: Voice) -> str:
    if ended.winner is not None:
        winner = match.players[ended.winner]
        return voice.strong(f"{colour_name(match, ended.winner)} wins") + f": {voice.name(winner)}."
    return voice.strong(f"{headline(match)}.")


def _how(termination: Termination) -> str:
    match termination:
        case Termination.TIME:
            return " on time"
        case Termination.RESIGNATION:
            return " by resignation"
        case Termination.FORFEIT:
            return " by forfeit"
        case Termination.ADJUDICATION:
            return " by decision"
        case Termination.TIE_TO_DMO:
            return " the tie as DMO"
        case Termination.GAME_OVER | Termination.CANCELLED | Termination.ABANDONMENT:
            return ""
        case _:
            assert_never(termination)


def _why(match: Match, ended: MatchEnded, voice: Voice) -> str:
    match ended.termination:
        case Termination.TIME:
            return _on_time(match)
        case Termination.RESIGNATION:
            return f"{voice.name(ended.by)} resigned." if ended.by else ""
        case Termination.CANCELLED:
            return f"By {voice.name(ended.by)}; there is no result." if ended.by else ""
        case Termination.FORFEIT:
            if ended.by is None or ended.winner is None:
                return ""
            loser = colour_name(match, ended.winner.other)
            return f"{voice.name(ended.by)} ruled it a forfeit by {loser}."
        case Termination.ADJUDICATION:
            return f"{voice.name(ended.by)} decided the match." if ended.by else ""
        case Termination.ABANDONMENT:
            return "Both players agreed; there is no result."
        case Termination.TIE_TO_DMO:
            return "The game is tied, and a tie goes to the DMO (Death Match Opponent)."
        case Termination.GAME_OVER:
            return ""
        case _:
            assert_never(ended.termination)


def _on_time(match: Match) -> str:
    loser = colour_name(match, match.to_move)
    control = None if match.clock is None else match.clock.control
    if control is None or not control.bank + control.increment:
        return f"{loser}'s time ran out."
    if not control.per_move:
        return f"{loser}'s time ran out: the bank is used up."
    return f"{loser}'s time ran out: turn time and bank are used up."


def _comparison(match: Match, voice: Voice) -> list[str]:
    """Both lists of group sizes and the first place where they differ, or else the figures."""
    position, law = match.position, match.ruleset
    first, second = position.sizes(Colour.FIRST), position.sizes(Colour.SECOND)
    groups = (f"{colour_name(match, c)} {sizes_text(position.sizes(c))}" for c in Colour)
    lines = [f"Groups: {' · '.join(groups)}"]
    if not law.compares_groups(position):
        return [figures_text(match), *_tie_break(match), *lines]
    longest = max(len(first), len(second))
    pairs = zip(_padded(first, longest), _padded(second, longest), strict=True)
    for place, pair in enumerate(pairs, 1):
        if pair[0] != pair[1]:
            group = "largest group" if place == 1 else f"{ordinal(place)}-largest group"
            more = Colour(pair.index(max(pair)))
            each = f"{colour_name(match, more)} {max(pair)}, {colour_name(match, more.other)}"
            return [*lines, voice.strong(f"Decided by the {group}: {each} {min(pair)}.")]
    return lines


def _tie_break(match: Match) -> list[str]:
    """What decided between equal figures."""
    law, position = match.ruleset, match.position
    first, second = law.figures(position)
    if first != second or law.winner(position) is None:
        return []
    return [TIE_BREAKS[law.tie_break](match)] if law.tie_break else []


def _fewer_stones(match: Match) -> str:
    counts = [match.position.stones[colour].bit_count() for colour in Colour]
    each = " · ".join(f"{colour_name(match, colour)} {counts[colour]}" for colour in Colour)
    return f"Equal, so fewer stones win: {each}"


def _second_player(match: Match) -> str:
    return f"Equal, so the second player wins: {colour_name(match, Colour.SECOND)}"


TIE_BREAKS = {"fewer-stones": _fewer_stones, "second-player": _second_player}
"""What each tie-break of a ruleset says."""


def _padded(sizes: tuple[int, ...], length: int) -> tuple[int, ...]:
    return sizes + (0,) * (length - len(sizes))
