"""The handler that serves a page in one thread, tested because it relies on Django's internals."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from carto_site.handler import SingleThreadHandler
from games.accounts.sockets import server_loop
from tests.test_headers import answer, scope

seen: list[int] = []


def note_thread(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        seen.append(threading.get_ident())
        return get_response(request)

    return middleware


def view(request: HttpRequest) -> HttpResponse:
    seen.append(threading.get_ident())
    return HttpResponse(f"{request.META['REMOTE_ADDR']}")


class Source:
    """Source of a streaming response."""

    closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"one"
        yield b"two"

    def close(self) -> None:
        self.closed = True


def stream(request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(sources[-1])


def loop_of_server(request: HttpRequest) -> HttpResponse:
    loop = server_loop.get()
    return HttpResponse("running" if loop and loop.is_running() else "none")


begun, release = threading.Event(), threading.Event()


def wait_for_release(request: HttpRequest) -> HttpResponse:
    begun.set()
    assert release.wait(30)
    seen.append(threading.get_ident())
    return HttpResponse("late")


sources: list[Source] = []
urlpatterns = [
    path("thread", view),
    path("wait", wait_for_release),
    path("stream", stream),
    path("loop", loop_of_server),
]
HERE = __name__


def protocols() -> dict[str, Any]:
    """Return the application for each protocol."""
    from carto_site.asgi import application

    router: Any = application.application
    applications: dict[str, Any] = router.application_mapping
    return applications


def test_the_application_uses_it() -> None:
    assert isinstance(protocols()["http"], SingleThreadHandler)


def test_middleware_and_view_run_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen.clear()
    with override_settings(MIDDLEWARE=[f"{HERE}.note_thread"] * 3, ROOT_URLCONF=HERE):
        monkeypatch.setitem(protocols(), "http", SingleThreadHandler())
        status, _ = answer(scope(b"/thread"))
    assert status == 200
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert seen[0] != threading.get_ident()


async def _bodies(scope: dict[str, Any]) -> list[bytes]:
    """Return the pieces of a response's body, in order."""
    communicator = ApplicationCommunicator(SingleThreadHandler(), scope)
    await communicator.send_input({"type": "http.request", "body": b"", "more_body": False})
    assert (await communicator.receive_output(timeout=10))["type"] == "http.response.start"
    pieces, more = [], True
    while more:
        message = await communicator.receive_output(timeout=10)
        pieces.append(message.get("body", b""))
        more = message.get("more_body", False)
    await communicator.wait(timeout=10)
    return pieces


@pytest.fixture
def finished() -> Iterator[list[object]]:
    """Record the senders of the `request_finished` signal."""
    senders: list[object] = []

    def hear(sender: object, **_: object) -> None:
        senders.append(sender)

    request_finished.connect(hear)
    yield senders
    request_finished.disconnect(hear)


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")
def test_what_is_streamed_is_closed_once_it_is_sent(finished: list[object]) -> None:
    sources.append(Source())
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=HERE):
        pieces = async_to_sync(_bodies)(scope(b"/stream"))
    assert b"".join(pieces) == b"onetwo"
    assert sources[-1].closed
    assert finished == [SingleThreadHandler]


def test_a_request_is_finished_once(finished: list[object]) -> None:
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=HERE):
        assert async_to_sync(_bodies)(scope(b"/thread"))
        assert async_to_sync(_bodies)(scope(b"/thread", "HEAD"))
    assert finished == [SingleThreadHandler, SingleThreadHandler]


def test_a_view_knows_the_loop_of_its_server() -> None:
    before = server_loop.get()
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=HERE):
        assert async_to_sync(_bodies)(scope(b"/loop")) == [b"running"]
    assert server_loop.get() is before


async def _cancel_while_running() -> bool:
    """Cancel a request twice while its view runs; return True if it ended before the view did."""
    communicator = ApplicationCommunicator(SingleThreadHandler(), scope(b"/wait"))
    await communicator.send_input({"type": "http.request", "body": b"", "more_body": False})
    while not begun.is_set():
        await asyncio.sleep(0)
    for _ in range(2):
        communicator.future.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    ended_early = communicator.future.done()
    release.set()
    with suppress(asyncio.CancelledError):
        await communicator.future
    return ended_early


def test_a_cancelled_request_counts_until_its_thread_has_ended() -> None:
    seen.clear()
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=HERE):
        assert not async_to_sync(_cancel_while_running)()
    assert len(seen) == 1


async def _leave_while_sending() -> bool:
    """Disconnect before the body is sent; return True if nothing is answered."""
    communicator = ApplicationCommunicator(SingleThreadHandler(), scope(b"/thread", "POST"))
    await communicator.send_input({"type": "http.request", "body": b"half", "more_body": True})
    await communicator.send_input({"type": "http.disconnect"})
    await communicator.wait(timeout=10)
    return communicator.output_queue.empty()


def test_a_body_that_never_arrives_whole_reaches_no_view() -> None:
    seen.clear()
    with override_settings(MIDDLEWARE=[], ROOT_URLCONF=HERE):
        assert async_to_sync(_leave_while_sending)()
    assert seen == []
