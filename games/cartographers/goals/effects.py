"""Monsters at the end of a season: those with an effect to come, and what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, Effect
from engine.cartographers.events import ChoiceAsked, EffectPassed, MonstersSpread, SeasonScored
from engine.cartographers.forecast import effects_due
from engine.cartographers.news import ChoiceNews, News, SeasonOpened
from engine.cartographers.view import View
from games.cartographers.log.effects_words import spread_sentences
from games.cartographers.log.entries import TurnTask, log_lines
from games.cartographers.words.effects import effect_in_game
from games.cartographers.words.names import card_name
from games.tables.log.state import DecodedEvent

_STEPS = ChoiceAsked | ChoiceNews | EffectPassed | MonstersSpread


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


def monsters_in_force(view: View, *, omitted: str = "") -> Monsters:
    """The monsters in force, in the order in which they act at a season's end, as long as they can on any map; then
    those that pay for being closed in, as long as one of them lies on a map unpaid. `omitted` is one (id) to leave out.
    """
    if view.over:
        return Monsters()
    acting = [card for id in view.effects if isinstance(card := view.card(id), AmbushCard) and _acts(card, view)]
    paying = [card for card in view.definition.ambushes if card.effect is Effect.REWARD and _owes(card, view)]
    shown = [card for card in (*acting, *paying) if card.id != omitted]
    each = tuple(
        MonsterView(card_name(card), effect_in_game(card, view.definition, alone=view.seats == 1)) for card in shown
    )
    return Monsters(each, _in_force(len(each) - len(paying), len(paying)) if len(each) > 1 else "")


def _in_force(acting: int, paying: int) -> str:
    """Return the number of monsters with an effect to come, as text.

    `acting` monsters act at a season end, `paying` ones pay coins when surrounded.
    """
    if paying:
        text = ngettext("%(n)s monster effect is active", "%(n)s monster effects are active", acting + paying)
    else:
        text = ngettext(
            "%(n)s monster effect at the end of the season", "%(n)s monster effects at the end of the season", acting
        )
    return text % {"n": acting + paying}


def _acts(card: AmbushCard, view: View) -> bool:
    """Return True if the monster has an effect on any map.

    If it has none now, it never will.
    """
    return any(effects_due(position, [card]) for position in view.positions)


def _owes(card: AmbushCard, view: View) -> bool:
    """Return True if the monster is on a map where it hasn't paid its owner for being surrounded."""
    return any(
        position.board.written(card.initial) and card.initial not in position.rewarded for position in view.positions
    )


def season_steps(view: View, log: Sequence[DecodedEvent[News]], names: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each monster effect since the last scored season.

    `log` is what the viewer may see.
    """
    return tuple(sentence for event in _since_scoring(view, log) for sentence in _sentences(event, names, view))


def _sentences(event: News, names: Sequence[str], view: View) -> list[str]:
    if isinstance(event, MonstersSpread):
        return spread_sentences(event, names, view.definition, view.viewer)
    idle = not view.seasons_to_come
    return log_lines(event, names, view.definition, view.viewer, TurnTask(idle=idle))


def _since_scoring(view: View, log: Sequence[DecodedEvent[News]]) -> Iterator[News]:
    """The steps since the last scoring, up to the next season's first card: choices that stand, of turns that have
    closed.
    """
    events = [entry.event for entry in log]
    scored = next((number for number, event in enumerate(events) if _is_last_scoring(event, view)), len(events))
    steps = list(takewhile(lambda event: not isinstance(event, SeasonOpened), events[scored + 1 :]))
    standing = {(event.turn, event.seat): number for number, event in enumerate(steps) if isinstance(event, ChoiceNews)}
    for number, event in enumerate(steps):
        if isinstance(event, ChoiceNews) and (_is_open(event, view) or number < standing[event.turn, event.seat]):
            continue
        if isinstance(event, _STEPS):
            yield event


def _is_last_scoring(event: News, view: View) -> bool:
    return isinstance(event, SeasonScored) and event.season == len(view.scores) - 1


def _is_open(event: ChoiceNews, view: View) -> bool:
    return view.destroyer is not None and event.turn == view.turn
