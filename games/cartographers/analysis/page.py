"""Page of the analysis board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.forecast import forecast
from engine.cartographers.notation import Placement, whole_board_text
from engine.cartographers.players.review import Rating
from engine.cartographers.players.value import Breakdown
from engine.cartographers.terrain import Feature
from games.cartographers.analysis.components import NO_CARD
from games.cartographers.analysis.forms import AnalysisForm
from games.cartographers.analysis.placements import PlacementAdvice, find_placements, rate_coming_cards, sum_up
from games.cartographers.analysis.position import BRUSHES, AnalysisPosition
from games.cartographers.analysis.query import position_parameters, write_position
from games.cartographers.cards.faces import CardTerrain, ShapePicture, card_terrains, shape_pictures
from games.cartographers.coach.words import answer_words, reasons, signed_tenths, tenths
from games.cartographers.goals.explanations import edict_reasons, monster_reasons, reason
from games.cartographers.goals.score_words import coins_sentence
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name, terrain_label
from games.play.explanations import ReasonView
from games.play.log import TurnLink, turn_address
from games.play.words import figure

FIRST_BRUSH: Final = "F"


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """Choices of how a position is shown: the brush, the number of the placement drawn on the map, and the heat map."""

    brush: str = FIRST_BRUSH
    best: int = 0
    heat: bool = False

    @property
    def parameters(self) -> dict[str, str]:
        """Parameters of the address, "" for defaults."""
        return {
            "brush": self.brush if self.brush != FIRST_BRUSH else "",
            "best": str(self.best or ""),
            "heat": "1" if self.heat else "",
        }


@dataclass(frozen=True, slots=True)
class BrushView:
    """Brush: its mark, CSS class, symbol ("" for none) and label, and `checked` if it is in hand."""

    mark: str
    css: str
    glyph: str
    label: str
    checked: bool


@dataclass(frozen=True, slots=True)
class SeasonSign:
    """Season that scores an edict; `past` if it is over."""

    id: str
    name: str
    past: bool


@dataclass(frozen=True, slots=True)
class SourceLine:
    """Source of stars: an edict with its letter and card, coins, or monsters. `card` is None for the others.

    `now` are its stars if scored now, `later` those expected until the end of the game, "" if it isn't scored again.
    """

    letter: str
    name: str
    card: ScoringCard | None
    url: str
    glyph: str
    now: str
    later: str
    seasons: tuple[SeasonSign, ...]
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """Placement of the card with its estimate and what it changes; `url` shows it, `here` if it is shown, and `draw`
    draws it.
    """

    words: str
    stars: str
    why: str
    url: str
    here: bool
    draw: str


@dataclass(frozen=True, slots=True)
class ComingCard:
    """Explore card that may be next: its name, the stars that it may gain, and the address that chooses it."""

    name: str
    stars: str
    url: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """Card with its terrains and shapes."""

    name: str
    url: str
    grounds: tuple[CardTerrain, ...]
    pictures: tuple[ShapePicture, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """Page of a position.

    `problems` are what couldn't be read. `kept` are the parameters of the address that the form has no field for, and
    `whole` all of them. `seen_open` is True if the list of cards seen is open. `season_now` are the stars of the season
    if scored now, `total` those expected until the end of the game, "" without edicts. `coming` are the cards that may
    be next, if no card is chosen. `heat` is the address that shows or hides the heat map. `origin` leads to the form
    that continues the game from the turn that the map comes from, None without one. `text` is the map in the text box.
    """

    problems: tuple[str, ...]
    form: AnalysisForm
    seen_open: bool
    kept: Mapping[str, str]
    whole: Mapping[str, str]
    season: str
    css: str
    brushes: tuple[BrushView, ...]
    map: MapView
    ghost: bool
    lines: tuple[SourceLine, ...]
    season_now: str
    total: str
    card: CardFace | None
    best: tuple[PlacementLine, ...]
    coming: tuple[ComingCard, ...]
    is_full: bool
    heat: str
    heat_shown: bool
    clear: str
    origin: TurnLink | None
    text: str
    text_open: bool


def analysis_page(
    position: AnalysisPosition, view: AnalysisView, problems: Sequence[str], typed: Mapping[str, str]
) -> AnalysisPage:
    """Return the page of a position. `typed` are the fields with their text as it was sent."""
    advice, now = find_placements(position), sum_up(position)
    season = position.seasons[position.season]
    outlook = forecast(position.position, position.edicts).season_if_scored_now(season)
    parameters = position_parameters(position)
    shown = _shown(advice, view)
    form = AnalysisForm(position, typed if problems else {})
    return AnalysisPage(
        problems=tuple(problems),
        form=form,
        seen_open=bool(position.seen),
        kept={
            **{name: parameters[name] for name in ("map", "fields", "turn") if parameters[name]},
            "drawn_on": parameters["sheet"],
            **({"heat": "1"} if view.heat else {}),
        },
        whole={name: value for name, value in (parameters | replace(view, best=0).parameters).items() if value},
        season=season_name(season.id),
        css=f"season-{season.id}",
        brushes=tuple(BrushView(mark, *_brush_look(feature), mark == view.brush) for mark, feature in BRUSHES.items()),
        map=_map(position, advice, shown, view),
        ghost=shown is not None,
        lines=tuple(_lines(position, now)),
        season_now=_("%(season)s, if scored now: %(stars)s")
        % {"season": season_name(season.id), "stars": stars_of(outlook.total)},
        total=tenths(now.total) if any(card is not NO_CARD for card in position.edicts) else "",
        card=_card_face(position),
        best=tuple(_placements(position, view, advice)) if advice else (),
        coming=() if position.card else tuple(_coming(position, view)),
        is_full=not position.board.empty,
        heat=_address(position, replace(view, best=0, heat=not view.heat)),
        heat_shown=view.heat,
        clear=_address(position.cleared(), replace(view, best=0)),
        origin=_origin(position),
        text=typed.get("text") or whole_board_text(position.board, "\n"),
        text_open="text" in typed and bool(problems),
    )


def _address(position: AnalysisPosition, view: AnalysisView) -> str:
    return f"?{write_position(position, **view.parameters)}"


def _brush_look(feature: Feature) -> tuple[str, str, str]:
    if feature is Feature.EMPTY:
        return "", "", pgettext("brush", "Erase")
    return f"t-{feature.word}", feature.word, terrain_label(feature)


def _shown(advice: PlacementAdvice | None, view: AnalysisView) -> Rating | None:
    """Return the placement that is drawn on the map."""
    if advice is None or not 1 <= view.best <= len(advice.best):
        return None
    return advice.best[view.best - 1][0]


def _map(
    position: AnalysisPosition, advice: PlacementAdvice | None, shown: Rating | None, view: AnalysisView
) -> MapView:
    marks = Marks(heat=advice.heat if advice and view.heat else {})
    if shown is not None and isinstance(shown.answer, Placement):
        marks = replace(marks, ghost=shown.cells, terrain=shown.answer.terrain.word)
    return map_view(position.board, _("Map for analysis"), marks, active=position.sheet.empty, button="paint")


def _lines(position: AnalysisPosition, later: Breakdown) -> Iterator[SourceLine]:
    """Yield the edicts, coins and monsters with their stars."""
    now = forecast(position.position, position.edicts)
    for letter, tally, expected in zip(Edict, now.edicts, later.edicts, strict=True):
        card, seasons = tally.card, _seasons(position, letter)
        if card is NO_CARD:
            continue
        yield SourceLine(
            letter=letter.value,
            name=card_name(card),
            card=card,
            url=reverse("cartographers:card", args=[card.id]),
            glyph="",
            now=figure(tally.stars),
            later="" if all(season.past for season in seasons) else tenths(expected),
            seasons=seasons,
            reasons=edict_reasons(card, position.board),
        )
    coins = (reason(coins_sentence(position.coins)),)
    yield SourceLine("", _("Coins"), None, "", "coin", figure(now.coins.total), tenths(later.coins), (), coins)
    lost = figure(now.losses.total), tenths(later.monsters)
    yield SourceLine("", _("Monsters"), None, "", "monster", *lost, (), monster_reasons(position.board))


def _seasons(position: AnalysisPosition, letter: Edict) -> tuple[SeasonSign, ...]:
    return tuple(
        SeasonSign(season.id, season_name(season.id), number < position.season)
        for number, season in enumerate(position.seasons)
        if letter in season.edicts
    )


def _card_face(position: AnalysisPosition) -> CardFace | None:
    card = position.card
    if card is None:
        return None
    url = reverse("cartographers:card", args=[card.id])
    return CardFace(card_name(card), url, card_terrains(card), shape_pictures(card))


def _placements(position: AnalysisPosition, view: AnalysisView, advice: PlacementAdvice) -> Iterator[PlacementLine]:
    for number, (rating, after) in enumerate(advice.best, 1):
        here = number == view.best
        yield PlacementLine(
            words=answer_words(rating, ()),
            stars=tenths(rating.value),
            why=reasons(rating, replace(rating, sources=advice.before), position.edicts),
            url=_address(position, replace(view, best=0 if here else number)),
            here=here,
            draw=_address(position.after(after), replace(view, best=0)),
        )


def _coming(position: AnalysisPosition, view: AnalysisView) -> Iterator[ComingCard]:
    for card, gain in rate_coming_cards(position):
        stars = "" if gain is None else signed_tenths(gain)
        yield ComingCard(card_name(card), stars, _address(replace(position, card=card), replace(view, best=0)))


def _origin(position: AnalysisPosition) -> TurnLink | None:
    origin = position.origin
    if origin is None:
        return None
    table = reverse("tables:table", args=[origin.code])
    title = _("Play from turn %(turn)s of this game") % {"turn": origin.turn}
    return TurnLink(title, f"{turn_address(table, origin.turn)}?look={origin.seat + 1}#fork")
