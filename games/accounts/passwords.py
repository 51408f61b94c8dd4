"""Passwords that somebody who knows this site would try first."""

import re
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.models import User

_NAMES: Final = ("cartographers", "cartographer", "cartography", "carto")
_SHORTEST_NAME: Final = 4
_FEWEST_LETTERS: Final = 4
_WRITTEN_AS: Final = str.maketrans("013457@$", "oieastas")


class SiteNameValidator:
    """Validator that rejects passwords made mostly of the site's names.

    Examples are "carto2024!", "C4rtographers" and the host name.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for a password that is hardly more than a name of the site."""
        lowered = password.lower()
        if any(map(_hardly_more, (lowered, lowered.translate(_WRITTEN_AS)))):
            raise ValidationError(self.get_help_text(), code="site_name")

    def get_help_text(self) -> str:
        """Return the help text for choosing a password."""
        return _("The site’s name alone is easy to guess. Add your own words.")


def _hardly_more(text: str) -> bool:
    rest = re.sub("|".join(_names()), "", text)
    return rest != text and sum(map(str.isalpha, rest)) < _FEWEST_LETTERS


def _names() -> list[str]:
    """The site's names in small letters, the longest first; of its hosts every part that is long enough to be told."""
    parts = re.findall(r"[a-z]+", " ".join(settings.ALLOWED_HOSTS).lower())
    return sorted({*_NAMES, *(part for part in parts if len(part) >= _SHORTEST_NAME)}, key=len, reverse=True)
