"""Gisborne: tiles, cards and rules. See docs/engine.md for usage."""

from engine.gisborne.cards import Face, Metal, cards_text, parse_cards, steps_of
from engine.gisborne.catalog import gisborne
from engine.gisborne.commands import Discard, Give, Keep, Lay, TakeBack
from engine.gisborne.definition import Definition, LaidNumbers
from engine.gisborne.errors import Refusal
from engine.gisborne.game import RULES
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.plays import find_plays
from engine.gisborne.rules.setup import Setup
from engine.gisborne.stand_in import choose_command
from engine.gisborne.tiles import Mark, Tile
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk
from engine.gisborne.way import Way

__all__ = [
    "RULES",
    "Definition",
    "Discard",
    "Face",
    "Give",
    "Keep",
    "KeepDesk",
    "LaidNumbers",
    "Lay",
    "LayDesk",
    "Mark",
    "Metal",
    "Outlook",
    "Refusal",
    "RiverDesk",
    "Setup",
    "TakeBack",
    "Tile",
    "View",
    "Way",
    "WolvesDesk",
    "cards_text",
    "choose_command",
    "find_outlook",
    "find_plays",
    "gisborne",
    "parse_cards",
    "steps_of",
]
