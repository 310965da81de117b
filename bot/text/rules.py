"""The rules for posts of any source → matches: their order, who plays, and what to know of it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import combinations, pairwise

from bot.engine.record import COLOURS, Entry, Record, Setup
from bot.engine.turn import Colour
from bot.text.hearing import Remark, RemarkKind, heard_in
from bot.text.playing import LoggedMatch, best_of, played
from bot.text.posts import Doubt, LogPost, LogReading, Note, Unreadable, UnreadError

_MOST_AUTHORS = 8
"""Of those who name cells, how many are looked at for a pair of players."""
_OTHERS = 4
_REFUSED = (Doubt.REFUSED, Doubt.OUT_OF_TURN)
_LEAST = 2
Tags = tuple[tuple[str, str], ...]
SetupFor = Callable[[Record], Setup]


def in_order(posts: Sequence[LogPost]) -> tuple[list[list[LogPost]], list[Note]]:
    """The orders in which posts may have been written, the likeliest first, and what was done."""
    seen: set[tuple[str, object, str]] = set()
    once = []
    for post in posts:
        key = (post.author, post.posted_at, post.text)
        if post.posted_at is None or key not in seen:
            once.append(post)
        seen.add(key)
    dated = [(post.posted_at, post.line) for post in once if post.posted_at is not None]
    falls = [line for (one, _), (two, line) in pairwise(dated) if two < one]
    rises = sum(two > one for (one, _), (two, _) in pairwise(dated))
    if not falls:
        return [once], []
    turned = once[::-1] if len(falls) > rises else once
    if not rises:
        return [turned], [Note(Doubt.TURNED)]
    times: list[datetime] = []
    for post in turned:
        times.append(post.posted_at or (times[-1] if times else dated[0][0]))
    order = sorted(range(len(turned)), key=lambda n: times[n])
    return [[turned[n] for n in order], once], [Note(Doubt.JUMPS, tuple(falls))]


def matches_in(
    posts: Sequence[LogPost],
    tags: Tags,
    players: Sequence[str],
    setup_for: SetupFor,
    *,
    counted: bool = False,
) -> list[LogReading]:
    """The matches in posts; UnreadError if it can't be told who wrote a turn, or who plays."""
    orders, notes = in_order(posts)
    setup = setup_for(Record(tags))
    known = {post: heard_in([post], setup.spelling, counted=counted) for post in orders[0]}
    heard = [[it for post in order for it in known[post]] for order in orders]
    authors = list(dict.fromkeys(post.author for post in posts if post.author))
    turns = [it for it in heard[0] if it.kind is RemarkKind.TURN]
    if not turns:
        return []
    if len({it.author for it in turns}) == 1 and all(it.entry.by for it in turns):
        # One person has written down whose turn each was.
        heard = [[replace(it, author=it.entry.by or it.author) for it in said] for said in heard]
        authors = list(dict.fromkeys(it.entry.by for it in turns))
    table = _Table(tags, setup, authors, players)
    first = [(table.match(said, 0), said) for said in heard]
    best, said = max(first, key=lambda one: one[0][0].worth if one[0] else (-1, 0))
    readings: list[LogReading] = []
    strays: list[int] = []
    while best:
        match, *others = best
        refused = sum(note.kind in _REFUSED for note in match.notes)
        if not readings and refused > (max(len(match.made), _LEAST) if match.made else 0):
            raise UnreadError(Unreadable.OTHER_GAME, 0, str(refused), str(len(match.made)))
        if readings and len(match.made) < _LEAST and not match.end:
            strays += [it.line for it in match.made]
        elif match.made:
            readings.append(_reading(match, others, table, notes))
        if match.stop >= len(said):
            break
        best = table.match(said, match.stop)
    if strays:
        behind = Note(Doubt.BEHIND, tuple(strays))
        readings[-1] = replace(readings[-1], notes=(*readings[-1].notes, behind))
    return readings


