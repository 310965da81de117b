"""Lines of chats → posts. Each row of `_FORMS` is one way in which programs write who spoke when.

A line is tried by each row in turn; what none of them is goes on with the post above it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from bot.engine.chat import is_turn
from bot.engine.record import COLOURS
from bot.text.posts import LogPost
from bot.text.stamps import TIME, WrittenTime, moment_in, times_of
from bot.text.words import one_of

Line = tuple[int, str]
"""A line and its number in the text."""

_AT = rf"(?P<at>[^<>|\t\[\]]{{0,40}}?{TIME}(?: ?[+-][0-9]{{2}}:?[0-9]{{2}})?)"
_FORMS = tuple(
    re.compile(form)
    for form in (
        # IRC, Matrix and what writes like them: `[18:30] <Ann> F6`, `<Ann> F6`
        rf"(?:\[?{_AT}\]?\s*)?<[@+%&~ ]*(?P<name>[^<>]{{1,40}})>(?:\s+(?P<text>.*))?",
        # WeeChat: `18:30:12 Ann | F6`; LINE and WeeChat's files: the same with tabs
        rf"{_AT} +\|? *[@+]?(?P<name>[^\s|]{{1,40}}) +\| (?P<text>.*)",
        rf"{_AT}\t[@+]?(?P<name>[^\t]{{1,60}})\t(?P<text>.*)",
        # KakaoTalk on a computer and on a phone
        rf"\[(?P<name>[^\]]{{1,60}})\] \[(?P<at>{TIME})\] (?P<text>.*)",
        rf"(?P<at>[0-9]{{4}}[년.].{{1,20}}?{TIME}), (?P<name>[^:]{{1,60}}?) : (?P<text>.*)",
        # Discourse /raw; phpBB in print
        r"(?P<name>\S.{0,60}?) \| (?P<at>[0-9]{4}-[^|]{8,40}?)(?: UTC)? \| #[0-9]+",
        rf"(?:Re: .* )?(?:by|von|par|por|door|przez) (?P<name>\S.{{0,60}}?) » (?P<at>.*{TIME})",
        # Discord as its web client copies it; since 2026 the long date stands behind the short one
        rf"(?P<name>\S.{{0,120}}?)\s+—\s+(?P<at>[^—]{{0,40}}?{TIME})(?P<long>.*)",
        # Telegram as copied
        rf"(?P<name>\S.{{0,60}}?), \[(?P<at>[^\]]{{0,24}}{TIME})\]:?",
        # WhatsApp, Signal, Skype, Discord's compact mode, and most logs: `[18:30] Ann: F6`
        rf"\[?{_AT}\]?\s*(?:[-–,]\s*)?(?P<name>[^\s:<>\[\]][^:<>]{{0,59}}?)\s?:(?:\s+(?P<text>.*))?",
        rf"\[{_AT}\]\s*(?P<name>\[[^\]]{{1,20}}\] [^:<>]{{1,40}}?):(?:\s+(?P<text>.*))?",
        # DiscordChatExporter's TXT and Teams: `[11/21/2025 6:30 PM] ann`, the words below
        r"\[(?P<at>[^\]]{10,40})\]\s+(?P<name>[^\s:][^:]{0,60}?)(?: \(pinned\))?",
        # Slack and Element as copied: `Ann  6:30 PM`
        rf"(?P<name>[^\s\[—:|][^:—|]{{0,60}}?)(?:\s{{2,}}\[?|\s\[)(?P<at>{TIME})\]?",
        r"(?P<name>[^\s\[—:|][^:—|]{0,60}?) (?P<at>[0-9]{1,2}:[0-9]{2} ?[AP]M)",
    )
)
_INLINE, _BELOW, _SHORT = 9, 11, 12
"""WhatsApp's row; that of DiscordChatExporter, whose lines are a program's own in a file of another
form; and the first of those that talk may look like, which no other may stand beside."""
_SAME = re.compile(
    rf"(?:\[(?P<at>{TIME})\]\s*|(?P<bare>[0-9]{{1,2}}:[0-9]{{2}}(?: ?[AP]M)?)(?:\s+|$))(?P<text>.*)"
)
"""Goes on with the person above, or nobody knows with whom."""
_SYSTEM = re.compile(rf"\[?(?P<at>[^\[\]]{{0,40}}?{TIME})\]?\s*(?:[-–]\s*)?[^:]*")
"""A dated line that nobody wrote: somebody joined."""
_EDITED = (
    rf"(?:\((?:{one_of('edited')})\)"
    r"|<(?:This message was edited|Diese Nachricht wurde bearbeitet)\.?>)"
)
_EDITED_BEHIND = re.compile(rf"\s?{_EDITED}.*\Z", re.IGNORECASE)
_GLUED = re.compile("(?<=:[0-9]{2})(?=[0-9]{4}년)")
_BLANKS = re.compile(r"[^\S\t]{3,}")
_PROGRAMS_OWN = re.compile(rf"(?:NEW|NEU|NOUVEAU|NUEVO|{_EDITED})", re.IGNORECASE)
_REACTION = re.compile(r"(?::[\w+-]+:|[^\w\s]{1,8})")
_SECTION = re.compile(r"\{(?:Reactions|Attachments|Embed|Stickers|Forwarded Message)\}")
"""What DiscordChatExporter puts below a message."""
_RULE = re.compile(r"[-=_─]{5,}")
_WROTE = re.compile(
    rf"@?(?P<name>\S.{{0,60}}?) (?:(?:hat|a) )?(?:{one_of('wrote')})\b[^:]{{0,60}}:"
    r"(?: ?↑.{0,60})?"
)
_NAMED = re.compile(r"(?P<name>[^\s:][^:\n]{0,39}?):\s+(?P<text>\S.*)")
_LABEL = re.compile(
    r"(?:my |final |last )?(?:moves?|turns?|play|zug|edit|round|game)?\W*[0-9]*\W*", re.IGNORECASE
)
_BADGE = re.compile(r"\s*(?:APP|BOT|OP)$")
_TAG = re.compile(r", (?:Server Tag|Servertag|Role icon|Rollensymbol|Icône de rôle)\b.*|^[~≈]\s*")
_DASH = "—"
_LONGEST_NAME = 40


@dataclass(slots=True)
class _Draft:
    name: str
    at: WrittenTime | None = None
    lines: list[Line] = field(default_factory=list)


def posts_of(text: Sequence[str], first: int = 1) -> tuple[list[LogPost], bool]:
    """Who said what, nothing if no line tells; and whether its days can be read in two ways."""
    marked: set[int] = set()
    lines = _joined(list(cleaned(text, first, marked)))
    drafts = _without_previews(_stamped(lines)) or _wrote(lines)
    drafts = drafts or _named(lines) or _under_names(lines)
    times, open_days = times_of([draft.at for draft in drafts])
    posts = []
    for draft, at in zip(drafts, times, strict=True):
        place = next((place for place, line in draft.lines if line.strip()), 0)
        body = "\n".join(line for number, line in draft.lines if number >= place)
        edited = any(place in marked for place, _ in draft.lines)
        if body.strip():
            posts.append(LogPost(_name(draft.name), at, body.rstrip(), edited, place))
    return posts, open_days


def _name(name: str) -> str:
    return _BADGE.sub("", _TAG.sub("", name.strip().replace("**", "")))


def cleaned(lines: Sequence[str], first: int, marked: set[int] | None = None) -> Iterator[Line]:
    """The lines without what programs add: "NEW", reactions with their counts, rules.

    The numbers of lines with a mark that they were edited are put in `marked`.
    """
    counted = section = False
    for place, (line, behind) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), first):
        bare = line.strip()
        section = (section or _SECTION.fullmatch(bare) is not None) and bool(bare)
        if counted or section or _PROGRAMS_OWN.fullmatch(bare) or _RULE.fullmatch(bare):
            counted = False
            continue
        counted = behind.strip().isdigit() and _REACTION.fullmatch(bare) is not None
        if not counted:
            own, edited = _EDITED_BEHIND.subn("", _BLANKS.sub("  ", line.rstrip()))
            if edited and marked is not None:
                marked.add(place)
            yield place, own


def _joined(lines: list[Line]) -> list[Line]:
    """The lines; a header that was copied in two or three lines is one."""
    joined: list[Line] = []
    for place, line in lines:
        bare = line.strip()
        head = joined[-1][1].strip() if joined else ""
        begun = head.endswith(f" {_DASH}") and moment_in(bare) is not None
        if head and (begun or (bare.startswith(_DASH) and _goes_on(bare))):
            joined[-1] = (place, f"{head} {bare}")
        else:
            joined.append((place, line))
    return joined


def _goes_on(bare: str) -> bool:
    return bare == _DASH or moment_in(bare.removeprefix(_DASH)) is not None


def _header(bare: str, rows: Collection[int]) -> tuple[re.Match[str], WrittenTime | None] | None:
    """The form that a line has, and when it was written."""
    bare = _GLUED.sub(" ", bare)
    for number, form in enumerate(_FORMS):
        found = form.fullmatch(bare) if number in rows else None
        if found is None:
            continue
        told = found.groupdict()
        at = moment_in(told["at"]) if told["at"] else None
        long = moment_in(told["long"]) if told.get("long") else None
        timed = told["at"] is None or (at is not None and at.seconds is not None)
        if timed and (number != _BELOW or (at and at.day)):
            return found, long if long and long.day and long.seconds is not None else at
    return None


def _stamped(lines: Sequence[Line]) -> list[_Draft]:
    bare_lines = [line.strip() for _, line in lines]
    inline = sum(_FORMS[_INLINE].fullmatch(line) is not None for line in bare_lines)
    below = inline < sum(_FORMS[_BELOW].fullmatch(line) is not None for line in bare_lines)
    rows: Collection[int] = [*range(_BELOW), *([_BELOW] if below else [])]
    if not any(_header(line, rows) for line in bare_lines):
        rows = range(_SHORT, len(_FORMS))
        if not any(_header(line, rows) for line in bare_lines):
            timed = any(_SAME.fullmatch(line) for line in bare_lines)
            return _under_names(lines) if timed else []
    drafts: list[_Draft] = []
    today: WrittenTime | None = None
    for (place, line), bare in zip(lines, bare_lines, strict=True):
        day = moment_in(bare.strip("-—=*─ ")) if len(bare) < 60 and not is_turn(bare) else None
        found = _header(bare, rows)
        if found is not None:
            told, at = found
            if at and at.day is None and not at.back and today:
                at = replace(at, day=today.day, between=today.between)
            words = told.groupdict().get("text")
            drafts.append(_Draft(told["name"], at, [] if words is None else [(place, words)]))
        elif day is not None and day.day is not None and day.seconds is None:
            today = day
        elif (same := _SAME.fullmatch(bare)) is not None:
            before = drafts[-1] if drafts else _Draft("")
            at = moment_in(same["at"] or same["bare"])
            if at and before.at:
                at = replace(at, day=before.at.day, between=before.at.between, back=before.at.back)
            words = "" if moment_in(same["text"]) else same["text"]
            drafts.append(_Draft(before.name, at, [(place, words)]))
        elif (system := _SYSTEM.fullmatch(bare)) and (at := moment_in(system["at"])) and at.day:
            drafts.append(_Draft("", at))
        else:
            if not drafts:
                drafts.append(_Draft(""))
            drafts[-1].lines.append((place, line))
    return drafts if any(draft.at or draft.name for draft in drafts) else []


def _under_names(lines: Sequence[Line]) -> list[_Draft]:
    """What stands under a name in a line of its own, and perhaps a time in the next.

    Such names come again and again, and no turn stands but under one.
    """
    filled = [(place, line.strip()) for place, line in lines if line.strip()]
    many = Counter(bare for _, bare in filled if not is_turn(bare) and moment_in(bare) is None)
    names = {bare for bare, count in many.items() if count > 1 and len(bare) <= _LONGEST_NAME}
    drafts: list[_Draft] = []
    for place, bare in filled:
        if bare in names:
            drafts.append(_Draft(bare.lstrip("# ")))
        elif drafts and not drafts[-1].lines and (at := moment_in(bare)):
            drafts[-1].at = at
        elif is_turn(bare) and not (drafts and not drafts[-1].lines):
            return _nameless(lines)
        elif drafts:
            drafts[-1].lines.append((place, bare))
    named = {draft.name for draft in drafts if draft.lines and is_turn(draft.lines[0][1])}
    return drafts if len(named) > 1 else _nameless(lines)


def _nameless(lines: Sequence[Line]) -> list[_Draft]:
    """Lines with times and without names: somebody's, nobody knows whose."""
    timed = ((place, _SAME.fullmatch(line.strip())) for place, line in lines)
    return [
        _Draft("", moment_in(it["at"] or it["bare"]), [(n, it["text"])]) for n, it in timed if it
    ]


