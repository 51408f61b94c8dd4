"""Template tags that draw the crest of a person."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.accounts.crests import parse_crest

register = template.Library()


@register.simple_tag
def crest(spec: str, css: str = "") -> SafeString:
    """Draw a crest beside a name, hidden from screen readers; "" for an empty spec.

    `css` is a further class, with a space before it.
    """
    return _drawing(spec, css, SafeString('aria-hidden="true"')) if spec else SafeString("")


@register.simple_tag
def labeled_crest(spec: str, css: str = "") -> SafeString:
    """Draw a crest that stands by itself, with its description for screen readers."""
    return _drawing(spec, css, format_html('role="img" aria-label="{}"', parse_crest(spec).blazon))


def _drawing(spec: str, css: str, label: SafeString) -> SafeString:
    drawn = parse_crest(spec)
    return format_html(
        '<svg class="crest t-{} u-{} v-{}{}" viewBox="0 0 64 64" {}>'
        '<use href="{sprite}#{}-{}"/><use href="{sprite}#{}"{}/></svg>',
        drawn.field,
        drawn.other or drawn.field,
        drawn.color,
        css,
        label,
        drawn.shield,
        drawn.division,
        drawn.charge,
        # A border leaves less room.
        SafeString(' x="5" y="5" width="54" height="54"') if drawn.division == "bordure" else "",
        sprite=static("img/crests.svg"),
    )
