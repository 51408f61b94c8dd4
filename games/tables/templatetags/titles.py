"""Template tags for the page title, used in several places of the frame."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.safestring import SafeString

register = template.Library()

_SITE: Final = " · Carto"


@register.simple_block_tag(end_name="endpagetitle")
def pagetitle(content: str) -> SafeString:
    """Return the stripped content of the block, to store it under a name."""
    return SafeString(content.strip())


@register.filter
def without_site(title: SafeString) -> SafeString:
    """Return the title without the site name at its end."""
    return SafeString(title.removesuffix(_SITE))
