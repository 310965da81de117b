"""By which names a web server of this program is asked, and by whom: its doors.

Somebody who runs the referee visits another site, whose name is suddenly looked up as 127.0.0.1
(DNS rebinding): its script may then ask a server on this machine and read what it answers. It can't
forge the Host header, so a server answers to its own names only; nor the Origin header, so what
changes something comes from pages of its own.

There are three doors: this machine, the network where the server listens to it, and the address at
which a proxy is reached from outside. A proxy is believed whom it heard, where it is a named one.
"""

import ipaddress
import socket
from collections.abc import Sequence

from aiohttp import web
from yarl import URL

from bot.serving.inner import InnerDoor

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
