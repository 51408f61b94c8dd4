"""Goals of the lesson: spaces that earn stars, and the stars that a drawing earned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.events import Drawn, Event
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.scoring.tally import stars
from engine.cartographers.trial_placements import Tries, tried
from engine.cartographers.view import Desk, View
from engine.contract import Seat
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import terrain_label
from games.cartographers.words.places import space_list
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.phrases import and_list


@dataclass(frozen=True, slots=True)
class Earned:
    """Sentence about a drawing's stars, and the best spaces for the shape if it earned none."""

    sentence: str
    spaces: Mask = 0


def quoted_rules(view: View) -> tuple[str, ...]:
    """The edicts that this season counts, as their cards have it."""
    return tuple(f"{letter}: {' '.join(rule_sentences(card))}" for letter, card in _due(view))


def counting_spaces(view: View) -> Mask:
    """The spaces where a square of what is on offer would earn stars by an edict that counts this season."""
    desk = view.desk
    if desk is None:
        return 0
    cards = [card for _letter, card in _due(view)]
    terrains = sorted({terrain for option in desk.offer.options for terrain in option.terrains})
    now, lit = _sum(cards, desk.board), 0
    for where in map(space_bit, spaces(desk.board.empty)):
        if any(_sum(cards, desk.board.draw(where, terrain)) > now for terrain in terrains):
            lit |= where
    return lit


def outcome_of(events: Iterable[Event], turn: int) -> Earned | None:
    """Return the result of the drawing in a closed turn of a solo game, or None if there was none.

    `events` are all events of the game.
    """
    state = RULES.initial
    for event in events:
        if isinstance(event, Drawn) and event.turn == turn:
            view = RULES.view(state, Seat(0))
            return _outcome(view, view.desk, event) if view.desk else None
        state = RULES.evolve(state, event)
    return None


def _outcome(view: View, desk: Desk, drawn: Drawn) -> Earned:
    after = desk.position.after(drawn.outcome).board
    gains = [(letter, stars(card, after) - stars(card, desk.board)) for letter, card in _due(view)]
    words = [{"stars": stars_of(gain), "letter": letter} for letter, gain in gains if gain > 0]
    parts = [_("%(stars)s for %(letter)s") % each for each in words]
    if parts:
        return Earned(_("Well done. That earned %(parts)s.") % {"parts": and_list(parts)})
    return _missed(view, desk)


def _missed(view: View, desk: Desk) -> Earned:
    """Return the best possible drawing, in words, after one that earned no stars."""
    cards = [card for _letter, card in _due(view)]
    best = max(tried(desk.position, desk.offer, cards, Tries()), key=lambda one: one.stars)
    gain = best.stars - _sum(cards, desk.board)
    if gain <= 0:
        return Earned(_("No stars this time. No spot would have earned any."))
    words = {
        "terrain": terrain_label(best.terrain),
        "spaces": space_list(best.fit.cells),
        "stars": stars_of(gain),
    }
    sentence = _("No stars yet. %(terrain)s on %(spaces)s would have earned %(stars)s.") % words
    return Earned(sentence, best.fit.cells)


def _due(view: View) -> list[tuple[Edict, ScoringCard]]:
    """The edicts of the present season."""
    return [(letter, view.edicts[letter.number]) for letter in view.definition.seasons[view.season].edicts]


def _sum(cards: Sequence[ScoringCard], board: Board) -> int:
    return sum(stars(card, board) for card in cards)
