"""The documented nginx configuration: TLS settings, and the requests it lets through."""

import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.conf import settings

from tests.processes import servers
from tests.processes.http import fetch
from tests.processes.programs import ROOT


def named(directive: str) -> list[list[str]]:
    """Return the values of each line with this directive."""
    lines = re.findall(rf"^\s*{directive}\s+([^;]+);", (ROOT / "docs" / "nginx.conf").read_text(), re.MULTILINE)
    return [line.split() for line in lines]


def test_old_versions_of_tls_are_not_spoken() -> None:
    assert named("ssl_protocols") == [["TLSv1.2", "TLSv1.3"]]
    # In a server alone they would not hold where a connection has yet to name one.
    assert "\nssl_protocols " in (ROOT / "docs" / "nginx.conf").read_text()
    assert all("ssl" in listened for listened in named("listen"))


def test_a_key_lost_later_opens_nothing_that_was_said_before() -> None:
    ((offered,),) = named("ssl_ciphers")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers(offered)
    older = [cipher for cipher in context.get_ciphers() if cipher["protocol"] != "TLSv1.3"]
    assert older
    assert {(cipher["kea"], cipher["aead"]) for cipher in older} == {("kx-ecdhe", True)}


def test_what_is_long_comes_in_where_the_site_takes_it_and_nowhere_else() -> None:
    text = (ROOT / "docs" / "nginx.conf").read_text()
    places = re.findall(r"location (?:= |~ \^)([^\s$]+)\$? \{\s+client_max_body_size (\d+)k;", text)
    assert {path: int(most) * 1000 for path, most in places} == settings.LARGE_BODIES
    assert named("client_max_body_size")[0] == ["64k"]
    assert len(named("client_max_body_size")) == 1 + len(places)


@contextmanager
def process_with(statuses: list[int]) -> Iterator[int]:
    """Run a server that answers with these statuses, one after another, and yield its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(statuses.pop(0))
            self.send_header("Content-Length", "0")
            self.end_headers()

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.nginx
def test_busy_processes_are_asked_again_at_once(tmp_path: Path) -> None:
    with ExitStack() as stack:
        first, second = (stack.enter_context(process_with([503, 503, 200])) for _ in range(2))
        port = stack.enter_context(servers.nginx(tmp_path, first, second))
        assert [fetch(f"http://127.0.0.1:{port}/")[0] for _ in range(3)] == [503, 503, 200]
