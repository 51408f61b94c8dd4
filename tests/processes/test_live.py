"""Open WebSockets of real servers: their messages, and that they do not delay shutdown."""

import signal
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from uuid import uuid4

import pytest

from tests.processes.http import Visitor, next_message, open_socket
from tests.processes.manage import manage
from tests.processes.site import Site

PASSWORD = "a wide river bends"
# Ann hosts a table for four at which she sits alone.
SCRIPT = f"""
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
ann, ben, cas = (User.objects.create_user(name, {PASSWORD!r}) for name in ("ann", "ben", "cas"))
print("table", services.create_table(host=ann, new=NewTable("toy", "Desk", {{"turns": 3}}, 4)).code)
"""


def variables(tmp_path: Path, collected_static: Path, **more: str) -> dict[str, str]:
    return {
        "CARTO_SECRET_KEY": "the same in every process " * 3,
        "CARTO_VAR_DIR": str(tmp_path / "var"),
        "CARTO_STATIC_ROOT": str(collected_static),
        "DJANGO_SETTINGS_MODULE": "tests.processes.toy_settings",
        **more,
    }


def a_table(environment: dict[str, str]) -> str:
    """Prepare the database with three users and a table, and return the table's code."""
    manage("prepare", **environment)
    return manage("shell", "-c", SCRIPT, **environment).rpartition("table ")[2].strip()


def signed_in(url: str, name: str) -> Visitor:
    visitor = Visitor()
    status, _, page = visitor.post(f"{url}/accounts/sign-in/", username=name, password=PASSWORD)
    assert status in {302, 303}, page
    return visitor


def listen(url: str, code: str, visitor: Visitor) -> tuple[socket.socket, int]:
    """Open the table's socket; return it and the first version number it sends."""
    connection, status = open_socket(url, f"/ws/tables/{code}/", cookie=visitor.cookie_header)
    assert status.startswith("HTTP/1.1 101"), status
    return connection, next_message(connection)["number"]


@pytest.mark.usefixtures("migrated_folder")
def test_an_open_socket_does_not_keep_the_server_from_ending(
    tmp_path: Path, collected_static: Path, start_site: Callable[..., Site]
) -> None:
    environment = variables(tmp_path, collected_static)
    code = a_table(environment)
    site = start_site(**environment)
    ann, ben = signed_in(site.url, "ann"), signed_in(site.url, "ben")
    connection, number = listen(site.url, code, ann)
    with closing(connection):
        status, _, page = ben.post(f"{site.url}/tables/{code}/join/", page=f"{site.url}/tables/{code}/")
        assert status == 303, page
        assert next_message(connection) == {"table": code, "number": number + 1}
        assert site.process
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(10) == 0


@pytest.mark.usefixtures("migrated_folder")
def test_messages_sent_while_a_server_is_killed_are_stored_once(
    tmp_path: Path, collected_static: Path, start_site: Callable[..., Site]
) -> None:
    environment = variables(tmp_path, collected_static)
    code = a_table(environment)
    site = start_site(**environment)
    ann, chat = signed_in(site.url, "ann"), f"{site.url}/tables/{code}/talk/"
    sent = {f"message {n}": str(uuid4()) for n in range(4)}  # without a wait between them
    first = iter(sent.items())
    confirmed: list[str] = []

    def send(words: str, command_id: str) -> None:
        status, _, page = ann.post(chat, text=words, command_id=command_id)
        assert status == 303, page
        confirmed.append(words)

    def send_all() -> None:
        with suppress(OSError, HTTPException):
            for words, command_id in first:
                send(words, command_id)

    sender = threading.Thread(target=send_all)
    sender.start()
    while len(confirmed) < 2:
        sender.join(0.01)
        assert sender.is_alive()
    site.kill()
    site.start()
    sender.join()
    page = ann.get(chat)[2]
    assert [page.count(words) for words in confirmed] == [1] * len(confirmed)
    for words, command_id in sent.items():
        send(words, command_id)
    page = ann.get(chat)[2]
    assert [page.count(words) for words in sent] == [1] * len(sent)
    assert site.stop() == 0


@pytest.mark.postgres
@pytest.mark.redis
def test_a_socket_of_one_process_hears_what_another_announces(
    tmp_path: Path, collected_static: Path, start_site: Callable[..., Site], migrated_postgres_url: str, redis_url: str
) -> None:
    urls = {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    environment = variables(tmp_path, collected_static, **urls)
    code = a_table(environment)
    first, second = start_site(**environment), start_site(**environment)
    ann, ben, cas = (signed_in(first.url, name) for name in ("ann", "ben", "cas"))
    connection, number = listen(second.url, code, ann)
    with closing(connection):
        for joining, site in [(ben, first), (cas, second)]:
            page = f"{site.url}/tables/{code}/"
            assert joining.post(f"{page}join/", page=page)[0] == 303
            number += 1
            assert next_message(connection) == {"table": code, "number": number}
        assert [first.stop(), second.stop()] == [0, 0]
