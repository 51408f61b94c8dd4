"""The strip of a table: the part that changes with every seat's answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.play.people import Person, people
from games.tables.afterwards import Rematch, rematch_offer
from games.tables.game import Seated
from games.tables.next_table import NextTable, next_table
from games.tables.pulse import spread


@dataclass(frozen=True, slots=True)
class Sitting:
    """What somebody does: `state` says it in words, "" for nothing; `since` is when they began to be awaited, once that
    is a while ago.
    """

    person: Person
    awaited: bool
    since: datetime | None
    state: str


@dataclass(frozen=True, slots=True)
class Strip:
    """Who is awaited. `address` asks for it again, after `spread` milliseconds at most; `said` is what is said aloud of
    it; `progress` tells how many have answered, where there is little room for names. `rematch` is what another seat of
    a finished game asks for, None where nobody does. `next_table` is where else the viewer is awaited, None where they
    are awaited here or nowhere.
    """

    version: int
    spread: str
    title: str
    address: str
    sentence: str
    said: str
    my_turn: bool
    progress: str
    people: tuple[Sitting, ...]
    rematch: Rematch | None
    next_table: SimpleLazyObject[NextTable | None] | None


def asked_again(seated: Seated, *, over: bool) -> Rematch | None:
    """The rematch that another of those who sat at a finished game waits for, None where there is none to join."""
    if not over or seated.seat is None or len(seated.seats) == 1:
        return None
    rematch = rematch_offer(seated.table, seated.seats[seated.seat].user)
    return rematch if rematch.name and rematch.post else None


def sittings(seated: Seated, awaited: Sequence[bool], states: Sequence[str]) -> tuple[Sitting, ...]:
    """What everybody does, by seats: whether they are waited for, and what they are said to do."""
    a_while_ago = timezone.now() - timedelta(minutes=1)
    return tuple(
        Sitting(person, awaited[seat], since if since is not None and since < a_while_ago else None, states[seat])
        for seat, (person, since) in enumerate(
            zip(people(seated), (entry.awaited_since for entry in seated.seats), strict=True)
        )
    )


def strip(
    seated: Seated,
    sitting: Sequence[Sitting],
    *,
    title: str,
    sentence: str,
    said: str,
    progress: str,
    desk: str,
    again: Rematch | None,
) -> Strip:
    """The strip, as it is asked for again after every change. `title` says whose turn it is in a few words, `sentence`
    in a whole one; `desk` is what the viewer's part of the table depends on: while it stays the same, another's answer
    changes the strip only. `again` is what `asked_again` found.
    """
    table = seated.table
    my_turn = any(place.person.me and place.awaited for place in sitting)
    return Strip(
        version=table.version,
        spread=spread(table.code, seated=seated.seat is not None),
        title=f"{title} · {table.name} · Carto",
        address=f"{reverse('tables:table', args=[table.code])}?since={table.version}&desk={desk}",
        sentence=sentence,
        said=again.sentence if again else said,
        my_turn=my_turn,
        progress=progress,
        people=tuple(sitting),
        rematch=again,
        # Looked for where the strip is drawn, as some answers make one and send none.
        next_table=None if my_turn else SimpleLazyObject(lambda: next_table(seated)),
    )
