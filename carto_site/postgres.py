"""Time limits for the server's PostgreSQL connections.

Commands, such as a long migration, wait as long as it takes.
"""

from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

Answer = TypeVar("Answer")

SILENCE: Final = 10.0
"""Seconds without a response after which PostgreSQL is considered hung and the connection is closed."""
_LIMITS: Final = "-c statement_timeout=8s -c idle_in_transaction_session_timeout=30s"
"""Limits that PostgreSQL enforces itself as long as it is not hung. Waiting for another session's lock is part of a
statement.
"""


class Connection(psycopg.Connection[Any]):
    """Connection with a response timeout."""

    def wait(self, gen: PQGen[Answer], interval: float = 0.1, timeout: float | None = None) -> Answer:
        """Return PostgreSQL's response. Raises OperationalError after closing a hung connection."""
        try:
            return super().wait(gen, interval, timeout or SILENCE)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


def limit(options: dict[str, Any]) -> None:
    """Set time limits on all connections made with these options; the operator's own options take precedence."""
    options["pool"]["connection_class"] = Connection
    options["options"] = f"{_LIMITS} {options.get('options', '')}".strip()
