"""Gisborne as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contract import Progress, RuleViolation, Seat
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import State
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.gisborne.coach import steps as coach_steps
from games.gisborne.coach.review_page import review_page
from games.gisborne.lesson.lesson_box import is_lesson, remove_lesson
from games.gisborne.line import help as line_help
from games.gisborne.line.line_results import line_news, read_line
from games.gisborne.log.entries import log_entries
from games.gisborne.log.missed import missed_sentences
from games.gisborne.models import Lesson
from games.gisborne.past import record_check, summary
from games.gisborne.past.explanations import explanation
from games.gisborne.past.feats import FEATS
from games.gisborne.past.glimpse import glimpse
from games.gisborne.past.sharing import shared_picture
from games.gisborne.past.turn import past_turn
from games.gisborne.reference.poster import cover, poster
from games.gisborne.reference.tile_list import tile_url, tile_urls
from games.gisborne.setting_up import options, set_choice
from games.gisborne.setting_up.options import GisborneOptionsForm
from games.gisborne.table import answers
from games.gisborne.table.screen import screen
from games.gisborne.way.winding import final_way, small_way
from games.gisborne.words.introduction import INTRODUCTION
from games.gisborne.words.levels import LEVELS
from games.gisborne.words.names import KEY, points_of
from games.gisborne.words.refusals import refusals
from games.gisborne.words.tasks import phase_name
from games.play.coaching import Coach
from games.play.explanations import FigureQuery
from games.play.game import CommandLine, PlayedGame, Statistics, TurnSummary
from games.play.log import LogEntry
from games.play.page_parts import RenderingOptions
from games.play.record_check import Finding
from games.play.screen import ScreenView
from games.play.summary_keys import GameSummary
from games.play.toned_images import FinalBoards
from games.tables.game import AnyRules, Options, Pictures, PlayerVotes, Seated, Sets, Sharing
from games.tables.introductions import Poster, Reference
from games.tables.log.state import DecodedEvent
from games.tables.models import Table


def _seat_picture(state: State, seat: Seat) -> SafeString:
    return small_way(state, seat, _("The way"))


def _summary(_table: Table, state: State) -> GameSummary:
    return summary.summary(state)


def _piece_url(kind: str, key: str) -> str:
    return tile_url(key) if kind == summary.TILE else ""


class Gisborne(PlayedGame):
    """Gisborne as a game of the site."""

    key = KEY
    name = "Gisborne"
    rules: AnyRules = RULES
    seats = range(3, 6)
    has_rounds = True
    levels = LEVELS
    options_form = GisborneOptionsForm
    urls = "games.gisborne.urls.URLS"
    line = CommandLine(line_help.entries, read_line, line_news)
    statistics = Statistics(_summary, summary.kinds, _piece_url)
    style = "css/gisborne/reference.css"

    introduction = INTRODUCTION
    poster = Poster("gisborne/reference/_poster.html", poster)
    reference = Reference(
        learn="gisborne:learn",
        rules="gisborne:rules",
        pieces="gisborne:tiles",
        pieces_name=gettext_lazy("Tiles"),
        addresses=tile_urls,
    )
    lessons = Lesson
    coach = Coach(coach_steps.VERSION, coach_steps.count_steps, coach_steps.run_step, review_page)
    votes = PlayerVotes(clear=remove_lesson)

    pictures = Pictures(_seat_picture)
    screen_style = "css/gisborne_screen.css"
    sharing = Sharing(cover, shared_picture)
    feats = FEATS
    final_boards = FinalBoards(gettext_lazy("Ways"), gettext_lazy("Best games"), final_way)

    sets = Sets(set_choice.every_set, set_choice.set_of, set_choice.set_fields)

    def describe(self, chosen: Options) -> list[str]:
        """Return the options that matter in a list of tables."""
        return options.describe(chosen)

    def setup(self, chosen: Options, seats: int) -> Setup:
        """Return the setup for `rules.start`."""
        return options.setup_of(chosen)

    def setup_again(self, chosen: Options, state: State) -> Setup:
        """Return the setup for `rules.start` that repeats the deck of an earlier game."""
        return Setup(state.box)

    def lets_bots_plan(self, chosen: Options) -> bool:
        """Return False for a lesson, which explains what its bots always do."""
        return not is_lesson(chosen)

    def check_options(self, chosen: Options, seats: int = 1) -> None:
        """Raise ValidationError for a set that new tables can't use."""
        if not is_lesson(chosen):  # which has a box of its own
            set_choice.check_set(chosen)

    def phase_label(self, progress: Progress) -> str:
        """Return the phase of a round."""
        return phase_name(progress.phase)

    def score_words(self, score: int) -> str:
        """Return a score in points."""
        return points_of(score)

    def missed(self, state: State, seat: Seat, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the most important sentences about events that the seat has not seen."""
        return missed_sentences(state, seat, names, events)

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """Return the page of a started table, or the fragment of it that htmx asks for."""
        return answers.page(cast(HtmxHttpRequest, request), seated)

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> HttpResponse:
        """Return the table as it is: its fragment for htmx, the full page otherwise."""
        return answers.render_table(request, seated, shown)

    def log_entries(self, seated: Seated) -> Sequence[LogEntry]:
        """Return the events in words, latest first, as the viewer may read them."""
        return log_entries(seated)

    def turn(self, request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
        """Return the page of a closed round, the way to the table for the open one, None for any other."""
        return past_turn(request, seated, number)

    def screen(self, spectator: Seated) -> ScreenView:
        """Return the way and the players by rank for a big screen."""
        return screen(spectator)

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        """Return the explanation of a figure, now or after a round, or None if there is no such figure."""
        return explanation(request, seated, query, turn)

    def glimpse(self, table: Table, log: Sequence[DecodedEvent[Event]], turn: int, seat: Seat) -> TurnSummary | None:
        """Return where a seat stood after a round, and its points."""
        return glimpse(log, turn, seat)

    def findings(self, record: Record[Event]) -> list[Finding]:
        """Return the results of checking a finished game's file.

        Raises RecordError if the seed or the commitment is missing.
        """
        return record_check.findings(record)

    def refusals(self, violation: RuleViolation) -> str:
        """Return all reasons of a refusal in sentences for the player."""
        return refusals(violation)


GISBORNE = Gisborne()
"""Instance that the settings name."""
