"""Write the pages of golden games to files: `python -m tests.golden.pages FOLDER [games]`.

To compare two commits that should look the same to players, run it in a checkout of each, each with its own folder, and
then

    diff -r before/text after/text    # visible text: words, and the names of drawings
    diff -r before/html after/html    # the markup too

A file holds one game in one language. At every turn, both when it opens and while it is open, it has for every seat and
a spectator: the table's page, its htmx fragment, a step at the desk, reasons for figures, and the replies to typed
lines. After each turn it has the turn's own page for two of them. A line before each page has its URL, the number of
events so far, the viewer, and the status.

The script uses only the project's rules, its models by their labels, and URLs, and follows links found in the pages, so
that it runs in commits before and after a move of modules.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin

from django.apps import apps
from django.test import Client
from django.test.utils import setup_databases, setup_test_environment, teardown_databases
from django.utils.timesince import timesince

from engine.cartographers.game import RULES
from tests.golden.written import lines_of, links_in, main_of

HERE = Path(__file__).resolve().parent
GAMES = (
    ("solo_coins", "en"),
    ("solo_wastelands", "en"),
    ("two_plain", "en"),
    ("three_plain", "en"),
    ("first_game_solo", "en"),
    ("heroes_solo_coins", "en"),
    ("heroes_two", "en"),
    ("heroes_cramped", "en"),
    ("both_four", "en"),
    ("mixed_two", "en"),
    ("mixed_two", "fr"),
    ("mixed_three", "en"),
    ("otherwise_three", "en"),
)
"""The games by name, each with the language of the pages."""
NAMES = ("Ann", "Ben", "Cas", "Dee")
SPECTATOR = "spectator"
LINES = (
    *("help", "now", "score", "map", "edicts", "log", "shapes", "who", "standings", "monsters", "coins", "ruins"),
    *("mountains", "season", "card", "next", "fits", "cluster c3", "row d", "column 4", "edict a", "space e5"),
)
ANSWERS = {"drawn", "chosen", "taken_back"}
"""The events that a seat brings about; all others happen by themselves."""
BEGAN = datetime(2026, 1, 2, 12, tzinfo=UTC)
WAITED = timedelta(minutes=3)
"""How long ago the last event is, for whoever looks."""
TABLE = {"HX-Request": "true", "HX-Target": "table"}


class Game:
    """A golden game at a table of the site, played up to some event, and its viewers' clients."""

    def __init__(self, name: str, language: str, code: str) -> None:
        self.record = json.loads((HERE / f"{name}.json").read_text("utf-8"))
        self.kinds = [event["kind"] for event in self.record["events"]]
        self.state: Any = RULES.initial
        people = [_person(name) for name in NAMES[: len(self.record["seats"])]]
        self.viewers = {SPECTATOR: Client(headers={"accept-language": language})}
        for person in people:
            self.viewers[person.display_name] = Client(headers={"accept-language": language})
            self.viewers[person.display_name].force_login(person)
        self.address = f"/tables/{code}/"
        self.table = _table(code, people, self.record)
        self.number = 0

    @property
    def closed(self) -> int:
        """Return the number of the last closed turn, 0 before the first."""
        return self.kinds[: self.number].count("turn_closed")

    def play_on(self, number: int) -> None:
        """Store the events up to a number, and update the table and its seats."""
        rows, seat, stored = [], None, _model("tables.TableEvent")
        for event in self.record["events"][self.number : number]:
            self.state = RULES.evolve(self.state, RULES.decode(event["kind"], event["data"]))
            seat = event["data"]["seat"] if event["kind"] in ANSWERS else seat
            turn = RULES.progress(self.state).turn
            rows.append(stored(table=self.table, seat=seat, turn=turn, at=_time(event["number"]), **event))
        stored.objects.bulk_create(rows)
        self.number = number
        self._summarise()

    def _summarise(self) -> None:
        progress, table = RULES.progress(self.state), self.table
        table.number, table.turn, table.phase = self.number, progress.turn, progress.phase
        table.version, table.changed_at = self.number + 1, self.now
        if progress.over:
            table.status, table.finished_at = "finished", self.now
        table.save()
        awaited = [ask.seat for ask in RULES.asks(self.state) if not ask.answered]
        table.seats.update(awaited=False, awaited_since=None)
        table.seats.filter(index__in=awaited).update(awaited=True, awaited_since=self.now)

    @property
    def now(self) -> datetime:
        """Return the time of the last event."""
        return _time(self.number)


def _time(number: int) -> datetime:
    return BEGAN + timedelta(minutes=number)


def _model(label: str) -> Any:
    return apps.get_model(label)


def _person(name: str) -> Any:
    people = _model("accounts.User").objects
    return people.filter(display_name=name).first() or people.create_user(name.lower(), display_name=name)


