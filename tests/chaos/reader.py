"""Generated messages through the reader of chat: it never fails, whatever people write."""

from random import Random

from bot.engine.board import board
from bot.engine.chat import read_words
from bot.engine.notation import Misread, Spelling, read_turn
from bot.engine.talk import Talk
from bot.engine.turn import Colour

WORDS = (
    "D7 F8 a1 I5 Z99 k9 pass button red b: r:D7 and gg ? <@123> <#1> <:x:1> https:// "
    "** ~~ ``` || >>> \u200b \u202e \ufeff \ufe0f \ud800 \x00 \x1b[0m Ｄ７ 𝐃𝟕 ١ ² ß İ 😀 🇩🇪 한"
)
PIECES = (
    *"abcdefghiABCDEFGHI0123456789 \n\t,+&;:*_`>", *WORDS.split(), "e\u0301" * 9, "-" * 40
)  # fmt: skip
CELLS = (*(f"{row}{n}" for row in "ABCDEFGHIabc" for n in range(1, 10)), "pass", "b:C3", "**d4**")
SPELLINGS = (
    Spelling(board(5), ("red", "blue"), False, frozenset()),
    Spelling(board(3), ("black", "white"), True, frozenset({"pass"})),
    Spelling(board(13), ("white", "black"), False, frozenset({"button"})),
)


def message(dice: Random) -> str:
    """Something that nobody would write, or almost a turn."""
    glue = dice.choice(["", " ", " ", ", ", "\n"])
    if dice.random() < 0.3:
        return glue.join(dice.choices(CELLS, k=dice.randint(1, 4)))
    return glue.join(dice.choices(PIECES, k=int(dice.expovariate(0.15)) + 1))


def read_many(number: int, seed: int) -> int:
    """Reads so many messages and returns how many were turns; an exception is a failure."""
    dice = Random(seed)
    turns = 0
    for count in range(number):
        spelling = SPELLINGS[count % len(SPELLINGS)]
        read = read_words(message(dice), spelling)
        if not isinstance(read, Talk):
            turns += not isinstance(read_turn(spelling, read, Colour.FIRST), Misread)
    return turns
