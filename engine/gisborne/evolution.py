"""Fold of events into the state, without any checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from engine.gisborne import events as ev
from engine.gisborne.cards import Cards, Face, sort_cards, without
from engine.gisborne.commands import keep_id, lay_id
from engine.gisborne.state import Chest, Debt, March, Owed, Play, Round, Scoring, State

Item = TypeVar("Item")


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event."""
    return _FOLDS[type(event)](state, event)


def _started(state: State, event: ev.GameStarted) -> State:
    box, seats = event.definition, event.seats
    return state._replace(
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
    return state._replace(stack=event.order[:-1])


def _chips_shuffled(state: State, event: ev.ChipsShuffled) -> State:
    return state._replace(chip_pile=event.order[:-1], aside=event.order[-1:])


def _bar_drawn(state: State, event: ev.BarDrawn) -> State:
    return state._replace(bar=event.order, draws=(state.box.first_hand,) * state.seats)


def _pile_shuffled(state: State, event: ev.PileShuffled) -> State:
    return state._replace(pile=state.pile + event.cards, piles=event.number, discards=())


def _drew(state: State, event: ev.Drew) -> State:
    return state._replace(
        pile=state.pile[len(event.cards) :],
        hands=_with_hand(state, event.seat, state.hands[event.seat] + event.cards),
        draws=_put(state.draws, event.seat, 0),
    )


def _round_began(state: State, event: ev.RoundBegan) -> State:
    stood = tuple(state.way.mark(at) if at else None for at in state.at)
    held = tuple(map(len, state.hands))
    none: tuple[Play | None, ...] = (None,) * state.seats
    return state._replace(round=Round(event.round, event.order, stood, held, none))


def _laid(state: State, event: ev.Laid) -> State:
    play = Play(event.cards, event.tent, event.chosen)
    hand = without(state.hands[event.seat], event.cards)
    plays = _put(state.round.plays, event.seat, play)
    return state._replace(hands=_put(state.hands, event.seat, hand), round=state.round._replace(plays=plays))


def _taken_back(state: State, event: ev.TakenBack) -> State:
    now, seat = state.round, event.seat
    play = now.plays[seat]
    assert play is not None, "only a play that lies there is taken back"
    return _with_withdrawn(state, lay_id(now.number, seat))._replace(
        hands=_with_hand(state, seat, state.hands[seat] + play.cards),
        round=now._replace(plays=_put(now.plays, seat, None)),
    )


def _revealed(state: State, event: ev.Revealed) -> State:
    return state._replace(round=state.round._replace(revealed=True))


def _set_out(state: State, event: ev.SetOut) -> State:
    now = state.round
    return state._replace(round=now._replace(begun=now.begun + 1, march=March(event.seat, event.steps)))


def _stayed(state: State, event: ev.Stayed) -> State:
    now = state.round
    return state._replace(round=now._replace(begun=now.begun + 1, march=None))


def _moved(state: State, event: ev.Moved) -> State:
    march = March(event.seat, event.left)
    return state._replace(at=_put(state.at, event.seat, event.to), round=state.round._replace(march=march))


def _tile_laid(state: State, event: ev.TileLaid) -> State:
    tile, before = state.box.tiles[event.tile], state.way.last
    way = state.way.join(tile)
    if tile.id == state.box.end.id:
        return state._replace(way=way)
    on_way = {**state.on_way, before + tile.viewpoint: event.chip}
    return state._replace(way=way, on_way=on_way, stack=state.stack[1:], chip_pile=state.chip_pile[1:])


def _river_reached(state: State, event: ev.RiverReached) -> State:
    owes = Owed(Debt.RIVER, event.seat, event.number, event.surplus)
    return state._replace(round=state.round._replace(owes=owes, met=event.number))


def _discarded(state: State, event: ev.Discarded) -> State:
    return state._replace(
        hands=_put(state.hands, event.seat, without(state.hands[event.seat], event.cards)),
        discards=sort_cards(state.discards + event.cards),
        round=state.round._replace(owes=None),
    )


def _wolves_met(state: State, event: ev.WolvesMet) -> State:
    owes = Owed(Debt.WOLVES, event.seat, event.number, 1)
    return state._replace(round=state.round._replace(owes=owes, met=event.number))


def _chip_given(state: State, event: ev.ChipGiven) -> State:
    chest = state.chests[event.seat]
    chips = list(chest.chips)
    chips.remove(event.value)
    return state._replace(
        chests=_put(state.chests, event.seat, replace(chest, chips=tuple(chips))),
        aside=(*state.aside, event.value),
        # The move ends with the wolves: without a march, they are not met again.
        round=state.round._replace(owes=None, march=None),
    )


def _chip_taken(state: State, event: ev.ChipTaken) -> State:
    chest = state.chests[event.seat]
    earned = {ev.Reason.LANDED: 1, ev.Reason.BEACH: state.box.final_scorings}.get(event.how, 0)
    return state._replace(
        chests=_put(state.chests, event.seat, replace(chest, chips=(*chest.chips, event.value))),
        on_way={at: chip for at, chip in state.on_way.items() if at != event.field},
        beach_chip=0 if event.how is ev.Reason.BEACH else state.beach_chip,
        round=state.round._replace(earned=state.round.earned + earned) if earned else state.round,
    )


def _arrived(state: State, event: ev.Arrived) -> State:
    return state._replace(arrived=(*state.arrived, event.seat))


def _cleared(state: State, event: ev.Cleared) -> State:
    hands, discards = list(state.hands), state.discards
    for seat, play in enumerate(state.round.plays):
        assert play is not None, "all seats have laid"
        if play.tent:
            hands[seat] = sort_cards(hands[seat] + play.cards)
        else:
            discards += play.cards
    none: tuple[Play | None, ...] = (None,) * state.seats
    now = state.round._replace(plays=none, cleared=True, march=None)
    return state._replace(hands=tuple(hands), discards=sort_cards(discards), draws=event.draws, round=now)


def _scoring_began(state: State, event: ev.ScoringBegan) -> State:
    *_, last = event.ranks
    nothing: tuple[int | None, ...] = (None,) * state.seats
    scoring = Scoring(event.number, event.ranks, event.dealt, event.has_choice, nothing)
    return state._replace(
        pile=state.pile[sum(map(len, event.dealt)) :],
        hands=_with_hand(state, last, state.hands[last] + event.dealt[-1]),
        round=state.round._replace(scored=event.number, scoring=scoring),
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
    return state._replace(hands=tuple(hands), chests=tuple(chests), round=state.round._replace(scoring=None))


def _ended(state: State, event: ev.GameEnded) -> State:
    return state._replace(over=True)


def _put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _with_hand(state: State, seat: int, cards: tuple[Face, ...]) -> tuple[Cards, ...]:
    return _put(state.hands, seat, sort_cards(cards))


def _with_withdrawn(state: State, ask: str) -> State:
    return state._replace(withdrawn={**state.withdrawn, ask: state.withdrawn.get(ask, 0) + 1})


def _scoring(state: State) -> Scoring:
    assert state.round.scoring is not None, "a scoring is open"
    return state.round.scoring


def _with_scoring(state: State, scoring: Scoring) -> State:
    return state._replace(round=state.round._replace(scoring=scoring))


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
