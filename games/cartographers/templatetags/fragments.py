"""Template tags for fragments that recur on many pages; each is rendered once and cached."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.cartographers.cards import ScoringCard
from games.cartographers.cards.faces import ShapeDrawing
from games.cartographers.goals.emblem import emblem as emblem_of
from games.cartographers.goals.emblem_shapes import Emblem
from games.cartographers.map.boards import COLUMN_LABELS, ROW_LABELS, MapView, Patch, RowView, SpaceView
from games.cartographers.words.names import card_name
from games.play.fragment_cache import cached

register = template.Library()


@register.simple_tag
def map_rows(shown: MapView) -> SafeString:
    """Render the rows of a large map."""
    return SafeString("".join(_row(row, shown.button) for row in shown.rows))


# Only a few of a map's 121 spaces change per turn, so most rows stay the same, and so do most spaces in the other
# rows.
@cached(2_000)
def _row(row: RowView, button: str) -> SafeString:
    spaces = "".join(_space(space, button) for space in row.spaces)
    return SafeString(f'<tr><th scope="row">{row.name}</th>{spaces}</tr>')


# The spaces of all maps are much alike, so caching pays off. They are formatted by hand, because rendering a template
# for each of the dozen spaces that a drawing changes would take as long as the rest of the map.
@cached(20_000)
def _space(space: SpaceView, button: str) -> SafeString:
    state = space.state
    if space.active:
        inside = _inside(state.initial, space.number, space.seats)
        return format_html(_BUTTON, css=space.css, button=button, id=space.id, label=space.label, inside=inside)
    inside = _inside(state.initial, "", space.seats)
    return format_html(_STILL, css=space.css, id=space.id, label=space.label, inside=inside)


_BUTTON = (
    '<td class="{css}"><button type="submit" name="{button}" value="{id}" id="{id}" aria-label="{label}">{inside}'
    "</button></td>"
)
_STILL = '<td class="{css}"><span id="{id}" role="img" aria-label="{label}">{inside}</span></td>'


@cached(500)
def _inside(initial: str, number: str, seats: str) -> SafeString:
    """Render the texts in a space; its picture belongs to the drawing below."""
    written = {"initial": initial, "number": number, "seats": seats}
    return SafeString(render_to_string("cartographers/map/_space.html", written).strip())


# Every player sees the small map of every seat, and each of these maps changes once per turn.
@register.simple_tag
@cached(1_000)
def small_map(patches: tuple[Patch, ...], name: str) -> SafeString:
    """Render a small map."""
    return render_to_string("cartographers/map/_small_map.html", {"patches": patches, "name": name})


def named_map(patches: tuple[Patch, ...], name: str) -> SafeString:
    """A board as a drawing, with the names of its rows and columns beside it."""
    labels = {"rows": ROW_LABELS, "columns": COLUMN_LABELS}
    return render_to_string("cartographers/map/_small_map.html", {"patches": patches, "name": name, **labels})


@register.simple_tag
@cached(2_000)
def shape_picture(shape: ShapeDrawing, pattern: str = "") -> SafeString:
    """Render a shape; `pattern` names the fill pattern of its cells, if any."""
    return render_to_string("cartographers/cards/_shape.html", {"shape": shape, "pattern": pattern})


@register.simple_tag
def emblem(card: ScoringCard, size: int = 28) -> SafeString:
    """Render the emblem of a scoring card; `size` is its width and height in pixels."""
    return _emblem(emblem_of(card), size)


# The form for a new table shows all scoring cards.
@register.simple_tag
@cached(500)
def card_offer(card: ScoringCard, rules: tuple[str, ...]) -> SafeString:
    """Render a scoring card in a choice of cards: its emblem, name and rule."""
    context = {"card": card, "name": card_name(card), "rules": rules}
    return render_to_string("cartographers/setting_up/_card_offer.html", context)


# Every table shows four of the few dozen emblems.
@cached(500)
def _emblem(picture: Emblem, size: int) -> SafeString:
    return render_to_string("cartographers/goals/_emblem.html", {"emblem": picture, "size": size})
