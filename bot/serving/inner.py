"""The door between processes of one fleet: who may pass a request on, and for whom.

Bob's browser asks a process that does not hold his match. It passes the request on to the one that
does, and says from whose address it came, so that limits of one address stay right. Whoever could
forge that would have no limits, and could send requests round in circles: so it is sealed with what
only the fleet knows, for one address, one request and one receiver.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import socket
from collections.abc import Sequence

from aiohttp import web

from bot.wording.web import FORGED, HANDED_OVER

HEADER = "X-Referee-Passed-On"
_AGAIN = {"Retry-After": "1", "Refresh": "2"}
"""For scripts, and for a page that somebody has just opened."""
_DISCARD = 9
"""A port to which nothing is sent: it is only asked which way would be taken."""


class InnerDoor:
    """Seals what is passed on, and knows the seal; `secret` is the fleet's own."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"pages of a fleet\n" + secret.encode()).digest()
        self.url = ""
        """Where the other processes reach this one; "" until that is known."""

    def sealed(self, to: str, request: web.Request, source: str) -> str:
        """The value of the header: whom a request is from, for the process that it is passed to."""
        return f"{source} {self._seal(to, request, source)}"

    def source(self, request: web.Request) -> str | None:
        """Whom a request is from that was passed on; None for any other; HTTPForbidden where it
        only says so.

        Until this process knows where it is reached, nobody can tell: it is asked for again.
        """
        said = request.headers.get(HEADER)
        if said is None:
            return None
        if not self.url:
            raise unavailable()
        source, _, seal = said.rpartition(" ")
        wanted = self._seal(self.url, request, source)
        if not hmac.compare_digest(_bytes(seal), _bytes(wanted)):
            raise web.HTTPForbidden(text=FORGED)
        return source

    def _seal(self, to: str, request: web.Request, source: str) -> str:
        said = "\n".join((to, request.method, request.rel_url.raw_path_qs, source))
        return hmac.new(self._key, _bytes(said), hashlib.sha256).hexdigest()


def unavailable() -> web.HTTPServiceUnavailable:
    """What whoever asks for a match is answered that nobody holds who can be reached now."""
    return web.HTTPServiceUnavailable(text=HANDED_OVER, headers=_AGAIN)


def _bytes(text: str) -> bytes:
    """What stands in a header as it came, whatever that was."""
    return text.encode(errors="surrogateescape")


async def inner_url(host: str, port: int, databases: Sequence[str]) -> str:
    """Where other processes reach a port that is open at `host`, which may stand for all addresses.

    Then it is the address from which this machine reaches one of the `databases`, since they reach
    that too.
    """
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        families = socket.AF_UNSPEC if address.version == 6 else socket.AF_INET
        address = ipaddress.ip_address(await _towards(databases, families))
    return f"http://{f'[{address}]' if address.version == 6 else address}:{port}"


async def _towards(names: Sequence[str], family: int) -> str:
    """The own address on the way to the first machine that is known; else that of the loopback."""
    loop = asyncio.get_running_loop()
    for name in names:
        try:
            found = await loop.getaddrinfo(name, _DISCARD, family=family, type=socket.SOCK_DGRAM)
            with socket.socket(found[0][0], socket.SOCK_DGRAM) as asking:
                asking.connect(found[0][4])
                return str(asking.getsockname()[0])
        except (OSError, ValueError):
            # One that has gone, or whose name can't be one.
            continue
    return "127.0.0.1"
