"""Identification of the client, for counting requests."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # noqa: S104 - a name for nobody, not an address to listen on

# A user agent also contains the names of other browsers, so the first match counts.
_BROWSERS: Final = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "FxiOS": "Firefox",
    "Firefox": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def client_ip(request: HttpRequest) -> str:
    """Return the client's address, or `UNKNOWN`; middleware has already applied a trusted proxy's header."""
    ip = _parsed(request.META.get("REMOTE_ADDR", ""))
    return str(ip) if ip else UNKNOWN


def client_network(request: HttpRequest) -> str:
    """Return the rate limit key: an IPv4 address, or the first address of an IPv6 customer's /64."""
    return network_of(request.META.get("REMOTE_ADDR", ""))


def socket_network(scope: dict[str, Any]) -> str:
    """Return what to count a socket by; no middleware has put a trusted proxy's word in the place of its address."""
    address = (scope.get("client") or [""])[0]
    if address in settings.PROXY_ADDRESSES:
        address = dict(scope["headers"]).get(b"x-real-ip", b"").decode("latin1") or address
    return network_of(address)


def browser(request: HttpRequest) -> str:
    """Return the approximate browser and system, such as "Firefox, Android", or "" if unknown."""
    agent = request.headers.get("User-Agent", "")
    names = [next((name for sign, name in signs.items() if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, names))


def sign_in_name(request: HttpRequest, credentials: dict[str, str] | None = None) -> str:
    """Return the username for counting failed sign-ins: lower-cased, as in sign-in."""
    return (credentials or {}).get("username", request.POST.get("username", "")).strip().lower()[:254]


def network_of(address: str) -> str:
    """Return an address's rate limit key, as in `client_network`."""
    ip = _parsed(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((ip, 64), strict=False).network_address)
    return str(ip) if ip else UNKNOWN


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        ip = ip_address(address)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip
