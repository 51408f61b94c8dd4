"""Parse the answers of a command line."""

import re
from html import unescape
from typing import Any

from django.test import Client

from games.tables.models import Table
from tests.games.tables.clients import text_of

HTMX = {"HX-Request": "true", "HX-Target": "line-form"}


def sentences_of(answer: Any) -> list[str]:
    """Return the sentences of an answer, without the echoed line."""
    block = text_of(answer).split('<div class="answer">')
    return [unescape(text) for text in re.findall(r"<p>(.*?)</p>", block[1].split("</div>")[0])] if block[1:] else []


def problem(answer: Any) -> str:
    """Return the error message of an answer, "" for none."""
    match = re.search(r'id="line-problem"[^>]*><p class="message error">(.*?)</p>', text_of(answer))
    return unescape(match[1]) if match else ""


def field(answer: Any, name: str) -> str:
    """Return the value of a field that is submitted with the next line."""
    values = re.findall(rf'form="line-form" name="(?:hand-)?{name}" value="([^"]*)"', text_of(answer))
    assert len(values) == 1, name
    return str(values[0])


def get_line(client: Client, table: Table, line: str, **headers: str) -> Any:
    """Ask a line of a table."""
    return client.get(f"/tables/{table.code}/line", {"line": line}, headers=headers)
