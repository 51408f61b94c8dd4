"""Helpers for importing a record through the site and checking the result."""

import json
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

from django.test import Client

from games.tables.models import Table
from tests.concurrency.rush import together

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
URL = "/records/"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def golden(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return document


def bring(client: Client, document: Any, status: int = 200) -> str:
    """Paste a record into the import form and return the resulting page."""
    answer = client.post(URL, {"pasted": document if isinstance(document, str) else json.dumps(document)})
    assert answer.status_code == status
    return unescape(answer.content.decode())


def stored(client: Client, name: str = "solo_coins", **changes: Any) -> Table:
    """Import a golden record and return the only table."""
    bring(client, golden(name) | changes)
    return Table.objects.get()


def post(client: Client, table: Table, what: str, **form: Any) -> int:
    return client.post(f"/tables/{table.code}/{what}/", form).status_code


def page(client: Client, table: Table, more: str = "", status: int = 200) -> str:
    answer = client.get(f"/tables/{table.code}/{more}")
    assert answer.status_code == status, more
    return unescape(answer.content.decode()) if answer.headers["Content-Type"].startswith("text/html") else ""


def keep_upload(client: Client, table: Table) -> Table:
    assert post(client, table, "keep") == 303
    table.refresh_from_db()
    assert table.kept_until is None
    return table


def clicked(*clicks: Any) -> None:
    """Send all requests at the same time, each in its own thread."""
    assert together(list(clicks))[0] == []
