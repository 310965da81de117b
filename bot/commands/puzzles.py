"""Carries out `puzzle`: the puzzle of the day, the next one, an answer judged, or giving up.

Ann types `puzzle`: the day's, as a picture for her alone. `puzzle answer:D7` is judged by proof: it
wins whatever Red plays, or here is a reply that holds. Which puzzle she is at is kept, and for how
many days in a row she has solved the day's.

`puzzle from:9@12` makes one of match 9 after its turn 12, and is not kept. It is a puzzle if few
enough cells are open to be searched, and one turn alone wins; else a sentence says why not.
"""

import asyncio
from datetime import UTC, date

from bot.commands.catalogue import Name
from bot.commands.command import ON
from bot.commands.parsing import Order
from bot.commands.past import PastRefusedError, past_named
from bot.commands.request import Asker, Handlers, Reply
from bot.commands.setup import SetupCommand
from bot.desk.desk import Desk
from bot.desk.hints import ProofRefusedError
from bot.desk.venue import Venue
from bot.engine.legality import play
from bot.engine.notation import Misread, read_turn
from bot.engine.ruleset import Breach
from bot.engine.turn import Colour, Turn
from bot.players.endgame import limit_of, open_cells
from bot.players.game import game_at, position_of, ruleset_of
from bot.puzzles.judging import Proof, Refutation, judge
from bot.puzzles.puzzle import Puzzle, PuzzleSource, built_in, number_of_day
from bot.storage.people import Person, PuzzleBook
from bot.storage.store import Store
from bot.views.scenes import puzzle_scene
from bot.wording import puzzles as words
from bot.wording.laws import law_text


class PuzzleRefusedError(ValueError):
    """An order about a puzzle that can't be carried out; its text says why."""


