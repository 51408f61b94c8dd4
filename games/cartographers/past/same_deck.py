"""Drawings at other tables with the same deck, in the same turn with the same card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.http import HttpRequest
from django.urls import reverse

from games.cartographers.log.turn_history import ClosedTurn, tapes_of
from games.cartographers.past.heat import Drawing
from games.cartographers.past.turn_words import terrains_drawn
from games.play.log import turn_address
from games.play.people import drawer_words
from games.tables.access import invitations
from games.tables.holders import holder_name, read_former_holders
from games.tables.models import Seat, Table
from games.tables.turns_drawn import Answer, stored_answers

MOST_GAMES: Final = 50
"""Number of other games that are compared, the latest ones."""


def drawn_elsewhere(request: HttpRequest, table: Table, turn: ClosedTurn) -> tuple[tuple[Drawing, ...], int]:
    """Return the drawings at other tables with the same deck, and the number of these tables.

    They are games played to the end on this site that the visitor may see, with the same card in the same turn.
    """
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).with_deck_of(table)
    games = visible.played_here().finished().exclude(pk=table.pk).with_seats()[:MOST_GAMES]
    same = [(game, closed) for game, tape in tapes_of(games).items() if (closed := tape.find(turn.number))]
    same = [(game, closed) for game, closed in same if closed.card == turn.card]
    answers = stored_answers([game for game, _closed in same], [turn.number]) if same else {}
    read_former_holders(game for game, _closed in same)
    return tuple(drawing for game, closed in same for drawing in _drawings(game, closed, answers)), len(same)


def _drawings(game: Table, closed: ClosedTurn, answers: Mapping[tuple[int, int, int], Answer]) -> Iterator[Drawing]:
    address = turn_address(reverse("tables:table", args=[game.code]), closed.number)
    for seat in game.seats.all():
        changed = closed.changed[seat.index]
        terrains = terrains_drawn(closed.after.boards[seat.index], changed)
        answer = answers.get((game.pk, closed.number, seat.index))
        yield Drawing(_drawer(game, seat, answer, closed), f"{address}?look={seat.index + 1}", changed, terrains)


def _drawer(game: Table, seat: Seat, answer: Answer | None, closed: ClosedTurn) -> str:
    if answer is None:
        return seat.shown_name
    # In an ambush, another player drew what changed on a map.
    by_stand_in = answer.stand_in and not closed.ambush
    return drawer_words(holder_name(game, seat, answer.number), by_stand_in=by_stand_in)
