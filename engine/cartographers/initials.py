"""Initials of monsters."""

from __future__ import annotations

from typing import Any

from engine import json_values


def initial_from_json(value: Any) -> str:
    """Read a monster's initial. Older data has null if there is none."""
    return "" if value is None else json_values.text(value)
