"""What `referee doctor` finds on the machine: settings, pictures, ports, and referees at work."""

from collections.abc import Sequence
from enum import StrEnum

from bot.findings.database import Finding, Holder, bad, good, note
from bot.parts import Part
from bot.wording.leases import holder_text, parts_text

SETTINGS_READ = good("Settings: read.")
NO_WEB = note(
    "Pages: none (WEB_URL). With an address on the web, players get a board to touch, and people "
    "can watch every match in a browser."
)
NO_TOKEN = note("Token: none (DISCORD_TOKEN), so matches are held in the local room.")


class Door(StrEnum):
    """What the referee serves at a port of this machine; its settings begin with the name here."""

    WEB = "Pages"
    METRICS = "Metrics"


def settings_useless(why: str) -> Finding:
    """A setting can't be used, or `.env` can't be read."""
    return bad(f"Settings: {why}.")


def line_unread(line: int) -> Finding:
    """A line of `.env` that is neither a setting nor a comment."""
    return bad(
        f".env, line {line}: it can't be read: a setting is NAME=value, and quotes come in pairs."
    )


def line_unknown(line: int, name: str, near: str) -> Finding:
    """A line of `.env` with a name of its own; `near` is the setting it may mean, "" for none."""
    if not near:
        return note(f".env, line {line}: {name} is no setting of the referee's.")
    return bad(f".env, line {line}: there is no setting {name}. Did you mean {near}?")


def line_again(line: int, name: str, before: int) -> Finding:
    """A line of `.env` that sets what an earlier line sets."""
    return bad(f".env, line {line}: {name} is set in line {before} already; line {line} counts.")


def pictures_drawn(kilobytes: int) -> Finding:
    """A board was drawn, with the fonts and themes that it needs."""
    return good(f"Pictures: fonts and themes are there; a board of {kilobytes} kB was drawn.")


def pictures_fail(reason: str) -> Finding:
    """No board can be drawn: a font or a theme is missing, or Pillow is broken."""
    return bad(f"Pictures: no board can be drawn: {reason}.")


def port_free(door: Door, address: str) -> Finding:
    """The address can be used, and only from this machine."""
    return good(f"{door}: {address} is free.")


def port_open(door: Door, address: str) -> Finding:
    """The address can be used, and reached from other machines."""
    return note(f"{door}: {address} is free, and open to your whole network.")


def port_for_all(address: str, url: str) -> Finding:
    """The pages' address can be used, and `url` leads to it from elsewhere."""
    return good(f"{Door.WEB}: {address} is free; people come to {url}.")


def port_served(door: Door, address: str, pid: int) -> Finding:
    """The referee of this database is at work at the address."""
    where = f"{address}/metrics" if door is Door.METRICS else address
    return good(f"{door}: served by the referee that is running (process {pid}), at {where}.")


def port_taken(door: Door, address: str, reason: str) -> Finding:
    """The address can't be used: it is taken, or is no address of this machine."""
    return bad(
        f"{door}: {address} can't be used: {reason}. Change {door.name}_HOST or "
        f"{door.name}_PORT, or stop what listens there."
    )


def referee_at_work(holder: Holder) -> Finding:
    """A referee runs on the database that was looked at."""
    return good(f"Referee: at work ({holder_text(holder)}), serving {parts_text(holder.parts)}.")


def referee_in_trouble(pid: int, trouble: str) -> Finding:
    """A referee runs and can store nothing, whatever can be stored from here."""
    return bad(
        f"Referee: process {pid} rules nothing: {trouble}. It goes on by itself when that is over."
    )


def shards_unserved(parts: Sequence[Part]) -> Finding:
    """Referees are at work, and none of them serves these parts of Discord."""
    return note(
        f"Referee: nobody serves {parts_text(parts)}, so nothing is ruled in the servers "
        "there. Start a referee with these numbers in SHARD_IDS."
    )
