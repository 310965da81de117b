"""The `replay` command: rules games from a file, or a saved topic of any forum.

What it prints is described in `docs/records.md`. Exit status: 0 if every game is legal as far as
it goes, 1 if one is not or its header contradicts its board, 2 if the question itself can't be
answered.
"""

import argparse
import codecs
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from bot.engine.notation import NOTATIONS, OFF_BOARD, Misread, write_action
from bot.engine.outcome import TIE_TO_DMO, Contradiction
from bot.engine.position import Position
from bot.engine.reading import looks_played, read
from bot.engine.record import Record, Setup, options_of, setup_of
from bot.engine.replaying import Problem, Replay, replay
from bot.engine.ruleset import Figure
from bot.engine.rulesets import configure
from bot.engine.slips import Slip, slips
from bot.engine.turn import Colour
from bot.referee import formats
from bot.referee.formats import Format
from bot.threads.reply import next_announcement
from bot.threads.report import notes_on, topic_text, topic_values
from bot.threads.ruling import rule_posts
from bot.threads.topic import read_topic
from bot.threads.values import LARGEST_INPUT, Markup
from bot.venues.discord.markup import neutral_record
from bot.wording.laws import law_text, shown_word
from bot.wording.phrases import allowance_text, figure_text, sizes_text
from bot.wording.problems import error_text
from bot.wording.records import NO_GAME, contradiction_text, won_text
from bot.wording.threads import MANY_FILES, NEXT, NO_NOTATION, ONLY_TOPICS

OK, ILLEGAL, UNANSWERABLE = 0, 1, 2
_STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what the command line of `replay` takes."""
    parser.add_argument(
        "file", nargs="*", help="a file, or pages with --thread; - is standard input"
    )
    parser.add_argument(
        "--thread", action="store_true", help="the files are saved pages of a forum's topic"
    )
    parser.add_argument(
        "--players",
        nargs=2,
        metavar="NAME",
        help="who plays in the topic, the starting player first",
    )
    parser.add_argument(
        "--reply", choices=tuple(Markup), help="how the next announcement of a topic is written"
    )
    parser.add_argument("--format", metavar="K", help="the match format (genius)")
    parser.add_argument("--ruleset", metavar="K", help="the ruleset (the format's)")
    parser.add_argument("--side", type=int, metavar="N", help="cells on an edge of the board (5)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="one of the game's options"
    )
    parser.add_argument("--first", metavar="COLOUR", help="the colour that starts")
    parser.add_argument("--notation", choices=NOTATIONS, help="how the turns are written (house)")
    parser.add_argument("--json", action="store_true", help="one line of JSON a game")
    parser.add_argument("--png", metavar="OUT", help="draw the last position of each game")
    parser.add_argument("--gif", metavar="OUT", help="draw each game as an animation")
    parser.add_argument("--chart", metavar="OUT", help="draw both figures of each game by turn")


def run(arguments: argparse.Namespace) -> int:
    """Rules the games and prints what came of it; returns the exit status."""
    try:
        if arguments.thread:
            return _rule_topic(arguments)
        if arguments.players or arguments.reply:
            raise ValueError(ONLY_TOPICS)
        if len(arguments.file) > 1:
            raise ValueError(MANY_FILES)
        text = _text(*arguments.file)
        records = [record for record in read(text) if looks_played(record)]
        if not records:
            raise ValueError(NO_GAME)
        _setup(Record(), arguments)
        status = OK
        for number, record in enumerate(records):
            status = max(status, _rule(record, arguments, number, alone=len(records) == 1))
    except BrokenPipeError:
        # Whoever read along has seen enough: nothing more is written, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except (OSError, ValueError) as error:
        print(f"referee replay: {_reason(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    return status


def _rule(record: Record, arguments: argparse.Namespace, number: int, *, alone: bool) -> int:
    """Rules one game; a header that can't be true is reported and holds up no other game."""
    try:
        game = replay(record, _setup(record, arguments))
    except ValueError as error:
        where = "" if alone else f"game {number + 1}: "
        print(f"referee replay: {where}{error_text(error)}", file=sys.stderr)  # noqa: T201
        return UNANSWERABLE
    found = slips(game.record, game.setup) if _may_have_slips(game) else ()
    print(json.dumps(_values(game, found)) if arguments.json else _report(game, found))  # noqa: T201
    _draw(game, arguments, number)
    return ILLEGAL if game.problem is not None or game.untrue else OK


