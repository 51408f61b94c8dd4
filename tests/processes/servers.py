"""Throw-away PostgreSQL and Redis servers on free loopback ports."""

import os
import pwd
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from tests.processes import programs

_CLUSTER_OPTIONS = ["-A", "scram-sha-256", "-E", "UTF8", "--locale=C", "--no-sync"]


def free_port() -> int:
    """Return a free loopback port."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres(**settings: str) -> Iterator[str]:
    """Run a PostgreSQL server with these settings and yield the URL of its `postgres` database. Unless they say
    otherwise, it doesn't wait for the disk.
    """
    # Not in pytest's folder, which is closed to the user that runs PostgreSQL when the tests run as root.
    with TemporaryDirectory(prefix="carto-postgres-") as folder, _postgres_in(Path(folder), settings) as url:
        yield url


@contextmanager
def _postgres_in(folder: Path, settings: Mapping[str, str]) -> Iterator[str]:
    binaries = programs.postgres()
    assert binaries
    port, password = free_port(), token_hex(8)
    owner = _unprivileged(folder)
    secret = folder / "password"
    secret.write_text(password)
    secret.chmod(0o644)
    data = folder / "data"
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "carto", f"--pwfile={secret}", *_CLUSTER_OPTIONS],
        check=True,
        stdout=subprocess.DEVNULL,
        user=owner,
    )
    own = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "fsync": "off"}
    options = [f"-c{name}={value}" for name, value in {**own, **settings}.items()]
    server = subprocess.Popen([binaries / "postgres", "-D", data, *options], stderr=subprocess.DEVNULL, user=owner)
    try:
        _wait_for(lambda: _answers(port) and (data / "postmaster.pid").read_text().strip().endswith("ready"), server)
        yield f"postgresql://carto:{password}@127.0.0.1:{port}/postgres"
    finally:
        # SIGINT asks for the fast shutdown, which does not wait for clients to leave.
        server.send_signal(2)
        _end(server)


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Run a Redis server without persistence and yield its URL."""
    program = programs.redis()
    assert program
    port = free_port()
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
    try:
        _wait_for(lambda: _answers(port), server)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        _end(server)


@contextmanager
def nginx(folder: Path, first: int, second: int) -> Iterator[int]:
    """Run nginx with the documented configuration, without TLS, in front of two ports; yield its own port."""
    program = programs.nginx()
    assert program
    port = free_port()
    sample = (programs.ROOT / "docs" / "nginx.conf").read_text()
    sample = sample.replace("server 127.0.0.1:8001 ", f"server 127.0.0.1:{first} ")
    sample = sample.replace("server 127.0.0.1:8002 ", f"server 127.0.0.1:{second} ")
    changed = {
        "listen": f"listen 127.0.0.1:{port};",
        "listen other": f"listen 127.0.0.1:{port} default_server;",
        "name": "server_name 127.0.0.1;",
        "drop": "",
    }
    lines = sample.splitlines()
    site = "\n".join(changed[line.rpartition("# test: ")[2]] if "# test: " in line else line for line in lines)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; {'user root;' if os.geteuid() == 0 else ''}\n"
        f"events {{ worker_connections 16384; }}\nhttp {{ access_log off;\n{temporary}{site} }}\n"
    )
    server = subprocess.Popen([program, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        _wait_for(lambda: _answers(port), server)
        yield port
    finally:
        server.terminate()
        _end(server)


def _unprivileged(folder: Path) -> int | None:
    """Give the folder to `postgres` when root runs the tests, as PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    owner = pwd.getpwnam("postgres").pw_uid
    os.chown(folder, owner, -1)
    return owner


def _answers(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_for(condition: Callable[[], bool], server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert server.poll() is None, "the server ended before it answered"
        assert time.monotonic() < deadline, "the server did not answer in time"
        time.sleep(0.05)


def _end(server: subprocess.Popen[bytes]) -> None:
    try:
        server.wait(15)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(5)
