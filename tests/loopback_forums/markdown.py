"""As much Markdown as players and referees write: what the forums' own renderers make of it."""

import re
from html import escape

_REFERENCE = re.compile(r"^\[//\]: # \(.*\)$")
_MENTION = re.compile(r"(?<![\w\\])@([A-Za-z0-9][\w-]*)")
_PICTURE = re.compile(r"!\[([^\]\[]*)\]\(([^)\s]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]\[]*)\]\((https?://[^)\s]+)\)")


def html(raw: str) -> str:
    """Paragraphs with breaks, lists, tables, quotes, fences, code, strikes, mentions, pictures."""
    blocks: list[str] = []
    lines = raw.replace("\r", "").split("\n")
    while lines:
        line = lines.pop(0)
        if not line.strip() or _REFERENCE.match(line):
            continue
        if line.startswith("```"):
            code: list[str] = []
            while lines and not lines[0].startswith("```"):
                code.append(lines.pop(0))
            lines[:1] = []
            blocks.append(f"<pre><code>{escape(chr(10).join(code))}</code></pre>")
            continue
        quoted = line.startswith(">")
        part = [line]
        while lines and lines[0].strip() and lines[0].startswith(">") == quoted:
            if lines[0].startswith("```"):
                break
            part.append(lines.pop(0))
        if quoted:
            inner = "\n".join(one.removeprefix(">").removeprefix(" ") for one in part)
            blocks.append(f"<blockquote>\n{html(inner)}</blockquote>")
        elif all(one.startswith(("- ", "* ", "| ", "|-")) for one in part):
            blocks.append(_rows(part))
        else:
            words = "<br />\n".join(_inline(one) for one in part)
            blocks.append(f'<p dir="auto">{words}</p>')
    return "\n".join(blocks) + "\n"


def _rows(lines: list[str]) -> str:
    if not lines[0].startswith("|"):
        return "\n".join(["<ul>", *(f"<li>{_inline(one[2:])}</li>" for one in lines), "</ul>"])
    rows = (one.strip("| ").split("|") for one in lines if not one.startswith("|-"))
    cells = ("".join(f"<td>{_inline(cell.strip())}</td>" for cell in row) for row in rows)
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in cells)}</tbody></table>"


def _inline(text: str) -> str:
    # What stands behind a backslash is put away until all else is done; mentions don't mind it.
    text = re.sub(r"\\([^\w\s@])", lambda found: f"\x00{ord(found[1])};", text)
    text = escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"~~(.+?)~~", r"<s>\1</s>", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    text = _PICTURE.sub(r'<img src="\2" alt="\1" />', text)
    text = _LINK.sub(r'<a href="\2">\1</a>', text)
    text = _MENTION.sub(
        lambda found: (
            f'<a class="plugin-mentions-user" href="/user/{found[1].lower()}">'
            f"@<bdi>{found[1]}</bdi></a>"
        ),
        text,
    )
    return re.sub(r"\x00(\d+);", lambda found: escape(chr(int(found[1])), quote=False), text)
