"""Insights from reviews: the stars that a player loses by edict, by what was drawn, and by season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.notation import Placement
from engine.cartographers.players.review import AnswerReview
from engine.cartographers.state import State
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.coach.steps import seat_review
from games.cartographers.coach.words import about_stars, later_gain
from games.cartographers.shelf.components import components_in_play
from games.cartographers.words.names import card_name, season_name, terrain_label
from games.play.coaching import InsightGroup, Insights, RatedMove
from games.play.log import LOOK, turn_address

SOURCE, DRAWN, SEASON = "source", "drawn", "season"
COINS, MONSTERS, LATER = "coins", "monsters", "later"
AMBUSH, DESTROY = "ambush", "destroy"
_SEASONS: Final = ("spring", "summer", "fall", "winter")


def rated_moves(state: State, results: Sequence[Any], seat: int) -> Iterator[RatedMove]:
    """Yield the moves of a seat from the last state of a game and the results of its review."""
    for each in seat_review(results, Seat(seat)).answers:
        losses: dict[str, Mapping[str, float]] = {
            DRAWN: {_drawn(each): each.loss},
            SEASON: {state.definition.seasons[each.season].id: each.loss},
        }
        if each.subject == each.seat:
            losses[SOURCE] = dict(_sources(state, each))
        yield RatedMove(each.turn, each.subject, each.loss, losses)


def _drawn(review: AnswerReview) -> str:
    """Return the row for what was drawn. A shape on another player's map counts as an ambush, whatever its terrain."""
    answer = review.given.answer
    if not isinstance(answer, Placement):
        return DESTROY
    return AMBUSH if review.subject != review.seat else answer.terrain.word


def _sources(state: State, review: AnswerReview) -> Iterator[tuple[str, float]]:
    """Yield what the best move would have got more from each source that still counts, negative if it gets less."""
    best, given = review.best[0].sources, review.given.sources
    scored = {letter for season in state.definition.seasons[review.season :] for letter in season.edicts}
    for letter, card, more, less in zip(Edict, state.edicts, best.edicts, given.edicts, strict=True):
        if letter in scored:
            yield card.id, round(more - less, 2)
    yield COINS, round(best.coins - given.coins, 2)
    yield MONSTERS, round(best.monsters - given.monsters, 2)
    yield LATER, round(later_gain(review.best[0], review.given), 2)


def _source_names() -> dict[str, str]:
    cards = {card.id: card_name(card) for card in components_in_play(ScoringCard)}
    return {
        **cards,
        COINS: pgettext("source of stars as a label", "Coins"),
        MONSTERS: pgettext("source of stars as a label", "Monsters"),
        LATER: pgettext("source of stars as a label", "Later turns"),
    }


def _drawn_names() -> dict[str, str]:
    names = {terrain.word: terrain_label(terrain) for terrain in Terrain}
    return {**names, AMBUSH: _("Ambush on another map"), DESTROY: _("Space for a monster")}


def _season_names() -> dict[str, str]:
    return {season: season_name(season) for season in _SEASONS}


def _turn_url(table: str, turn: int, board: int) -> str:
    return f"{turn_address(table, turn)}?{LOOK}={board + 1}&coach=1"


INSIGHTS: Final = Insights(
    moves=rated_moves,
    groups=(
        InsightGroup(
            SOURCE,
            gettext_lazy("By edict"),
            gettext_lazy("Edict"),
            _source_names,
            note=gettext_lazy(
                "How many more stars the best move would have earned from this edict, from coins or by avoiding "
                "monsters. “Later turns” are stars that a move brings only in the turns after it, as the coach finds "
                "by playing on. A negative number means that the moves played earned more here than the best moves, "
                "but less elsewhere."
            ),
        ),
        InsightGroup(DRAWN, gettext_lazy("By terrain"), gettext_lazy("Terrain"), _drawn_names),
        InsightGroup(SEASON, gettext_lazy("By season"), gettext_lazy("Season"), _season_names, in_order=True),
    ),
    loss_words=about_stars,
    turn_url=_turn_url,
)
"""Insights of the game's coach."""
