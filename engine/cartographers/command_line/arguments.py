"""Command input: arguments read as boards and cards."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from engine.cartographers import NotationError, board_of
from engine.cartographers.board import Board
from engine.command_line.console import Console, UsageError
from engine.command_line.input import file_label, text_of

Card = TypeVar("Card")


def list_codes(kind: Iterable[StrEnum]) -> list[str]:
    """Return the codes of an enumeration as typed."""
    return [code.value for code in kind]


def add_map_arguments(parser: ArgumentParser) -> None:
    """Add the options that `parse_board` reads."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--map", metavar="MAP", help="the map, with rows joined by /")
    source.add_argument("--file", metavar="FILE", default="-", help="a file with the map (default: standard input)")


def parse_board(args: Namespace, console: Console) -> Board:
    """Parse the board from an argument, a file or standard input. Raises UsageError with line and column."""
    source = file_label(args.file) if args.map is None else "--map"
    try:
        return board_of(text_of(args.file, console) if args.map is None else args.map)
    except NotationError as error:
        raise UsageError(f"{source}: {error}") from None


def find_card(card_id: str, by_id: Mapping[str, Card], kind: str) -> Card:
    """Return a card by id. Raises UsageError that names the closest id."""
    if card_id in by_id:
        return by_id[card_id]
    near = get_close_matches(card_id, by_id, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(by_id)}"
    raise UsageError(f'there is no {kind} "{card_id}"; {hint}')
