"""The explanation of a figure: its reasons, one sentence each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WayStep:
    """A turn that had to do with a figure, in words, and where that turn is shown."""

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
    turns: tuple[WayStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Back:
    """The way back to the page that shows a figure."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Picture of an explanation: a template of the game, its data, and its name.

    The template gets the data as `patches` and the name as `name`.
    """

    template: str
    patches: object
    name: str


@dataclass(frozen=True, slots=True)
class Why:
    """Explanation of one figure.

    `path_template` renders the `path` of a reason, "" if none has one. `way` lists, in order, the turns in which the
    figure changed or some of its spaces were added. `others` are those turns that no reason names, if reasons name
    any.
    """

    title: str
    lead: str
    rules: tuple[str, ...]
    reasons: tuple[ReasonView, ...]
    picture: Picture | None
    path_template: str
    back: Back
    way: tuple[WayStep, ...] = ()
    others: tuple[WayStep, ...] = ()
