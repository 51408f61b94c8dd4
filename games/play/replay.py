"""Replay of closed turns: every step has its own URL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Final, Protocol

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.play.coaching import MarkWords
from games.play.log import LogEntry, TurnLink, turn_address, turn_name
from games.play.page_parts import Part, missing_parts_html, part_html, shown_parts
from games.tables.game import Seated, game_of
from games.tables.pages.post_game import ForkForm, fork_form
from games.tables.presence import fetch_delay

PART: Final = "turn"
"""Root id of what a step changes, the part that contains all others."""
HERE: Final = "./"
"""URL of a turn relative to its own page, so that content shared by several turns renders the same."""

SINCE: Final = "since"
"""Query parameter with the version that a page shows. The page uses it to ask whether further turns have closed."""
_OF_NEWER: Final = {"steps", "row", "newer"}
"""Parts that change once a further turn has closed."""
_NOTE_PARTS: Final = {"noted", "notes"}
"""Parts that stay when the game ends, because the user may be typing there."""


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A turn in the row of all turns: what it gained for who is looked at, as it is written and within a sentence;
    `is_highlight` where something happened that one may want to jump to. `name` is "" for a turn without another name.
    `sign` is the symbol of a turn that is worth another look, or "".
    """

    number: int
    url: str
    gained: str
    label: str
    is_highlight: bool
    name: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A group of turns with its color class."""

    title: str
    css: str
    marks: tuple[TurnMark, ...]


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A seat by the name of its player, with the class of its colour, and where the turn is shown from it."""

    name: str
    url: str
    css: str
    here: bool


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """Row of all turns in their chapters; the same after every turn.

    `jumps` are the notable turns, with `jumps_name` as their heading. `boards` links to all boards side by side, or
    back to one large board; `seats` link to the board of each of several seats. `chapter_key` tells that the key S
    leads to the next chapter.
    """

    chapters: tuple[Chapter, ...]
    jumps_name: str
    jumps: tuple[TurnLink, ...]
    boards: TurnLink | None
    seats: tuple[SeatLink, ...] = ()
    chapter_key: str = ""


@dataclass(frozen=True, slots=True)
class ReplaySteps:
    """Links to other turns; None for the turn that is shown, or if there is none."""

    first: TurnLink | None
    before: TurnLink | None
    after: TurnLink | None
    last: TurnLink | None


@dataclass(frozen=True, slots=True)
class LiveUpdates:
    """Live updates for the replay of a game in progress: the table's socket, the version
    that it shows, and where it asks for the steps again, "" where they lead on already. `spread` is that of the strip.
    """

    socket: str
    version: int
    ask: str
    spread: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps from a turn, `here`, and the row of all turns; `newer` is None where the game goes on no more."""

    here: int
    steps: ReplaySteps
    row: ReplayRow
    newer: LiveUpdates | None = None


class ReplayPage(Protocol):
    """Page of a turn in any game: its title, table name, CSS class, and links to other turns."""

    @property
    def title(self) -> str:
        """Name of the turn."""

    @property
    def name(self) -> str:
        """Name of the table."""

    @property
    def css(self) -> str:
        """Return the page's color class, or ""."""

    @property
    def replay(self) -> Replay:
        """Links to other turns."""

    @property
    def fork(self) -> ForkForm | None:
        """Form for playing from this turn, or None if that is impossible."""


def replay(
    here: int,
    chapters: Sequence[Chapter],
    jumps_name: str,
    boards: TurnLink | None,
    seats: tuple[SeatLink, ...] = (),
    chapter_key: str = "",
) -> Replay:
    """Return the steps from a turn, which must be one of these."""
    marks = [mark for chapter in chapters for mark in chapter.marks]
    at = next(index for index, mark in enumerate(marks) if mark.number == here)
    end = len(marks) - 1
    steps = ReplaySteps(
        first=_link(marks[0]) if at else None,
        before=_link(marks[at - 1]) if at else None,
        after=_link(marks[at + 1]) if at < end else None,
        last=_link(marks[end]) if at < end else None,
    )
    jumps = tuple(_link(mark) for mark in marks if mark.is_highlight)
    return Replay(here, steps, ReplayRow(tuple(chapters), jumps_name, jumps, boards, seats, chapter_key))


def with_sign(mark: TurnMark, words: MarkWords | None) -> TurnMark:
    """Return a turn with its mark by the coach, if it has one."""
    if words is None:
        return mark
    label = _("%(turn)s; %(mark)s") % {"turn": mark.label, "mark": words.name}
    return replace(mark, label=label, sign=words.symbol)


