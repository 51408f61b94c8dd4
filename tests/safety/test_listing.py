"""What browsers and search engines ask for by fixed names, and what these are asked not to list."""

import struct
from typing import Any
from urllib.robotparser import RobotFileParser

from django.test import Client

from games.accounts.models import User
from games.tables.models import Status
from tests.safety.site import site
from tests.safety.test_access import STATES

LISTED = {"", "games/", "tables/", "learn/", "rules/", "cards/", "cards/<slug:key>/"}


def fetched(address: str) -> tuple[str, bytes]:
    """The type of what is there, and its content."""
    answer: Any = Client().get(address)
    assert answer.status_code == 200
    assert answer["X-Content-Type-Options"] == "nosniff"
    return answer["Content-Type"].partition(";")[0], b"".join(answer.streaming_content)


def test_search_engines_are_told_what_they_may_read() -> None:
    kind, text = fetched("/robots.txt")
    assert kind == "text/plain"
    robots = RobotFileParser()
    robots.parse(text.decode().splitlines())
    for address in ("/", "/rules/", "/cards/great_river/", "/tables/"):
        assert robots.can_fetch("anybody", address)


def test_browsers_find_the_icons_they_ask_for() -> None:
    kind, icon = fetched("/favicon.ico")
    assert kind in {"image/x-icon", "image/vnd.microsoft.icon"}
    assert struct.unpack("<HHH", icon[:6]) == (0, 1, 2)
    kind, picture = fetched("/apple-touch-icon.png")
    assert kind == "image/png"
    assert struct.unpack(">II", picture[16:24]) == (180, 180)


def test_pages_about_people_and_their_games_are_not_to_be_listed(people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    listed = set()
    for route in STATES[Status.PLAYING]:
        if "X-Robots-Tag" not in here.client("passer-by").get(here.url(route, "passer-by")):
            listed.add(route)
    assert listed == LISTED
