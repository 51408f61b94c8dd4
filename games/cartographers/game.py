"""Cartographers as the site offers it."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.contract import Progress
from games.accounts.access import HtmxHttpRequest
from games.cartographers import options, pages
from games.cartographers.options_form import CartographersOptionsForm
from games.cartographers.presenters.poster import Poster, poster
from games.cartographers.words.features import stars_of
from games.cartographers.words.introduction import INTRODUCTION
from games.cartographers.words.names import season_name
from games.tables.game import AnyRules, Introduction, Options, OptionsForm, Routes, Seated


class Cartographers:
    """What `games.tables` asks of a game; see its protocol `Game`."""

    key: str = "cartographers"
    name: str | Promise = "Cartographers"
    rules: AnyRules = RULES
    seats: range = range(1, 13)
    options_form: type[OptionsForm] = CartographersOptionsForm
    options_template: str = "cartographers/_options.html"
    poster_template: str = "cartographers/_poster.html"
    poster_style: str = "css/map.css"
    introduction: Introduction = INTRODUCTION
    routes: Routes = Routes("cartographers:learn", "cartographers:rules", "cartographers:cards")
    pieces_name: str | Promise = gettext_lazy("Cards")

    def poster(self) -> Poster:
        """What strangers are shown of a game."""
        return poster()

    def check_options(self, chosen: Options) -> None:
        """Raises ValidationError for choices that cannot be played."""
        options.check(chosen)

    def describe(self, chosen: Options) -> list[str]:
        """The choices that matter to those who look for a table."""
        return options.describe(chosen)

    def setup(self, chosen: Options, seats: int) -> Setup:
        """What `rules.start` begins with."""
        return options.setup_of(chosen)

    def setup_again(self, chosen: Options, state: State) -> Setup:
        """What `rules.start` begins with to play the deck of an earlier game once more."""
        return options.setup_again(chosen, state.definition)

    def solo_options(self) -> Options:
        """The choices of a game started alone by one click."""
        return options.defaults()

    def phase_label(self, progress: Progress) -> str:
        """The season, or nothing before the first."""
        return season_name(progress.phase) if progress.phase else ""

    def score_words(self, score: int) -> str:
        """The stars of a seat."""
        return stars_of(score)

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """The page of a table that plays or has played, or the fragment of it that htmx asks for."""
        return pages.page(cast(HtmxHttpRequest, request), seated)


CARTOGRAPHERS = Cartographers()
"""The instance that the settings name."""
