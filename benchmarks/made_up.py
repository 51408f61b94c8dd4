"""Made-up finished games with their rows, by plain statements: hundreds of thousands within a minute."""

from __future__ import annotations

from typing import Any, Final

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.accounts.models import User
from games.history.models import Gain, Piece, PlayedWith, SeatSummary, Summary
from games.history.summaries import recalculate_totals
from games.play.game import played_game
from games.tables.models import Seat, Status, Table

FIRST: Final = 1_000_000
"""The key of the first of the copies."""
GAME: Final = "cartographers"
BUSY: Final = f"person-{FIRST}"
"""Who sits in every fiftieth game."""
_SEATS: Final = "CASE WHEN g.i % 10 < 6 THEN 1 WHEN g.i % 10 < 8 THEN 2 WHEN g.i % 10 < 9 THEN 4 ELSE 6 END"
_SET: Final = "CASE WHEN g.i % 5 < 3 THEN 'cartographers' WHEN g.i % 5 < 4 THEN 'heroes' ELSE 'both' END"
_BEST: Final = "40 + (g.i * 37) % 100"
_OPEN: Final = "g.i % 20 > 0"
_NUMBERS: Final = "(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) SELECT i FROM n)"


def make_games(games: int, people: int) -> None:
    """Write so many games and people into a database without any; the busiest person is `BUSY`."""
    host = User.objects.create_user("template")
    now = timezone.now().replace(microsecond=0)
    table = Table.objects.create(
        game=GAME, name="Desk", host=host, capacity=1, status=Status.FINISHED, changed_at=now, finished_at=now
    )
    seat = Seat.objects.create(table=table, index=0, user=host, rank=1, score=1)
    _copy(User, host, _numbers(people), username=f"'person-' || ({FIRST} + g.i)")
    _tables(table, games, people)
    _seats(seat, games, people)
    _summaries(games)
    _pieces(games)
    recalculate_totals()
    # The pattern of all copies is none of them.
    seat.delete()
    table.delete()
    _run("ANALYZE")


def _numbers(count: int) -> str:
    return _NUMBERS.format(last=count - 1)


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _copy(model: type[Model], row: Any, source: str, **changes: str) -> None:
    """Store a copy of a row for each of a source of numbers `g.i`, with these columns changed."""
    quote = connection.ops.quote_name
    changes = {"id": f"{FIRST} + g.i", **changes}
    columns = [str(field.column) for field in model._meta.concrete_fields]
    values = [changes.get(name, f"t.{quote(name)}") for name in columns]
    _run(
        f"INSERT INTO {model._meta.db_table} ({', '.join(map(quote, columns))})"
        f" SELECT {', '.join(values)} FROM {model._meta.db_table} t, {source} g WHERE t.id = {row.pk}"
    )


def _minutes_ago(column: str) -> str:
    if connection.vendor == "sqlite":
        return f"datetime({column}, -g.i || ' minutes')"
    return f"{column} - g.i * interval '1 minute'"


def _person(seat: str, people: int) -> str:
    """Return the users of the seats, all different."""
    spread = f"{FIRST} + 1 + (g.i * 31 + {seat} * 7) % {people - 1}"
    return f"CASE WHEN {seat} = 0 AND g.i % 50 = 0 THEN {FIRST} ELSE {spread} END"


def _tables(table: Table, games: int, people: int) -> None:
    codes = {"code": "'g' || g.i", "invitation": "'i' || g.i"}
    times = {column: _minutes_ago(f"t.{column}") for column in ("created_at", "changed_at", "finished_at")}
    access = f"CASE WHEN {_OPEN} THEN 'open' ELSE 'invitation' END"
    shared = {"host_id": _person("0", people), "capacity": _SEATS, "set": _SET}
    _copy(Table, table, _numbers(games), access=access, **shared, **codes, **times)


