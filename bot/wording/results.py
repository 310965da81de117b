"""How a match ended, with the reasons a player would ask for."""

from typing import assert_never

from bot.engine.turn import Colour
from bot.referee.events import MatchEnded, Termination
from bot.referee.match import Match
from bot.wording.decisions import decision_text
from bot.wording.figures import figures_text
from bot.wording.phrases import colour_name, ordinal, sizes_text
from bot.wording.voice import Voice

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
