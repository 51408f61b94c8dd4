"""Watchers that compare everything a viewer is sent with what that viewer may know."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import time_machine
from asgiref.sync import async_to_sync
from django.conf import settings
from django.test import Client
from django.utils import timezone

from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import Seat, Viewer
from games.accounts.models import User
from games.cartographers.others.strip import desk_key
from games.tables.log.state import cache, load
from games.tables.models import Table
from tests.engine.tools import any_placement
from tests.games.cartographers.monsters import targets
from tests.games.cartographers.play import awaited, fields, offer_to, state_of, url
from tests.games.tables.clients import HTMX, signed_in
from tests.safety.worlds import ALL, Secret, another_world

NEW_EACH_TIME = re.compile(
    rb'name="csrfmiddlewaretoken" value="\w{64}"'
    rb"|X-CSRFToken[^,}]{0,100}"
    rb"|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
)
_OWN_COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
Ask = Callable[[Client], Any]


class Leak(AssertionError):
    """A viewer was sent what depends on a secret."""


def sent(answer: Any) -> bytes:
    """Return a whole response except the viewer's own keys: status, headers, cookies, body."""
    headers = sorted(item for item in answer.items() if item[0] != "Expires")
    lines = [str(answer.status_code), *(f"{name}: {value}" for name, value in headers)]
    lines += [morsel.OutputString() for name, morsel in answer.cookies.items() if name not in _OWN_COOKIES]
    return "\n".join(lines).encode() + b"\n\n" + body_of(answer)


def body_of(answer: Any) -> bytes:
    """Return the body of a response, also of one that is streamed."""

    async def read() -> bytes:
        return b"".join([part async for part in answer])

    return bytes(async_to_sync(read)() if answer.streaming and answer.is_async else answer.getvalue())


def forms_of_seed(seed: bytes) -> list[bytes]:
    """Return encodings of the seed, cut to a prefix too long to occur by chance."""
    written = [seed.hex(), b64encode(seed).decode(), urlsafe_b64encode(seed).decode(), str(int.from_bytes(seed, "big"))]
    beginnings = [text[:8].encode() for text in written]
    upper = seed.hex().upper()[:8].encode()
    return [*beginnings, upper, seed[:4], str(int.from_bytes(seed, "little"))[:8].encode(), repr(seed)[2:12].encode()]


@dataclass
class Viewers:
    """Everyone who may look: one client each, by name; a seat's name is its number."""

    seats: list[Client]
    others: dict[str, Client]

    @classmethod
    def of(cls, seated: list[User], stranger: User) -> Viewers:
        return cls([signed_in(user) for user in seated], {"signed in": signed_in(stranger), "nobody": Client()})

    def all(self) -> list[tuple[Viewer, str, Client]]:
        """Return each viewer with their name and client."""
        mine = [(Seat(seat), f"seat {seat}", client) for seat, client in enumerate(self.seats)]
        return [*mine, *((None, name, client) for name, client in self.others.items())]


