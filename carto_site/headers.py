"""Headers of every response, from Django or not."""

from collections.abc import Mapping

from django.conf import settings

Pairs = list[tuple[bytes, bytes]]
"""Header names in lowercase with their values, as in ASGI."""

CSP_DIRECTIVES: dict[str, list[str]] = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}

_UNUSED_FEATURES = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "payment",
    "usb",
)

ADDED: Mapping[str, str] = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED_FEATURES),
    "Cross-Origin-Resource-Policy": "same-origin",
}

# For responses that bypass Django's middleware.
FALLBACK: Mapping[str, str] = {
    **ADDED,
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def fallback() -> dict[str, str]:
    """Return `FALLBACK`, with an HSTS header if the site is served over HTTPS."""
    if not settings.SECURE_HSTS_SECONDS:
        return dict(FALLBACK)
    subdomains = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
    return {**FALLBACK, "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}"}


def encoded(values: Mapping[str, str]) -> Pairs:
    """Return headers in ASGI form."""
    return [(name.lower().encode("ascii"), value.encode("ascii")) for name, value in values.items()]


def of_refusal(text: bytes, more: Mapping[str, str] | None = None) -> Pairs:
    """Return the headers of a plain-text refusal sent without Django."""
    plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
    return encoded({**fallback(), **plain, "Content-Length": str(len(text)), **(more or {})})
