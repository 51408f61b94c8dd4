"""Gisborne: tiles, cards and rules. See docs/engine.md for usage."""

from engine.gisborne.cards import Cards, Face, Metal, cards_text, parse_cards, steps_of
from engine.gisborne.catalog import gisborne
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay, TakeBack
from engine.gisborne.definition import (
    Definition,
    LaidNumbers,
    definition_from_json,
    definition_to_json,
    tile_from_json,
    tile_to_json,
)
from engine.gisborne.errors import Refusal
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.outlook import Outlook, find_outlook
from engine.gisborne.players.heuristic import choose_command
from engine.gisborne.players.player import Budget, Player
from engine.gisborne.players.review import AnswerReview, Rating, accuracy_of, review_answers
from engine.gisborne.players.search import Expectation, Search
from engine.gisborne.plays import find_plays
from engine.gisborne.rules.setup import Setup
from engine.gisborne.sampling import sample
from engine.gisborne.state import Chest, Play, State
from engine.gisborne.tiles import Mark, Tile
from engine.gisborne.view import ChestView, Desk, KeepDesk, LayDesk, RiverDesk, ScoringView, View, WolvesDesk
from engine.gisborne.way import Way

__all__ = [
    "RULES",
    "AnswerReview",
    "Budget",
    "Cards",
    "Chest",
    "ChestView",
    "Command",
    "Definition",
    "Desk",
    "Discard",
    "Event",
    "Expectation",
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
    "Play",
    "Player",
    "Rating",
    "Refusal",
    "RiverDesk",
    "ScoringView",
    "Search",
    "Setup",
    "State",
    "TakeBack",
    "Tile",
    "View",
    "Way",
    "WolvesDesk",
    "accuracy_of",
    "cards_text",
    "choose_command",
    "definition_from_json",
    "definition_to_json",
    "find_outlook",
    "find_plays",
    "gisborne",
    "parse_cards",
    "review_answers",
    "sample",
    "steps_of",
    "tile_from_json",
    "tile_to_json",
]
