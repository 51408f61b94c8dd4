"""Time of pictures and printable sheets, and the memory of a process that rendered many.

    python -m benchmarks.pictures [FOLDER]

It draws the maps of games that the tests keep. A figure is wall time, from what is known of a map to the file. With a
folder one of each kind is left there, to be looked at.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from threading import Event, Thread
from time import perf_counter
from typing import Any

import django

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("mixed_three", "heroes_four", "both_solo", "six_plain")
ROUNDS = 20


def main() -> int:
    """Draw and print the figures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")
    os.environ.setdefault("CARTO_VAR_DIR", mkdtemp())
    django.setup()
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    began = _memory()
    for name, kind in _kinds().items():
        took, size = [], 0
        for number in range(ROUNDS):
            begin = perf_counter()
            content = kind(_seat_facts(GAMES[number % len(GAMES)], number))
            took.append((perf_counter() - begin) * 1e3)
            size = len(content)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        print(f"{name:24} {median(took):7.0f} ms, at most {max(took):5.0f} ms, {size / 1024:6.0f} kB")
    print(f"others waited for {_held_up():.0f} ms at most while a picture was made")
    print(f"memory: {began} MB before, {_memory()} MB at most after {ROUNDS * len(_kinds())} files")
    return 0


def _held_up() -> float:
    """The longest that another thread stood still while pictures were made, in milliseconds."""
    draw, facts, ended, longest = _kinds()["map.png"], _seat_facts(GAMES[0], ROUNDS), Event(), 0.0

    def work() -> None:
        draw(facts)
        ended.set()

    thread = Thread(target=work)
    thread.start()
    last = perf_counter()
    while not ended.wait(0.001):
        now = perf_counter()
        longest, last = max(longest, now - last), now
    thread.join()
    return longest * 1e3


def _kinds() -> dict[str, Callable[[Any], bytes]]:
    from games.cartographers.paper.board import Ink
    from games.cartographers.paper.picture import picture_svg
    from games.cartographers.paper.printing import Size, sheet_data, template
    from games.cartographers.paper.sharing import shared_map
    from games.play.rendering import pdf, png

    site = "carto.example"
    return {
        "map.svg": lambda facts: picture_svg(facts, Ink.COLOUR, site).encode(),
        "map.png": lambda facts: png(picture_svg(facts, Ink.COLOUR, site, rendered=True), 1860),
        "map-pencil.png": lambda facts: png(picture_svg(facts, Ink.PENCIL, site, rendered=True), 1860),
        "link.png": lambda facts: png(shared_map(facts), 1200),
        "map-a4.pdf": lambda facts: pdf(template(), sheet_data(facts, Ink.COLOUR, Size.A4, site)),
        "map-letter-pencil.pdf": lambda facts: pdf(template(), sheet_data(facts, Ink.PENCIL, Size.LETTER, site)),
    }


def _seat_facts(game: str, number: int) -> Any:
    """Return the text next to a map; a number in the name makes each one unique."""
    from engine.cartographers.game import RULES
    from games.accounts.models import User
    from games.cartographers.paper.facts import build_seat_facts
    from games.tables.game import Seated
    from games.tables.models import Seat, Table

    record = json.loads((ROOT / "tests" / "golden" / f"{game}.json").read_text(encoding="utf-8"))
    events = (RULES.decode(event["kind"], event["data"]) for event in record["events"])
    state = reduce(RULES.evolve, events, RULES.initial)
    view = RULES.view(state, None)
    user, name = User(username="zoe", title="Keeper of the Western Marshes"), f"Zoë Łukasiewicz {number}"
    seats = tuple(Seat(index=index, user=user, name=name) for index in range(view.seats))
    seated = Seated(Table(name="Thursday evening", code="ABCDEF"), None, state, len(record["events"]), seats)
    return build_seat_facts(seated, view, view.standings.places[0].seat)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    sys.exit(main())
