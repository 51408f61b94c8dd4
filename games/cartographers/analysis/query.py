"""Positions of the analysis board as query strings.

    sheet=A&edicts=treetower,canal_lake,great_city,borderlands&season=summer&left=5&coins=3&card=hamlet&map=11/3FF6/...

The explore cards seen in the season are in `seen`, as keys with commas between them.

Every row of the map is written from west to east: a number for so many spaces as printed on the sheet, and the letter
of the notation for each space that is drawn on. Parameters with their default values are left out. Each reader appends
to `problems` what it can't read and goes on with the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ExploreCard, ScoringCard
from engine.cartographers.geometry import SIZE, Mask, space
from engine.cartographers.mixing.presets import FIRST_GAME_EDICTS
from engine.cartographers.notation import (
    ROW_NAMES,
    NotationError,
    board_of,
    board_text,
    space_name,
    space_of,
    whole_board_text,
)
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import REGIONS, Feature
from engine.contract import Seat
from games.cartographers.analysis.components import NO_CARD, AnalysisComponents, analysis_components, find_key
from games.cartographers.analysis.position import BRUSHES, COIN_TRACK, AnalysisPosition, TurnOrigin

_DRAWN: Final = {mark: feature for mark, feature in BRUSHES.items() if feature is not Feature.EMPTY}
_LETTERS: Final[Mapping[Feature, str]] = {feature: mark for mark, feature in _DRAWN.items()}
_ROW: Final = re.compile(r"[0-9]{1,2}|[A-Za-z.^#]")
_ORIGIN: Final = re.compile(r"([A-Za-z0-9_-]{1,40})\.([1-9][0-9]{0,3})\.([1-9][0-9]{0,2})")
_PRINTED_FIELDS: Final = {"tolls", *(region.word for region in REGIONS)}
_LONGEST_FIELDS: Final = 1_000
"""Number of characters that the marks of heroes and the initials of monsters never need."""
_MOST_SHOWN: Final = 30
"""Number of characters of wrong text that a message repeats."""
_Piece = TypeVar("_Piece")


def shorten(text: str) -> str:
    """Return the beginning of a text for a message about it."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def position_parameters(position: AnalysisPosition) -> dict[str, str]:
    """Return the parameters of a position, "" for those with their default value."""
    held = analysis_components()
    season, first = position.seasons[position.season], next(iter(held.sheets))
    edicts = ["" if card is NO_CARD else find_key(held.scoring, card) or "" for card in position.edicts]
    origin = position.origin
    return {
        "sheet": find_key(held.sheets, position.sheet) or first,
        "edicts": ",".join(edicts) if any(edicts) else "",
        "season": season.id if position.season else "",
        "left": str(position.left) if position.left != season.threshold else "",
        "coins": str(position.coins or ""),
        "card": next((key for key, card in held.cards.items() if card is position.card), ""),
        "ruins": "1" if position.ruins else "",
        "solo": "1" if position.solo else "",
        "heroes": "1" if position.heroes else "",
        "seen": ",".join(key for key, card in held.cards.items() if card in position.seen),
        "map": write_map(position.sheet, position.board),
        "fields": _fields(position.board),
        "turn": f"{origin.code}.{origin.turn}.{origin.seat + 1}" if origin else "",
    }


def write_position(position: AnalysisPosition, **more: str) -> str:
    """Return the query string of a position, with further parameters that aren't ""."""
    query = position_parameters(position) | more
    return urlencode({name: value for name, value in query.items() if value}, safe="/,:")


def read_position(query: Mapping[str, str], problems: list[str]) -> AnalysisPosition:
    """Return the position of a query, with defaults for whatever it lacks or is wrong."""
    held = analysis_components()
    sheet = read_sheet(query, problems) or next(iter(held.sheets.values()))
    board = _board(sheet, query, problems)
    start = AnalysisPosition(sheet, board, heroes=query.get("heroes") == "1")
    season = _season(start, query.get("season", ""), problems)
    no_coins = _("Coins must be a number from 0 to %(most)s.") % {"most": COIN_TRACK}
    threshold = start.seasons[season].threshold
    return replace(
        start,
        edicts=_edicts(held, query, problems),
        season=season,
        left=min(threshold, _number(query, "left", 99, threshold, _("The time left must be a number."), problems)),
        coins=_number(query, "coins", COIN_TRACK, 0, no_coins, problems),
        card=_piece(held.cards, query.get("card", ""), _("There is no explore card “%(key)s”."), problems),
        ruins=query.get("ruins") == "1",
        solo=query.get("solo") == "1",
        seen=_seen(held, query, problems),
        origin=_origin(query.get("turn", "")),
    )


def first_edicts() -> str:
    """Return the default edicts for an address without parameters: those of the first game."""
    scoring = analysis_components().scoring
    return ",".join(key for key in FIRST_GAME_EDICTS if key in scoring)


def read_sheet(query: Mapping[str, str], problems: list[str]) -> Sheet | None:
    """Return the sheet that a query names, or None."""
    sheets = analysis_components().sheets
    return _piece(sheets, query.get("sheet", ""), _("There is no map sheet “%(key)s”."), problems)


def _piece(pieces: Mapping[str, _Piece], key: str, problem: str, problems: list[str]) -> _Piece | None:
    if key and key not in pieces:
        problems.append(problem % {"key": shorten(key)})
    return pieces.get(key)


def _edicts(held: AnalysisComponents, query: Mapping[str, str], problems: list[str]) -> tuple[ScoringCard, ...]:
    keys = query.get("edicts", "").split(",")
    if len(keys) > len(Edict):
        problems.append(_("There are only 4 edicts."))
    # The form has a field for each of them.
    chosen = [query.get(letter, key) for letter, key in zip(Edict, [*keys, "", "", ""], strict=False)]
    problem = _("There is no scoring card “%(key)s”.")
    return tuple(_piece(held.scoring, key.strip(), problem, problems) or NO_CARD for key in chosen)


