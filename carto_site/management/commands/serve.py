"""Command `serve`: serves the site."""

import asyncio
import os
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from carto_site import background_jobs, daily_jobs, preparation, serving, sqlite
from carto_site.sole_process import AlreadyServed, sole_process


class Command(BaseCommand):
    """Serves pages and sockets from one process until it is stopped."""

    help = "Serve the site. With SQLite, migrate, load the cards and collect the static files first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for the listening socket: an address and port, or one that is already open."""
        parser.add_argument("--bind", default=os.environ.get("CARTO_BIND", "127.0.0.1"), help="address to listen on")
        parser.add_argument(
            "--port", type=int, default=os.environ.get("CARTO_PORT", "8000"), help="port; 0 for any free port"
        )
        parser.add_argument("--fd", type=int, help="file descriptor of a listening socket opened by a parent process")

    def handle(self, *args: Any, bind: str, port: int, fd: int | None, **options: Any) -> None:
        """Serve. Raises CommandError if the address is taken or unsafe, or another process uses the database."""
        listener = _listener(bind, port, fd)
        _refuse_unsafe(listener)
        _limit_waiting()
        try:
            with sole_process():
                _make_ready()
                self._check_database()
                self._serve(listener)
        except AlreadyServed as error:
            raise CommandError(str(error)) from error

    def _check_database(self) -> None:
        """Report the problems that `check` finds in the database. Only `prepare`, which may be running, fixes them."""
        self.check(tags=[Tags.database], databases=[connection.alias])
        connection.close()

    def _serve(self, listener: socket.socket) -> None:
        # Imported only now: loading the application reads the collected static files.
        from carto_site.asgi import application

        if not settings.ORIGIN:
            settings.LINKS_ORIGIN = serving.address(listener).removesuffix("/")
        line = f"Carto is ready at {settings.ORIGIN or serving.address(listener)} ({_data_in_words()})"
        try:
            serving.run(listener, application, ready=lambda: self._say(line), background=_run_background_tasks)
        except OSError as error:
            raise CommandError(f"The server did not start: {error}.") from error

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


async def _run_background_tasks() -> None:
    """Run the daily jobs, the sweeps, the queued tasks and the bots next to the server."""
    from games.notices.task_worker import working
    from games.tables.timeouts.bot_worker import run_bots

    async with asyncio.TaskGroup() as tasks:
        for task in (daily_jobs.run_daily, background_jobs.run_sweeps, working, run_bots):
            tasks.create_task(task())


def _listener(bind: str, port: int, fd: int | None) -> socket.socket:
    try:
        return serving.listening_socket(bind, port) if fd is None else serving.adopted_socket(fd)
    except (OSError, OverflowError) as error:
        where = f"{bind}, port {port}" if fd is None else f"descriptor {fd}"
        reason = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"Can't listen on {where}: {reason}. Another port: --port 8001.") from error


def _refuse_unsafe(listener: socket.socket) -> None:
    if settings.DEBUG and (serving.is_public(listener) or settings.ORIGIN):
        raise CommandError("CARTO_DEBUG exposes internals, so the site can be served only on this machine.")
    if "*" in settings.ALLOWED_HOSTS:
        raise CommandError("CARTO_HOSTS must list the site's host names; * would allow any host.")


def _limit_waiting() -> None:
    """Set time limits so that no request waits forever. Call it before the first connection is made."""
    if connection.vendor == "postgresql":
        from carto_site import postgres

        postgres.limit(connection.settings_dict["OPTIONS"])


def _make_ready() -> None:
    """Prepare an SQLite site. A PostgreSQL site is prepared by its operator, once for all processes."""
    if connection.vendor == "sqlite":
        preparation.prepare()
    elif preparation.migrations_are_missing() or preparation.static_files_are_stale():
        raise CommandError("The database or the static files are out of date. Run `manage.py prepare`.")
    connection.close()


def _data_in_words() -> str:
    if connection.vendor != "sqlite":
        return "PostgreSQL, " + ("Redis" if settings.REDIS_URL else "in-memory channel layer, one process")
    release = ".".join(map(str, sqlite.version()))
    if settings.SQLITE_JOURNAL == "WAL":
        return f"SQLite {release}, write-ahead log"
    return f"SQLite {release}, rollback journal, as the write-ahead log of this release is not safe"
