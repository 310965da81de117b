"""By which names a web server of this program is asked, and by whom: its doors.

Somebody who runs the referee visits another site, whose name is suddenly looked up as 127.0.0.1
(DNS rebinding): its script may then ask a server on this machine and read what it answers. It can't
forge the Host header, so a server answers to its own names only; nor the Origin header, so what
changes something comes from pages of its own.

There are four doors: this machine, the network where the server listens to it, the address at
which a proxy is reached from outside, and the one between processes of one fleet. A proxy is
believed whom it heard, where it is a named one.

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
from yarl import URL

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


LOOPBACK = "localhost"


class Doors:
    """The doors of a server that listens at `host`, and that proxies serve at `url`, if any do."""

    def __init__(self, host: str, url: str = "", proxies: Sequence[str] = ()) -> None:
        self._open = not is_loopback(host)
        own = socket.gethostname().casefold()
        self._names = {LOOPBACK, host.casefold()}
        if self._open:
            self._names |= {own, f"{own}.local"}
        self._public = URL(url)
        self.inner: InnerDoor | None = None
        """The door to the other processes of a fleet, where this is one of them."""
        self._proxies = [ipaddress.ip_network(network) for network in proxies]

    def knows(self, header: str) -> bool:
        """Whether a Host header, maybe with a port, is one of the server's names."""
        try:
            name = (URL(f"http://{header}").host or "").casefold().rstrip(".")
        except ValueError:
            return False
        if name in self._names or (name and name == self._public.host):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # DNS rebinding needs a name that is looked up, and an address is not looked up.
        return self._open or address.is_loopback

    def is_from_own_page(self, request: web.Request) -> bool:
        """Whether a request says that it comes from a page of this server."""
        origin, host = request.headers.get("Origin", "").casefold(), request.headers.get("Host", "")
        own = {f"http://{host}".casefold(), f"https://{host}".casefold()}
        return origin in own or (bool(origin) and origin == _origin(self._public))

    def source(self, request: web.Request) -> str:
        """Whom a request is from: an address or its network, behind a proxy as the proxy says."""
        if (passed := self.passed_on(request)) is not None:
            return passed
        address = request.remote or ""
        if self._is_proxy(address):
            # A proxy adds whom it heard behind what it was told, in the same line or in one more.
            last = request.headers.getall("X-Forwarded-For", [""])[-1]
            address = last.rpartition(",")[2].strip() or address
        return network_of(address)

    def passed_on(self, request: web.Request) -> str | None:
        """Whom a request is from that another process has passed on; None for any other.

        HTTPForbidden where it only says so.
        """
        return None if self.inner is None else self.inner.source(request)

    def _is_proxy(self, address: str) -> bool:
        try:
            ip = _ip(address)
        except ValueError:
            return False
        return any(ip in network for network in self._proxies)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own, out of the network's reach."""
    if host.casefold() == LOOPBACK:
        return True
    try:
        return _ip(host.strip("[]")).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """Whom an address belongs to, as far as limits go: whoever has IPv6 has 2**64 addresses.

    An IPv4 address stands for itself, an IPv6 address for its /64; what is none stays as it is.
    """
    try:
        ip = _ip(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ipaddress.IPv6Network((ip, 64), strict=False))


def _ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """What an address is; a server of both families hears IPv4 as `::ffff:192.0.2.1`."""
    ip = ipaddress.ip_address(address)
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return mapped or ip


def _origin(url: URL) -> str:
    return str(url.origin()).casefold() if url.host else ""
