"""What monsters do at the end of a season: which of them will, and what they have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cartographers.cards import AmbushCard, Effect
from engine.cartographers.events import (
    ChoiceAsked,
    Chosen,
    EffectPassed,
    Event,
    MonstersSpread,
    SeasonBegan,
    SeasonScored,
)
from engine.cartographers.view import View
from games.cartographers.words.effects_text import effect_sentence, spread_sentences
from games.cartographers.words.log_text import log_lines
from games.cartographers.words.names import card_name
from games.tables.loading import Logged

_STEPS = ChoiceAsked | Chosen | EffectPassed | MonstersSpread


@dataclass(frozen=True, slots=True)
class MonsterView:
    """A monster whose effect is still to come, and what it does."""

    name: str
    effect: str


def monsters(view: View) -> tuple[MonsterView, ...]:
    """The monsters in force, in the order in which they act at a season's end; then those that pay for being closed in,
    as long as one of them lies on a map unpaid.
    """
    if view.over:
        return ()
    acting = [card for id in view.effects if isinstance(card := view.card(id), AmbushCard)]
    paying = [card for card in view.definition.ambushes if card.effect is Effect.REWARD and _owes(card, view)]
    return tuple(MonsterView(card_name(card), effect_sentence(card)) for card in (*acting, *paying))


def _owes(card: AmbushCard, view: View) -> bool:
    """Whether a monster that pays for being closed in lies on a map, and has not paid there."""
    return any(
        board.written(card.initial) and card.initial not in paid
        for board, paid in zip(view.boards, view.rewarded, strict=True)
    )


def season_steps(view: View, log: Sequence[Logged], names: Sequence[str]) -> tuple[str, ...]:
    """What monsters did after the last season that was scored, a sentence each; `log` is what the viewer may read."""
    return tuple(sentence for event in _since_scoring(view, log) for sentence in _told(event, names, view))


def _told(event: Event, names: Sequence[str], view: View) -> list[str]:
    if isinstance(event, MonstersSpread):
        return spread_sentences(event, names, view.definition, view.viewer)
    return log_lines(event, names, view.definition, view.viewer)


def _since_scoring(view: View, log: Sequence[Logged]) -> Iterator[Event]:
    """The steps since the last scoring, up to the next season's first card: choices that stand, of turns that have
    closed.
    """
    events = [entry.event for entry in log]
    scored = next((place for place, event in enumerate(events) if _is_last_scoring(event, view)), len(events))
    standing = {(event.turn, event.seat): event.attempt for event in events if isinstance(event, Chosen)}
    for event in events[scored + 1 :]:
        if not isinstance(event, _STEPS):
            if isinstance(event, SeasonBegan):
                return
            continue
        if isinstance(event, Chosen) and (_is_open(event, view) or event.attempt < standing[event.turn, event.seat]):
            continue
        yield event


def _is_last_scoring(event: Event, view: View) -> bool:
    return isinstance(event, SeasonScored) and event.season == len(view.scores) - 1


def _is_open(event: Chosen, view: View) -> bool:
    return view.destroyer is not None and event.turn == view.turn
