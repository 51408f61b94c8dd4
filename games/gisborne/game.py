"""Gisborne as a game of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contract import Progress, RuleViolation, Seat
from engine.gisborne.game import RULES
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import State
from games.accounts.access import HtmxHttpRequest
from games.gisborne.log.entries import log_entries
from games.gisborne.setting_up import options
from games.gisborne.setting_up.options import GisborneOptionsForm
from games.gisborne.table import answers
from games.gisborne.way.winding import final_way, small_way
from games.gisborne.words.names import KEY, points_of
from games.gisborne.words.refusals import refusals
from games.gisborne.words.tasks import phase_name
from games.play.final_boards import FinalBoards
from games.play.game import PlayedGame
from games.play.log import LogEntry
from games.play.page_parts import RenderingOptions
from games.tables.game import AnyRules, Options, Pictures, Seated


def _seat_picture(state: State, seat: Seat) -> SafeString:
    return small_way(state, seat, _("The way"))


class Gisborne(PlayedGame):
    """Gisborne as a game of the site."""

    key = KEY
    name = "Gisborne"
    rules: AnyRules = RULES
    seats = range(3, 6)
    options_form = GisborneOptionsForm
    urls = "games.gisborne.urls.URLS"
    style = "css/gisborne/way.css"

    pictures = Pictures(_seat_picture)
    final_boards = FinalBoards(gettext_lazy("Ways"), final_way)

    def describe(self, chosen: Options) -> list[str]:
        """Return the options that matter in a list of tables."""
        return options.describe(chosen)

    def setup(self, chosen: Options, seats: int) -> Setup:
        """Return the setup for `rules.start`."""
        return options.setup_of(chosen)

    def setup_again(self, chosen: Options, state: State) -> Setup:
        """Return the setup for `rules.start` that repeats the deck of an earlier game."""
        return Setup(state.box)

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
