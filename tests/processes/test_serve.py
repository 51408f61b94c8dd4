"""The `serve` command as used by a person or a process supervisor."""

import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from carto_site import serving
from carto_site.headers import FALLBACK
from carto_site.management.commands.serve import Command
from tests.processes.http import fetch, shake_hands
from tests.processes.manage import attempt
from tests.processes.site import Site

StartSite = Callable[..., Site]


def serve(tmp_path: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `serve` with options it should reject."""
    return attempt("serve", *(options or ("--port", "0")), **{"CARTO_VAR_DIR": str(tmp_path / "var")} | variables)


def test_a_fresh_folder_becomes_a_site(start_site: StartSite, tmp_path: Path) -> None:
    site = start_site(DJANGO_SETTINGS_MODULE="carto_site.settings", CARTO_SECRET_KEY="")
    assert fetch(f"{site.url}/healthz")[0::2] == (200, b"ok\n")
    assert fetch(f"{site.url}/admin/login/")[0] == 200
    assert (tmp_path / "var" / "carto.sqlite3").exists()
    assert (tmp_path / "var" / "secret-key").exists()
    assert site.stop() == 0


def test_links_in_emails_lead_to_the_address_that_serve_prints(
    monkeypatch: pytest.MonkeyPatch, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serving, "run", lambda _listener, _application, ready, **_rest: ready())
    settings.ORIGIN, settings.LINKS_ORIGIN = "", "http://127.0.0.1:8000"
    with closing(serving.listening_socket("127.0.0.1", 0)) as listener:
        Command()._serve(listener)
        assert f"http://127.0.0.1:{listener.getsockname()[1]}" == settings.LINKS_ORIGIN
    assert f"ready at {settings.LINKS_ORIGIN}/ " in capsys.readouterr().out


@pytest.mark.usefixtures("migrated_folder")
def test_static_files_are_named_after_their_content_and_kept_for_ever(start_site: StartSite) -> None:
    site = start_site()
    page = fetch(f"{site.url}/admin/login/")[2].decode()
    link = next(part for part in page.split('"') if part.startswith("/static/") and part.endswith(".css"))
    status, headers, body = fetch(site.url + link, **{"Accept-Encoding": "gzip"})
    assert status == 200
    assert "immutable" in headers["Cache-Control"]
    assert headers["Content-Encoding"] == "gzip"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers
    assert body


@pytest.mark.usefixtures("migrated_folder")
def test_one_process_per_sqlite_database(start_site: StartSite, tmp_path: Path) -> None:
    site = start_site()
    second = serve(tmp_path)
    assert second.returncode == 1
    assert "Only" not in second.stdout
    assert "only one may run" in second.stderr
    assert "Traceback" not in second.stderr
    site.kill()
    site.start()  # a lock never outlives its process
    assert site.stop() == 0


def test_a_taken_port_is_said_plainly(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        run = serve(tmp_path, "--port", str(taken.getsockname()[1]))
    assert run.returncode == 1
    assert "Address already in use" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    ("options", "variables", "words"),
    [
        (("--port", "0", "--bind", "0.0.0.0"), {"CARTO_DEBUG": "1"}, "CARTO_DEBUG"),
        (("--port", "0"), {"CARTO_DEBUG": "1", "CARTO_ORIGIN": "https://carto.example"}, "CARTO_DEBUG"),
        (("--port", "0"), {"CARTO_HOSTS": "*"}, "CARTO_HOSTS"),
        (("--port", "70000"), {}, "Can't listen"),
        (("--fd", "0"), {}, "Can't listen"),
    ],
)
def test_unsafe_and_impossible_set_ups_are_refused(
    tmp_path: Path, options: tuple[str, ...], variables: dict[str, str], words: str
) -> None:
    run = serve(tmp_path, *options, **variables)
    assert run.returncode == 1
    assert words in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "var" / "carto.sqlite3").exists()


@pytest.mark.usefixtures("migrated_folder")
def test_sockets_elsewhere_or_from_elsewhere_are_refused(start_site: StartSite) -> None:
    site = start_site()
    for path, origin in [("/ws/no-such", None), ("/ws/tables/ABCDEF/", "https://elsewhere.example")]:
        connection, status, headers = shake_hands(site.url, path, origin)
        assert status == "HTTP/1.1 403 Forbidden"
        assert_complete(connection, headers)


@pytest.mark.usefixtures("migrated_folder")
@pytest.mark.parametrize("version", ["12", "x-quoted"])
def test_sockets_with_invalid_handshake_are_refused(start_site: StartSite, version: str) -> None:
    connection, status, headers = shake_hands(start_site().url, "/ws/tables/ABCDEF/", version=version)
    assert status == "HTTP/1.1 400 Bad Request"
    assert_complete(connection, headers)


def assert_complete(connection: socket.socket, headers: Message) -> None:
    """Check a rejected handshake for the site's headers and a body of the declared length."""
    with closing(connection):
        body = connection.makefile("rb").read()
    assert {name: headers[name] for name in FALLBACK} == FALLBACK
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert (headers["Content-Length"], headers["Connection"]) == (str(len(body)), "close")


@pytest.mark.usefixtures("migrated_folder")
def test_an_open_connection_does_not_keep_it_from_ending(start_site: StartSite) -> None:
    site = start_site()
    parts = urlsplit(site.url)
    with closing(socket.create_connection((parts.hostname, parts.port))) as connection:
        connection.sendall(f"GET /healthz HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        assert site.process
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(10) == 0
