"""The headers every answer carries, whoever gives it."""

from collections.abc import Mapping

from django.conf import settings

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

# For answers that are given without Django's middleware.
FALLBACK: Mapping[str, str] = {
    **ADDED,
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def fallback() -> dict[str, str]:
    """Return those headers, with the one that holds browsers to https where the site is served by it."""
    if not settings.SECURE_HSTS_SECONDS:
        return dict(FALLBACK)
    subdomains = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
    return {**FALLBACK, "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}"}
