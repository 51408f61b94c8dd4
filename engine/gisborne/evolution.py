"""Fold of events into the state, without any checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from engine.gisborne import events as ev
from engine.gisborne.cards import Cards, Face, sort_cards, without
from engine.gisborne.commands import keep_id, lay_id
from engine.gisborne.state import Chest, Debt, March, Owed, Play, Round, Scoring, State

Item = TypeVar("Item")
RecordT = TypeVar("RecordT", State, Round)

_PLACES: Final[Mapping[type, Mapping[str, int]]] = {
    record: {name: place for place, name in enumerate(record._fields)} for record in (State, Round)
}


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return _FOLDS[type(event)](state, event)


def _started(state: State, event: ev.GameStarted) -> State:
    box, seats = event.definition, event.seats
    return _copy(
        state,
        definition=box,
        seats=seats,
        way=state.way.join(box.start),
        on_way={box.start.viewpoint: box.start_chip},
        beach_chip=box.beach_chip,
        at=(0,) * seats,
        discards=box.cards,
        hands=((),) * seats,
        chests=(Chest(),) * seats,
        draws=(0,) * seats,
    )


def _tiles_shuffled(state: State, event: ev.TilesShuffled) -> State:
    return _copy(state, stack=event.order[:-1])


def _chips_shuffled(state: State, event: ev.ChipsShuffled) -> State:
    return _copy(state, chip_pile=event.order[:-1], aside=event.order[-1:])


def _bar_drawn(state: State, event: ev.BarDrawn) -> State:
    return _copy(state, bar=event.order, draws=(state.box.first_hand,) * state.seats)


def _pile_shuffled(state: State, event: ev.PileShuffled) -> State:
    return _copy(state, pile=state.pile + event.cards, piles=event.number, discards=())


def _drew(state: State, event: ev.Drew) -> State:
    return _copy(
        state,
        pile=state.pile[len(event.cards) :],
        hands=_with_hand(state, event.seat, state.hands[event.seat] + event.cards),
        draws=_put(state.draws, event.seat, 0),
    )


def _round_began(state: State, event: ev.RoundBegan) -> State:
    stood = tuple(state.way.mark(at) if at else None for at in state.at)
    held = tuple(map(len, state.hands))
    none: tuple[Play | None, ...] = (None,) * state.seats
    return _copy(state, round=Round(event.round, event.order, stood, held, none))


def _laid(state: State, event: ev.Laid) -> State:
    play = Play(event.cards, event.tent, event.chosen)
    hand = without(state.hands[event.seat], event.cards)
    plays = _put(state.round.plays, event.seat, play)
    return _copy(state, hands=_put(state.hands, event.seat, hand), round=_copy(state.round, plays=plays))


def _taken_back(state: State, event: ev.TakenBack) -> State:
    now, seat = state.round, event.seat
    play = now.plays[seat]
    assert play is not None, "only a play that lies there is taken back"
    return _copy(
        _with_withdrawn(state, lay_id(now.number, seat)),
        hands=_with_hand(state, seat, state.hands[seat] + play.cards),
        round=_copy(now, plays=_put(now.plays, seat, None)),
    )


def _revealed(state: State, event: ev.Revealed) -> State:
    return _copy(state, round=_copy(state.round, revealed=True))


def _set_out(state: State, event: ev.SetOut) -> State:
    now = state.round
    return _copy(state, round=_copy(now, begun=now.begun + 1, march=March(event.seat, event.steps)))


def _stayed(state: State, event: ev.Stayed) -> State:
    now = state.round
    return _copy(state, round=_copy(now, begun=now.begun + 1, march=None))


def _moved(state: State, event: ev.Moved) -> State:
    march = March(event.seat, event.left)
    return _copy(state, at=_put(state.at, event.seat, event.to), round=_copy(state.round, march=march))


def _tile_laid(state: State, event: ev.TileLaid) -> State:
    tile, before = state.box.tiles[event.tile], state.way.last
    way = state.way.join(tile)
    if tile.id == state.box.end.id:
        return _copy(state, way=way)
    on_way = {**state.on_way, before + tile.viewpoint: event.chip}
    return _copy(state, way=way, on_way=on_way, stack=state.stack[1:], chip_pile=state.chip_pile[1:])


def _river_reached(state: State, event: ev.RiverReached) -> State:
    owes = Owed(Debt.RIVER, event.seat, event.number, event.surplus)
    return _copy(state, round=_copy(state.round, owes=owes, met=event.number))


def _discarded(state: State, event: ev.Discarded) -> State:
    return _copy(
        state,
        hands=_put(state.hands, event.seat, without(state.hands[event.seat], event.cards)),
        discards=sort_cards(state.discards + event.cards),
        round=_copy(state.round, owes=None),
    )


def _wolves_met(state: State, event: ev.WolvesMet) -> State:
    owes = Owed(Debt.WOLVES, event.seat, event.number, 1)
    return _copy(state, round=_copy(state.round, owes=owes, met=event.number))


def _chip_given(state: State, event: ev.ChipGiven) -> State:
    chest = state.chests[event.seat]
    chips = list(chest.chips)
    chips.remove(event.value)
    return _copy(
        state,
        chests=_put(state.chests, event.seat, replace(chest, chips=tuple(chips))),
        aside=(*state.aside, event.value),
        # The move ends with the wolves: without a march, they are not met again.
        round=_copy(state.round, owes=None, march=None),
    )


def _chip_taken(state: State, event: ev.ChipTaken) -> State:
    chest = state.chests[event.seat]
    earned = {ev.Reason.LANDED: 1, ev.Reason.BEACH: state.box.final_scorings}.get(event.how, 0)
    return _copy(
        state,
        chests=_put(state.chests, event.seat, replace(chest, chips=(*chest.chips, event.value))),
        on_way={at: chip for at, chip in state.on_way.items() if at != event.field},
        beach_chip=0 if event.how is ev.Reason.BEACH else state.beach_chip,
        round=_copy(state.round, earned=state.round.earned + earned) if earned else state.round,
    )


def _arrived(state: State, event: ev.Arrived) -> State:
    return _copy(state, arrived=(*state.arrived, event.seat))


def _cleared(state: State, event: ev.Cleared) -> State:
    hands, discards = list(state.hands), state.discards
    for seat, play in enumerate(state.round.plays):
        assert play is not None, "all seats have laid"
        if play.tent:
            hands[seat] = sort_cards(hands[seat] + play.cards)
        else:
            discards += play.cards
    none: tuple[Play | None, ...] = (None,) * state.seats
    now = _copy(state.round, plays=none, cleared=True, march=None)
    return _copy(state, hands=tuple(hands), discards=sort_cards(discards), draws=event.draws, round=now)


def _scoring_began(state: State, event: ev.ScoringBegan) -> State:
    *_, last = event.ranks
    nothing: tuple[int | None, ...] = (None,) * state.seats
    scoring = Scoring(event.number, event.ranks, event.dealt, event.has_choice, nothing)
    return _copy(
        state,
        pile=state.pile[sum(map(len, event.dealt)) :],
        hands=_with_hand(state, last, state.hands[last] + event.dealt[-1]),
        round=_copy(state.round, scored=event.number, scoring=scoring),
    )


def _kept(state: State, event: ev.Kept) -> State:
    scoring = _scoring(state)
    choices = _put(scoring.choices, scoring.rank(event.seat), event.chest)
    return _with_scoring(state, replace(scoring, choices=choices))


def _keep_taken_back(state: State, event: ev.KeepTakenBack) -> State:
    scoring = _scoring(state)
    choices = _put(scoring.choices, scoring.rank(event.seat), None)
    withdrawn = _with_withdrawn(state, keep_id(state.round.number, event.number, event.seat))
    return _with_scoring(withdrawn, replace(scoring, choices=choices))


def _scoring_closed(state: State, event: ev.ScoringClosed) -> State:
    scoring, hands, chests = _scoring(state), list(state.hands), list(state.chests)
    # The cards of the last rank are in its hand since they were dealt.
    for seat, dealt in zip(scoring.ranks[:-1], scoring.dealt, strict=False):
        put_away = dealt[: event.chests[seat]]
        hands[seat] = sort_cards(hands[seat] + event.kept[seat])
        chests[seat] = replace(chests[seat], cards=sort_cards(chests[seat].cards + put_away))
    return _copy(state, hands=tuple(hands), chests=tuple(chests), round=_copy(state.round, scoring=None))


def _ended(state: State, event: ev.GameEnded) -> State:
    return _copy(state, over=True)


def _copy(record: RecordT, **changes: Any) -> RecordT:
    """Return a copy of a named tuple with changes, in less time than its own `_replace` takes."""
    values, places = list(record), _PLACES[type(record)]
    for name, value in changes.items():
        values[places[name]] = value
    return type(record)._make(values)


def _put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_hand(state: State, seat: int, cards: tuple[Face, ...]) -> tuple[Cards, ...]:
    return _put(state.hands, seat, sort_cards(cards))


def _with_withdrawn(state: State, ask: str) -> State:
    return _copy(state, withdrawn={**state.withdrawn, ask: state.withdrawn.get(ask, 0) + 1})


def _scoring(state: State) -> Scoring:
    assert state.round.scoring is not None, "a scoring is open"
    return state.round.scoring


def _with_scoring(state: State, scoring: Scoring) -> State:
    return _copy(state, round=_copy(state.round, scoring=scoring))


_FOLDS: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.GameStarted: _started,
    ev.TilesShuffled: _tiles_shuffled,
    ev.ChipsShuffled: _chips_shuffled,
    ev.BarDrawn: _bar_drawn,
    ev.PileShuffled: _pile_shuffled,
    ev.Drew: _drew,
    ev.RoundBegan: _round_began,
    ev.Laid: _laid,
    ev.TakenBack: _taken_back,
    ev.Revealed: _revealed,
    ev.SetOut: _set_out,
    ev.Stayed: _stayed,
    ev.Moved: _moved,
    ev.TileLaid: _tile_laid,
    ev.RiverReached: _river_reached,
    ev.Discarded: _discarded,
    ev.WolvesMet: _wolves_met,
    ev.ChipGiven: _chip_given,
    ev.ChipTaken: _chip_taken,
    ev.Arrived: _arrived,
    ev.Cleared: _cleared,
    ev.ScoringBegan: _scoring_began,
    ev.Kept: _kept,
    ev.KeepTakenBack: _keep_taken_back,
    ev.ScoringClosed: _scoring_closed,
    ev.GameEnded: _ended,
}
