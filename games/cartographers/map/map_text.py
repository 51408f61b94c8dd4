"""Descriptions of maps: rows, columns, spaces, clusters and their contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from engine.cartographers.board import Board
from engine.cartographers.geometry import (
    COLUMNS,
    EDGE,
    ROWS,
    SIZE,
    Mask,
    Space,
    clusters,
    column_of,
    neighbours,
    spaces,
    surrounded_spaces,
)
from engine.cartographers.notation import ROW_NAMES, space_name, space_names
from engine.cartographers.terrain import FILLING, REGIONS, Feature
from games.cartographers.map.boards import space_label, space_state
from games.cartographers.words.features import a_space, cluster_of, space_list, spaces_of
from games.cartographers.words.names import terrain_label, terrain_name
from games.play.words import and_list

_SURROUNDED = {
    Feature.MOUNTAIN: gettext_lazy("surrounded mountain"),
    Feature.LANDMARK: gettext_lazy("surrounded landmark"),
}
_LAYERS = (*FILLING, Feature.EMPTY)
"""Features of a space. Every space has exactly one of them."""


def map_sentences(board: Board) -> tuple[str, ...]:
    """Return the whole map row by row; consecutive empty rows share a sentence."""
    sentences = []
    for plain, group in groupby(range(SIZE), lambda row: not ROWS[row] & ~_plain(board)):
        rows = list(group)
        if plain and len(rows) > 1:
            words = {"first": ROW_NAMES[rows[0]], "last": ROW_NAMES[rows[-1]]}
            sentences.append(_("Rows %(first)s to %(last)s: empty.") % words)
        else:
            sentences += [row_sentence(board, row) for row in rows]
    return (*sentences, *region_sentences(board))


def _plain(board: Board) -> Mask:
    """Return the spaces that are empty, without ruins, a coin or an attack mark."""
    return board.empty & ~board.layers[Feature.RUINS] & ~board.marked & ~board.tolls


def row_sentence(board: Board, row: int) -> str:
    """Return the description of a row (0-based), from west to east."""
    runs = _runs(board, spaces(ROWS[row]), [str(column + 1) for column in range(SIZE)])
    return _("Row %(row)s: %(runs)s.") % {"row": ROW_NAMES[row], "runs": ", ".join(runs)}


def column_sentence(board: Board, column: int) -> str:
    """Return the description of a column (0-based), from north to south."""
    runs = _runs(board, spaces(COLUMNS[column]), ROW_NAMES)
    return _("Column %(column)s: %(runs)s.") % {"column": column + 1, "runs": ", ".join(runs)}


def _runs(board: Board, line: Sequence[Space], names: Sequence[str]) -> Iterator[str]:
    """Yield the contents of a line, with equal neighbors combined: "forest 5", "empty 6 to 11"."""
    for what, group in groupby(zip(line, names, strict=True), lambda one: _kind(board, 1 << one[0])):
        run = [name for _space, name in group]
        words = {"what": what, "first": run[0], "last": run[-1]}
        yield (_("%(what)s %(first)s to %(last)s") if len(run) > 1 else _("%(what)s %(first)s")) % words


def _kind(board: Board, bit: Mask) -> str:
    """Return a short text about the contents of a space."""
    feature = board.feature_at(bit)
    name, on_ruins = terrain_name(feature), board.on_ruins(bit)
    if feature is Feature.EMPTY:
        name = pgettext("along a row", "empty ruins") if on_ruins else pgettext("along a row", "empty")
        if board.tolls & bit:
            ruins, plain = pgettext("along a row", "empty coin ruins"), pgettext("along a row", "empty coin space")
            name = ruins if on_ruins else plain
        return _("%(what)s under attack") % {"what": name} if board.marked & bit else name
    if initial := board.initial_at(bit):
        name = f"{name} {initial}"
    if feature in _SURROUNDED and surrounded_spaces(bit, board.filled):
        return str(_SURROUNDED[feature])
    return _("%(what)s on ruins") % {"what": name} if on_ruins else name


def space_sentences(board: Board, where: Space) -> tuple[str, ...]:
    """Return a sentence about a space: its contents, if it costs a star, and its cluster."""
    bit = 1 << where
    sentences = [space_label(space_state(board, where)) + "."]
    if board.monster_losses() & bit:
        sentences.append(_("Next to a monster: costs 1 star."))
    cluster = _cluster(board, where)
    if cluster.bit_count() > 1 and not board.empty & bit:
        words = {"cluster": cluster_of(board.feature_at(bit)), "spaces": space_list(cluster)}
        sentences.append(_("Part of a %(cluster)s: %(spaces)s.") % words)
    return (" ".join(sentences),)


def _cluster(board: Board, where: Space) -> Mask:
    bit = 1 << where
    return next(group for group in clusters(board.layers[board.feature_at(bit)]) if group & bit)


def cluster_sentences(board: Board, where: Space) -> tuple[str, ...]:
    """Return the cluster of a space: its terrain, size, spaces row by row, and surroundings."""
    cluster = _cluster(board, where)
    feature = board.feature_at(1 << where)
    if cluster.bit_count() == 1:
        return (
            _("%(space)s, single space.") % {"space": space_label(space_state(board, where))},
            _around(board, cluster),
        )
    words = {"cluster": cluster_of(feature), "n": cluster.bit_count()}
    return (_("A %(cluster)s of %(n)s spaces.") % words, *_rows_of(cluster), _around(board, cluster))


def _rows_of(mask: Mask) -> Iterator[str]:
    """Yield the spaces row by row; identical rows are combined."""
    for columns, group in groupby(range(SIZE), lambda row: _columns(mask, row)):
        rows = [ROW_NAMES[row] for row in group]
        words = {"row": rows[0], "first": rows[0], "last": rows[-1], "runs": columns}
        if columns:
            yield (_("Rows %(first)s to %(last)s: %(runs)s.") if len(rows) > 1 else _("Row %(row)s: %(runs)s.")) % words


def _columns(mask: Mask, row: int) -> str:
    """Return the columns of a row's spaces as text, for example "1 to 3, 5"."""
    runs = [[column_of(where) + 1 for where in spaces(run)] for run in clusters(mask & ROWS[row])]
    return ", ".join(
        _("%(first)s to %(last)s") % {"first": run[0], "last": run[-1]} if len(run) > 1 else str(run[0]) for run in runs
    )


