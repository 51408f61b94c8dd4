"""Images in the colors of a page's theme, and the interface of a game that draws final boards as such images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, cast

from csp.decorators import csp_update
from django.http import HttpResponse
from django.utils.functional import Promise

from engine.contract import Seat

_A_YEAR: Final = 60 * 60 * 24 * 365


class Tone(StrEnum):
    """Colors of an image. It can't see the page's theme, so each page asks for what fits its own."""

    DAY = "day"
    NIGHT = "night"
    DAY_CONTRAST = "day-contrast"
    NIGHT_CONTRAST = "night-contrast"


@dataclass(frozen=True, slots=True)
class TonedImage:
    """Image in several tones: `url` is followed by a tone and ".svg", `alt` describes the image."""

    url: str
    alt: str


def toned_image(day: str, alt: str) -> TonedImage:
    """Return an image by its address in `Tone.DAY`."""
    return TonedImage(day.removesuffix(f"{Tone.DAY}.svg"), alt)


def lasting_svg_response(svg: str) -> HttpResponse:
    """Return an image that browsers keep for a year, for addresses that change with the image.

    It may bring its own style element: as an image a file runs no scripts and loads nothing.
    """
    response = HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")
    response["Cache-Control"] = f"private, max-age={_A_YEAR}, immutable"
    allow: Any = csp_update({"style-src": ["'unsafe-inline'"]})  # it types views without arguments
    return cast(HttpResponse, allow(lambda: response)())


@dataclass(frozen=True, slots=True)
class FinalBoards:
    """Images of the boards of finished games.

    `name` is the label of a list that shows them, such as "Boards", and `best` the title of a person's best ones.
    `svg` returns the image of a seat's board as spectators see it, square and with the same size in every game.
    """

    name: str | Promise
    best: str | Promise
    svg: Callable[[Any, Seat, Tone], str]