def with_live_updates(replay: Replay, seated: Seated, query: str) -> Replay:
    """Return the replay with live updates of new turns while the game is running.

    `query` is the query string of the page with its question mark, or "".
    """
    if _is_over(seated):
        return replay
    code, version = seated.table.code, seated.table.version
    ask = "" if replay.steps.after else f"{HERE}{query or '?'}{'&' if query else ''}{SINCE}={version}"
    spread_of_page = fetch_delay(code, seated=seated.seat is not None)
    return replace(replay, newer=LiveUpdates(f"/ws/tables/{code}/", version, ask, spread_of_page))


def _is_over(seated: Seated) -> bool:
    return game_of(seated.table).rules.progress(seated.state).over or seated.ended_early


def _link(mark: TurnMark) -> TurnLink:
    return TurnLink(mark.name or turn_name(mark.number), mark.url)


def replay_parts(page: ReplayPage) -> Iterator[Part]:
    """Yield the parts that every page of a turn has.

    They are its name, the steps, the row of all turns (sent again only if it differs), the check for further turns,
    the form to play from here, its notes, and the list of turns with notes.
    """
    steps = page.replay
    yield Part.of("name", "play/_turn_name.html", title=page.title, css=page.css, here=steps.here)
    yield Part.of("steps", "play/_steps.html", steps=steps.steps)
    mark = blake2s(repr(steps.row).encode(), digest_size=4).hexdigest()
    yield Part("row", "play/_row.html", (("row", steps.row), ("here", steps.here)), mark)
    yield Part.of("newer", "play/_newer_turn.html", newer=steps.newer)
    # Parts that contain a form or have to be loaded each time.
    yield Part("noted", "play/_turns_with_notes.html")
    yield Part("fork", "play/_fork_at_turn.html")
    yield Part("notes", "play/_notes_at_turn.html")


def turn_response(
    request: HtmxHttpRequest, template: str, page: ReplayPage, parts: Iterable[Part], dress: str = "turn"
) -> HttpResponse:
    """Return the page of a turn, or only the missing parts for a script that steps through turns.

    `dress` is a word for the layout of the turn; if it has changed, the whole turn is sent. A page that polls for new
    turns keeps everything else, such as typed text and unfolded parts, until the game ends. Then it shows what a
    finished game offers, such as forks.
    """
    steps = bool(request.htmx) and request.htmx.target == PART and not request.htmx.history_restore_request
    has, context = shown_parts(request) if steps else None, {"page": page, "request": request}
    if has is not None and has.get(PART) == dress:
        if SINCE in request.GET:
            parts = _parts_of_news(parts, over=page.replay.newer is None)
        title = format_html("<title>{} · {} · Carto</title>", page.title, page.name)
        return HttpResponse(title + missing_parts_html(parts, context, request, has))
    html = {part.name: part_html(part, context, request) for part in parts}
    frame = "play/turn_part.html" if steps else "base.html"
    return render(request, template, {**context, "parts": html, "dress": dress, "frame_of_page": frame})


@dataclass(frozen=True, slots=True)
class PlainTurn:
    """Page of a turn that shows its log alone: a `TurnPage`; `table` is the address of the table."""

    title: str
    name: str
    table: str
    replay: Replay
    fork: ForkForm | None
    css: str = ""


def plain_turn(
    request: HtmxHttpRequest, seated: Seated, number: int, entries: Sequence[LogEntry]
) -> HttpResponse | None:
    """Return the page of a closed turn with its log, the way to the table for the open turn, None for any other.

    The entries of the whole game come latest first.
    """
    table, url = seated.table, reverse("tables:table", args=[seated.table.code])
    progress = game_of(table).rules.progress(seated.state)
    last = progress.turn if progress.over else progress.turn - 1
    if not 1 <= number <= last:
        return SeeOther(url) if number == progress.turn else None
    marks = [
        TurnMark(turn, turn_address(url, turn), "", turn_name(turn), is_highlight=False) for turn in range(1, last + 1)
    ]
    lines = tuple(entry.text for entry in reversed(entries) if entry.turn == number)
    alone = len(seated.seats) == 1
    other = "" if alone or seated.seat is not None else seated.seats[0].shown_name
    page = PlainTurn(
        title=turn_name(number),
        name=table.shown_name,
        table=url,
        replay=with_live_updates(replay(number, [Chapter(_("Turns"), "", tuple(marks))], "", None), seated, ""),
        fork=fork_form(request, table, number, seated.seat or 0, other, alone=alone),
    )
    parts = (*replay_parts(page), Part.of("log", "play/_turn_log.html", lines=lines))
    return turn_response(request, "play/plain_turn.html", page, parts)


def _parts_of_news(parts: Iterable[Part], *, over: bool) -> list[Part]:
    return [part for part in parts if part.name in _OF_NEWER or (over and part.name not in _NOTE_PARTS)]
