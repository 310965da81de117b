"""A saved file → its text: whatever browsers save pages as, and whatever charset a forum has.

UTF-8 is tried first, since browsers save so and other text hardly ever passes for it; then what the
page says of itself; then windows-1252, as browsers do with a page that says nothing.
"""

import codecs
import email
import re
from email import policy

_META = re.compile(rb"<meta\b[^>]{0,300}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]{2,30})", re.I)
_HEAD = 100_000
"""Bytes in which a page says its charset: browsers put whole style sheets before it."""
_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
_USUAL = "cp1252"
_SUPERSETS = {
    "windows-874": "cp874",
    "x-sjis": "cp932",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
}
"""What browsers read a charset as: people write signs that the one which is named lacks."""
_KNOWN = re.compile(
    r"utf-8|cp(?:125\d|874|866|932|949)|iso8859-\d{1,2}|koi8-[ru]|gb18030|big5hkscs|euc_jp|mac-.*"
)
"""Of all that Python decodes, the charsets of pages."""
_ARCHIVE = re.compile(rb"(?:[A-Za-z-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){1,20}?MIME-Version:", re.I)
_ARCHIVE_HEAD = 2000


def text_of_file(saved: bytes) -> str:
    """The text of a saved page, also of one saved as a single file (MHTML)."""
    if _ARCHIVE.match(saved[:_ARCHIVE_HEAD]):
        message = email.message_from_bytes(saved, policy=policy.default)
        for part in message.walk():
            if part.get_content_type() == "text/html":
                payload = part.get_payload(decode=True)
                charset = part.get_content_charset()
                return decoded(payload if isinstance(payload, bytes) else b"", charset)
    return decoded(saved)


def decoded(page: bytes, charset: str | None = None) -> str:
    """The text of a page; bytes that are none become signs that are no words of a game."""
    for mark, named in _MARKS:
        if page.startswith(mark):
            return page.decode(named, errors="replace")
    try:
        return page.decode()
    except UnicodeDecodeError:
        meta = _META.search(page[:_HEAD])
    return page.decode(_charset(charset or (meta[1].decode() if meta else "")), errors="replace")


def _charset(label: str) -> str:
    """Python's name of a charset that a page names; the usual one for what is none."""
    try:
        name = codecs.lookup(_SUPERSETS.get(label.casefold(), label)).name
    except LookupError:
        return _USUAL
    name = _SUPERSETS.get(name, name)
    return name if _KNOWN.fullmatch(name) else _USUAL