def _seats(seat: Seat, games: int, people: int) -> None:
    for index in range(6):
        source = f"(SELECT i FROM {_numbers(games)} g WHERE {_SEATS} > {index})"
        changes = {
            "id": f"{FIRST} + g.i * 6 + {index}",
            "table_id": f"{FIRST} + g.i",
            "user_id": _person(str(index), people),
            "index": str(index),
            "rank": str(index + 1),
            "score": f"{_BEST} - {5 * index}",
        }
        _copy(Seat, seat, source, **changes)


def _summaries(games: int) -> None:
    quote = connection.ops.quote_name
    _run(
        f"INSERT INTO {Summary._meta.db_table} (table_id, game, {quote('set')}, seats, best, {quote('open')},"
        f" finished_at) SELECT t.id, t.game, t.{quote('set')}, t.capacity, {_BEST}, t.access = 'open', t.finished_at"
        f" FROM {Table._meta.db_table} t JOIN {_numbers(games)} g ON t.id = {FIRST} + g.i"
    )
    result = "CASE WHEN m.seats = 1 THEN 'alone' WHEN s.rank = 1 THEN 'won' ELSE 'lost' END"
    title = "CASE WHEN m.seats = 1 THEN 'master_mapsmith' ELSE '' END"
    _run(
        f"INSERT INTO {SeatSummary._meta.db_table} (summary_id, user_id, game, {quote('set')}, seats, score, result,"
        f" title, {quote('open')}, finished_at) SELECT m.table_id, s.user_id, m.game, m.{quote('set')}, m.seats,"
        f" s.score, {result}, {title}, m.{quote('open')}, m.finished_at FROM {Summary._meta.db_table} m"
        f" JOIN {Seat._meta.db_table} s ON s.table_id = m.table_id"
    )


def _pieces(games: int) -> None:
    """Four edicts and a sheet for each game, and what came from where for each seat."""
    kinds = {kind.key: [key for key, _name in kind.pieces] for kind in played_game(GAME).statistics.kinds()}
    pieces = {kind: _stored(kind, keys) for kind, keys in kinds.items()}
    edicts, sheets = pieces["edict"], pieces["sheet"]
    quarter = len(edicts) // 4
    for number in range(4):
        some = edicts[number * quarter : (number + 1) * quarter]
        _play_with(some, f"(g.i * {5 + 2 * number} + g.i / {11 + number}) % {quarter}", games)
    _play_with(sheets, f"(g.i / 7) % {len(sheets)}", games)
    edict_ids = ", ".join(map(str, edicts))
    opened = connection.ops.quote_name("open")
    gain = f"INSERT INTO {Gain._meta.db_table} (seat_id, user_id, piece_id, score, {opened}) SELECT s.id, s.user_id,"
    gain += f" p.piece_id, (s.id * 31 + p.piece_id) % 20, s.{opened} FROM {SeatSummary._meta.db_table} s JOIN"
    _run(f"{gain} {PlayedWith._meta.db_table} p ON p.summary_id = s.summary_id WHERE p.piece_id IN ({edict_ids})")
    sources = " UNION ALL ".join(f"SELECT {piece} AS piece_id" for piece in pieces["source"])
    _run(f"{gain} ({sources}) p ON true")


def _stored(kind: str, keys: list[str]) -> list[int]:
    return [Piece.objects.create(game=GAME, kind=kind, key=key).pk for key in keys]


def _play_with(pieces: list[int], which: str, games: int) -> None:
    set_column, open_column = map(connection.ops.quote_name, ("set", "open"))
    numbers = " UNION ALL ".join(f"SELECT {piece} AS piece_id, {number} AS n" for number, piece in enumerate(pieces))
    _run(
        f"INSERT INTO {PlayedWith._meta.db_table} (summary_id, piece_id, {set_column}, seats, best, {open_column},"
        f" finished_at) SELECT m.table_id, p.piece_id, m.{set_column}, m.seats, m.best, m.{open_column}, m.finished_at"
        f" FROM {Summary._meta.db_table} m JOIN {_numbers(games)} g ON m.table_id = {FIRST} + g.i"
        f" JOIN ({numbers}) p ON p.n = {which}"
    )