class _Table:
    """Who may sit at the table."""

    def __init__(
        self, tags: Tags, setup: Setup, authors: Sequence[str], players: Sequence[str]
    ) -> None:
        self.tags, self.setup, self.authors = tags, setup, authors
        told = {key.casefold(): name for key, name in tags if key.casefold() in COLOURS}
        by_name = {_plain(author): author for author in authors}
        self.colours: dict[str, str] = {}
        self.strange: tuple[str, ...] = ()
        self.pair: tuple[str, str] | None = None
        self.starter = ""
        self.unnamed: frozenset[str] = frozenset()
        if players:
            found = [by_name.get(_plain(name), "") for name in players]
            self.starter = found[0]
            if all(found) and found[0] != found[1]:
                self.pair = (found[0], found[1])
            elif any(found) or len(authors) > 1:
                missing = next((n for n, at in zip(players, found, strict=True) if not at), "")
                raise UnreadError(Unreadable.NOBODY, 0, missing or players[1], *authors)
            else:
                self.pair = (players[0], players[1])
                self.unnamed = frozenset(authors)
        elif len(told) == _LEAST:
            found = [by_name.get(_plain(name), "") for name in told.values()]
            if all(found) and found[0] != found[1]:
                self.pair = (found[0], found[1])
                self.colours = dict(zip(found, told, strict=True))
                first = next((name for key, name in tags if key.casefold() == "first"), "")
                self.starter = next((n for n, c in self.colours.items() if c == first), "")
            else:
                self.strange = tuple(told.values())
        elif {name.casefold() for name in authors} >= set(setup.colours):
            own = [name for name in authors if name.casefold() in setup.colours]
            self.pair = (own[0], own[1])
            self.colours = {name: name.casefold() for name in own}

    def match(self, heard: Sequence[Remark], start: int) -> list[LoggedMatch]:
        """What the likeliest pair has played from a place on, and what the others would have."""
        turns = [it for it in heard[start:] if it.kind is RemarkKind.TURN]
        nameless = next((it for it in turns if not it.author), None)
        if nameless is not None and self.pair is None:
            raise UnreadError(Unreadable.WHO, nameless.line)
        unnamed = self.unnamed | ({""} if nameless else set())
        if self.pair is not None:
            pairs = [self.pair]
        else:
            many = Counter(it.author for it in turns)
            counted = [name for name, _ in many.most_common(_MOST_AUTHORS)]
            resigns = [
                it.author for it in heard[start:] if it.kind is RemarkKind.RESIGN and it.author
            ]
            others = [name for name in (*resigns, *self.authors) if name not in many]
            if len(counted) == 1:
                counted += others[:1]
            if len(counted) == 1:
                raise UnreadError(Unreadable.ONE_AUTHOR, turns[0].line, counted[0])
            pairs = list(combinations(counted, 2))
        matches = [
            played(
                heard,
                start,
                pair,
                self.setup,
                starter=self.starter,
                unnamed=unnamed,
                colours=self.colours,
            )
            for pair in pairs
        ]
        best = best_of(matches) if turns else []
        if best and unnamed:
            best[0].notes.insert(0, Note(Doubt.UNNAMED, (turns[0].line,)))
        return best


def _plain(name: str) -> str:
    return name.strip().removeprefix("@").casefold()


def _reading(
    match: LoggedMatch, others: Sequence[LoggedMatch], table: _Table, before: Sequence[Note]
) -> LogReading:
    """A match as a record, with what is to know of it."""
    names = {seat: name for name, seat in match.seats.items()}
    for name in match.pair:
        if name not in names.values():
            names[next(seat for seat in Colour if seat not in names)] = name
    colours = match.setup.colours
    tags = list(table.tags)
    told = {key.casefold() for key, _ in tags}
    if table.strange:
        tags = [tag for tag in tags if tag[0].casefold() not in COLOURS]
    elif table.colours:
        colours = (table.colours[names[Colour.FIRST]], table.colours[names[Colour.SECOND]])
        if set(colours) != set(match.setup.colours):
            tags.append(("Colours", " ".join(colours)))
        if "first" not in told:
            tags.append(("First", colours[0]))
    seated = [(names[seat], colours[seat]) for seat in Colour]
    if table.strange or len(told & COLOURS) < _LEAST:
        tags += [(colour.capitalize(), who) for who, colour in seated if who.casefold() != colour]
    notes = list(before)
    if any(name.casefold() != colour for name, colour in seated):
        notes.insert(0, Note(Doubt.PLAYERS, (), (*seated[0], *seated[1])))
    if table.strange:
        notes.append(Note(Doubt.HEADER, (), table.strange))
    rival = others[0] if others else None
    if rival is not None and rival.worth >= match.worth:
        notes.append(Note(Doubt.ALSO, (), rival.pair))
    for other in others:
        if not set(other.pair) & set(match.pair) and len(other.made) >= _OTHERS:
            notes.append(Note(Doubt.OTHERS, (other.made[0].line,), other.pair))
            break
    entries = [_entry(it, names[Colour(n % 2)]) for n, it in enumerate(match.made)]
    resigned = False
    if match.end is not None:
        mover = match.positions[-1].to_move
        resigned = match.end.reason == "resignation" and match.end.winner is mover.other
        if not resigned:
            result = "tie" if match.end.winner is None else colours[match.end.winner]
            tags = [tag for tag in tags if tag[0].casefold() not in ("result", "termination")]
            tags += [("Result", result), ("Termination", match.end.reason)]
        if match.end.reason != "resignation":
            notes.append(Note(Doubt.HOST, (match.end.line,), (match.end.reason,)))
    notes += match.notes
    if match.talk:
        notes.append(Note(Doubt.TALK, tuple(dict.fromkeys(match.talk))))
    return LogReading(Record(tuple(tags), tuple(entries), resigned), tuple(notes))


def _entry(it: Remark, name: str) -> Entry:
    """The turn; a name that is a colour's would be taken for the colour."""
    by = it.author or name
    return replace(it.entry, by="" if by.casefold() in COLOURS else by)