def _rule_topic(arguments: argparse.Namespace) -> int:
    """Rules a topic that was saved, and says what is to be posted next."""
    if arguments.notation not in (None, "house"):
        raise ValueError(NO_NOTATION)
    topic = read_topic(_pages(arguments.file or [_STDIN]))
    setup, form = _setup(Record(), arguments), _format(arguments)
    ruled = rule_posts(topic.posts, setup, form.key, arguments.players or ())
    game = replay(ruled.record(setup, form.key), setup)
    reply = next_announcement(ruled, Markup(arguments.reply or topic.markup))
    notes = notes_on(topic)
    if arguments.json:
        print(json.dumps(_values(game, ()) | topic_values(ruled, reply, notes)))  # noqa: T201
    else:
        print(topic_text(ruled, notes), _report(game, ()), f"{NEXT}\n{reply}", sep="\n")  # noqa: T201
    _draw(game, arguments, 0)
    return OK


def _pages(files: list[str]) -> Iterator[bytes]:
    """The pages, each read no further than to where the input is too large anyway."""
    left = LARGEST_INPUT + 1
    for file in files:
        if file == _STDIN:
            page = sys.stdin.buffer.read(left)
        else:
            with Path(file).open("rb") as opened:
                page = opened.read(left)
        left -= len(page)
        yield page


def _text(file: str = _STDIN) -> str:
    # Bytes that are no text become signs that are no words of a game.
    data = sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes()
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = data.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return "" if "\0" in text else neutral_record(text)


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return error_text(error)


def _setup(record: Record, arguments: argparse.Namespace) -> Setup:
    """The game's setup: what the command line says, else the header, else the format."""
    key = arguments.ruleset or ("" if arguments.format else record.tag("Ruleset"))
    told_format = "" if arguments.ruleset else record.tag("Format")
    form = formats.find(arguments.format or told_format or _format_of(key))
    key = key or form.ruleset
    told = options_of(record) if key == (record.tag("Ruleset") or key) else {}
    ruleset = configure(key, told | _pairs(arguments.option))
    if arguments.first:
        record = _started_by(record, arguments.first)
    return setup_of(
        record,
        ruleset=ruleset,
        side=arguments.side,
        colours=form.colours,
        notation=arguments.notation,
    )


def _format(arguments: argparse.Namespace) -> Format:
    return formats.find(arguments.format or _format_of(arguments.ruleset or ""))


def _format_of(ruleset: str) -> str:
    """The format of the same name, whose colours a bare ruleset is played with."""
    same = ruleset.casefold()
    return same if same in formats.FORMATS else formats.DEFAULT


def _started_by(record: Record, colour: str) -> Record:
    tags = tuple((key, value) for key, value in record.tags if key.casefold() != "first")
    return replace(record, tags=(*tags, ("First", colour)), lines=())


