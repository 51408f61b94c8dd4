"""Seasons: decks, end and scoring."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, HeroCard, ScoringCard
from engine.cartographers.events import SeasonBegan, SeasonScore, SeasonScored
from engine.cartographers.scoring.tally import stars
from engine.cartographers.state import State
from engine.randomness import Shuffler

_STAYING = (AmbushCard, HeroCard)
"""Types of cards that stay in the deck until they are revealed."""


def begin(state: State, rng: Shuffler) -> SeasonBegan:
    """Begin the next season. Its deck has all explore and ruins cards, the unrevealed ambushes and heroes, and one more
    of each. Source: docs/rules.md, "End of a season".
    """
    season = state.season + 1
    definition = state.definition
    ambush, hero = state.ambush_deck[:1], state.hero_deck[:1]
    waiting = [card for card in state.deck if isinstance(state.card(card), _STAYING)]
    cards = [
        *(card.id for card in definition.explore),
        *(card.id for card in definition.ruins),
        *sorted(waiting),
        *ambush,
        *hero,
    ]
    return SeasonBegan(
        season, rng.shuffle(f"deck/{definition.seasons[season].id}", cards), "".join(ambush), "".join(hero)
    )


def is_season_over(state: State) -> bool:
    """Return True if the time of the revealed cards has reached the season's threshold."""
    return state.time >= state.definition.seasons[state.season].threshold


def score(state: State) -> SeasonScored:
    """Return the event with every seat's score at the end of the season."""
    edicts = state.scored_edicts()
    return SeasonScored(
        state.season,
        tuple(score_board(position.board, edicts, position.coins) for position in state.positions),
    )


def score_board(board: Board, edicts: tuple[ScoringCard, ScoringCard], coins: int) -> SeasonScore:
    """Return the score of one board in a season.

    It has the stars of both edicts, 1 star per coin, and minus 1 star for each empty space next to a monster.
    """
    one, two = edicts
    return SeasonScore((stars(one, board), stars(two, board)), coins, board.monster_losses().bit_count())
