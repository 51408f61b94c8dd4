"""Replay: repeat recorded events, to check game files against the rules and to continue games from their past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Ask
from engine.gisborne import events as ev
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay, TakeBack, keep_id, lay_id
from engine.gisborne.rules import fields, setup
from engine.gisborne.state import State
from engine.randomness import RecordedShuffler


def decks(events: Sequence[ev.Event]) -> dict[str, tuple[Any, ...]]:
    """Return the shuffled orders in events by label; the first one of each label counts."""
    orders: dict[str, tuple[Any, ...]] = {}
    for event in events:
        match event:
            case ev.TilesShuffled(order):
                orders.setdefault("tiles", order)
            case ev.ChipsShuffled(chips):
                orders.setdefault("chips", chips)
            case ev.BarDrawn(seats):
                orders.setdefault("bar", seats)
            case ev.PileShuffled(number, cards):
                orders.setdefault(f"pile/{number}", cards)
    return orders


def start(events: Sequence[ev.Event], rng: RecordedShuffler) -> list[ev.Event]:
    """Return the first events for the setup in the first event, or none if there is none. Raises RuleViolation."""
    match events[:1]:
        case [ev.GameStarted(definition, seats)]:
            return setup.start(setup.Setup(definition), seats, rng)
        case _:
            return []


def command_of(state: State, event: ev.Event) -> Command | None:
    """Return the command behind a recorded event, or None if it is no answer."""
    owes = state.round.owes
    match event:
        case ev.Laid(round_, seat, cards, tent):
            return Lay(seat, round_, cards, tent)
        case ev.TakenBack(round_, seat):
            return TakeBack(seat, lay_id(round_, seat))
        case ev.Discarded(seat, cards):
            return Discard(seat, fields.owed_id(state, owes) if owes else "", cards)
        case ev.ChipGiven(seat, value):
            return Give(seat, fields.owed_id(state, owes) if owes else "", value)
        case ev.Kept(round_, number, seat, chest):
            return Keep(seat, keep_id(round_, number, seat), chest)
        case ev.KeepTakenBack(round_, number, seat):
            return TakeBack(seat, keep_id(round_, number, seat))
        case _:
            return None


def command_alike(ask: Ask, event: ev.Event) -> Command | None:
    """Return the command that answers an ask as an event of another game did, or None if that was no such answer."""
    match ask.kind, event:
        case "lay", ev.Laid(cards=cards, tent=tent):
            return Lay(ask.seat, ask.turn, cards, tent)
        case "river", ev.Discarded(cards=cards):
            return Discard(ask.seat, ask.id, cards)
        case "wolves", ev.ChipGiven(value=value):
            return Give(ask.seat, ask.id, value)
        case "keep", ev.Kept(chest=chest):
            return Keep(ask.seat, ask.id, chest)
        case _:
            return None
