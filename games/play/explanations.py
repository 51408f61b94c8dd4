"""Figures that can be explained, and their explanation: its reasons, one sentence each."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Figure:
    """Number as written (`text`) and as read aloud (`label`), with the URL of its explanation.

    `spaces` are the names of the spaces behind it, "" if the page does not show them. `pale` is True if the figure is
    provisional, that is, not earned yet.
    """

    text: str
    label: str
    url: str
    spaces: str = ""
    pale: bool = False


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """Figure in the URL of an explanation: a part of a seat's score, and when it scored.

    `seat` counts from 1 and may not exist. The game defines the names of `when` and `part`.
    """

    when: str
    seat: int
    part: str


def explanation_url(table: str, when: str, seat: Seat, part: str) -> str:
    """Return the URL of a figure's explanation; `table` is the URL of the table or a turn."""
    return f"{table}why/{when}/{seat + 1}/{part}"


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A turn that affected a figure: its description and URL."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ReasonView:
    """Single contribution to a figure.

    `sentence` describes it, `spaces` are the names of its spaces, `path` is their SVG path, and `turns` are the turns
    that added them. `url` is the page that explains it further, if it has reasons that are not shown here.
    """

    sentence: str
    spaces: str = ""
    path: str = ""
    url: str = ""
    turns: tuple[HistoryStep, ...] = ()


@dataclass(frozen=True, slots=True)
class BackLink:
    """Return the link back to the page that shows a figure."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class ExplanationPicture:
    """Picture of an explanation: a template of the game, its data, and its name.

    The template gets the data as `patches` and the name as `name`.
    """

    template: str
    patches: object
    name: str


@dataclass(frozen=True, slots=True)
class Why:
    """Explanation of one figure.

    `path_template` renders the `path` of a reason, "" if none has one. `card` is the page of the scoring card, "" if
    there is none. `way` lists, in order, the turns in which the figure changed or some of its spaces were added.
    `others` are those turns that no reason names, if reasons name any.
    """

    title: str
    lead: str
    rules: tuple[str, ...]
    reasons: tuple[ReasonView, ...]
    picture: ExplanationPicture | None
    path_template: str
    back: BackLink
    card: str = ""
    way: tuple[HistoryStep, ...] = ()
    others: tuple[HistoryStep, ...] = ()