@dataclass
class Watch:
    """A watched table; `compared` counts by secret how often two worlds were compared."""

    table: Table
    viewers: Viewers
    rng: Random
    secrets: frozenset[Secret] = ALL
    compared: Counter[Secret] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.seed = forms_of_seed(bytes(self.table.seed or b""))
        self.rounds: list[tuple[tuple[Viewer, str, Client], str]] = []

    def answer(self, viewer: Viewer, who: str, client: Client, ask: Ask, *, compare: bool = True) -> Any:
        """Return a response; raise Leak if it would differ with other secrets."""
        if not compare:
            answer, other = ask(client), b""
        else:
            # At one moment, so that clocks on the page show the same time.
            with time_machine.travel(timezone.now(), tick=False):
                with another_world(self.table, viewer, self.rng, self.secrets) as differing:
                    other = sent(ask(client))
                self.compared.update(differing)
                answer = ask(client)
        body = sent(answer)
        if not state_of(self.table).over:
            self.search(body, who)
        if compare and NEW_EACH_TIME.sub(b"", body) != NEW_EACH_TIME.sub(b"", other):
            raise Leak(f"{who}: {first_difference(body, other)}")
        return answer

    def search(self, body: bytes, who: str) -> None:
        """Raise Leak if the seed or a prefix of it is in a response."""
        if Secret.SEED in self.secrets and any(form in body for form in self.seed):
            raise Leak(f"{who} was sent the seed")

    def look(self) -> None:
        """Let the next viewer request the next page, in rounds of all combinations."""
        if not self.rounds:
            self.rounds = list(product(self.viewers.all(), LOOKS))
            self.rng.shuffle(self.rounds)
        (viewer, who, client), what = self.rounds.pop()
        address, headers = LOOKS[what](self.table, viewer, state_of(self.table))
        answer = self.answer(viewer, who, client, lambda browser: browser.get(address, headers=headers))
        assert answer.status_code in {200, 204, 303, 404, 422}, (what, answer.status_code)
        self.looked[f"{who}: {what} {answer.status_code}"] += 1

    def play(self, turns: int = 1000) -> None:
        """Play on at random, looking at every step."""
        while not (state := state_of(self.table)).over and state.turn <= turns:
            self.step(state)
            state = state_of(self.table)
            if not state.over and self.rng.random() < _worth_a_look(state):
                self.look()

    def step(self, state: State) -> None:
        """Submit one command of one seat."""
        drawn = [seat for seat, drawing in enumerate(state.answers) if drawing is not None]
        if drawn and self.rng.random() < 0.15:
            self._command(self.rng.choice(drawn), "take-back", {"command_id": str(uuid4())}, state, closes=False)
            return
        waiting = awaited(state)
        seat = self.rng.choice(waiting)
        if state.choice:
            space = self.rng.choice(targets(self.table, seat))
            choice = {"space": space, "command_id": str(uuid4())}
            self._command(seat, "choice", choice, state, closes=len(waiting) == 1)
            return
        placement = any_placement(self.rng, offer_to(state, seat))
        self._command(seat, "placement", fields(placement), state, closes=len(waiting) == 1)

    def _command(self, seat: int, what: str, body: dict[str, Any], state: State, *, closes: bool) -> None:
        headers = HTMX if self.rng.random() < 0.1 else {}
        address = url(self.table, state.turn, what)
        # The answer that closes a turn shows what was hidden until then.
        compare = bool(headers) and not closes
        client = self.viewers.seats[seat]
        answer = self.answer(
            Seat(seat),
            f"seat {seat}",
            client,
            lambda browser: browser.post(address, body, headers=headers),
            compare=compare,
        )
        assert answer.status_code == (200 if headers else 303), answer.content.decode()
        # What a commit does, which the transaction of a test holds back.
        cache.keep(self.table.code, load(self.table))


def _worth_a_look(state: State) -> float:
    """Return the probability of a look: low if only the deck is secret, 1 if there are sealed placements."""
    return 0.3 if not any(state.answers) else 1.0