def _pairs(texts: list[str]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--option {text}: write it as KEY=VALUE")
        pairs[key] = value
    return pairs


def _may_have_slips(game: Replay) -> bool:
    return game.problem is not None and (
        isinstance(game.problem.breach, Misread) or game.record.diagram is not None
    )


def _values(game: Replay, found: tuple[Slip, ...]) -> dict[str, object]:
    setup, last = game.setup, game.last
    winner = None if game.winner is None else setup.colours[game.winner]
    values: dict[str, object] = {
        "ruleset": setup.ruleset.key,
        "side": setup.side,
        "turns": [_turn(setup, position) for position in game.positions[1:]],
        "groups": [last.sizes(colour) for colour in Colour],
        "over": game.over,
        "winner": winner,
        "reason": game.reason,
        "problem": None if game.problem is None else _problem(game, game.problem, found),
    }
    if found:
        values["slips"] = [_slip(game, slip) for slip in found]
    if game.untrue:
        values["contradictions"] = [_contradiction(game, untrue) for untrue in game.untrue]
    return values


def _turn(setup: Setup, after: Position) -> dict[str, object]:
    before, turn = after.previous, after.turn
    assert before is not None  # noqa: S101
    assert turn is not None  # noqa: S101
    allowance = setup.ruleset.allowance(before)
    house = Setup(setup.ruleset, setup.side, setup.colours).spelling
    return {
        "colour": setup.colours[before.to_move],
        "stones": [write_action(house, action) for action in turn.actions],
        "fewest": allowance.fewest,
        "most": allowance.most,
        "scores": [_number(figure) for figure in setup.ruleset.figures(after)],
        "leading": setup.ruleset.leading(after),
    }


def _number(figure: Figure) -> Figure:
    return int(figure) if figure == int(figure) else figure


def _problem(game: Replay, problem: Problem, found: tuple[Slip, ...]) -> dict[str, object]:
    return {
        "turn": problem.turn,
        "word": shown_word(problem.word),
        "law": str(problem.breach.law),
        "text": _problem_text(game, problem, found),
    }


def _problem_text(game: Replay, problem: Problem, found: tuple[Slip, ...]) -> str:
    setup = game.setup
    text = law_text(problem.breach, setup.ruleset, game.last, setup.spelling)
    if isinstance(problem.breach, Misread) and problem.breach.law == OFF_BOARD:
        near = next((s.nearest for s in found if s.turn == problem.turn), ())
        return f"{text} Nearest: {', '.join(near)}." if near else text
    return text


def _slip(game: Replay, slip: Slip) -> dict[str, object]:
    setup = game.setup
    return {
        "turn": slip.turn,
        "word": shown_word(slip.misread.word),
        "law": slip.misread.law,
        "suggestion": slip.suggestion,
        "nearest": list(slip.nearest),
        "text": law_text(slip.misread, setup.ruleset, game.last, setup.spelling),
    }


def _contradiction(game: Replay, untrue: Contradiction) -> dict[str, object]:
    return {
        "line": untrue.line or None,
        "tag": untrue.tag,
        "value": shown_word(untrue.value),
        "text": contradiction_text(untrue, game.setup.colours),
    }


def _report(game: Replay, found: tuple[Slip, ...]) -> str:
    """A game for people to read: one turn a line, then how it stands."""
    setup = game.setup
    first, second = (name.capitalize() for name in setup.colours)
    lines = [f"{setup.ruleset.name}, side {setup.side}: {first} against {second}"]
    lines += [_line(setup, position) for position in game.positions[1:]]
    if game.problem is not None:
        word = f" at {shown_word(game.problem.word)}" if game.problem.word else ""
        text = _problem_text(game, game.problem, found)
        lines.append(f"Turn {game.problem.turn} is not legal{word}. {text}")
        lines += [
            f"Turn {slip.turn}: {shown_word(slip.misread.word)} can't be read."
            + (f" Nearest: {', '.join(slip.nearest)}." if slip.nearest else "")
            for slip in found
        ]
    else:
        lines.append(_standing(game))
    lines += [contradiction_text(untrue, setup.colours) for untrue in game.untrue]
    groups = zip((first, second), Colour, strict=True)
    sizes = (f"{name} {sizes_text(game.last.sizes(colour))}" for name, colour in groups)
    return "\n".join([*lines, f"Groups: {', '.join(sizes)}", ""])


def _line(setup: Setup, after: Position) -> str:
    shown = _turn(setup, after)
    stones = " ".join(str(word) for word in shown["stones"])  # type: ignore[attr-defined]
    scores = "–".join(figure_text(figure) for figure in setup.ruleset.figures(after))
    lead = "  leading" if shown["leading"] else ""
    colour = str(shown["colour"]).capitalize()
    return f"{after.number:>3}. {colour:<6} {stones:<12} {scores:>7}{lead}"


def _standing(game: Replay) -> str:
    colours: Mapping[Colour, str] = dict(
        zip(Colour, (name.capitalize() for name in game.setup.colours), strict=True)
    )
    if not game.over:
        allowed = allowance_text(game.setup.ruleset.allowance(game.last))
        return f"Not over: {colours[game.last.to_move]} may {allowed}."
    if game.reason == TIE_TO_DMO and game.winner is not None:
        return f"{won_text(colours[game.winner], game.reason)}."
    reason = f" ({game.reason.replace('-', ' ')})" if game.reason else ""
    if game.no_result:
        return f"No result{reason}."
    return f"A tie{reason}." if game.winner is None else f"{colours[game.winner]} wins{reason}."


def _numbered(path: Path, number: int) -> Path:
    """`out.png`, then `out-2.png` and so on for the further games."""
    return path if number == 0 else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")


def _draw(game: Replay, arguments: argparse.Namespace, number: int) -> None:
    """Writes the pictures that are asked for."""
    if not (arguments.png or arguments.gif or arguments.chart):
        return
    from bot.views.film import HOLD, pace, replay_film, replay_race
    from bot.views.scenes import replay_scene
    from renderers.chart import chart
    from renderers.gif import gif
    from renderers.png import png

    if arguments.png:
        _numbered(Path(arguments.png), number).write_bytes(png(replay_scene(game)))
    if arguments.gif:
        scenes = replay_film(game)
        _numbered(Path(arguments.gif), number).write_bytes(gif(scenes, pace(scenes), HOLD))
    if arguments.chart:
        _numbered(Path(arguments.chart), number).write_bytes(chart(replay_race(game)))
