"""Another world: the same game but for what one viewer must not know. Whatever that viewer is sent must be the same in
both.

What is secret is worked out here anew from the stored events, not asked of the code under test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from django.db import models, transaction

from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Drawn,
    Event,
    SeasonBegan,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Space
from engine.cartographers.rules import draw
from engine.cartographers.state import State
from engine.contract import Viewer
from games.tables.loading import cache, load
from games.tables.models import Table, TableEvent
from tests.engine.tools import any_placement


class Secret(StrEnum):
    """What nobody but its owner, if anybody, may know before its time."""

    DRAWINGS = "drawings"
    DECK = "deck"
    SEED = "seed"


ALL = frozenset(Secret)


@dataclass
class Row:
    """A stored event."""

    pk: int
    event: Event


@contextmanager
def another_world(table: Table, viewer: Viewer, rng: Random, secrets: frozenset[Secret] = ALL) -> Iterator[set[Secret]]:
    """Let the database hold another world for a while; yields which secrets differ there. All is undone at the end."""
    known = load(table)
    with transaction.atomic():
        differing = _change(table, viewer, rng, secrets)
        cache.clear()
        yield differing
        transaction.set_rollback(True)
    cache.clear()
    cache.keep(table.code, known)


def _change(table: Table, viewer: Viewer, rng: Random, secrets: frozenset[Secret]) -> set[Secret]:
    state: State = load(table).state
    stored = TableEvent.objects.filter(table=table).order_by("number").values_list("pk", "kind", "data")
    rows = [Row(pk, RULES.decode(kind, data)) for pk, kind, data in stored]
    changed: dict[int, Event] = {}
    if Secret.DRAWINGS in secrets:
        changed |= _other_drawings(rows, state, viewer, rng)
    differing = {Secret.DRAWINGS} if changed else set()
    if Secret.DECK in secrets and (decks := _other_decks(rows, state, rng)):
        changed |= decks
        differing.add(Secret.DECK)
    for pk, event in changed.items():
        # The log is append-only; only a plain query set gets past that.
        models.QuerySet(TableEvent).filter(pk=pk).update(data=RULES.encode(event)[1])
    if Secret.SEED in secrets:
        Table.objects.filter(pk=table.pk).update(seed=rng.randbytes(32))
        differing.add(Secret.SEED)
    return differing


def _other_drawings(rows: list[Row], state: State, viewer: Viewer, rng: Random) -> dict[int, Event]:
    """Other drawings in the place of those that the viewer must not see: of the open turn, or taken back ever."""
    secret = ((pk, event) for pk, event in _secret_drawings(rows) if event.seat != viewer)
    others = {pk: (event, _other_drawing(event, state, rng)) for pk, event in secret}
    return {pk: other for pk, (event, other) in others.items() if other.cells != event.cells}


def _secret_drawings(rows: list[Row]) -> list[tuple[int, Drawn]]:
    """The drawings that are no business of others."""
    standing: dict[int, tuple[int, Drawn]] = {}
    secret: list[tuple[int, Drawn]] = []
    for row in rows:
        match row.event:
            case Drawn(seat=seat) as drawn:
                standing[seat] = row.pk, drawn
            case TakenBack(seat=seat):
                secret.append(standing.pop(seat))
            case TurnClosed():
                standing.clear()
            case _:
                pass
    return [*secret, *standing.values()]


def _other_drawing(event: Drawn, state: State, rng: Random) -> Drawn:
    if state.open is None or event.turn != state.turn:
        corner = Space(rng.randrange(4))
        return replace(event, placement=replace(event.placement, anchor=corner), cells=1 << corner)
    offer = draw.offer(state, state.boards[event.subject])
    assert offer is not None
    placement = any_placement(rng, offer)
    cells = offer.fit(placement).cells
    return replace(
        event,
        placement=placement,
        cells=cells,
        terrain=placement.terrain,
        coin=offer.options[placement.option].coin,
        mountains=state.boards[event.subject].mountains_closed_by(cells),
    )


def _other_decks(rows: list[Row], state: State, rng: Random) -> dict[int, Event]:
    """The cards that nobody has seen in another order, and other ambushes among them."""
    seen = {row.event.card for row in rows if isinstance(row.event, CardRevealed)}
    unseen = [card.id for card in state.definition.ambushes if card.id not in seen]
    names = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    revealed = _revealed_by_season(rows)
    changed: dict[int, Event] = {}
    for row in rows:
        match row.event:
            case AmbushDeckShuffled(deck):
                changed[row.pk] = AmbushDeckShuffled(tuple(names.get(card, card) for card in deck))
            case SeasonBegan(season, deck, ambush):
                known = revealed.get(season, 0)
                tail = [names.get(card, card) for card in deck[known:]]
                rng.shuffle(tail)
                changed[row.pk] = SeasonBegan(season, (*deck[:known], *tail), names.get(ambush, ambush))
            case _:
                pass
    return {row.pk: changed[row.pk] for row in rows if row.pk in changed and changed[row.pk] != row.event}


def _revealed_by_season(rows: list[Row]) -> dict[int, int]:
    counts: dict[int, int] = {}
    season = -1
    for row in rows:
        if isinstance(row.event, SeasonBegan):
            season = row.event.season
        elif isinstance(row.event, CardRevealed):
            counts[season] = counts.get(season, 0) + 1
    return counts
