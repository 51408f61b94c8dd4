"""Positions of the analysis board as entries of collections."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import QueryDict

from games.cartographers.analysis.components import NO_CARD
from games.cartographers.analysis.query import read_position
from games.cartographers.map.boards import Patch, patches
from games.cartographers.words.names import card_name, season_name
from games.play.words import comma_list


def describe_position(query: str) -> tuple[str, tuple[Patch, ...]]:
    """Return the season and the cards of a query's position in words, and its map.

    Raises ValidationError with all that can't be read.
    """
    problems: list[str] = []
    position = read_position(QueryDict(query).dict(), problems)
    if problems:
        raise ValidationError(problems)
    cards = [card for card in (*position.edicts, position.card) if card is not None and card is not NO_CARD]
    words = comma_list([season_name(position.seasons[position.season].id), *map(card_name, cards)])
    return words, patches(position.board)
