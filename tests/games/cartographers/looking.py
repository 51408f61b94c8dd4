"""What pages about a game say."""

import re
from typing import Any

from django.test import Client

from tests.games.cartographers import play

MOST_QUERIES = 6
"""What a page about one moment of a game may ask of the database."""


def text(client: Client, address: str, **headers: str) -> str:
    """The page at an address, which must be there."""
    answer: Any = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    return play.text_of(answer)


def lead(page: str) -> str:
    """The sentence that an explanation begins with."""
    match = re.search(r'<h2 id="why-title">.*?</h2>\s*<p>(.*?)</p>', page, re.S)
    assert match
    return match[1]


def link(page: str, rel: str) -> str:
    """Where a page says that the turn before ("prev") or after ("next") is, "" where it does not."""
    match = re.search(rf'rel="{rel}" href="([^"]+)"', page)
    return match[1] if match else ""
