"""Cartographers as the site offers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.notation import whole_board_text
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.contract import Progress, RuleViolation, Seat
from engine.records import Record
from games.accounts.access import HtmxHttpRequest
from games.cartographers.goals.explanation_response import explanation
from games.cartographers.lesson.lesson_game import SEED
from games.cartographers.line import help as line_help
from games.cartographers.line.line_results import line_news, read_line
from games.cartographers.map.boards import patches
from games.cartographers.paper import sharing
from games.cartographers.paper.picture import board_picture
from games.cartographers.past import record_check, summary
from games.cartographers.past.missed_turns import missed
from games.cartographers.past.turn import past_turn
from games.cartographers.past.turn_navigation import map_then
from games.cartographers.reference.pages import card_urls
from games.cartographers.reference.poster import Poster, poster
from games.cartographers.reference.sheets import sheet_urls
from games.cartographers.setting_up import options, sets
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.set_choice import is_trial
from games.cartographers.setting_up.set_pages import set_urls
from games.cartographers.table import answers
from games.cartographers.templatetags.fragments import named_map, small_map
from games.cartographers.words import refusals
from games.cartographers.words.features import stars_of
from games.cartographers.words.introduction import INTRODUCTION
from games.cartographers.words.names import KEY, season_name, title_name
from games.play.explanations import FigureQuery
from games.play.game import BoardPicture, Glimpse, Reading, Shown, TypedLine
from games.play.line import Entry
from games.play.record_check import Finding
from games.play.summary_keys import GameSummary, Kind
from games.tables.game import AnyRules, Introduction, Options, OptionsForm, Routes, Seated, SetupQuestion
from games.tables.log.state import Logged
from games.tables.models import Table


class Cartographers:
    """Cartographers as a game of the site; implements the protocols `Game` and `Played`."""

    key: str = KEY
    name: str | Promise = "Cartographers"
    rules: AnyRules = RULES
    seats: range = range(1, 13)
    options_form: type[OptionsForm] = CartographersOptionsForm
    options_template: str = "cartographers/setting_up/_options.html"
    more_template: str = "cartographers/setting_up/_more.html"
    poster_template: str = "cartographers/reference/_poster.html"
    poster_style: str = "css/map.css"
    inks_template: str = "cartographers/map/_patterns.html"
    introduction: Introduction = INTRODUCTION
    routes: Routes = Routes("cartographers:learn", "cartographers:rules", "cartographers:cards")
    pieces_name: str | Promise = gettext_lazy("Cards")

    def poster(self) -> Poster:
        """Return the game's poster for the public pages."""
        return poster()

    def check_options(self, chosen: Options, seats: int = 1) -> None:
        """Raises ValidationError for choices that cannot be played, or not at a table of so many seats."""
        options.check_options(chosen, seats)

    def describe(self, chosen: Options) -> list[str]:
        """The choices that matter to those who look for a table."""
        return options.describe(chosen)

    @property
    def sets(self) -> Sequence[tuple[str, str | Promise]]:
        """The boxes, every set that is or was published, and whatever else hosts mix."""
        return sets.every_set()

    def set_of(self, chosen: Options) -> str:
        """Return the key of the set in the host's choices."""
        return sets.set_of(chosen)

    def set_fields(self, key: str) -> dict[str, Any]:
        """Return the options form's data for a set."""
        return sets.set_fields(key)

    def setup(self, chosen: Options, seats: int) -> Setup:
        """Return the setup for `rules.start`."""
        return options.setup_of(chosen)

    def setup_again(self, chosen: Options, state: State) -> Setup:
        """Return the setup for `rules.start` that repeats the deck of an earlier game."""
        return options.setup_again(chosen, state.definition)

    def setup_questions(self, chosen: Options) -> tuple[SetupQuestion, ...]:
        """Return the questions that the host leaves to the players."""
        return options.setup_questions(chosen)

    def settle(self, chosen: Options, answers: Sequence[Mapping[str, str]], chance: Random) -> Options:
        """Return the options with the players' decisions."""
        return options.settle(chosen, answers, chance)

    def clear_decisions(self, chosen: Options) -> Options:
        """Return the options without the players' decisions."""
        return options.clear_decisions(chosen)

    def solo_options(self) -> Options:
        """The choices of a game started alone by one click."""
        return options.defaults()

    def phase_label(self, progress: Progress) -> str:
        """The season, or nothing before the first."""
        return season_name(progress.phase) if progress.phase else ""

    def score_words(self, score: int) -> str:
        """The stars of a seat."""
        return stars_of(score)

    def picture(self, state: State, seat: Seat) -> SafeString:
        """The map of a seat, small."""
        view = RULES.view(state, seat)
        return small_map(patches(view.boards[seat], view.latest[seat]), _("Your map"))

    def missed(self, state: State, seat: Seat, names: Sequence[str], events: Sequence[Event]) -> list[str]:
        """Return the most important sentences about events that the seat has not seen."""
        return missed(state, seat, names, events)

    def page(self, request: HttpRequest, seated: Seated) -> HttpResponse:
        """The page of a table that plays or has played, or the fragment of it that htmx asks for."""
        return answers.page(cast(HtmxHttpRequest, request), seated)

    def table(self, request: HtmxHttpRequest, seated: Seated, shown: Shown) -> HttpResponse:
        """The table as it is: its fragment for htmx, the full page otherwise."""
        return answers.whole(request, seated, shown)

    def turn(self, request: HttpRequest, seated: Seated, number: int) -> HttpResponse | None:
        """The page of a turn that has closed; the way to the table for the open one, None for any other."""
        return past_turn(request, seated, number)

    def why(
        self, request: HtmxHttpRequest, seated: Seated, query: FigureQuery, turn: int | None
    ) -> HttpResponse | None:
        """Return the explanation of a figure, now or after a turn, or None if there is no such figure."""
        return explanation(request, seated, query, turn)

    def public_pages(self) -> list[str]:
        """Return the addresses of the full rules, and of every card, map sheet and set."""
        return [reverse("cartographers:full_rules"), *card_urls(), *sheet_urls(), *set_urls()]

    def cover_picture(self, over: str, title: str, lines: Sequence[str], beside: Seated | None = None) -> str:
        """Words beside the map that strangers are shown, or that of a seat when its game was over."""
        return sharing.cover(over, title, lines, beside)

    def shared_picture(self, seated: Seated, turn: int | None) -> str | None:
        """The map of the winner, or of who led after a turn."""
        return sharing.shared_picture(seated, turn)

    def glimpse(self, table: Table, log: Sequence[Logged[Event]], turn: int, seat: Seat) -> Glimpse | None:
        """The map of a seat after a turn, with its season, its card, what was drawn, and the edicts that counted."""
        then = map_then(table.code, log, turn, seat)
        return Glimpse(then.words, named_map(then.patches, then.name)) if then else None

    def refusals(self, violation: RuleViolation) -> str:
        """Every reason of a refusal, in sentences for the person refused."""
        return refusals.refusals(violation)

    def notation(self, state: State, seat: Seat) -> str:
        """The map of a seat, as docs/notation.md has it."""
        return whole_board_text(RULES.view(state, seat).boards[seat])

    def entries(self) -> tuple[Entry, ...]:
        """Return the help entries of all typed commands."""
        return line_help.entries()

    def read(self, line: TypedLine) -> Reading:
        """Return the result of reading a typed line. Raises Unread if the line can't be executed as it stands."""
        return read_line(line)

    def news(self, seated: Seated, since: int) -> tuple[str, ...]:
        """Return sentences about the results of a seat's own line: the events after a number; never empty."""
        return line_news(seated, since)

    def kinds(self) -> tuple[Kind, ...]:
        """Edicts, sheets, and where stars come from."""
        return summary.kinds()

    def piece_url(self, kind: str, key: str) -> str:
        """The page of a scoring card or of a sheet."""
        route = {summary.EDICT: "cartographers:card", summary.SHEET: "cartographers:sheet"}.get(kind)
        return reverse(route, args=[key]) if route else ""

    def board_picture(self, code: str, seat: Seat) -> BoardPicture:
        """The map of a seat, with what it earned."""
        return board_picture(code, seat)

    def title_name(self, code: str) -> str:
        """A title by its code."""
        return title_name(code)

    def summary(self, table: Table, state: State) -> GameSummary:
        """Return the summary stored for a finished game.

        Practice, games with a draft and games with the lesson's deck don't count toward statistics.
        """
        return summary.summary(state, taught=bytes(table.seed or b"") == SEED, tried=is_trial(table.options))

    def findings(self, record: Record[Event]) -> list[Finding]:
        """Return the results of checking a finished game's file.

        Raises RecordError if the seed or the commitment is missing.
        """
        return record_check.findings(record)


CARTOGRAPHERS = Cartographers()
"""Instance that the settings name."""
