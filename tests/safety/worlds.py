"""Alternative worlds: the same game with other secrets; a viewer must be sent the same in both.

Secrets are computed here from the stored events, independently of the code under test.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from uuid import UUID

from django.db import models, transaction

from engine.cartographers.commands import Choose, Draw
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Chosen,
    Drawn,
    Event,
    HeroDeckShuffled,
    SeasonBegan,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Space, spaces
from engine.cartographers.rules import draw, effects
from engine.cartographers.state import State
from engine.contract import Viewer
from games.tables.log.state import cache, load
from games.tables.models import Access, Table, TableEvent
from tests.engine.tools import any_placement
from tests.games.tables.present import present


class Secret(StrEnum):
    """Data that only its owner, if anyone, may know before it is revealed."""

    DRAWINGS = "drawings"
    CHOICES = "choices"
    DECK = "deck"
    SEED = "seed"
    INVITATION = "invitation"
    COMMANDS = "commands"


ALL = frozenset(Secret)
Answer = Drawn | Chosen
_ANSWERS = {Secret.DRAWINGS: Drawn, Secret.CHOICES: Chosen}


@dataclass
class Row:
    """A stored event."""

    pk: int
    event: Event


@contextmanager
def another_world(table: Table, viewer: Viewer, rng: Random, secrets: frozenset[Secret] = ALL) -> Iterator[set[Secret]]:
    """Put another world in the database and yield the secrets that differ; roll back at the end."""
    loaded = load(present(table))
    with transaction.atomic():
        differing = _change(table, viewer, rng, secrets)
        cache.clear()
        yield differing
        transaction.set_rollback(True)
    cache.clear()
    cache.keep(table.code, loaded)


def _change(table: Table, viewer: Viewer, rng: Random, secrets: frozenset[Secret]) -> set[Secret]:
    state: State = load(present(table)).state
    stored = TableEvent.objects.filter(table=table).select_related("definition").order_by("number")
    rows = [Row(event.pk, RULES.decode(event.kind, event.whole)) for event in stored]
    changed: dict[int, Event] = {}
    differing: set[Secret] = set()
    for secret in secrets & _ANSWERS.keys():
        if others := _other_answers(rows, state, viewer, rng, _ANSWERS[secret]):
            changed |= others
            differing.add(secret)
    if Secret.DECK in secrets and (decks := _other_decks(rows, state, viewer, rng)):
        changed |= decks
        differing.add(Secret.DECK)
    for pk, event in changed.items():
        # The log is append-only; only a plain query set gets past that.
        models.QuerySet(TableEvent).filter(pk=pk).update(data=RULES.encode(event)[1])
    if Secret.SEED in secrets:
        Table.objects.filter(pk=table.pk).update(seed=rng.randbytes(32))
        differing.add(Secret.SEED)
    return differing | (_change_what_outsiders_must_not_know(table, rng, secrets) if viewer is None else set())


def _change_what_outsiders_must_not_know(table: Table, rng: Random, secrets: frozenset[Secret]) -> set[Secret]:
    differing: set[Secret] = set()
    if Secret.INVITATION in secrets and table.access == Access.INVITATION:
        Table.objects.filter(pk=table.pk).update(invitation=rng.randbytes(11).hex())
        differing.add(Secret.INVITATION)
    if Secret.COMMANDS in secrets:
        # Who knows the id of the form by which a guest came in could, for a moment, be that guest.
        command_id = UUID(int=rng.getrandbits(64))
        Table.objects.filter(pk=table.pk).update(command_id=command_id)
        models.QuerySet(TableEvent).filter(table=table, seat__isnull=False).update(command_id=command_id)
        differing.add(Secret.COMMANDS)
    return differing


def _other_answers(rows: list[Row], state: State, viewer: Viewer, rng: Random, kind: type[Answer]) -> dict[int, Event]:
    """Return other answers to replace those hidden from the viewer: of the open turn, or undone."""
    secret = [(pk, event) for pk, event in _secret_answers(rows) if event.seat != viewer and isinstance(event, kind)]
    others = {pk: (event, _other_answer(event, state, rng)) for pk, event in secret}
    return {pk: other for pk, (event, other) in others.items() if other != event}


def _secret_answers(rows: list[Row]) -> list[tuple[int, Answer]]:
    """Return the answers that others must not see."""
    standing: dict[int, tuple[int, Answer]] = {}
    secret: list[tuple[int, Answer]] = []
    for row in rows:
        match row.event:
            case Drawn(seat=seat) | Chosen(seat=seat):
                standing[seat] = row.pk, row.event
            case TakenBack(seat=seat):
                secret.append(standing.pop(seat))
            case TurnClosed():
                standing.clear()
            case _:
                pass
    return [*secret, *standing.values()]


def _other_answer(event: Answer, state: State, rng: Random) -> Answer:
    if not (state.open or state.choice) or event.turn != state.turn:
        return _elsewhere(event, rng)
    position = state.positions[event.subject]
    if isinstance(event, Chosen):
        assert state.choice is not None
        space = rng.choice(spaces(effects.targets(state.choice, position.board)))
        command = Choose(event.seat, event.turn, space)
        return replace(effects.choose(state, state.choice, command), attempt=event.attempt)
    offer = draw.offer(state, position, event.seat)
    assert offer is not None
    drawn = draw.draw(state, Draw(event.seat, event.turn, any_placement(rng, offer)))
    return replace(drawn, attempt=event.attempt)


def _elsewhere(event: Answer, rng: Random) -> Answer:
    """Return an answer that was undone in an earlier turn, moved to a corner."""
    corner = Space(rng.randrange(4))
    if isinstance(event, Chosen):
        return replace(event, destroyed=1 << corner, mountains=0, rewards=())
    placement = replace(event.placement, anchor=corner)
    return replace(event, placement=placement, cells=1 << corner, mountains=0, marks=0, destroyed=0, rewards=())


def _other_decks(rows: list[Row], state: State, viewer: Viewer, rng: Random) -> dict[int, Event]:
    """Return events with the unseen cards reordered, and other ambushes and heroes among them. The next card stays if
    the viewer has looked at it.
    """
    revealed_cards = {row.event.card for row in rows if isinstance(row.event, CardRevealed)}
    peeked = _has_peeked(rows, viewer)
    if peeked:
        revealed_cards.add(state.deck[0])
    names: dict[str, str] = {}
    for cards in (state.definition.ambushes, state.definition.heroes):
        unseen = [card.id for card in cards if card.id not in revealed_cards]
        names |= zip(unseen, rng.sample(unseen, len(unseen)), strict=True)
    revealed = _revealed_by_season(rows)
    if peeked:
        revealed[state.season] += 1
    changed = {row.pk: _other_deck(row.event, names, revealed, rng) for row in rows}
    return {row.pk: other for row in rows if (other := changed[row.pk]) != row.event}


def _has_peeked(rows: list[Row], viewer: Viewer) -> bool:
    """Return True if the viewer has looked at the next card in the open turn."""
    for row in reversed(rows):
        match row.event:
            case TurnClosed():
                return False
            case SkillUsed(seat=seat) if seat == viewer:
                return True
            case _:
                pass
    return False


def _other_deck(event: Event, names: dict[str, str], revealed: dict[int, int], rng: Random) -> Event:
    match event:
        case AmbushDeckShuffled(deck):
            return AmbushDeckShuffled(tuple(names.get(card, card) for card in deck))
        case HeroDeckShuffled(deck):
            return HeroDeckShuffled(tuple(names.get(card, card) for card in deck))
        case SeasonBegan(season, deck, ambush, hero):
            count = revealed.get(season, 0)
            tail = [names.get(card, card) for card in deck[count:]]
            rng.shuffle(tail)
            return SeasonBegan(season, (*deck[:count], *tail), names.get(ambush, ambush), names.get(hero, hero))
        case _:
            return event


def _revealed_by_season(rows: list[Row]) -> dict[int, int]:
    counts: dict[int, int] = {}
    season = -1
    for row in rows:
        if isinstance(row.event, SeasonBegan):
            season = row.event.season
        elif isinstance(row.event, CardRevealed):
            counts[season] = counts.get(season, 0) + 1
    return counts
