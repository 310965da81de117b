"""What ill-meaning people write, and how to tell that nothing of it has an effect on Discord."""

import re
import unicodedata
from collections.abc import Collection

MARK = "PWN"
ZALGO = "P" + "\u0337\u0334\u0322\u0321\u031b\u0328" * 8 + MARK
NASTY = (
    f"@everyone {MARK}",
    f"@here {MARK}",
    f"```{MARK}",
    f"`{MARK}`",
    f"**{MARK}**",
    f"__{MARK}__ ~~{MARK}~~ ||{MARK}||",
    f"\\**{MARK}\\**",
    f"# {MARK}",
    f"> {MARK}",
    f"-# {MARK}",
    f"\n# {MARK}\n**{MARK}**\n\n{MARK}",
    f"\u2028**{MARK}**\x85{MARK}\x0b{MARK}",
    f"[{MARK}](https://evil.example/{MARK})",
    f"[**{MARK}**](x) https://evil.example/**{MARK}**",
    f"discord.gg/{MARK} HTTPS://evil.example",
    f"<t:0:R></host cancel:1><:{MARK}:123456789012345678><id:home>",
    f"\u202e{MARK}\u2066{MARK}\u200f",
    ZALGO,
    f"\ud800{MARK}\x00\x1b[2J",
    f"{MARK} " * 300,
    "\U0001f3c1 **Red wins**: Ann. The match is over.",
)
"""Words to put wherever words can be put; mentions of real people are made in the tests."""

_COMMAND = re.compile(r"`/(?:match|host|cup|my) [a-z]+`")
"""A command as the referee writes it; in people's words the accents would be escaped."""
_ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
_MARKDOWN = re.compile(r"`|~~|\|\||\*{3,}|__|\]\(|(?<!\*)\*(?!\*)")
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_TAG = re.compile(r"<(?:@|#|t:|/|id:|a?:\w+:)[^>]*>?")
_LINK = re.compile(r"\w://(?!discord\.com/channels/\d)\w?|discord\.gg/", re.IGNORECASE)
_LINE = re.compile(rf"^\s*(?:#+ |> |-# |- |\d+\. )?\s*{MARK}", re.MULTILINE)


def effects(text: str, allowed_tags: Collection[str] = (), *, names: bool = False) -> list[str]:
    """What somebody's words do in a message of the referee's; nothing, if all is well.

    `allowed_tags` are the mentions that the referee itself means; `names` says that they are
    names, which it makes bold in places and begins lines with.
    """
    bare = _ESCAPED.sub("·", _COMMAND.sub("·", text))
    tags = [tag for tag in _TAG.findall(bare) if tag not in allowed_tags]
    found = [f"tag {tag}" for tag in tags if not re.fullmatch(r"<t:\d{9,}:[RtTdDfF]>", tag)]
    found += [f"markdown {one.group()!r}" for one in _MARKDOWN.finditer(bare)]
    bold = [one for one in _BOLD.findall(bare) if MARK in one or "Red wins" in one]
    found += [f"bold {one!r}" for one in bold if not names]
    found += [f"link {one.group()!r}" for one in _LINK.finditer(bare)]
    lines = [one.group() for one in _LINE.finditer(bare)]
    found += [f"line {one!r}" for one in lines if not names or one.strip() != MARK]
    found += ["everyone"] * bool(re.search(r"@(?:everyone|here)\b", bare))
    return found + odd_signs(text)


def odd_signs(text: str) -> list[str]:
    """What somebody's words do where nothing is formatted: in titles, choices and alt texts."""
    found = [
        f"sign {sign!r}"
        for sign in text
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and sign not in "\n\u200b\u2060"
    ]
    return found + ["piled-up marks"] * bool(re.search(r"[\u0300-\u036f]{3}", text))
