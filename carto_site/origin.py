"""Origin check for sockets: only pages of this site may open one."""

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from carto_site.request_limits import Application, Receive, Scope, Send


def own_pages_only(application: Application) -> Application:
    """Reject WebSockets opened by pages of another origin: scheme, host and port must be the site's."""

    async def checked(scope: Scope, receive: Receive, send: Send) -> None:
        await (application if _is_own(scope) else refuse)(scope, receive, send)

    return checked


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Reject a WebSocket before it opens."""
    await receive()
    await send({"type": "websocket.close"})


def _is_own(scope: Scope) -> bool:
    """Return True if the page is from the site's public origin or the address it requests.

    The requested host must be allowed as well.
    """
    sent = {name: value.decode("latin1") for name, value in scope["headers"]}
    origin, host = sent.get(b"origin"), sent.get(b"host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    secure = settings.SECURE or (_comes_by_proxy(scope) and sent.get(b"x-forwarded-proto") == "https")
    return origin in {*settings.CSRF_TRUSTED_ORIGINS, f"{'https' if secure else 'http'}://{host}"}


def _comes_by_proxy(scope: Scope) -> bool:
    return (scope.get("client") or [""])[0] in settings.PROXY_ADDRESSES
