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
    """One contribution: its sentence, its spaces by name and as a path to be drawn, and the turns that brought these;
    where it has reasons of its own that are not told here, the address that tells them.
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
    """The explanation of one figure. `path_template` draws the `path` of a reason, "" where none has any; `way` are the
    turns in which the figure changed or some of its spaces came, in order; `others` are those of them that no reason
    names, where reasons name any.
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
