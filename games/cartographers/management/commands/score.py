"""`python manage.py score`: what scoring cards are worth on maps, for tools and bug reports."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import BaseCommand

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars


class Command(BaseCommand):
    """Reads JSON lines with maps and writes one line each; needs no database."""

    help = (
        'Score maps. Reads JSON Lines with "map", "cards" and "edition" ("retail" or "preview") from standard input '
        'and writes one line of stars per map. Without "cards", all cards of both sets are scored. An invalid line '
        'returns {"error": "..."} and exit status 1.'
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Answer line by line, each as soon as it is read."""
        try:
            good = self._answer(sys.stdin.buffer)
        except BrokenPipeError:  # nobody reads on, as after `| head`
            # Redirect stdout, or the interpreter would try to flush the rest of the buffer again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            good = False
        if not good:
            sys.exit(1)

    def _answer(self, lines: Iterable[bytes]) -> bool:
        good = True
        for line in lines:
            try:
                answer = answer_of(line)
            except ValueError as error:
                good, answer = False, {"error": str(error)}
            self.stdout.write(json.dumps(answer))
            self.stdout.flush()
        return good


def answer_of(line: bytes) -> dict[str, Any]:
    """The stars of one line's cards, and the stars its monsters cost, as JSON. Raises ValueError saying what is wrong
    with the line.
    """
    request = _object(line)
    if not isinstance(request.get("map"), str):
        raise ValueError("map: is missing" if "map" not in request else "map: must be a text of eleven rows of eleven")
    cards = _cards(request, scoring_cards(_edition(request)))
    board = board_of(request["map"])
    return {"stars": {card.id: stars(card, board) for card in cards}, "monsters": board.monster_losses().bit_count()}


def _object(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("the line is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the line is not JSON: {error}") from None
    if not isinstance(request, dict):
        raise ValueError('the line must be a JSON object, like {"map": "..."}')
    return request


def _edition(request: Mapping[str, Any]) -> Edition:
    edition = request.get("edition", Edition.RETAIL.value)
    if not isinstance(edition, str) or edition not in list(Edition):
        raise ValueError(f"edition: must be one of {', '.join(Edition)}")
    return Edition(edition)


def _cards(request: Mapping[str, Any], cards: Mapping[str, ScoringCard]) -> list[ScoringCard]:
    ids = request.get("cards", list(cards))
    if not isinstance(ids, list) or not all(isinstance(card, str) for card in ids):
        raise ValueError("cards: must be a list of card ids")
    unknown = [card for card in ids if card not in cards]
    if unknown:
        raise ValueError(f"cards: there is no scoring card {json.dumps(unknown[0][:40])}")
    return [cards[card] for card in ids]
