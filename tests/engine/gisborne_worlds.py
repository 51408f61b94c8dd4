"""Other worlds of Gisborne: games that differ from one only in what a viewer may not know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.contract import Seat
from engine.gisborne import events as ev
from engine.gisborne.cards import Face, sort_cards
from engine.gisborne.definition import LaidNumbers
from engine.gisborne.state import Play, State


def other_state(state: State, viewer: Seat | None, rng: Random) -> State:
    """Return a state with other secrets: stacks, hands, plays, chests, dealt cards, numbers said."""
    state = _with_other_plays(state, viewer, rng)
    now, scoring = state.round, state.round.scoring
    others = [seat for seat in range(state.seats) if seat != viewer]
    hidden_plays = [] if now.revealed else [seat for seat in others if now.plays and now.plays[seat]]
    plays, dealt = list(now.plays), list(scoring.dealt) if scoring else []
    # The last rank's cards are in its hand already.
    secret_dealt = range(len(dealt) - 1)

    pool = [*state.pile, *(face for seat in others for face in state.hands[seat])]
    pool += [face for chest in state.chests for face in chest.cards]
    pool += [face for seat in hidden_plays for face in _play(state, seat).cards]
    pool += [face for rank in secret_dealt for face in dealt[rank]]
    rng.shuffle(pool)

    def take(number: int) -> tuple[Face, ...]:
        taken = tuple(pool[:number])
        del pool[:number]
        return taken

    hands = list(state.hands)
    for seat in others:
        hands[seat] = sort_cards(take(len(hands[seat])))
    chests = tuple(replace(chest, cards=sort_cards(take(len(chest.cards)))) for chest in state.chests)
    for seat in hidden_plays:
        plays[seat] = replace(_play(state, seat), cards=sort_cards(take(len(_play(state, seat).cards))))
    for rank in secret_dealt:
        dealt[rank] = take(len(dealt[rank]))
    if scoring:
        choices = tuple(
            number if number is None or scoring.ranks[rank] == viewer else rng.randint(0, len(dealt[rank]))
            for rank, number in enumerate(scoring.choices)
        )
        scoring = replace(scoring, dealt=tuple(dealt), choices=choices)
    chips = [*state.chip_pile[1:], *state.aside[:1]]
    rng.shuffle(chips)
    return state._replace(
        stack=tuple(rng.sample(state.stack, len(state.stack))),
        chip_pile=(*state.chip_pile[:1], *chips[:-1]),
        aside=(*chips[-1:], *state.aside[1:]),
        pile=take(len(state.pile)),
        hands=tuple(hands),
        chests=chests,
        round=now._replace(plays=tuple(plays), scoring=scoring),
    )


def _play(state: State, seat: int) -> Play:
    play = state.round.plays[seat]
    assert play is not None
    return play


def _with_other_plays(state: State, viewer: Seat | None, rng: Random) -> State:
    """Return a state in which hidden plays have other sizes, where the viewer does not see these."""
    now = state.round
    if now.revealed:
        return state
    hands, plays = list(state.hands), list(now.plays)
    for seat, play in enumerate(plays):
        if play is None or seat == viewer or not play.chosen:
            continue
        cards = [*hands[seat], *play.cards]
        rng.shuffle(cards)
        tent = rng.random() < 0.5
        sizes = list(range(1 - tent, min(len(cards), state.box.most_cards - tent) + 1))
        if _sees_numbers(state, viewer, seat):
            sizes = [size for size in sizes if size + tent == play.size]
        if sizes:
            size = rng.choice(sizes)
            plays[seat] = replace(play, cards=sort_cards(cards[:size]), tent=tent)
            hands[seat] = sort_cards(cards[size:])
    return state._replace(hands=tuple(hands), round=now._replace(plays=tuple(plays)))


def _sees_numbers(state: State, viewer: Seat | None, seat: int) -> bool:
    now = state.round
    if viewer is None or state.box.laid_numbers is LaidNumbers.HIDDEN:
        return False
    return now.order.index(viewer) > now.order.index(Seat(seat))


def other_event(event: ev.Event, viewer: Seat | None, history: list[ev.Event], rng: Random) -> ev.Event:
    """Return an event with other secrets; `history` are all events up to now."""
    match event:
        case ev.TilesShuffled():
            return replace(event, order=tuple(rng.sample(event.order, len(event.order))))
        case ev.ChipsShuffled():
            # The chips that have come out are known, and the top one.
            laid = sum(isinstance(other, ev.TileLaid) and other.chip > 0 for other in history)
            out = min(laid + 1, len(event.order) - 1)
            hidden = event.order[out:]
            return replace(event, order=(*event.order[:out], *rng.sample(hidden, len(hidden))))
        case ev.PileShuffled():
            return replace(event, cards=tuple(rng.sample(event.cards, len(event.cards))))
        case ev.Drew() if event.seat != viewer:
            return replace(event, cards=_any_cards(len(event.cards), rng))
        case ev.Laid() if event.seat != viewer and event.chosen and not _is_revealed(event, history):
            size = len(event.cards) + event.tent if _saw_numbers(event, viewer, history) else rng.randint(1, 5)
            tent = rng.random() < 0.5
            return replace(event, cards=_any_cards(size - tent, rng), tent=tent)
        case ev.ScoringBegan():
            return replace(event, dealt=_other_dealt(event, viewer, history, rng))
        case ev.ScoringClosed():
            kept = [cards if seat == viewer else _any_cards(len(cards), rng) for seat, cards in enumerate(event.kept)]
            return replace(event, kept=tuple(kept))
        case ev.Kept() if event.seat != viewer and not _closed(event, history):
            return replace(event, chest=rng.randint(0, 3))
    return event


def _saw_numbers(event: ev.Laid, viewer: Seat | None, history: list[ev.Event]) -> bool:
    started, *_ = history
    assert isinstance(started, ev.GameStarted)
    if viewer is None or started.definition.laid_numbers is LaidNumbers.HIDDEN:
        return False
    orders = [other.order for other in history if isinstance(other, ev.RoundBegan) and other.round == event.round]
    return orders[0].index(viewer) > orders[0].index(event.seat)


def _any_cards(number: int, rng: Random) -> tuple[Face, ...]:
    return sort_cards(rng.choices(list(Face), k=number))


def _is_revealed(event: ev.Laid, history: list[ev.Event]) -> bool:
    after = history[next(place for place, other in enumerate(history) if other is event) :]
    for other in after:
        if isinstance(other, ev.TakenBack) and other.seat == event.seat and other.round == event.round:
            return False
        if isinstance(other, ev.Revealed):
            return True
    return False


def _closed(event: ev.Kept | ev.ScoringBegan, history: list[ev.Event]) -> tuple[int, ...] | None:
    """Return the numbers put into chests, by seat, if a scoring has closed and the answer was not taken back."""
    after = history[next(place for place, other in enumerate(history) if other is event) :]
    for other in after:
        if isinstance(event, ev.Kept) and isinstance(other, ev.KeepTakenBack) and other.seat == event.seat:
            return None
        if isinstance(other, ev.ScoringClosed):
            return other.chests
    return None


def _other_dealt(
    event: ev.ScoringBegan, viewer: Seat | None, history: list[ev.Event], rng: Random
) -> tuple[tuple[Face, ...], ...]:
    closed = _closed(event, history)
    dealt = []
    for rank, (seat, cards) in enumerate(zip(event.ranks, event.dealt, strict=True)):
        hidden = len(cards)
        if seat == viewer and rank == len(event.ranks) - 1:
            hidden = 0
        elif seat == viewer and closed:
            hidden = closed[seat]
        dealt.append((*_any_cards(hidden, rng), *cards[hidden:]))
    return tuple(dealt)
