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
from engine.cartographers.geometry import neighbours
from engine.cartographers.view import View
from games.cartographers.words.effects_text import effect_sentence, in_force_sentence, spread_sentences
from games.cartographers.words.log_text import log_lines
from games.cartographers.words.names import card_name
from games.tables.loading import Logged

_STEPS = ChoiceAsked | Chosen | EffectPassed | MonstersSpread


@dataclass(frozen=True, slots=True)
class MonsterView:
    """A monster whose effect is still to come, and what it does."""

    name: str
    effect: str


@dataclass(frozen=True, slots=True)
class Monsters:
    """The monsters in force: `folded` stands for them in a line where they are several, and is "" elsewhere."""

    each: tuple[MonsterView, ...] = ()
    folded: str = ""


def monsters(view: View, *, told: str = "") -> Monsters:
    """The monsters in force, in the order in which they act at a season's end, as long as they can on any map; then
    those that pay for being closed in, as long as one of them lies on a map unpaid. `told` is one (id) to leave out.
    """
    if view.over:
        return Monsters()
    acting = [card for id in view.effects if isinstance(card := view.card(id), AmbushCard) and _acts(card, view)]
    paying = [card for card in view.definition.ambushes if card.effect is Effect.REWARD and _owes(card, view)]
    shown = [card for card in (*acting, *paying) if card.id != told]
    each = tuple(MonsterView(card_name(card), effect_sentence(card, alone=view.seats == 1)) for card in shown)
    return Monsters(each, in_force_sentence(len(each) - len(paying), len(paying)) if len(each) > 1 else "")


def _acts(card: AmbushCard, view: View) -> bool:
    """Whether a monster lies on a map with empty spaces beside it: where it has none now it will never have any."""
    return any(neighbours(board.surviving(card.initial)) & board.empty for board in view.boards)


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
    scored = next((number for number, event in enumerate(events) if _is_last_scoring(event, view)), len(events))
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
