"""Messages that a reader doesn't want to see, which pages fold."""

from __future__ import annotations

from dataclasses import dataclass

from games.accounts.models import User
from games.people.blocks import blocked_ids
from games.tables.models import Table
from games.talk.models import Message, Mute, TableMute


@dataclass(frozen=True, slots=True)
class Folding:
    """People whose messages are folded for a reader, those of them that the reader has muted, or everybody else."""

    reader: int | None
    people: frozenset[int]
    muted: frozenset[int]
    everybody: bool

    def hides(self, message: Message) -> bool:
        """Return True if a message is folded."""
        return message.author_id != self.reader and (self.everybody or message.author_id in self.people)


def folding_for(user: User | None, table: Table) -> Folding:
    """Return the messages of a table that are folded for a reader; those of blocked people are, either way."""
    if user is None:
        return Folding(None, frozenset(), frozenset(), everybody=False)
    muted = frozenset(Mute.objects.filter(user=user).values_list("person", flat=True))
    everybody = TableMute.objects.filter(user=user, table=table).exists()
    return Folding(user.pk, muted | blocked_ids(user), muted, everybody)
