"""The address under which people in the same network reach the room.

The host opens `http://127.0.0.1:8080` and sends the link to Blue, who sits in the next room: on
Blue's laptop that address is Blue's laptop. So the host's page shows this machine's address in the
network instead, where the room listens there, and else says how to make it listen.
"""

import socket
from dataclasses import dataclass

from bot.serving.hosts import is_loopback
from bot.web.view import Json
from bot.wording.room import reach_text

_SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody: asking for the way there sends nothing."""
_DISCARD = 9
EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the room is for others: `open` says whether it listens there, "" is not known.

    One that is `public` is reached there from everywhere.
    """

    address: str
    open: bool
    public: bool = False

    def shown(self, remote: str) -> Json:
        """What the host's page, which asked from `remote`, is told of the links to send.

        Behind a container or a proxy, the address that this machine has itself is of no use.
        """
        if self.public:
            return {"address": self.address, "note": ""}
        direct = is_loopback(remote)
        note = reach_text(self.address, open_=self.open, direct=direct)
        return {"address": self.address if self.open and direct else "", "note": note}


def reach(host: str, port: int, url: str) -> Reach:
    """How a room that listens at a host and port is reached by others; `url` is set, or ""."""
    if url:
        return Reach(url, open=True, public=True)
    if not is_loopback(host) and host not in EVERYWHERE:
        return Reach(_url(host, port), open=True)
    own = address_in_network(EVERYWHERE.get(host, socket.AF_INET))
    if host == "::":
        own = own or address_in_network(socket.AF_INET)
    return Reach(_url(own, port) if own else "", open=host in EVERYWHERE)


def address_in_network(family: socket.AddressFamily) -> str:
    """This machine's address in its network; "" where it is in none."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_SOMEWHERE[family], _DISCARD))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if is_loopback(address) else address


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
