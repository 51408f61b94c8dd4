"""A notice: what a device shows, and how it is handed on until then."""

import json
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Final

MOST_BYTES: Final = 3000
"""Maximum size before encryption. Services accept 4 kB including the encryption overhead."""
_TOPIC: Final = 32
_OWN_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")


class Urgency(StrEnum):
    """Urgency of a notification: its worth in battery, in the terms of RFC 8030."""

    VERY_LOW = "very-low"
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class PushMessage:
    """Push message: text ready to read, and the path on this site that a tap opens.

    A later message replaces an earlier one with the same `tag`, shown or still on its way. A device that is out of
    reach for longer than `ttl` does not show it. Raises ValueError if `url` is not a path of this site.
    """

    title: str
    body: str
    url: str
    tag: str = ""
    ttl: timedelta = timedelta(days=1)
    urgency: Urgency = Urgency.NORMAL

    def __post_init__(self) -> None:
        if not _OWN_PATH.fullmatch(self.url):
            raise ValueError("a notice leads to a path of this site")

    @property
    def topic(self) -> str:
        """The tag as services take it; "" for none."""
        if not self.tag:
            return ""
        return urlsafe_b64encode(sha256(self.tag.encode()).digest()).decode("ascii")[:_TOPIC]

    def payload(self) -> bytes:
        """Return the JSON for the device; a body that is too long is cut."""
        whole = self._written(self.body)
        if len(whole) <= MOST_BYTES:
            return whole
        least, most = 0, len(self.body)
        while most - least > 1:
            middle = (least + most) // 2
            fits = len(self._written(f"{self.body[:middle]}…")) <= MOST_BYTES
            least, most = (middle, most) if fits else (least, middle)
        return self._written(f"{self.body[:least]}…")

    def _written(self, body: str) -> bytes:
        shown = {"title": self.title[:200], "body": body, "url": self.url, "tag": self.tag[:200]}
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
