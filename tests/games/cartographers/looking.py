"""Text and links of pages about a game."""

import re
from typing import Any

from django.test import Client

from tests.games.tables.clients import text_of

MOST_QUERIES = 6
"""What a page about one moment of a game may ask of the database."""


def text(client: Client, address: str, **headers: str) -> str:
    """The text of a page, which must respond with 200."""
    answer: Any = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    return text_of(answer)


def lead(page: str) -> str:
    """The first sentence of an explanation."""
    match = re.search(r'<h2 id="why-title">.*?</h2>\s*<p>(.*?)</p>', page, re.S)
    assert match
    return match[1]


def link(page: str, rel: str) -> str:
    """The URL of a page's link to the previous ("prev") or next ("next") turn, or "" for none."""
    match = re.search(rf'rel="{rel}" href="([^"]+)"', page)
    return match[1] if match else ""