def first_difference(one: bytes, other: bytes) -> str:
    """Return the context of the first difference between two responses."""
    one, other = NEW_EACH_TIME.sub(b"", one), NEW_EACH_TIME.sub(b"", other)
    at = next((number for number, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"{one[max(at - 60, 0) : at + 60]!r} against {other[max(at - 60, 0) : at + 60]!r}"


Where = tuple[str, dict[str, str]]


def _fragment(target: str) -> dict[str, str]:
    return {"HX-Request": "true", "HX-Target": target}


def _page(table: Table, viewer: Viewer, state: State) -> Where:
    return url(table), {}


def _another_board(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?look={(viewer or 0) % state.seats + 1}", {}


def _strip(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?since=0&desk={desk_key(RULES.view(state, viewer))}", _fragment("strip")


def _late_strip(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?since=0&desk=0.0.-", _fragment("strip")


def _parts(table: Table, viewer: Viewer, state: State) -> Where:
    """Return the request of a page that knows the season but has none of the table's parts."""
    frame = f"season-{state.definition.seasons[state.season].id}"
    return f"{url(table)}?since=0&desk=0.0.-", {**_fragment("table"), "X-Shown": f"table.{frame} log.0"}


def _pending(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?option=1&held=r0&at=F6", _fragment("pending")


def _worth(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?option=1&held=r0", _fragment("worth")


def _worth_shown(table: Table, viewer: Viewer, state: State) -> Where:
    goal = ("A", "B", "monsters", "stars", "fit")[state.turn % 5]
    return f"{url(table)}?worth={goal}", {}


LINES = (
    *("now", "map", "map 1", "map 2", "row C of 2", "column 5 of 1", "space F6 of 2", "cluster F6 of 1"),
    *("edict A of 2", "edicts of 1", "monsters of 2", "coins of 2", "ruins of 2", "mountains of 1", "score of 2"),
    *("card", "shapes", "fits", "season", "standings", "who", "log", "next", "try C5", "help"),
)


def _turn_before(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}turns/{state.turn - 1}/", {}


def _another_board_before(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}turns/{state.turn - 1}/?look={(viewer or 0) % state.seats + 1}", {}


def _since_before(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}since/?turn={max(state.turn - 2, 1)}", {}


def _since_by_script(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}since/?turn={max(state.turn - 1, 1)}", _fragment("since-place")


def _why_before(table: Table, viewer: Viewer, state: State) -> Where:
    season, part = (("now", "A"), ("now", "monsters"), ("spring", "stars"), ("winter", "D"), ("year", "stars"))[
        state.turn % 5
    ]
    return f"{url(table)}turns/{state.turn - 1}/why/{season}/{state.turn % state.seats + 1}/{part}", {}


def _why_open_turn(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}turns/{state.turn}/why/now/1/coins", {}


def _open_turn(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}turns/{state.turn}/", {}


def _line(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}line?{urlencode({'line': LINES[state.turn % len(LINES)]})}", {}


def _line_by_script(table: Table, viewer: Viewer, state: State) -> Where:
    line = LINES[(7 * state.turn + (viewer or 0)) % len(LINES)]
    return f"{url(table)}line?{urlencode({'line': line})}", _fragment("line-form")


def _choice(table: Table, viewer: Viewer, state: State) -> Where:
    return f"{url(table)}?space={targets(table, viewer)[0] if _chooses(viewer, state) else 'F6'}", {}


def _chooses(viewer: Viewer, state: State) -> bool:
    return viewer is not None and RULES.view(state, viewer).choice is not None


def _somewhere(address: str) -> Callable[[Table, Viewer, State], Where]:
    return lambda table, viewer, state: (address.format(code=table.code), {})


LOOKS: dict[str, Callable[[Table, Viewer, State], Where]] = {
    "page": _page,
    "page again": _page,
    "another board": _another_board,
    "strip": _strip,
    "late strip": _late_strip,
    "parts": _parts,
    "pending": _pending,
    "worth": _worth,
    "worth shown": _worth_shown,
    "line": _line,
    "line by script": _line_by_script,
    "choice": _choice,
    "turn before": _turn_before,
    "open turn": _open_turn,
    "another board of the turn before": _another_board_before,
    "since two turns before": _since_before,
    "since the turn before by script": _since_by_script,
    "why the turn before": _why_before,
    "why the open turn": _why_open_turn,
    "screen": _somewhere("/tables/{code}/screen/"),
    "home": _somewhere("/"),
    "lobby": _somewhere("/tables/"),
    "mine": _somewhere("/tables/mine/"),
    "a rival": _somewhere("/people/ann/"),
    "record": _somewhere("/tables/{code}/record.json"),
    "history": _somewhere("/tables/{code}/history/"),
    "why monsters": _somewhere("/tables/{code}/why/now/2/monsters"),
    "why spring": _somewhere("/tables/{code}/why/spring/1/stars"),
    "why winter": _somewhere("/tables/{code}/why/winter/2/D"),
    "why coins": _somewhere("/tables/{code}/why/summer/1/coins"),
}
