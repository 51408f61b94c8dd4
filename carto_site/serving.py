"""Server: one listening socket, one event loop, a clean shutdown."""

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carto_site.connection_limits import Server


def listening_socket(bind: str, port: int) -> socket.socket:
    """Return a listening TCP socket; port 0 means any free port. Raises OSError."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bind.strip("[]"), port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def adopted_socket(descriptor: int) -> socket.socket:
    """Return the listening socket passed by a parent process. Raises OSError if it is not one."""
    listener = socket.socket(fileno=descriptor)
    if not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        raise OSError("the descriptor is not a listening socket")
    listener.setblocking(False)
    return listener


def is_public(listener: socket.socket) -> bool:
    """Return True if the socket is reachable from other machines."""
    return not ipaddress.ip_address(listener.getsockname()[0]).is_loopback


def address(listener: socket.socket) -> str:
    """Return the URL for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def run(
    listener: socket.socket,
    application: Any,
    ready: Callable[[], None],
    background: Callable[[], Coroutine[Any, Any, None]],
) -> None:
    """Serve, and run `background` as a task, until SIGTERM or SIGINT.

    All tasks are ended then, so that the process can exit with 0.
    """
    from daphne.server import twisted_loop
    from twisted.internet import reactor

    server = _server(listener, application)
    # Daphne calls its own `ready_callable` before the signal handlers are installed.
    reactor.callWhenRunning(ready)
    task = twisted_loop.create_task(background())  # The name keeps the task alive: the loop holds only weak references.
    server.run()
    task.cancel()
    if server.abort_start:
        raise OSError("the server could not listen")
    _drain(twisted_loop)


def _server(listener: socket.socket, application: Any) -> "Server":
    from daphne.endpoints import build_endpoint_description_strings

    from carto_site.connection_limits import Server

    return Server(
        application=application,
        endpoints=build_endpoint_description_strings(file_descriptor=listener.fileno()),
        server_name="",
        ping_interval=20,
        ping_timeout=30,
        http_timeout=60,
        websocket_max_message_size=4096,
        websocket_max_frame_size=4096,
        application_close_timeout=5,
    )


def _drain(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel remaining tasks. One left over from a socket crashes Python 3.11 on exit."""
    tasks = [task for task in asyncio.all_tasks(loop) if not task.done()]
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=5))