def _table(code: str, people: Sequence[Any], record: Any) -> Any:
    table = _model("tables.Table").objects.create(
        code=code,
        game="cartographers",
        name="Golden",
        invitation=f"invitation-{code}",
        host=people[0],
        capacity=len(people),
        status="playing",
        seed=bytes.fromhex(record["seed"]),
        commitment=record["commitment"],
        started_at=BEGAN,
        changed_at=BEGAN,
    )
    for index, person in enumerate(people):
        table.seats.create(index=index, user=person)
    return table


class Writer:
    """Writer of a game's requested pages to its two files."""

    def __init__(self, game: Game, html: Path, text: Path) -> None:
        self.game, self.count = game, 0
        self._html, self._text = html.open("w", encoding="utf-8"), text.open("w", encoding="utf-8")

    def close(self) -> None:
        self._html.close()
        self._text.close()

    def get(self, viewer: str, address: str, headers: dict[str, str] | None = None) -> str:
        """Write a viewer's page at a URL, and return its main part."""
        answer: Any = self.game.viewers[viewer].get(urljoin(self.game.address, address), headers=headers)
        part = main_of(answer.content.decode())
        fragment = " as a fragment" if headers else ""
        head = f"=== {address}{fragment}, {self.game.number} events, {viewer}: {answer.status_code}\n"
        markup, text = lines_of(part)
        self._html.write(head + markup)
        self._text.write(head + text)
        self.count += 1
        return part


def pauses(kinds: Sequence[str], seats: int) -> Iterator[tuple[int, bool]]:
    """Yield the event counts after which to write pages, and if the game has just moved by itself.

    Includes every automatic step, and the pause between the answers of two seats; with more seats, only the pause
    halfway.
    """
    answers = 0
    for number, (kind, following) in enumerate(pairwise([*kinds, "drawn"]), 1):
        answers = answers + 1 if kind in ANSWERS else 0
        if following in ANSWERS and (not answers or seats <= 2 or answers == seats // 2):
            yield number, not answers


@contextmanager
def _clock(now: Callable[[], datetime]) -> Iterator[None]:
    """Patch the clock that pages use."""
    with (
        patch("django.utils.timezone.now", now),
        patch("django.template.defaultfilters.timesince", lambda since, until=None: timesince(since, until or now())),
    ):
        yield


def write_pages(game: Game, writer: Writer, turns: int | None = None) -> None:
    """Write the pages of a game, or of its first turns."""
    with _clock(lambda: game.now + WAITED):
        for moment, (number, opened) in enumerate(pauses(game.kinds, len(game.viewers) - 1)):
            before = game.closed
            game.play_on(number)
            for place, viewer in enumerate(game.viewers):
                chance = moment + place
                order = chance % len(game.viewers)
                _look(writer, viewer, chance, in_turn=order == 0, opened=opened)
                if game.closed > before and order <= 1:
                    _look_back(writer, viewer, chance)
            if turns is not None and game.closed >= turns:
                return


def _look(writer: Writer, viewer: str, chance: int, *, in_turn: bool, opened: bool) -> None:
    """Write the table and its linked replies, and more of them for the viewer whose turn it is to ask."""
    table = writer.game.address
    links = links_in(writer.get(viewer, table))
    line = f"{table}line?line={LINES[chance % len(LINES)]}"
    writer.get(viewer, line, TABLE)
    if opened:
        _follow(writer, viewer, [link for link in links if "/why/" in link], chance, TABLE)
    if in_turn and opened:
        writer.get(viewer, line)
    if in_turn:
        writer.get(viewer, table, TABLE)
        _follow(writer, viewer, [link for link in links if link.startswith("?")], chance)


def _look_back(writer: Writer, viewer: str, chance: int) -> None:
    """Write the turn that has just closed, and an explanation of one of its figures."""
    address = f"{writer.game.address}turns/{writer.game.closed}/"
    links = [urljoin(address, link) for link in links_in(writer.get(viewer, address))]
    _follow(writer, viewer, [link for link in links if "/why/" in link], chance)


def _follow(
    writer: Writer, viewer: str, links: Sequence[str], chance: int, headers: dict[str, str] | None = None
) -> None:
    if links:
        writer.get(viewer, sorted(links)[chance % len(links)], headers)


def write(folder: Path, games: Sequence[tuple[str, str]], turns: int | None = None) -> int:
    """Write the pages of these games to `html` and `text` in a folder, and return their number.

    Needs a database.
    """
    count = 0
    for kind in ("html", "text"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, language in games:
        file, code = f"{name}.{language}.txt", f"golden{GAMES.index((name, language)):02}"
        with _clock(lambda: BEGAN):
            game = Game(name, language, code)
        writer = Writer(game, folder / "html" / file, folder / "text" / file)
        write_pages(game, writer, turns)
        writer.close()
        count += writer.count
    return count


def main(folder: str, *names: str) -> None:
    """Write the named games, or all of them, with a database of their own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    games = [game for game in GAMES if not names or game[0] in names]
    if unknown := set(names) - {name for name, _ in games}:
        sys.exit(f"no such games: {', '.join(sorted(unknown))}")
    print(write(Path(folder), games), "pages")  # noqa: T201 - a command
    teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tests.golden.pages FOLDER [games]")
    main(*sys.argv[1:])
