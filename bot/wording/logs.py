"""What there is to know of a log that was read, a sentence each; and why one can't be read."""

from bot.engine.record import Setup
from bot.text.posts import Doubt, LogReading, Note, Unreadable, UnreadError
from bot.wording.laws import law_text, shown_word
from bot.wording.writing import NAMED, counted, tidy

_LONGEST_NAME = 40
_TEXTS = {
    Doubt.PLAYERS: "{0} plays {1}, {2} plays {3}.",
    Doubt.TALK: "Taken for talk, though a turn may be meant: {where}.",
    Doubt.TURNED: "The newest post stands first: I read it from the end.",
    Doubt.DAYS: "The days may be read as day/month or month/day: that changes no turn.",
    Doubt.ALSO: "{0} and {1} may be the players as well: name them with --players.",
    Doubt.OTHERS: (
        "{0} and {1} play a match in it too, from {where}: read it with --players “{0}” “{1}”."
    ),
    Doubt.JUMPS: "The times jump at {where}: I take the posts in the order of their times.",
    Doubt.REFUSED: "{Where}: {0}'s {word} is refused and the match goes on. {law}",
    Doubt.OUT_OF_TURN: "{Where}: {0}'s {word} is out of turn and doesn't count.",
    Doubt.CORRECTED: "{Where}: turn {0}, {word}, is corrected.",
    Doubt.PLAYED_ON: "{Where}: play goes on, though the match was ended at {unit} {0}.",
    Doubt.HOST: "{Where}: I take this for the host's word that ends the match ({0}).",
    Doubt.BEHIND: "{Where}: turns behind the end of the match don't count.",
    Doubt.HEADER: "The header names {0} and {1}, but nobody here has both names.",
    Doubt.UNNAMED: "From {where} on, turns without a name count as those of whoever is to move.",
    Doubt.LAST: "{Where}: this may be a turn or a take-back, and nothing behind it settles which.",
}
_WHY = {
    Unreadable.WHO: (
        "I can't tell who wrote line {line}: write “Ann: F6” there, or name the players with "
        "--players."
    ),
    Unreadable.ONE_AUTHOR: (
        "{0} wrote every turn: write who made each (“Ann: F6”), or name the players, whoever "
        "starts first, with --players."
    ),
    Unreadable.OTHER_JSON: (
        "This is JSON, but no record and no export of a chat or a topic that I know: see "
        "docs/records.md."
    ),
    Unreadable.NO_AUTHORS: (
        "The posts in this export have no authors: export it again with their names."
    ),
    Unreadable.OTHER_GAME: (
        "This doesn't fit: {0} of its turns are refused and {1} are legal. Say which game it is "
        "with --format, --ruleset or --side, and who starts with --players."
    ),
    Unreadable.ZIP: "This is an archive: unpack it, and give me the file with the messages.",
}
_MOST_NAMES = 10


def note_text(note: Note, setup: Setup, unit: str) -> str:
    """One thing to know, for people to read."""
    where = f"{unit}{'s' * (len(note.lines) > 1)} {counted([*map(str, note.lines)], NAMED)}"
    law = ""
    if note.breach is not None and note.position is not None:
        law = law_text(note.breach, setup.ruleset, note.position, setup.spelling)
    names = [tidy(name, _LONGEST_NAME) for name in note.names]
    if note.kind is Doubt.PLAYERS:
        names[1::2] = [name.capitalize() for name in names[1::2]]
    text = _taken_back(note) if note.kind is Doubt.TAKEN_BACK else _TEXTS[note.kind]
    word = shown_word(note.word)
    return text.format(*names, where=where, Where=where.capitalize(), word=word, law=law, unit=unit)


def _taken_back(note: Note) -> str:
    return (
        "{Where}: turn {0}, {word}, is taken back." if note.word else "{Where}: back to turn {0}."
    )


def notes_of(reading: LogReading, setup: Setup) -> list[str]:
    """All there is to know of a reading."""
    return [note_text(note, setup, reading.unit) for note in reading.notes]


def unread_text(error: UnreadError) -> str:
    """Why a log can't be read, and what to do."""
    if error.why is Unreadable.NOBODY:
        name, *others = (tidy(word, _LONGEST_NAME) for word in error.words)
        known = f"I see {counted(others, _MOST_NAMES)}" if others else "I see no names"
        return f"Nobody called “{name}” wrote in it: {known}."
    words = [tidy(word, _LONGEST_NAME) for word in error.words]
    return _WHY[error.why].format(*words, line=error.line)
