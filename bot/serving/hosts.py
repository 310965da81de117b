"""Which names a web server of this program answers to, as a request's Host header gives them.

Somebody who runs the referee visits another site, whose name is suddenly looked up as 127.0.0.1
(DNS rebinding): its script may then ask a server on this machine and read what it answers. It can't
forge the Host header, so a server answers to its own names only.
"""

import ipaddress
import socket

from yarl import URL

LOOPBACK = "localhost"


class KnownHosts:
    """The names of a server that listens at `host`."""

    def __init__(self, host: str) -> None:
        self._open = not is_loopback(host)
        own = socket.gethostname().casefold()
        self._names = {LOOPBACK, host.casefold()}
        if self._open:
            self._names |= {own, f"{own}.local"}

    def knows(self, name: str) -> bool:
        """Whether a Host header's name is one of the server's."""
        name = name.casefold().strip("[]").rstrip(".")
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        # DNS rebinding needs a name that is looked up, and an address is not looked up.
        return self._open or address.is_loopback

    def are_asked(self, header: str) -> bool:
        """Whether a whole Host header, maybe with a port, is the server's."""
        try:
            name = URL(f"http://{header}").host or ""
        except ValueError:
            name = ""
        return self.knows(name)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own, out of the network's reach."""
    if host.casefold() == LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """Whom an address belongs to, as far as limits go: whoever has IPv6 has 2**64 addresses.

    An IPv4 address stands for itself, an IPv6 address for its /64; what is none stays as it is.
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.IPv6Network((ip, 64), strict=False))
