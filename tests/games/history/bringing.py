"""Bringing a record, and what is asked of it then."""

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
    """Paste a record: the page that answers."""
    answer = client.post(URL, {"pasted": document if isinstance(document, str) else json.dumps(document)})
    assert answer.status_code == status
    return unescape(answer.content.decode())


def stored(client: Client, name: str = "solo_coins", **changes: Any) -> Table:
    """The one table there is after somebody has brought a record."""
    bring(client, golden(name) | changes)
    return Table.objects.get()


def post(client: Client, table: Table, what: str, **form: Any) -> int:
    return client.post(f"/tables/{table.code}/{what}/", form).status_code


def page(client: Client, table: Table, more: str = "", status: int = 200) -> str:
    answer = client.get(f"/tables/{table.code}/{more}")
    assert answer.status_code == status, more
    return unescape(answer.content.decode()) if answer.headers["Content-Type"].startswith("text/html") else ""


def kept(client: Client, table: Table) -> Table:
    assert post(client, table, "keep") == 303
    table.refresh_from_db()
    assert table.kept_until is None
    return table


def clicked(*clicks: Any) -> None:
    """Let all happen at one moment, each in a thread of its own."""
    assert together(list(clicks))[0] == []