class MatchPuzzles:
    """Puzzles from the matches of one venue."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def named(self, text: str, asker: Asker) -> Puzzle:
        """The puzzle of a place such as `9@12`.

        PastRefusedError, PuzzleRefusedError or ProofRefusedError if it is none.
        """
        example = "puzzle from:9@12"
        past = await past_named(self._desk, text, asker, example=example)
        source = PuzzleSource(past.number, past.turn, past.match.terms.colours)
        game = game_at(past.match.ruleset, past.position)
        cells, limit = open_cells(game), limit_of(game)
        if cells > limit:
            raise PuzzleRefusedError(words.many_cells_text(cells, limit))
        turns = await self._desk.endings.winning(game)
        if len(turns) != 1:
            raise PuzzleRefusedError(words.no_puzzle_text(source.colours[game.to_move], len(turns)))
        return Puzzle(0, game, turns[0], source)


class PuzzleCommands:
    """The puzzles of one venue's people."""

    def __init__(self, desk: Desk, store: Store, venue: Venue, setup: SetupCommand) -> None:
        self._venue = venue
        self._endings = desk.endings
        self._of_matches = MatchPuzzles(desk)
        self._setup = setup
        self._book = PuzzleBook(store)
        # A proof takes a part of a second of one processor: they are made one at a time.
        self._proving = asyncio.Lock()

    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {Name.PUZZLE: self._puzzle}

    async def _puzzle(self, order: Order, asker: Asker) -> Reply:
        try:
            return await self._carried_out(order, asker)
        except (PastRefusedError, PuzzleRefusedError, ProofRefusedError) as error:
            return Reply(self._venue.voice.plain(str(error)))

    async def _carried_out(self, order: Order, asker: Asker) -> Reply:
        given = order.options
        answers, gives_up = "answer" in given, "give-up" in given
        if answers and gives_up:
            raise PuzzleRefusedError(words.ONE_OF_TWO)
        if gives_up and given["give-up"].casefold() not in ON:
            raise PuzzleRefusedError(words.SURE)
        if len(given.keys() & {"number", "which", "from"}) > 1:
            raise PuzzleRefusedError(words.ONE_OF)
        puzzle = await self._meant(order, asker, acts=answers or gives_up)
        if answers:
            return await self._judged(puzzle, given["answer"], asker)
        if gives_up:
            return await self._given_up(puzzle, asker)
        return await self._shown(puzzle, asker)

    async def _meant(self, order: Order, asker: Asker, *, acts: bool) -> Puzzle:
        """The puzzle that an order is about; PuzzleRefusedError if there is none."""
        puzzles, person = built_in(), _person(asker)
        if "from" in order.options:
            return await self._of_matches.named(order.options["from"], asker)
        if "number" in order.options:
            return _numbered(order.options["number"])
        if "which" in order.options:
            if order.options["which"].casefold() != "next":
                raise PuzzleRefusedError(words.ONE_OF)
            return await self._next(person)
        if not acts:
            return puzzles[number_of_day(_day(asker), len(puzzles))]
        current = puzzles.get(await self._book.current(person))
        if current is None:
            raise PuzzleRefusedError(words.NO_PUZZLE_YET)
        return current

    async def _next(self, person: Person) -> Puzzle:
        """The next one after the one they are at that is not solved; given up ones come last."""
        puzzles = built_in()
        current, done = await self._book.current(person), await self._book.done(person)
        count = len(puzzles)
        order = [(current + step - 1) % count + 1 for step in range(1, count + 1)]
        left = [number for number in order if number not in done]
        left += [number for number in order if number in done and not done[number].solved]
        if not left:
            raise PuzzleRefusedError(words.ALL_DONE)
        return puzzles[left[0]]

    async def _shown(self, puzzle: Puzzle, asker: Asker) -> Reply:
        note, done = "", None
        if puzzle.source is None:
            person = _person(asker)
            done = (await self._book.done(person)).get(puzzle.number)
            await self._book.turn_to(person, puzzle.number)
        if done is not None:
            note = words.SOLVED_NOTE if done.solved else words.GIVEN_UP_NOTE
        of_day = _is_of_day(puzzle, _day(asker))
        text = words.puzzle_text(puzzle, self._venue.voice, of_day=of_day, note=note)
        scene = puzzle_scene(puzzle, await self._setup.look(asker), of_day=of_day)
        return Reply(text, scene)

    async def _judged(self, puzzle: Puzzle, text: str, asker: Asker) -> Reply:
        turn = legal_answer(puzzle, text)
        verdict = await self._verdict(puzzle, turn)
        person, voice = _person(asker), self._venue.voice
        if not isinstance(verdict, Proof):
            if puzzle.source is None:
                await self._book.turn_to(person, puzzle.number)
            return Reply(words.wrong_text(puzzle, turn, verdict, voice))
        right = words.right_text(puzzle, verdict, voice)
        if puzzle.source is not None:
            return Reply(right)
        day = _day(asker)
        of_day = _is_of_day(puzzle, day)
        streak = await self._book.solved(person, puzzle.number, day, of_day=of_day)
        lines = [right]
        if of_day and streak.last == day:
            lines.append(words.streak_text(streak.days))
        return Reply("\n".join(lines))

    async def _given_up(self, puzzle: Puzzle, asker: Asker) -> Reply:
        proof = await self._verdict(puzzle, puzzle.answer)
        assert isinstance(proof, Proof)  # noqa: S101
        if puzzle.source is None:
            await self._book.given_up(_person(asker), puzzle.number, _day(asker))
        return Reply(words.answer_text(puzzle, proof, self._venue.voice))

    async def _verdict(self, puzzle: Puzzle, turn: Turn) -> Proof | Refutation:
        """What a turn is worth; more cells than a built-in puzzle has take seconds elsewhere."""
        if puzzle.source is not None:
            return await self._endings.verdict(puzzle, turn)
        async with self._proving:
            return await asyncio.to_thread(judge, puzzle, turn)


def legal_answer(puzzle: Puzzle, text: str) -> Turn:
    """The turn that somebody answers with; PuzzleRefusedError says what is wrong with it."""
    ruleset, position = ruleset_of(puzzle.game), position_of(puzzle.game)
    spelling = puzzle.spelling
    typed = text.replace(",", " ").replace("+", " ").split()
    turn = read_turn(spelling, typed, Colour(puzzle.game.to_move))
    played = turn if isinstance(turn, Misread) else play(ruleset, position, turn)
    if isinstance(played, Misread | Breach):
        raise PuzzleRefusedError(law_text(played, ruleset, position, spelling))
    assert isinstance(turn, Turn)  # noqa: S101
    return turn


def _numbered(text: str) -> Puzzle:
    puzzles, number = built_in(), text.strip().removeprefix("#")
    known = number.isascii() and number.isdigit() and len(number) < 6
    puzzle = puzzles.get(int(number)) if known else None
    if puzzle is None:
        raise PuzzleRefusedError(words.no_number_text(text[:12], len(puzzles)))
    return puzzle


def _is_of_day(puzzle: Puzzle, day: date) -> bool:
    return puzzle.number == number_of_day(day, len(built_in()))


def _day(asker: Asker) -> date:
    return asker.at.astimezone(UTC).date()


def _person(asker: Asker) -> Person:
    return Person(asker.room.venue, asker.room.server, asker.player.id)
