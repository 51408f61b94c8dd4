"""Size of a finished game in a SQLite database: `python -m benchmarks.sizes [--games 200]`.

Golden games are stored again and again in a database of their own, and the file is measured once what is free in it has
been given back: as the site stores them, as they were stored when each held its definition, and with their commands.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any
from uuid import uuid4

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"
KINDS = {"alone": "solo_master", "alone, both boxes": "mixed_solo", "three": "mixed_three", "six": "mixed_six"}
TO = {"definitions once": "0013_definitions_once", "definition in each": "0012_definitions"}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=200)
    games = arguments.parse_args().games
    print(f"bytes a game, of {games} games each\n")
    print(f"{'':20}" + "".join(f"{name:>22}" for name in (*TO, "and with commands")))
    for words, name in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.sqlite3"
            sizes = measured(file, name, games)
        print(f"{words:20}" + "".join(f"{size:22,}" for size in sizes), flush=True)


def measured(file: Path, name: str, games: int) -> list[int]:
    """The sizes of one game, in a process of its own: each database has its settings."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.environ |= {"CARTO_DATABASE_FILE": str(file), "CARTO_DATABASE_URL": ""}
        os.write(writer, json.dumps(sizes_of(name, games)).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answer:
        sizes: list[int] = json.load(answer)
    return sizes


def sizes_of(name: str, games: int) -> list[int]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    text = (GOLDEN / f"{name}.json").read_text()
    empty = size_of()
    tables = [stored(text) for _ in range(games)]
    sizes = [size_of()]
    call_command("migrate", "tables", TO["definition in each"], verbosity=0)
    sizes.append(size_of())
    for table in tables:
        give_commands(table)
    return [(size - empty) // games for size in [*sizes, size_of()]]


def stored(text: str) -> Any:
    """A table with a golden game, whose events name the commands that brought them about as those played here do."""
    from django.db.models import QuerySet

    from games.history.json_lines import read_past_game
    from games.tables.log.storage import store_past
    from games.tables.models import TableEvent

    table = store_past(read_past_game(text))
    QuerySet(TableEvent).filter(table=table, number__gt=5).update(command_id=uuid4())
    return table


def give_commands(table: Any) -> None:
    """Return the command stored for each answer, which finished games no longer keep."""
    from games.tables.models import TableCommand, TableEvent

    answers = TableEvent.objects.filter(table=table, kind__in=["drawn", "chosen"]).defer("definition")
    TableCommand.objects.bulk_create(
        TableCommand(
            table=table,
            command_id=uuid4(),
            seat=event.data["seat"],
            ask=f"draw:{event.turn}:{event.number}",
            turn=event.turn,
            number=event.number,
            standing=True,
            at=event.at,
        )
        for event in answers
    )


def size_of() -> int:
    """Bytes of the database without what is free in it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages, size = (cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)


if __name__ == "__main__":
    main()
