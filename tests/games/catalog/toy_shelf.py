"""A toy game's catalog of stones and boards, independent of any real game."""

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
    """Shelf of stones, {"id", "name", "worth", "colour"}, and unnamed boards, {"id", "sides"}."""

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
        """Return the stored form of a board or stone; a stone's color is optional."""
        if not isinstance(data, dict):
            raise ValidationError("A toy is told by an object.")
        if kind == "board":
            return {"id": data["id"], "sides": data.get("sides", 4)}
        worth = data.get("worth")
        if type(worth) is not int or not 1 <= worth <= MOST_WORTH:
            raise ValidationError(f"A stone is worth 1 to {MOST_WORTH}.")
        return {"id": data["id"], "name": data["name"], "worth": worth, "colour": data.get("colour", "grey")}

    def check(self, box: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Check that no two stones have the same worth."""
        worths = [stone["worth"] for stone in in_play["toy"]["stone"]]
        if len(set(worths)) < len(worths):
            raise ValidationError(f"{definition['name']} is worth as much as another stone of {box}.")

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """Warn about a stone that outweighs all others."""
        if kind == "stone" and definition["worth"] > HEAVY:
            yield f"The heaviest of {len(in_play['toy']['stone'])} stones."

    def failing(self, kind: str, definition: Data, examples: Sequence[Data]) -> Iterator[str]:
        """Yield an error for each example that does not match the stone's worth."""
        for example in examples:
            if example["worth"] != definition["worth"]:
                yield f"Worth {definition['worth']} and not {example['worth']}."

    def reach(self, box: str, kind: str, key: str, in_play: Sections) -> str:
        return "Everybody has it."

    def users(self, box: str, kind: str, key: str, in_play: Sections) -> Iterator[str]:
        """Yield the board that depends on the rock."""
        if key == "rock":
            yield "Plain"

    def check_whole(self, in_play: Sections) -> None:
        """Check that there is a board."""
        if not in_play["toy"]["board"]:
            raise ValidationError("Nothing to play on.")

    def help(self, kind: str) -> str:
        """Return the help text of a stone, or ""."""
        return "Worth decides who wins." if kind == "stone" else ""


SHELF: Shelf = ToyShelf()
OTHER_NAMES: Shelf = ToyShelf(boxes={"other": "Other bag"}, kinds={"stone": "Chip"})
"""A shelf that calls a stone a chip."""
