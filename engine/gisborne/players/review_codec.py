"""Stored form of reviews: JSON data, with cards in notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import json_values
from engine.contract import Seat
from engine.gisborne.cards import cards_text, parse_cards
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.players.review import AnswerReview, Rating

Data = dict[str, Any]

REVIEW_VERSION = 2
"""Version of the stored form, and of what a review means: it also changes if its figures are computed differently."""


def answer_review_to_json(review: AnswerReview) -> Data:
    """Return the stored form of the review of one answer."""
    return {
        "round": review.round,
        "seat": review.seat,
        "ask": review.ask,
        "kind": review.kind,
        "given": _rating_to_json(review.given),
        "best": [_rating_to_json(each) for each in review.best],
        "loss": review.loss,
        "error": review.error,
        "stake": review.stake,
    }


def answer_review_from_json(data: Mapping[str, Any]) -> AnswerReview:
    """Build the review of one answer from its stored form. Raises ValueError for invalid data."""
    try:
        round_, seat = json_values.count(data["round"]), Seat(json_values.count(data["seat"]))
        ask, kind = json_values.text(data["ask"]), json_values.text(data["kind"])

        def rating(stored: Any) -> Rating:
            wins, answer = _chance(stored["wins"]), json_values.mapping(stored["answer"])
            return Rating(_answer_from_json(answer, kind, round_, seat, ask), wins)

        return AnswerReview(
            round=round_,
            seat=seat,
            ask=ask,
            kind=kind,
            given=rating(data["given"]),
            best=tuple(map(rating, json_values.items(data["best"]))),
            loss=_chance(data["loss"]),
            error=_chance(data["error"]),
            stake=_chance(data["stake"]),
        )
    except KeyError as missing:
        raise ValueError(f"{missing.args[0]}: is missing") from None


def _rating_to_json(rating: Rating) -> Data:
    return {"answer": _answer_to_json(rating.answer), "wins": rating.wins}


def _answer_to_json(answer: Command) -> Data:
    match answer:
        case Lay(cards=cards, tent=tent):
            return {"cards": cards_text(cards), "tent": tent}
        case Discard(cards=cards):
            return {"cards": cards_text(cards)}
        case Give(value=value):
            return {"value": value}
        case Keep(chest=chest):
            return {"chest": chest}
    raise AssertionError("a review has only answers")


def _answer_from_json(data: Mapping[str, Any], kind: str, round_: int, seat: Seat, ask: str) -> Command:
    match kind:
        case "lay":
            cards = parse_cards(json_values.text(data["cards"]))
            return Lay(seat, round_, cards, json_values.flag(data["tent"]))
        case "river":
            return Discard(seat, ask, parse_cards(json_values.text(data["cards"])))
        case "wolves":
            return Give(seat, ask, json_values.count(data["value"]))
        case "keep":
            return Keep(seat, ask, json_values.count(data["chest"]))
    raise ValueError(f"kind: {kind[:20]} is unknown")


def _chance(data: Any) -> float:
    """Read a share."""
    if type(data) not in (int, float) or not data >= 0:
        raise ValueError(f"{str(data)[:40]} is no share")
    return float(data)
