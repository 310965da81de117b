"""What the server remembers, in words: results, players, the leaderboard, forgetting."""

from collections.abc import Sequence

from bot.engine.turn import Colour
from bot.referee.events import Player, Termination
from bot.referee.match import Match
from bot.servers.facts import Branch
from bot.servers.ratings import Standing
from bot.servers.results import NO_RESULT, Result, Tally
from bot.wording.hall import ENDS, NOTHING_FOUND
from bot.wording.voice import Voice
from bot.wording.writing import tidy

# In a sentence, the board goes without saying.
_HOW = ENDS | {Termination.GAME_OVER: ""}


def history_text(results: Sequence[Result], voice: Voice, player: Player | None = None) -> str:
    """The matches given, a line each, or that there are none; `player` is whose they are."""
    if not results:
        whose = f"of {voice.name(player)} " if player else ""
        return f"No match {whose}has ended here yet."
    head = f"The last matches of {voice.name(player)}:" if player else "The last matches:"
    return "\n".join([head, *(_line(result, voice) for result in results)])


def games_text(count: int, results: Sequence[Result], link: str, voice: Voice) -> str:
    """How many matches a search finds, the first of them, and where they all are, if anywhere."""
    if not count:
        return f"{NOTHING_FOUND} I tell of what everybody here could see."
    many = "1 match is like that" if count == 1 else f"{count:,} matches are like that"
    more = f"; the first {len(results)}" if count > len(results) else ""
    lines = [f"{many}{more}:", *(_line(result, voice) for result in results)]
    return "\n".join([*lines, *([link] if link else [])])


def openings_text(
    game: str, begun: str, games: int, told: Sequence[tuple[str, Branch]], link: str, voice: Voice
) -> str:
    """What was played next, how often, and who won; `begun` are the turns before, as written."""
    after = f" after {begun}" if begun else ""
    if not told:
        return f"{game}{after}: no match that everybody here could see went on from here."
    many = "1 match" if games == 1 else f"{games:,} matches"
    lines = [f"{voice.strong(game)}{after}, {many}:"]
    for turn, branch in told:
        first, second = (round(100 * wins / branch.games) for wins in branch.wins)
        often = "once" if branch.games == 1 else f"{branch.games:,} times"
        lines.append(f"{voice.strong(turn)} {often}: who began won {first} %, the other {second} %")
    lines.append(voice.small("Openings that are alike seen from another edge are one."))
    return "\n".join([*lines, *([link] if link else [])])


def player_text(player: Player, standing: Standing | None, of: int, voice: Voice) -> str:
    """One player's results and rating; `of` is how many players have a rating."""
    if standing is None:
        return f"{voice.name(player)} has no rated match here yet."
    place = f"place {standing.place} of {of}"
    lines = [f"{voice.strong(voice.name(standing.player))}: rating {standing.rating}, {place}."]
    lines.append(f"All matches: {_tally(standing.total)}.")
    if len(standing.formats) > 1:
        lines += [f"{key}: {_tally(tally)}." for key, tally in standing.formats.items()]
    else:
        lines[1] = f"All matches, {next(iter(standing.formats))}: {_tally(standing.total)}."
    return "\n".join(lines)


def leaderboard_text(best: Sequence[Standing], of: int, voice: Voice) -> str:
    """The best players in order, a line each; `of` is how many players have a rating."""
    if not best:
        return "Nobody has finished a match here yet."
    lines = [
        f"{row.place}. {voice.strong(voice.name(row.player))} {row.rating} · {_short(row.total)}"
        for row in best
    ]
    more = f"{of} players. " if of > len(best) else ""
    fine = f"{more}Won–lost–tied. Ratings start at 1000 and are cautious at first."
    return "\n".join([*lines, voice.small(fine)])


def forget_question_text() -> str:
    """Before anything is removed."""
    return (
        "I would take your name and id out of all matches that have ended here; the games stay, "
        "under a name without meaning, and your rating and your time zone are gone. This can't be "
        "undone. "
        "If you want it: my forget confirm:yes"
    )


def forgotten_text(matches: int) -> str:
    """Somebody's data was removed."""
    if not matches:
        return "There is nothing of you left here."
    count = "1 match" if matches == 1 else f"{matches} matches"
    return f"Done: your name and id are out of {count}. What you wrote in the rooms stays there."


def not_yet_text(numbers: Sequence[int], cups: Sequence[int] = ()) -> str:
    """Somebody is still a player, or the host, of open matches, or else of open cups."""
    noun, plural = ("match", "matches") if numbers else ("cup", "cups")
    numbers = numbers or cups
    shown = ", ".join(str(number) for number in numbers)
    which = f"{noun} {shown} is" if len(numbers) == 1 else f"the {plural} {shown} are"
    return f"I can't forget you while {which} open: finish first, or have it cancelled."


def result_choice(result: Result) -> str:
    """An ended match in plain words, to choose from a list."""
    first, second = (tidy(player.name, 30) for player in result.players)
    end = "a tie" if result.winner is None else f"{result.colours[result.winner]} won"
    how = _HOW[result.termination] if result.termination in NO_RESULT else end
    return f"{result.match}: {first} against {second}, {how}"


def match_choice(number: int, match: Match) -> str:
    """An open match in plain words, to choose from a list."""
    first, second = (tidy(player.name, 30) for player in match.players)
    return f"{number}: {first} against {second}, {match.status.value}"


def _line(result: Result, voice: Voice) -> str:
    number = voice.strong(str(result.match))
    marks = (", sparring" * result.sparring, ", with hints" * result.hints)
    form = "".join((result.format, *marks))
    return f"{number} · {_outcome(result, voice)} · {form} · {voice.countdown(result.at)}"


def _outcome(result: Result, voice: Voice) -> str:
    names = [
        f"{voice.name(player)} ({colour})"
        for player, colour in zip(result.players, result.colours, strict=True)
    ]
    how = _HOW[result.termination]
    if result.winner is None:
        end = how if result.termination in NO_RESULT else "a tie"
        return f"{names[0]} against {names[1]}: {end}"
    winner, loser = names[result.winner], names[Colour(result.winner).other]
    return f"{winner} beat {loser}" + (f" {how}" if how else "")


def _tally(tally: Tally) -> str:
    lost = f"lost {tally.losses}{_lost_how(tally)}"
    return f"won {tally.wins}, {lost}, tied {tally.ties}"


def _lost_how(tally: Tally) -> str:
    how = [
        f"{count} {word}"
        for count, word in ((tally.on_time, "on time"), (tally.forfeits, "by forfeit"))
        if count
    ]
    return f" ({', '.join(how)})" if how else ""


def _short(tally: Tally) -> str:
    return f"{tally.wins}–{tally.losses}–{tally.ties}"
