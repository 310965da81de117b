"""The last results of a search as an Atom feed (RFC 4287), for readers that ask now and then."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

from bot.storage.records import Listed
from bot.web.hall.listing import game_name, line
from bot.wording import hall as words
from bot.wording.tidy import tidy

ENTRIES, LONGEST_TITLE = 50, 120
_ATOM = "http://www.w3.org/2005/Atom"
_NOTHING_YET = datetime(1970, 1, 1, tzinfo=UTC)


def feed(found: Sequence[Listed], title: str, address: str, home: str) -> bytes:
    """The feed; `address` is its own, `home` that of the pages, both whole."""
    root = Xml.Element("feed", {"xmlns": _ATOM})
    _add(root, "title", tidy(title, LONGEST_TITLE))
    _add(root, "id", address)
    _add(root, "updated", _stamp(found[0].ended if found else _NOTHING_YET))
    Xml.SubElement(root, "link", {"rel": "self", "href": address})
    Xml.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": home})
    _add(Xml.SubElement(root, "author"), "name", words.REFEREE)
    for one in found:
        _entry(root, one, f"{home}match/{one.match}")
    return bytes(Xml.tostring(root, encoding="utf-8", xml_declaration=True))


def _entry(root: Xml.Element, one: Listed, address: str) -> None:
    shown = line(one)
    entry = Xml.SubElement(root, "entry")
    _add(entry, "id", address)
    _add(entry, "updated", _stamp(one.ended))
    Xml.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": address})
    if not shown["readable"]:
        _add(entry, "title", words.unreadable_text(one.match))
        return
    names = [seat["name"] for seat in shown["seats"]]
    winner = next((seat["name"] for seat in shown["seats"] if seat["won"]), "")
    _add(entry, "title", words.result_line(names, winner, shown["how"]))
    game = words.game_text(game_name(one.ruleset), one.side)
    _add(entry, "summary", f"{game}: {shown['turns']}, {shown['length']}.")


def _add(parent: Xml.Element, name: str, text: str) -> None:
    Xml.SubElement(parent, name).text = text


def _stamp(ended: datetime) -> str:
    return ended.isoformat(timespec="seconds")
