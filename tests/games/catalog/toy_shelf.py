"""The shelf of a toy game of stones and boards, which shares nothing with any real game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.exceptions import ValidationError

from games.catalog.shelves import Data, Names, PublishedEntry, Sections, Shelf

MOST_WORTH: Final = 9
HEAVY: Final = 5
"""Worth above which a stone is hardly meant."""


@dataclass(frozen=True)
class ToyShelf(Shelf):
    """Stones, {"id", "name", "worth", "colour"}, and boards, {"id", "sides"}, which have no name of their own."""

    boxes: Names = field(default_factory=lambda: {"toy": "Toy bag"}, hash=False)
    workshop: str = "toy"
    kinds: Names = field(default_factory=lambda: {"stone": "Stone", "board": "Playing board"}, hash=False)

    def published(self) -> Iterator[PublishedEntry]:
        """Two stones and a board."""
        for position, (key, worth) in enumerate((("pebble", 2), ("rock", 3))):
            definition = {"id": key, "name": key.title(), "worth": worth, "colour": "grey"}
            yield PublishedEntry("toy", "stone", key, key.title(), position, definition)
        yield PublishedEntry("toy", "board", "plain", "Plain", 0, {"id": "plain", "sides": 4})

    def stored_form(self, kind: str, data: Any) -> Data:
        """A stone's colour may be left out."""
        if not isinstance(data, dict):
            raise ValidationError("A toy is told by an object.")
        if kind == "board":
            return {"id": data["id"], "sides": data.get("sides", 4)}
        worth = data.get("worth")
        if type(worth) is not int or not 1 <= worth <= MOST_WORTH:
            raise ValidationError(f"A stone is worth 1 to {MOST_WORTH}.")
        return {"id": data["id"], "name": data["name"], "worth": worth, "colour": data.get("colour", "grey")}

    def check(self, box: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Stones must differ in worth."""
        worths = [stone["worth"] for stone in in_play["toy"]["stone"]]
        if len(set(worths)) < len(worths):
            raise ValidationError(f"{definition['name']} is worth as much as another stone of {box}.")

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Stones that outweigh all others."""
        if kind == "stone" and definition["worth"] > HEAVY:
            yield f"The heaviest of {len(in_play['toy']['stone'])} stones."

    def failing(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Stones are worth what their examples say."""
        for example in examples:
            if example["worth"] != definition["worth"]:
                yield f"Worth {definition['worth']} and not {example['worth']}."

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        return "Everybody has it."

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterator[str]:
        """The board lies on the rock."""
        if key == "rock":
            yield "Plain"

    def check_whole(self, in_play: Sections) -> None:
        """Without a board nobody plays."""
        if not in_play["toy"]["board"]:
            raise ValidationError("Nothing to play on.")

    def help(self, kind: str) -> str:
        """What a stone is worth."""
        return "Worth decides who wins." if kind == "stone" else ""


SHELF: Shelf = ToyShelf()
OTHER_NAMES: Shelf = ToyShelf(boxes={"other": "Other bag"}, kinds={"stone": "Chip"})
"""A shelf that calls a stone a chip."""
