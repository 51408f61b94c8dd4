"""Sentences about the way: tiles, fields, and what lies and stands on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.contract import Seat
from engine.gisborne.tiles import SLOTS, Mark
from engine.gisborne.view import View
from games.gisborne.line.reader import Reader
from games.gisborne.log.deeds import place_words
from games.gisborne.way.way_view import PlaceView, TileView, WayView, way_view
from games.gisborne.way.words import chip_text, pawn_name, slot_text
from games.gisborne.words.names import field_name
from games.gisborne.words.places import chip_lines
from games.play.line import UnreadableCommand
from games.play.people import Person
from games.play.words import and_list, fold_text


def way_sentences(reader: Reader) -> tuple[str, ...]:
    """Return a sentence about each tile, with the fields on which there is something."""
    shown = way_view(reader.view, reader.people)
    return (
        _sentence(shown.bar.text),
        *(_tile_line(number, tile, reader.view) for number, tile in enumerate(shown.tiles, 1)),
        *_end_lines(shown),
    )


def _tile_line(number: int, tile: TileView, view: View) -> str:
    fields = [place.text for place in tile.fields if _is_special(int(place.number), view)]
    words = {"tile": _tile_title(number, tile), "fields": _semicolons(fields) or _("plain")}
    return _("%(tile)s: %(fields)s.") % words


def _tile_title(number: int, tile: TileView) -> str:
    words = {"number": number, "tile": tile.name, "first": "", "last": ""}
    if not tile.fields:
        return _("Tile %(number)s, %(tile)s") % words
    words |= {"first": tile.fields[0].number, "last": tile.fields[-1].number}
    return _("Tile %(number)s, %(tile)s, fields %(first)s to %(last)s") % words


def _is_special(field: int, view: View) -> bool:
    return (
        view.way.mark(field) is not Mark.PLAIN
        or field in view.way.rivers
        or field in view.way.bridges
        or any(at == field and Seat(seat) not in view.arrived for seat, at in enumerate(view.at))
    )


def _end_lines(shown: WayView) -> Iterator[str]:
    """Yield the tiles nobody has seen, and the beach."""
    if shown.stack:
        yield _("Then: %(tiles)s.") % {"tiles": shown.stack}
    last = shown.apart or shown.tiles[-1]
    if shown.apart:
        yield _("Last tile: %(tile)s.") % {"tile": shown.apart.name}
    taken = [slot.text for slot in last.slots if slot.chip or slot.pawns]
    if taken:
        yield _("Beach: %(slots)s.") % {"slots": _semicolons(taken)}


def tile_sentences(reader: Reader, typed: str) -> tuple[str, ...]:
    """Return sentences about each field of a tile. Raises UnreadableCommand if it isn't on the way."""
    shown = way_view(reader.view, reader.people)
    number = _find_tile(reader, shown, typed)
    tile = shown.tiles[number - 1]
    places = (*tile.fields, *tile.slots)
    return (_("%(tile)s:") % {"tile": _tile_title(number, tile)}, *(_sentence(place.text) for place in places))


def _find_tile(reader: Reader, shown: WayView, typed: str) -> int:
    """Return the number of a tile, given by that or by the beginning of its name.

    Without either it is the tile under the reader's pawn, for spectators that under the first.
    """
    view = reader.view
    if not typed:
        return _tile_of(view.way.ends, view.at[view.ranks[0] if view.viewer is None else view.viewer] or 1)
    if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(shown.tiles):
        return int(typed[:4])
    if not typed.isdigit():
        meant = [number for number, tile in enumerate(shown.tiles, 1) if fold_text(tile.name).startswith(typed)]
        if len(meant) == 1:
            return meant[0]
    names = and_list([f"{number} {tile.name}" for number, tile in enumerate(shown.tiles, 1)])
    raise UnreadableCommand(
        _("No tile on the way is called “%(name)s”. The tiles are %(tiles)s.") % {"name": typed[:40], "tiles": names}
    )


def _tile_of(ends: Sequence[int], field: int) -> int:
    """Return the number of the tile with a field."""
    return next(number for number, end in enumerate(ends, 1) if field <= end)


def field_sentences(reader: Reader, field: int) -> tuple[str, ...]:
    """Return sentences about a field. Raises UnreadableCommand if it isn't on the way."""
    way = reader.view.way
    if not 1 <= field <= way.last:
        raise UnreadableCommand(
            _("The way has fields 1 to %(last)s so far. Enter one of them, for example “field %(last)s”.")
            % {"last": way.last}
        )
    shown = way_view(reader.view, reader.people)
    number = _tile_of(way.ends, field)
    text = _("Field %(field)s.") % {"field": _places(shown)[field].text}
    return text, _sentence(_tile_title(number, shown.tiles[number - 1]))


def _places(shown: WayView) -> dict[int, PlaceView]:
    return {int(place.number): place for tile in shown.tiles for place in tile.fields}


def where_words(view: View, seat: Seat) -> str:
    """Return where the pawn of a seat stands, as "field 26 (viewpoint)"."""
    if seat in view.arrived:
        return slot_text(SLOTS[view.arrived.index(seat)])
    return place_words(view.at[seat], view.way)


def pawn_sentences(reader: Reader, person: Person) -> tuple[str, ...]:
    """Return sentences about the field on which a player's pawn stands."""
    view, seat = reader.view, person.seat
    return (
        (_where(view, person),) if not view.at[seat] or seat in view.arrived else field_sentences(reader, view.at[seat])
    )


def _where(view: View, person: Person) -> str:
    words = {"name": pawn_name(person.name, me=person.me), "place": where_words(view, person.seat)}
    return _("%(name)s: %(place)s.") % words


def ahead_sentences(reader: Reader, person: Person) -> tuple[str, ...]:
    """Return sentences about the fields ahead of a player's pawn on which there is something, and those behind them."""
    view, seat = reader.view, person.seat
    if seat in view.arrived:
        return (_where(view, person),)
    shown = way_view(view, reader.people)
    ahead = (
        _steps_ahead(field - view.at[seat], place.text)
        for field, place in _places(shown).items()
        if field > view.at[seat] and _is_special(field, view)
    )
    return (_where(view, person), *ahead, *_end_lines(shown))


def _steps_ahead(steps: int, text: str) -> str:
    return ngettext("%(n)s step ahead: %(field)s.", "%(n)s steps ahead: %(field)s.", steps) % {
        "n": steps,
        "field": text,
    }


def chips_sentences(reader: Reader) -> tuple[str, ...]:
    """Return sentences about the chips on the way, the next one, and the one on the beach."""
    on_way = [
        _("%(field)s, %(chip)s") % {"field": field_name(field), "chip": chip_text(value)}
        for field, value in sorted(reader.view.on_way.items())
    ]
    none = _("No chips on the way.")
    return (_("On the way: %(chips)s.") % {"chips": _semicolons(on_way)} if on_way else none, *chip_lines(reader.view))


def _sentence(text: str) -> str:
    """Return words of a page as a sentence."""
    return _("%(words)s.") % {"words": text[:1].upper() + text[1:]}


def _semicolons(items: Sequence[str]) -> str:
    """Return items that have commas themselves, one after the other; "" for none."""
    text = "".join(items[:1])
    for item in items[1:]:
        text = _("%(several)s; %(next)s") % {"several": text, "next": item}
    return text