def _seen(held: AnalysisComponents, query: Mapping[str, str], problems: list[str]) -> tuple[ExploreCard, ...]:
    """Return the explore cards seen, in printed order."""
    cards = {key: card for key, card in held.cards.items() if isinstance(card, ExploreCard)}
    keys = {key.strip() for key in query.get("seen", "").split(",")} - {""}
    if unknown := sorted(keys - cards.keys()):
        problems.append(_("There is no explore card “%(key)s”.") % {"key": shorten(unknown[0])})
    return tuple(card for key, card in cards.items() if key in keys)


def _season(start: AnalysisPosition, id: str, problems: list[str]) -> int:
    ids = [season.id for season in start.seasons]
    if id and id not in ids:
        problems.append(_("There is no season “%(season)s”.") % {"season": shorten(id)})
    return ids.index(id) if id in ids else 0


def _number(query: Mapping[str, str], name: str, most: int, default: int, problem: str, problems: list[str]) -> int:
    text = query.get(name, "").strip()
    if not text:
        return default
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= most:
        return int(text)
    problems.append(problem)
    return default


def _origin(text: str) -> TurnOrigin | None:
    """Return the turn that a position was opened from. Other text is ignored, as the position doesn't depend on it."""
    match = _ORIGIN.fullmatch(text)
    return TurnOrigin(match[1], int(match[2]), Seat(int(match[3]) - 1)) if match else None


def read_cells(text: str, problems: list[str]) -> Mask:
    """Return the spaces that a text names, separated by commas."""
    cells = 0
    for name in text.split(",")[: SIZE * SIZE]:
        try:
            cells |= 1 << space_of(name)
        except NotationError:
            problems.append(_("There is no space “%(name)s”.") % {"name": shorten(name)})
            break
    return cells


def write_map(sheet: Sheet, board: Board) -> str:
    """Return the drawn spaces of a board as text, "" if there are none."""
    if board.layers == Board.of_sheet(sheet).layers:
        return ""
    return "/".join(_written_row(sheet, board, row) for row in range(SIZE))


def _written_row(sheet: Sheet, board: Board, row: int) -> str:
    text, printed, layers = "", 0, sheet.layers
    for column in range(SIZE):
        bit = 1 << space(row, column)
        feature = board.feature_at(bit)
        mark = _LETTERS.get(feature, "")
        if not mark or bit & layers.get(feature, 0):
            printed += 1
            continue
        text += f"{printed or ''}{mark}"
        printed = 0
    return f"{text}{printed or ''}"


def _fields(board: Board) -> str:
    """Return the marks of heroes and the initials of monsters, as the notation has them.

    Coin spaces and regions are those of the sheet.
    """
    fields = whole_board_text(board).split(" ")[1:]
    return " ".join(field for field in fields if field.partition(":")[0] not in _PRINTED_FIELDS)


def _board(sheet: Sheet, query: Mapping[str, str], problems: list[str]) -> Board:
    board = read_map(sheet, query.get("map", ""), problems)
    if not (fields := query.get("fields", "").strip()):
        return board
    if len(fields) > _LONGEST_FIELDS:
        problems.append(_("The fields of the map are too long."))
        return board
    try:
        read = board_of(f"{board_text(board)} {fields}")
    except NotationError as error:
        problems.append(_("Some spaces of the map can’t be read: %(reason)s") % {"reason": error.reason})
        return board
    layers = list(board.layers)
    layers[Feature.MARKED] = read.layers[Feature.MARKED]
    return Board(tuple(layers), read.initials)


def read_map(sheet: Sheet, text: str, problems: list[str]) -> Board:
    """Return the board of a text; rows that can't be read are as printed on the sheet."""
    layers = dict.fromkeys(Feature, 0)
    rows = text.strip().split("/") if text.strip() else []
    if rows and len(rows) != SIZE:
        words = {"count": len(rows), "size": SIZE}
        problems.append(_("The map has %(count)s rows instead of %(size)s.") % words)
    for row, line in enumerate(rows[:SIZE]):
        for feature, cells in _read_row(sheet, row, line, problems).items():
            layers[feature] |= cells
    for feature, cells in sheet.layers.items():
        layers[feature] |= cells if feature is Feature.RUINS else cells & ~layers[Feature.DESTROYED]
    return Board.of_layers(layers)


def _read_row(sheet: Sheet, row: int, line: str, problems: list[str]) -> dict[Feature, Mask]:
    found: dict[Feature, Mask] = {}
    column, tokens, name = 0, _ROW.findall(line), ROW_NAMES[row]
    if "".join(tokens) != line:
        problems.append(_("Row %(row)s of the map can’t be read.") % {"row": name})
        return {}
    for token in tokens:
        feature = _DRAWN.get(token.upper())
        if feature is None or column >= SIZE:
            column += int(token) if token.isdigit() else 1
            continue
        where = space(row, column)
        # Monsters destroy printed terrain and, in some games, wasteland.
        allowed = sheet.empty | (sheet.wasteland | sheet.printed if feature is Feature.DESTROYED else 0)
        if not allowed >> where & 1:
            problems.append(_("%(space)s can’t be drawn on.") % {"space": space_name(where)})
        else:
            found[feature] = found.get(feature, 0) | 1 << where
        column += 1
    if column != SIZE:
        words = {"row": name, "count": column, "size": SIZE}
        problems.append(_("Row %(row)s of the map has %(count)s spaces instead of %(size)s.") % words)
        return {}
    return found
