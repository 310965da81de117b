"""The words of a turn in plain text: what is around them is dropped, what is among them is not.

One pass cuts the text into words, colons, discs of a colour and decorations (mentions, emoji);
what sets words apart is dropped. A sign of no such kind, a `?` for instance, ends it: the text is
no turn. Then the decorations at both ends and one leading label go, and every word that is left
must be of the game. `bot.engine.chat` is where to ask; it also knows of lines and quotes.

"D7 F8 please, gl :)" is the turn D7 F8. The list of such courtesies is closed: any other word makes
a message talk, and whatever doubts or denies (or, maybe, not, if, wait, ?) is never among these.
`docs/turns.md` shows all of them. A phrase stands here as it is compared: "Viel Spaß" is folded to
"viel spass".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.notation import BUTTON, PASS, Spelling, looks_like_cell
from bot.engine.plaintext import DISC, EMOJI, END
from bot.engine.turn import Colour

DECORATION = ""
"""Stands among words for an emoji or a mention, which may stand wherever a courtesy may."""
WORDS = frozenset(
    (
        *("please", "pls", "plz", "thanks", "thx", "ty", "cheers", "sorry", "sry"),
        *("hi", "hello", "hey", "gl", "hf", "glhf", "gg", "wp", "ggwp"),
        *("ok", "okay", "alright", "yes", "yep", "yeah", "sure", "well", "oh", "ah", "done", "ref"),
        *("lol", "lmao", "haha", "hehe", "hm", "hmm", "hmmm", "hmmmm", "xd"),
        *("bitte", "danke", "hallo", "merci", "salut"),
    )
)
PHRASES = frozenset(
    (
        *("good luck", "have fun", "good game", "well played", "thank you", "hi all"),
        *("your turn", "your move", "your go", "over to you", "take your time"),
        *("here goes", "here we go", "sorry for the wait", "sorry for the delay"),
        *("viel glück", "viel spass", "dein zug", "du bist dran", "bonne chance"),
    )
)
SMILEYS = (":)", ":-)", ";)", ";-)", ":D", ":-D", ":P", ":p", "^^", "<3")
_COURTESIES = frozenset((DECORATION, *WORDS, *PHRASES))
_LONGEST = max(len(phrase.split()) for phrase in PHRASES)
_WORD = re.compile(r"\w+")


def without(text: str) -> str:
    """The text without the words of courtesy that it begins and ends with."""
    places = list(_WORD.finditer(text))
    first, last = span([place[0] for place in places])
    begin = places[first - 1].end() if first else 0
    return text[begin : places[last].start() if last < len(places) else len(text)]


def span(words: Sequence[str]) -> tuple[int, int]:
    """Where the words begin and end that stand between courtesies."""
    start, stop = 0, len(words)
    sizes = range(_LONGEST, 0, -1)
    while more := next((n for n in sizes if _is_one(words[start : min(start + n, stop)], n)), 0):
        start += more
    while more := next((n for n in sizes if _is_one(words[max(stop - n, start) : stop], n)), 0):
        stop -= more
    return start, stop


def _is_one(words: Sequence[str], length: int) -> bool:
    return len(words) == length and " ".join(words).casefold() in _COURTESIES


_GAP = "\\s,+&;/()\\[\\]\"'“”„‘’‚«»‐‑‒–—―−、。·・‧∙*_`|"
_SMILEY = "|".join(
    # One that ends with a letter stands apart: "black:D 7" has none.
    ("(?<![^\\W_])" if smiley[-1].isalpha() else "") + re.escape(smiley)
    for smiley in SMILEYS
)
_TOKEN = re.compile(
    rf"(?P<decoration>{EMOJI}|(?:{_SMILEY})(?![\w:])(?!\s*[0-9])"
    rf"|(?<!\w)(?:@(?P<name>\w[\w.-]{{0,40}})|:(?P<code>[A-Za-z_][\w+-]{{0,40}}):))"
    rf"|{DISC}(?P<disc>[a-z]+){END}"
    r"|(?P<colon>:)"
    rf"|(?P<gap>[{_GAP}-]+|(?<!\.)\.(?!\.))"
    rf"|(?P<bang>!+(?=[{_GAP}.{EMOJI}-]|$))"
    r"|(?P<word>[^\W_]+)"
)
_CONNECTORS = frozenset(("and", "then", "plus", "on", "und", "et"))
_NUMBERED = re.compile(r"(?:my )?(?:move|turn) [0-9]{1,3}")
"""A label with the number of the turn."""
_LABELS = frozenset(
    (
        *("move", "my move", "moves", "turn", "my turn", "play", "i play", "i place"),
        *("final", "final move", "final answer", "edit", "edited", "mein zug", "mon coup"),
        *("one stone", "two stones", "three stones"),
    )
)
_OPENER = re.compile(
    r"(?:(?:i|i ll|ill|i will|i m|im|i am|let s|lets) )?(?:(?:going to|gonna) )?"
    r"(?:play|place|put|take(?! (?:the )?button)|choose|pick|go|playing|placing|putting|going)"
    r"(?: my stones?)?(?: with| for)? "
    r"|(?:my )?(?:move|turn) (?:is |[0-9]{1,3} )?"
    r"|ich (?:nehme|spiele|setze|lege) |je (?:joue|place|prends) "
)
"""A label that needs no colon; what sets words apart is none, so that "I'll" is two."""
_LONGEST_OPENER = 8
_SENTENCES = {
    **{("i", *will, "pass"): PASS for will in ((), ("ll",), ("will",))},
    ("take", "button"): BUTTON,
    ("take", "the", "button"): BUTTON,
    **{("i", *will, "take", "the", "button"): BUTTON for will in ((), ("ll",), ("will",))},
}
_JOINED = re.compile(r"(?:[A-Za-z]{1,2}[0-9]{1,2})+")
_PIECE = re.compile(r"([A-Za-z]{1,2})([0-9]{1,2})")
_LETTER, _LETTERS, _DIGITS = (
    re.compile(one) for one in ("[A-Za-z]", "[A-Za-z]{1,2}", "[0-9]{1,2}")
)
_COLON = ":"


@dataclass(frozen=True, slots=True)
class Written:
    """The words of a turn as `read_turn` takes them; `label` is the colour it was said to be of."""

    words: tuple[str, ...]
    label: Colour | None = None


@dataclass(frozen=True, slots=True)
class _Token:
    """A word, a colon (as its own word), a disc, or a decoration, which has no text."""

    text: str = ""
    disc: bool = False


_DECORATION = _Token()


def words_in(text: str, spelling: Spelling) -> Written | None:
    """The turn that a plain text says and nothing else, None if it is none."""
    tokens = _tokens(text, spelling)
    if tokens is None:
        return None
    labels: set[Colour] = set()
    if not spelling.either_colour:
        # Of one's own stones each may have a disc before it.
        labels = {Colour(_names(spelling).index(one.text)) for one in tokens if one.disc}
        tokens = [token for token in tokens if not token.disc]
    tokens, labelled = _unlabelled(_bare(tokens), spelling)
    tokens, labels = _bare(tokens), labels | labelled
    if len(labels) > 1:
        return None
    words = _halves(tokens, spelling) or _sentence(tokens, spelling) or _words(tokens, spelling)
    return Written(words, next(iter(labels), None)) if words else None


def _tokens(text: str, spelling: Spelling) -> list[_Token] | None:
    """The text cut up; None where a sign is none that a turn is written with."""
    tokens: list[_Token] = []
    end = 0
    while end < len(text):
        # Looked for right here and nowhere further on: a long text is read in one pass.
        piece = _TOKEN.match(text, end)
        if piece is None:
            return None
        name = piece["name"] or piece["code"]
        if name and _JOINED.fullmatch(name):
            return None
        end = piece.end()
        if piece["word"] or piece["colon"]:
            tokens.append(_Token(piece[0]))
        elif piece["decoration"]:
            tokens.append(_DECORATION)
        elif piece["disc"]:
            is_colour = piece["disc"] in _names(spelling)
            tokens.append(_Token(piece["disc"], disc=True) if is_colour else _DECORATION)
        elif piece["bang"] and not tokens:
            return None
    return tokens


def _names(spelling: Spelling) -> tuple[str, ...]:
    return tuple(name.casefold() for name in spelling.colours)


def _bare(tokens: list[_Token]) -> list[_Token]:
    """The tokens between decorations and courtesies."""
    words = [DECORATION if token == _DECORATION else token.text for token in tokens]
    start, stop = span(words)
    return tokens[start:stop]


def _unlabelled(tokens: list[_Token], spelling: Spelling) -> tuple[list[_Token], set[Colour]]:
    """The tokens behind one leading label, and the colour it named."""
    head = [token.text.casefold() for token in tokens]
    length = head.index(_COLON) if _COLON in head else 0
    label, rest = " ".join(head[:length]), tokens[length + 1 :]
    if length and (label in _LABELS or _NUMBERED.fullmatch(label)):
        return rest, set()
    if (
        length
        and label in _names(spelling)
        and (not spelling.either_colour or _is_coloured(rest, spelling))
    ):
        return rest, {Colour(_names(spelling).index(label))}
    opener = _OPENER.match(" ".join(head[:_LONGEST_OPENER]))
    return tokens[len(opener[0].split()) if opener else 0 :], set()


def _is_coloured(tokens: Sequence[_Token], spelling: Spelling) -> bool:
    """Whether the first stone says its own colour, so that a colour before it is a label."""
    return any(
        spelling.colour(first.text) is not None
        or any(colour is not None for colour, _ in _cells(first.text, spelling)[:1])
        for first in tokens[:1]
    )


def _halves(tokens: Sequence[_Token], spelling: Spelling) -> tuple[str, ...]:
    """`D 7 F 8`: all words are letters and numbers in turn."""
    words = [token.text for token in tokens if token.text.casefold() not in _CONNECTORS]
    letters, numbers = words[::2], words[1::2]
    letter = _LETTERS if spelling.notation == "half-step" else _LETTER
    fits = all(map(letter.fullmatch, letters)) and all(map(_DIGITS.fullmatch, numbers))
    if not fits or len(letters) != len(numbers):
        return ()
    return tuple(one + other for one, other in zip(letters, numbers, strict=True))


def _sentence(tokens: Sequence[_Token], spelling: Spelling) -> tuple[str, ...]:
    verb = _SENTENCES.get(tuple(token.text.casefold() for token in tokens))
    return (verb,) if verb in spelling.verbs and verb is not None else ()


def _words(tokens: Sequence[_Token], spelling: Spelling) -> tuple[str, ...]:
    """The words of the turn, each with its colour; none where a word is not of the game."""
    items: list[str | Colour] = []
    for token in tokens:
        if token.text == _COLON:
            if not items or not isinstance(items[-1], Colour):
                return ()
            continue
        if token.text.casefold() in _CONNECTORS:
            continue
        parts = _items(token, spelling)
        if not parts:
            return ()
        items += parts
    return _coloured_words(items, spelling, may_follow=_Token(_COLON) not in tokens)


def _items(token: _Token, spelling: Spelling) -> list[str | Colour]:
    word = token.text
    if word.casefold() in spelling.verbs:
        return [word]
    colour = spelling.colour(word) if spelling.either_colour else None
    if colour is not None:
        return [colour]
    items: list[str | Colour] = []
    for said, cell in _cells(word, spelling):
        items += [cell] if said is None else [said, cell]
    return items


def _cells(word: str, spelling: Spelling) -> list[tuple[Colour | None, str]]:
    """The cells that a word is made of, each with the colour written before it: `bD7F8`."""
    if looks_like_cell(word, spelling.notation):
        return [(None, word)]
    if _JOINED.fullmatch(word) is None:
        return []
    cells: list[tuple[Colour | None, str]] = []
    for piece in _PIECE.finditer(word):
        letters, colour = piece[1], None
        if len(letters) == 2 and spelling.notation != "half-step":
            colour = spelling.colour(letters[0]) if spelling.either_colour else None
            if colour is None:
                return []
            letters = letters[1]
        cells.append((colour, letters + piece[2]))
    return cells


def _coloured_words(
    items: list[str | Colour], spelling: Spelling, *, may_follow: bool
) -> tuple[str, ...]:
    """The stones with their colours, written before them or, if all are, behind: `D7 black`."""
    if may_follow and len(items) % 2 == 0 and _all_behind(items):
        items = [items[number ^ 1] for number in range(len(items))]
    words: list[str] = []
    said: Colour | None = None
    for item in items:
        if not isinstance(item, Colour):
            words.append(item if said is None else f"{spelling.colours[said]}:{item}")
            said = None
        elif said is not None:
            return ()
        else:
            said = item
    return () if said is not None else tuple(words)


def _all_behind(items: list[str | Colour]) -> bool:
    behind = all(isinstance(item, Colour) for item in items[1::2])
    return behind and not any(isinstance(item, Colour) for item in items[::2])
