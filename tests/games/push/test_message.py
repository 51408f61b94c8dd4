"""Contents of push messages."""

import json

import pytest

from games.push.sender import MOST_BYTES, PushMessage


@pytest.mark.parametrize("url", ["/", "/tables/abc/?look=1#log", "/people/ann/"])
def test_it_leads_to_a_page_of_this_site(url: str) -> None:
    assert json.loads(PushMessage("A", "b", url).payload())["url"] == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables/",
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "https://elsewhere.example/",
        "javascript:x()",
        "/a b",
    ],
)
def test_it_leads_nowhere_else(url: str) -> None:
    with pytest.raises(ValueError, match="this site"):
        PushMessage("A", "b", url)


@pytest.mark.parametrize("letter", ["x", "é", "字", "👩", '"', "\n"])
def test_what_is_too_long_is_cut(letter: str) -> None:
    payload = PushMessage("A", letter * 5000, "/").payload()
    assert MOST_BYTES - 20 < len(payload) <= MOST_BYTES
    body = json.loads(payload)["body"]
    assert body == letter * (len(body) - 1) + "…"


def test_what_fits_is_left_alone() -> None:
    assert json.loads(PushMessage("A", "x" * 2000, "/", "t").payload()) == {
        "title": "A",
        "body": "x" * 2000,
        "url": "/",
        "tag": "t",
    }
