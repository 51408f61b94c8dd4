"""Gisborne as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.http import HttpRequest, HttpResponse

from engine.contract import Progress, RuleViolation
from engine.gisborne.game import RULES
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import State
from games.accounts.access import HtmxHttpRequest
from games.gisborne.log.entries import log_entries
from games.gisborne.setting_up import options, set_choice
from games.gisborne.setting_up.options import GisborneOptionsForm
from games.gisborne.table import answers
from games.gisborne.words.names import KEY, points_of
from games.gisborne.words.refusals import refusals
from games.gisborne.words.tasks import phase_name
from games.play.game import PlayedGame
from games.play.log import LogEntry
from games.play.page_parts import RenderingOptions
from games.tables.game import AnyRules, Options, Seated, Sets


class Gisborne(PlayedGame):
    """Gisborne as a game of the site."""

    key = KEY
    name = "Gisborne"
    rules: AnyRules = RULES
    seats = range(3, 6)
    options_form = GisborneOptionsForm
    urls = "games.gisborne.urls.URLS"
    style = "css/gisborne/way.css"

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

    def check_options(self, chosen: Options, seats: int = 1) -> None:
        """Raise ValidationError for a set that new tables can't use."""
        set_choice.check_set(chosen)

    def phase_label(self, progress: Progress) -> str:
        """Return the phase of a round."""
        return phase_name(progress.phase)

    def score_words(self, score: int) -> str:
        """Return a score in points."""
        return points_of(score)

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """Return the page of a started table, or the fragment of it that htmx asks for."""
        return answers.page(cast(HtmxHttpRequest, request), seated)

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions) -> HttpResponse:
        """Return the table as it is: its fragment for htmx, the full page otherwise."""
        return answers.render_table(request, seated, shown)

    def log_entries(self, seated: Seated) -> Sequence[LogEntry]:
        """Return the events in words, latest first, as the viewer may read them."""
        return log_entries(seated)

    def refusals(self, violation: RuleViolation) -> str:
        """Return all reasons of a refusal in sentences for the player."""
        return refusals(violation)


GISBORNE = Gisborne()
"""Instance that the settings name."""
