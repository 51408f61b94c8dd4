"""What pieces of a game may be called, and how much may be said of them."""

from __future__ import annotations

from typing import Final

MOST_NAME: Final = 60
"""Characters of a name, in any language."""
MOST_WORDS: Final = 600
"""Characters of a piece's own words, in each language."""