def _without_previews(drafts: list[_Draft]) -> list[_Draft]:
    """The posts without what Discord shows above an answer, before its header line.

    That is the name of whoever is answered, and a line of what they wrote before.
    """
    written: set[tuple[str, str]] = set()
    for number, draft in enumerate(drafts, start=1):
        said = [(place, line.strip()) for place, line in draft.lines if line.strip()]
        above, preview = said[:-2], [line for _, line in said[-2:]]
        written |= _previewed(draft.name, above)
        answers = len(preview) == 2 and (preview[0].removeprefix("@"), preview[1]) in written
        if answers and number < len(drafts):
            draft.lines = above
        else:
            written |= _previewed(draft.name, said)
    return drafts


def _previewed(name: str, lines: Sequence[Line]) -> set[tuple[str, str]]:
    """What a preview can show of somebody's words: a message of one line, or all in one line."""
    texts = [line for _, line in lines]
    return {(_name(name), text) for text in (*texts, " ".join(texts))}


def _wrote(lines: Sequence[Line]) -> list[_Draft]:
    """What stands under lines as `Ann wrote:`, if they name two people or more."""
    drafts: list[_Draft] = []
    for place, line in lines:
        header = _WROTE.fullmatch(line.strip())
        if header is not None:
            drafts.append(_Draft(header["name"]))
        elif drafts:
            drafts[-1].lines.append((place, line))
    return drafts if len({draft.name for draft in drafts}) > 1 else []


def _named(lines: Sequence[Line]) -> list[_Draft]:
    """Lines that mostly begin with a name; colours are labels, and read with the game."""
    drafts: list[_Draft] = []
    for place, line in lines:
        said = _NAMED.fullmatch(line.strip())
        if said is not None and not _LABEL.fullmatch(said["name"]) and not is_turn(said["name"]):
            drafts.append(_Draft(said["name"], lines=[(place, said["text"])]))
        elif not line.strip():
            continue
        elif not drafts:
            return []
        else:
            drafts[-1].lines.append((place, line))
    names = {draft.name for draft in drafts}
    turns = sum(is_turn(draft.lines[0][1]) for draft in drafts)
    unnamed = sum(len(draft.lines) - 1 for draft in drafts)
    if unnamed > len(drafts) or len(names) < 2 or turns * 2 < len(drafts):
        return []
    return [] if any(name.strip("*_").casefold() in COLOURS for name in names) else drafts
