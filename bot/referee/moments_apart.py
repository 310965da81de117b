"""Parts the moments that somebody names: "sat 20:00 or sun 15:00", "sat 20:00; sun 15:00".

No word for a moment is "or", and no moment has a semicolon in it.
"""

import re

from bot.referee.problems import OrderError, TooManyMoments

_AROUND = " \"'“”„«»"
_OR = re.compile(r"\s+or\s+|;", re.IGNORECASE)


def apart(option: str, text: str, most: int) -> list[str]:
    """The words for each moment, without the quotes around them; OrderError for more than `most`.

    There is always one, which may be empty.
    """
    parts = [part.strip(_AROUND) for part in _OR.split(text.strip(_AROUND))]
    named = [part for part in parts if part] or [""]
    if len(named) > most:
        raise OrderError(TooManyMoments(option, most))
    return named
