"""Figures that can be explained, and their changes by a drawing or a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.forecast import Forecast, forecast_view
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import space_names
from engine.cartographers.position import Position
from engine.cartographers.view import View
from games.cartographers.words.features import coins_of, stars_of
from games.cartographers.words.names import card_name, season_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.explanations import Figure
from games.play.fragment_cache import cached
from games.play.words import figure

NOW, YEAR = "now", "year"
"""Names in explanation URLs for the current state and for all seasons together."""
COINS, MONSTERS, STARS = "coins", "monsters", "stars"
"""Names in explanation URLs for the parts of a season other than its edicts, which use their letters."""


@cached(10_000)
def stars_figure(what: str, stars: int, url: str, *, lit: Mask = 0, pale: bool = False, then: bool = False) -> Figure:
    """Return a figure of stars; `then` if it describes a past moment."""
    label = stars_label(pale=pale, then=then) % {"what": what, "stars": stars_of(stars)}
    return Figure(figure(stars), label, url, " ".join(space_names(lit)), pale)


def stars_label(*, pale: bool, then: bool) -> str:
    """Return the label format of a star figure, with `what` and `stars` as placeholders.

    The parameters are as for `stars_figure`.
    """
    if pale and then:
        return _("%(what)s: %(stars)s at that point")
    return _("%(what)s: %(stars)s if scored now") if pale else _("%(what)s: %(stars)s")


def is_past(view: View) -> bool:
    """Return True if a view shows a moment between two turns.

    A game in progress always waits for a player, so such a view is in the past.
    """
    return not (view.open or view.destroyer or view.over)


def coins_figure(coins: int, url: str) -> Figure:
    """Return the figure of the coins on a track."""
    return Figure(str(coins), coins_of(coins), url)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """Change of a figure by a drawing: `now` and `then`.

    The present figure is explained as `part` of `season`. For edicts: `letter` and `card`; `due` if the next scoring
    counts the edict, `finished` if no later one does; `spaces` names the spaces that earn its stars now; `seasons` are
    the names and symbols of the seasons still to score it. Other figures have a symbol, `glyph`. `short` is a label for
    narrow layouts. A figure that isn't `counted` is not shown, as the viewer plays as on paper.
    """

    label: str
    now: int
    then: int
    part: str
    season: str = NOW
    letter: str = ""
    card: ScoringCard | None = None
    due: bool = False
    finished: bool = False
    spaces: str = ""
    seasons: tuple[tuple[str, str], ...] = ()
    glyph: str = ""
    short: str = ""
    counted: bool = True

    @property
    def css(self) -> str:
        """Its classes."""
        classes = {"better": self.better, "worse": self.worse, "due": self.due, "finished": self.finished}
        return " ".join(["change", *(name for name, applies in classes.items() if applies)])

    @property
    def name(self) -> str:
        """Name of the edict's card, or the label of another figure."""
        return card_name(self.card) if self.card else self.label

    @property
    def rule(self) -> str:
        """Rule of the edict, or "" for other figures."""
        return " ".join(rule_sentences(self.card)) if self.card else ""

    @property
    def figures(self) -> tuple[str, str]:
        """Now and then, as they are written."""
        return figure(self.now), figure(self.then)

    @property
    def difference(self) -> str:
        """Difference between the two values, with its sign."""
        gained = figure(self.then - self.now)
        return f"+{gained}" if self.better else gained

    @property
    def better(self) -> bool:
        """True if the figure rises."""
        return self.then > self.now

    @property
    def worse(self) -> bool:
        """True if the figure falls."""
        return self.then < self.now


def figure_changes(view: View, position: Position, drawn: Position) -> tuple[FigureChange, ...]:
    """Return the change of each figure from one position to another.

    For equal positions, these are the current figures. The edicts come first, those due before others and finished
    ones last; then coins, stars lost to monsters, and the stars of the next scoring, if there is one. As on paper, only
    the edicts remain, without their figures.
    """
    if view.as_on_paper:
        return tuple(sorted(_uncounted_edicts(view), key=lambda edict: (not edict.due, edict.finished)))
    now, then, season = forecast_view(view, position), forecast_view(view, drawn), view.next_season
    all_changes = sorted(_edict_changes(view, now, then), key=lambda edict: (not edict.due, edict.finished))
    all_changes.append(FigureChange(_("Coins"), now.coins.total, then.coins.total, COINS, glyph="coin"))
    lost = now.losses.total, then.losses.total
    all_changes.append(FigureChange(_("Stars lost to monsters"), *lost, MONSTERS, glyph="monster"))
    if season:
        name = season_name(season.id)
        label = _("%(season)s score") % {"season": name}
        totals = now.season_if_scored_now(season).total, then.season_if_scored_now(season).total
        all_changes.append(FigureChange(label, *totals, STARS, season.id, short=name))
    return tuple(all_changes)


def _uncounted_edicts(view: View) -> list[FigureChange]:
    return [_edict_change(view, letter, card) for letter, card in zip(Edict, view.edicts, strict=True)]


def _edict_changes(view: View, now: Forecast, then: Forecast) -> list[FigureChange]:
    return [
        replace(
            _edict_change(view, letter, before.card),
            now=before.stars,
            then=after.stars,
            spaces=" ".join(space_names(before.lit)),
            counted=True,
        )
        for letter, before, after in zip(Edict, now.edicts, then.edicts, strict=True)
    ]


def _edict_change(view: View, letter: Edict, card: ScoringCard) -> FigureChange:
    """Return an edict whose stars aren't counted."""
    season = view.next_season
    return FigureChange(
        _("Edict %(letter)s, %(card)s") % {"letter": letter, "card": card_name(card)},
        0,
        0,
        letter,
        letter=letter,
        card=card,
        due=season is not None and letter in season.edicts,
        finished=letter not in letters_to_come(view),
        seasons=tuple((season_name(later.id), later.id) for later in view.seasons_to_come if letter in later.edicts),
        counted=False,
    )


def letters_to_come(view: View) -> set[str]:
    """The letters of the edicts that a season to come counts."""
    return {letter for season in view.seasons_to_come for letter in season.edicts}
