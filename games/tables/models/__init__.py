"""Tables, their seats and their event logs."""

from games.tables.models.choices import MOST_SEATS, Access, Ending, Origin, Pace, Status, Vote
from games.tables.models.clocks import PaceProposal, Sweeper
from games.tables.models.lobby import (
    LAST,
    MOST_INVITED,
    MOST_NAMED,
    Exclusion,
    Invited,
    KeptChoices,
    KeptChoicesQuerySet,
)
from games.tables.models.log import (
    AppendOnly,
    AppendOnlyQuerySet,
    Definition,
    Incident,
    TableCommand,
    TableEvent,
    digest_of,
    join_definition,
    split_definition,
)
from games.tables.models.players import AwayCause, Bot, Person, Player, PlayerKind, Recording, StandIn, Vacant
from games.tables.models.seats import (
    ASIDE_AFTER,
    Seat,
    SeatQuerySet,
    read_seats,
    read_seats_with_table,
    with_others,
)
from games.tables.models.tables import LATELY, Table, TableQuerySet

__all__ = [
    "ASIDE_AFTER",
    "LAST",
    "LATELY",
    "MOST_INVITED",
    "MOST_NAMED",
    "MOST_SEATS",
    "Access",
    "AppendOnly",
    "AppendOnlyQuerySet",
    "AwayCause",
    "Bot",
    "Definition",
    "Ending",
    "Exclusion",
    "Incident",
    "Invited",
    "KeptChoices",
    "KeptChoicesQuerySet",
    "Origin",
    "Pace",
    "PaceProposal",
    "Person",
    "Player",
    "PlayerKind",
    "Recording",
    "Seat",
    "SeatQuerySet",
    "StandIn",
    "Status",
    "Sweeper",
    "Table",
    "TableCommand",
    "TableEvent",
    "TableQuerySet",
    "Vacant",
    "Vote",
    "digest_of",
    "join_definition",
    "read_seats",
    "read_seats_with_table",
    "split_definition",
    "with_others",
]
