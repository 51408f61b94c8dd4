"""Players that use HTTP like a browser page: poll, give an answer that the page offers, retry on errors."""

from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from random import Random
from typing import Any

from tests.concurrency.audit import Accepted
from tests.processes.http import fetch

PAUSE = 0.1
"""Seconds between two looks of somebody who waits for others; with less, looking would be all that the server does."""
TAKES_BACK = 0.1
"""How often somebody undoes an answer, while others have still to answer."""


@dataclass
class Ledger:
    """Results of all players; the lists only grow, so no lock is needed."""

    accepted: list[Accepted] = field(default_factory=list)
    surprises: list[str] = field(default_factory=list)
    broken: int = 0


@dataclass(frozen=True, slots=True)
class Offered:
    """An action that a page offers: its URL and the form's hidden fields."""

    action: str
    fields: dict[str, str]


class Person(threading.Thread):
    """Thread that plays one seat of a table until the game is over or the deadline has passed.

    `deadline` is in monotonic seconds. After a "too many requests" response it waits as told before retrying.
    """

    def __init__(self, site: str, code: str, seat: int, cookie: str, ledger: Ledger, deadline: float) -> None:
        super().__init__(daemon=True)
        self.site, self.code, self.seat, self.ledger, self.deadline = site, code, seat, ledger, deadline
        self.headers = {"Cookie": cookie, "Origin": site, "Referer": f"{site}/tables/{code}/"}
        self.chance = Random(f"{seat} at {code}")
        self.address = f"/tables/{code}/"
        self.over = False

    def run(self) -> None:
        while not self.over and time.monotonic() < self.deadline:
            page = self.look()
            if 'id="ending"' in page:
                self.over = True
            elif offered := answer_of(page, self.chance):
                self.send(offered, withdraws=False)
            elif (offered := take_back_of(page)) and self.chance.random() < TAKES_BACK:
                self.send(offered, withdraws=True)
            else:
                time.sleep(PAUSE)

    def look(self) -> str:
        """Fetch the current page; "" if nothing has changed or the connection broke."""
        status, page = self.ask(self.address, None, **{"HX-Request": "true", "HX-Target": "strip"})
        if status not in {0, 200, 204}:
            self.ledger.surprises.append(f"{status} for {self.address}")
        if strip := re.search(r'id="strip".*?hx-get="([^"]+)"', page, re.DOTALL):
            self.address = unescape(strip[1])
        return page

    def send(self, offered: Offered, *, withdraws: bool) -> None:
        """Send a command until it is answered, with the same id each time so that it counts once."""
        while time.monotonic() < self.deadline:
            status, _ = self.ask(offered.action, offered.fields)
            if status == 303:
                id = offered.fields["command_id"]
                self.ledger.accepted.append(Accepted(id, self.code, self.seat, withdraws))
            elif status not in {0, 409}:
                self.ledger.surprises.append(f"{status} for {offered}")
            if status:
                return

    def ask(self, path: str, form: dict[str, str] | None, **headers: str) -> tuple[int, str]:
        """Status and body; the status is 0 if the connection broke early or the site was busy."""
        try:
            status, answer_headers, body = fetch(self.site + path, form, **self.headers, **headers)
            if status != 503 or b"The site is busy" not in body:
                return status, body.decode()
            time.sleep(int(answer_headers["Retry-After"]))
            return 0, ""
        except (OSError, HTTPException):
            self.ledger.broken += 1
            time.sleep(0.05)
            return 0, ""


def answer_of(page: str, chance: Random) -> Offered | None:
    """Form data for a random answer that the page asks for, of whichever game; None if it asks for none."""
    return drawing_of(page, chance) or play_of(page, chance) or discard_of(page, chance) or choice_of(page, chance)


def play_of(page: str, chance: Random) -> Offered | None:
    """Form data for cards of one metal out of a hand of Gisborne; None without a hand to lay from."""
    form = re.search(
        r'<form id="place-form" class="lay-form" method="post" action="([^"]+)".*?</form>', page, re.DOTALL
    )
    if not form:
        return None
    hand = _hand(form[0])
    metal = chance.choice(sorted(hand))[0]
    return Offered(form[1], _hidden(form[0]) | _taken({face: hand[face] for face in hand if face[0] == metal}, 5))


def discard_of(page: str, chance: Random) -> Offered | None:
    """Form data for the cards that a river of Gisborne costs; None at no river."""
    form = re.search(r'<form id="discard-form".*?action="([^"]+)".*?</form>', page, re.DOTALL)
    if not form:
        return None
    hand = list(_hand(form[0]).items())
    surplus = re.search(r'id="count" data-words="[^"]*?(\d+)', form[0])
    assert surplus, form[0]
    chance.shuffle(hand)
    return Offered(form[1], _hidden(form[0]) | _taken(dict(hand), int(surplus[1])))


def choice_of(page: str, chance: Random) -> Offered | None:
    """Form data for one of several buttons, a chip or a number of cards of Gisborne; None without buttons."""
    form = re.search(r'<form class="choices" method="post" action="([^"]+)".*?</form>', page, re.DOTALL)
    if not form:
        return None
    numbers = re.findall(r'name="number" value="(\d+)"', form[0])
    return Offered(form[1], _hidden(form[0]) | {"number": chance.choice(numbers)})


def _hand(form: str) -> dict[str, int]:
    """Return how many cards of each face can be chosen in a form."""
    hand: dict[str, int] = {}
    for face, number in re.findall(r'type="radio" name="(\w\d)" value="(\d+)"', form):
        hand[face] = max(hand.get(face, 0), int(number))
    return hand


def _taken(hand: dict[str, int], count: int) -> dict[str, str]:
    """Return so many cards of a hand, the first in it, as fields."""
    taken = {}
    for face, number in hand.items():
        taken[face] = str(min(number, count))
        count -= min(number, count)
    return taken


def drawing_of(page: str, chance: Random) -> Offered | None:
    """Form data for a random legal placement from the page's desk; None without a desk."""
    data = re.search(r'<script id="desk-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    form = re.search(r'<form id="place-form" method="post" action="([^"]+)".*?</form>', page, re.DOTALL)
    if not data or not form:
        return None
    return Offered(form[1], _hidden(form[0]) | _choice(json.loads(data[1]), chance))


def take_back_of(page: str) -> Offered | None:
    """Form data for undoing an answer; None if the page has no such form."""
    form = re.search(r'<form method="post" action="([^"]+/(?:take-back|undo))".*?</form>', page, re.DOTALL)
    return Offered(form[1], _hidden(form[0])) if form else None


def _hidden(form: str) -> dict[str, str]:
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert {"csrfmiddlewaretoken", "command_id"} <= set(fields), form
    return fields


def _choice(desk: dict[str, Any], chance: Random) -> dict[str, str]:
    """Option, terrain, orientation and anchor of a random legal placement in #desk-data."""
    legal = [
        (str(place), terrain, way["code"], _name(anchor))
        for place, option in enumerate(desk["options"], 1)
        for terrain in option["terrains"]
        for way in option["orientations"]
        for anchor in way["legal"]
    ]
    option, terrain, held, anchor = chance.choice(legal)
    return {"option": option, "terrain": terrain, "held": held, "anchor": anchor}


def _name(number: int) -> str:
    """The name of a space, given its number in #desk-data."""
    return f"{'ABCDEFGHIJK'[number // 12]}{number % 12}"
