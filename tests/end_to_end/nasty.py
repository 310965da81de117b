"""What ill-meaning people write, and how to tell that nothing of it has an effect on Discord."""

import re
import unicodedata

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
    f"<t:0:R></match cancel:1><:{MARK}:123456789012345678><id:home>",
    f"\u202e{MARK}\u2066{MARK}\u200f",
    ZALGO,
    f"\ud800{MARK}\x00\x1b[2J",
    f"{MARK} " * 300,
    "\U0001f3c1 **Red wins**: Ann. The match is over.",
)
"""Words to put wherever words can be put. Mentions of real people and roles are made in the test."""

_ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
_MARKDOWN = re.compile(
    rf"`|\|\|[^|]*{MARK}|~~[^~]*{MARK}|__[^_]*{MARK}|\*\*[^*]*{MARK}|\*[^*]*{MARK}|_[^_]*{MARK}"
    r"|\]\(|\*\*Red wins"
)
_TAG = re.compile(r"<(?:@|#|t:|/|id:|a?:\w+:)[^>]*>?")
_LINK = re.compile(r"\w://\w|discord\.gg/", re.IGNORECASE)
_LINE = re.compile(rf"^\s*(?:#+ |> |-# |- |\d+\. )?\s*{MARK}", re.MULTILINE)


def effects(text: str, allowed_tags: set[str] = frozenset()) -> list[str]:
    """What somebody's words do in a message of the referee's; nothing, if all is well.

    `allowed_tags` are the mentions and countdowns that the referee itself means.
    """
    bare = _ESCAPED.sub("·", text)
    tags = [tag for tag in _TAG.findall(bare) if tag not in allowed_tags]
    found = [f"tag {tag}" for tag in tags if not re.fullmatch(r"<t:\d{9,}:[RtTdDfF]>", tag)]
    found += [f"markdown {one.group()!r}" for one in _MARKDOWN.finditer(bare)]
    found += [f"link {one.group()!r}" for one in _LINK.finditer(bare)]
    found += [f"line {one.group()!r}" for one in _LINE.finditer(bare)]
    found += ["everyone"] * bool(re.search(r"@(?:everyone|here)\b", bare))
    found += [
        f"sign {sign!r}"
        for sign in text
        if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")
        and sign not in "\n\u200b\u2060"
    ]
    found += ["piled-up marks"] * bool(re.search(r"[\u0300-\u036f]{3}", text))
    return found
