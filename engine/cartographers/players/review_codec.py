"""Stored form of reviews: JSON data, with spaces and placements in notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import json_values
from engine.cartographers.geometry import Mask, mask_of
from engine.cartographers.notation import Placement, placement_of, space_name, space_names, space_of
from engine.cartographers.players.luck import Estimate, Luck
from engine.cartographers.players.raters import Answer
from engine.cartographers.players.review import AnswerReview, Rating, SeatReview
from engine.cartographers.players.value import Breakdown
from engine.contract import Seat

Data = dict[str, Any]

REVIEW_VERSION = 3
"""Version of the stored form, and of what a review means: it also changes if its figures are computed differently."""


def review_to_json(review: SeatReview) -> Data:
    """Return the stored form of a review."""
    return {
        "version": REVIEW_VERSION,
        "seat": review.seat,
        "answers": [answer_review_to_json(each) for each in review.answers],
        "suffered": [answer_review_to_json(each) for each in review.suffered],
        "luck": review.luck and luck_to_json(review.luck),
    }


def review_from_json(data: Mapping[str, Any]) -> SeatReview:
    """Build a review from its stored form. Raises ValueError for another version or invalid data."""
    version = data.get("version")
    if version != REVIEW_VERSION:
        raise ValueError(f"version: must be {REVIEW_VERSION}, not {str(version)[:20]}")
    try:
        luck = data["luck"]
        return SeatReview(
            Seat(json_values.count(data["seat"])),
            json_values.each(data["answers"], answer_review_from_json),
            json_values.each(data["suffered"], answer_review_from_json),
            None if luck is None else luck_from_json(json_values.mapping(luck)),
        )
    except KeyError as missing:
        raise ValueError(f"{missing.args[0]}: is missing") from None


def answer_review_to_json(review: AnswerReview) -> Data:
    """Return the stored form of the review of one answer."""
    return {
        "turn": review.turn,
        "season": review.season,
        "seat": review.seat,
        "subject": review.subject,
        "kind": review.kind,
        "card": review.card,
        "scored": review.scored,
        "given": _rating_to_json(review.given),
        "best": [_rating_to_json(each) for each in review.best],
        "loss": review.loss,
        "error": review.error,
        "stake": review.stake,
        "harm": review.harm,
    }


def answer_review_from_json(data: Mapping[str, Any]) -> AnswerReview:
    """Build the review of one answer from its stored form. Raises ValueError or, for a missing key, KeyError."""
    return AnswerReview(
        turn=json_values.count(data["turn"]),
        season=json_values.count(data["season"]),
        seat=Seat(json_values.count(data["seat"])),
        subject=Seat(json_values.count(data["subject"])),
        kind=json_values.text(data["kind"]),
        card=json_values.text(data["card"]),
        scored=json_values.number(data["scored"]),
        given=_rating_from_json(data["given"]),
        best=tuple(map(_rating_from_json, json_values.items(data["best"]))),
        loss=_stars(data["loss"]),
        error=_stars(data["error"]),
        stake=_stars(data["stake"]),
        harm=_stars(data["harm"]),
    )


def _rating_to_json(rating: Rating) -> list[Any]:
    edicts, coins, monsters = rating.sources
    cells = " ".join(space_names(rating.cells))
    skill = [rating.skill] if rating.skill else []
    return [_answer_to_json(rating.answer), cells, rating.value, [*edicts, coins, monsters], *skill]


def _rating_from_json(data: Any) -> Rating:
    listed = json_values.items(data)
    answer, cells, value, sources, *skill = listed if len(listed) == 5 else _items(listed, 4)
    *edicts, coins, monsters = map(_stars, _items(sources, 6))
    breakdown = Breakdown(tuple(edicts), coins, monsters)
    return Rating(_answer_from_json(answer), _cells(cells), _stars(value), breakdown, *map(json_values.text, skill))


def _answer_to_json(answer: Answer) -> str:
    return str(answer) if isinstance(answer, Placement) else space_name(answer)


def _answer_from_json(data: Any) -> Answer:
    text = json_values.text(data)
    return placement_of(text) if " " in text else space_of(text)


def _cells(data: Any) -> Mask:
    return mask_of([space_of(name) for name in json_values.text(data).split()])


def luck_to_json(luck: Luck) -> Data:
    """Return the stored form of luck and skill."""
    return {"stars": luck.stars, "par": list(luck.par), "expected": list(luck.expected)}


def luck_from_json(data: Mapping[str, Any]) -> Luck:
    """Build luck and skill from their stored form. Raises ValueError or, for a missing key, KeyError."""
    par, expected = (Estimate(*map(_stars, _items(data[key], 2))) for key in ("par", "expected"))
    return Luck(json_values.number(data["stars"]), par, expected)


def _items(data: Any, length: int) -> list[Any]:
    items = json_values.items(data)
    if len(items) != length:
        raise ValueError(f"{length} values are needed, not {len(items)}")
    return items


def _stars(data: Any) -> float:
    """Read a number of stars, which is not always whole."""
    if type(data) not in (int, float):
        raise ValueError(f"{str(data)[:40]} is no number")
    return float(data)
