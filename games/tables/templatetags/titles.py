"""The title of a page, which stands in more than one place of its frame."""

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
    """A title without the name of the site at its end."""
    return SafeString(title.removesuffix(_SITE))