def _around(board: Board, cluster: Mask) -> str:
    adjacent = neighbours(cluster) & ~cluster
    things = []
    for feature in _LAYERS:
        if here := adjacent & board.layers[feature]:
            words = {"spaces": spaces_of(feature, here.bit_count()), "names": runs_phrase(here)}
            things.append(_("%(spaces)s (%(names)s)") % words)
    if cluster & EDGE:
        things.append(a_space(Feature.EDGE))
    return _("Adjacent: %(things)s.") % {"things": and_list(things)}


def ruins_sentences(board: Board) -> tuple[str, ...]:
    """Return sentences about empty and filled ruins spaces."""
    ruins, empty = board.layers[Feature.RUINS], board.empty_ruins
    sentences = []
    if empty:
        text = ngettext(
            "%(n)s empty ruins space: %(names)s.", "%(n)s empty ruins spaces: %(names)s.", empty.bit_count()
        )
        sentences.append(text % {"n": empty.bit_count(), "names": space_list(empty)})
    else:
        sentences.append(_("No empty ruins spaces."))
    if filled := ruins & ~empty:
        sentences.append(_("Filled ruins: %(names)s.") % {"names": space_list(filled)})
    return tuple(sentences)


def mountain_sentences(board: Board) -> tuple[str, ...]:
    """Return a sentence for each mountain and landmark with its open sides; at none left it earns coins."""
    sentences = [_mountain(board, where) for where in spaces(board.layers[Feature.MOUNTAIN])]
    sentences += [
        _("Landmark %(sides)s") % {"sides": _mountain(board, where)} for where in spaces(board.layers[Feature.LANDMARK])
    ]
    return tuple(sentences) or (_("This map has no mountains or landmarks."),)


def _mountain(board: Board, where: Space) -> str:
    open_sides = neighbours(1 << where) & board.empty
    words = {"name": space_name(where), "names": space_list(open_sides)}
    return (_("%(name)s: open sides at %(names)s.") if open_sides else _("%(name)s: surrounded.")) % words


def runs_phrase(mask: Mask) -> str:
    """Return spaces in reading order, neighbors in a row as a range: "A4 to A11, B1"."""
    phrases = []
    for row in ROWS:
        for run in clusters(mask & row):
            names = space_names(run)
            words = {"first": names[0], "last": names[-1]}
            phrases.append(names[0] if len(names) == 1 else _("%(first)s to %(last)s") % words)
    return ", ".join(phrases)


def region_sentences(board: Board) -> tuple[str, ...]:
    """Return a sentence with the spaces of each region and of the empty coin spaces; none on a map without them."""
    layers = [(region, board.layers[region]) for region in REGIONS]
    words = [{"what": terrain_label(region), "names": runs_phrase(mask)} for region, mask in layers if mask]
    if tolls := board.tolls:
        words.append({"what": _("Coin spaces"), "names": runs_phrase(tolls)})
    return tuple(_("%(what)s: %(names)s.") % each for each in words)


def monster_places(board: Board) -> tuple[str, ...]:
    """Return sentences about the spaces of monsters, by the initials written in them."""
    monsters, places = board.layers[Feature.MONSTER], []
    plain = monsters
    for initial, cells in board.initials:
        if here := cells & monsters:
            plain &= ~here
            places.append(_("Monster %(initial)s: %(names)s.") % {"initial": initial, "names": space_list(here)})
    if plain:
        places.insert(0, _("Monsters: %(names)s.") % {"names": space_list(plain)})
    return tuple(places) or (_("There are no monsters on this map."),)
