"""Command input: arguments, files and standard input, read as boards, cards, records and seeds."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from engine.cartographers import NotationError, board_of
from engine.cartographers.board import Board
from engine.cartographers.command_line.console import Console, UsageError
from engine.randomness import SEED_BYTES

STDIN = "standard input"
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark that some editors write at the beginning of a file."""

Card = TypeVar("Card")


def text_of(file: str, console: Console) -> str:
    """Return the text of a file, or of standard input for "-". Raises UsageError."""
    try:
        text = console.input.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file_label(file)}: is not UTF-8") from None
    return text.removeprefix(BYTE_ORDER_MARK)


def file_label(file: str) -> str:
    """Return a file's name for messages."""
    return STDIN if file == "-" else file


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


def parse_seed(text: str) -> bytes:
    """Parse a seed from hex digits. Raises UsageError."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise UsageError(f"--seed: must be {2 * SEED_BYTES} hex digits")
    return seed


def parse_json(text: str) -> Any:
    """Parse a JSON text. Raises ValueError with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None
