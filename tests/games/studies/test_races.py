"""Concurrent requests about one game: none fails."""

from collections.abc import Callable

import pytest

from games.accounts.models import User
from games.studies.models import Note
from games.studies.services import write_note
from games.tables.lobby.rematches import rematch
from games.tables.models import Table, TableQuerySet
from tests.concurrency.waiting import amid, where_writers_meet

pytestmark = [pytest.mark.django_db(transaction=True), where_writers_meet]


def test_a_note_is_written_while_another_plays_again(
    people: list[User], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check lock order: the writer is locked before the table, and notified of the other's new table."""
    ann, ben = people[:2]
    lock = TableQuerySet.locked_with

    def write(pause: Callable[[], object]) -> None:
        def late(tables: TableQuerySet, code: str, user: User) -> Table:
            if user == ann:
                pause()
            return lock(tables, code, user)

        monkeypatch.setattr(TableQuerySet, "locked_with", late)
        write_note(table=table, turn=3, author=ann, words="Here it turned.")

    with amid(write, lambda: rematch(table=table.code, user=ben)) as both:
        pass
    for one in both:
        one.result()
    assert Note.objects.get().author == ann
    assert table.rematches.get().host == ben
