"""Helpers that create notes and collections, and load their pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.accounts.models import User
from games.studies import reports, services
from games.studies.models import Collection, Entry, Note, Report, ReportReason, UserContent, Visibility
from games.studies.services import CollectionFields, SeatTurn
from games.tables.models import Table


def note(table: Table, author: User, words: str = "Here I should have drawn the farm.", turn: int = 3) -> Note:
    return services.write_note(table=table, turn=turn, author=author, words=words)


def collection(keeper: User, title: str = "Good farms", visibility: str = Visibility.PUBLIC, **more: Any) -> Collection:
    return services.open_collection(keeper=keeper, content=CollectionFields(title, visibility=visibility, **more))


def entry(kept: Collection, table: Table, turn: int = 3, seat: int = 0, words: str = "See the river.") -> Entry:
    return services.add_entry(code=kept.code, keeper=kept.keeper, turn=SeatTurn(table, turn, seat), words=words)


def report(
    thing: UserContent, reporter: User, reason: ReportReason = ReportReason.INSULT, words: str = "It is rude."
) -> Report:
    return reports.report(content=thing, reporter=reporter, reason=reason, words=words)


def page(client: Client, address: str, status: int = 200) -> str:
    """Return the text of a response after checking its status."""
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return answer.content.decode()
