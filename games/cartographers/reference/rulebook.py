"""The rules as pages: three views, a search, and the chapters about a card."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django import forms
from django.db.models import TextChoices
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.accounts.forms import CartoForm
from games.cartographers.reference.card_list import CardEntry
from games.cartographers.reference.chapter import Chapter, Rule, RuleBox
from games.cartographers.reference.rule_examples import ExampleView, build_examples
from games.play.words import fold_text


class RulesMode(TextChoices):
    """View of the rules; the value is the name of its URL."""

    SUMMARY = "rules", _("Summary")
    FULL = "full_rules", _("Full rules")
    BOTH = "rules_side_by_side", _("Side by side")


TITLES: Final = {
    RulesMode.SUMMARY: _("Rules"),
    RulesMode.FULL: _("Full rules"),
    RulesMode.BOTH: _("Rules side by side"),
}
LEADS: Final = {
    RulesMode.SUMMARY: _(
        "Learn the rules in a few minutes. The fastest way is to take the lesson, which covers a first season."
    ),
    RulesMode.FULL: _(
        "Every rule of both boxes as Carto plays them, with a ruling wherever the printed rules leave a question open."
    ),
    RulesMode.BOTH: _("Each chapter in short and in full."),
}


class RulesForm(CartoForm):
    """Search form for the rules."""

    words = forms.CharField(
        label=_("Search the rules"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    @property
    def wanted(self) -> tuple[str, ...]:
        """The folded words, () if there are none or they are invalid."""
        return tuple(fold_text(self.cleaned_data["words"].replace("'", "’")).split()) if self.is_valid() else ()


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule with the searched words marked; `box` is "" if it is that of the chapter."""

    text: SafeString
    subject: SafeString
    url: str
    box: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Passage:
    """Rules that follow each other as paragraphs or, if `listed`, as one list; the `heading` may be ""."""

    heading: str
    listed: bool
    rules: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter with the rules of a view; `card` is shown as a picture."""

    key: str
    title: SafeString
    box: RuleBox
    summary: tuple[Passage, ...]
    full: tuple[Passage, ...]
    examples: tuple[ExampleView, ...] = ()
    card: CardEntry | None = None


@dataclass(frozen=True, slots=True)
class ModeLink:
    """Link to a view of the rules, with the searched words."""

    label: str
    url: str
    current: bool


def mode_links(request: HttpRequest, current: RulesMode) -> tuple[ModeLink, ...]:
    """Return the links between the views; they keep the search and the table that the visitor came from."""
    kept = {name: value for name in ("words", "table") if (value := request.GET.get(name))}
    query = f"?{urlencode(kept)}" if kept else ""
    return tuple(
        ModeLink(str(mode.label), reverse(f"cartographers:{mode.value}") + query, mode is current) for mode in RulesMode
    )


def build_chapters(chapters: Iterable[Chapter], mode: RulesMode, words: Sequence[str] = ()) -> tuple[ChapterView, ...]:
    """Return the chapters that have rules in a view, with only the rules in which all of the words occur."""
    return tuple(view for chapter in chapters if (view := _chapter(chapter, mode, words)).summary or view.full)


def _chapter(chapter: Chapter, mode: RulesMode, words: Sequence[str]) -> ChapterView:
    summary = () if mode is RulesMode.FULL else tuple(_passages(chapter, chapter.summary, words))
    full = () if mode is RulesMode.SUMMARY else tuple(_passages(chapter, chapter.full, words))
    title = mark_words(str(chapter.title), words)
    return ChapterView(chapter.key, title, chapter.box, summary, full, () if words else build_examples(chapter.key))


def _passages(chapter: Chapter, rules: Iterable[Rule], words: Sequence[str]) -> Iterator[Passage]:
    matching = [rule for rule in rules if _matches(chapter, rule, words)]
    for (heading, listed), group in groupby(matching, lambda rule: (str(rule.heading), rule.listed)):
        yield Passage(heading, listed, tuple(_rule(rule, chapter.box, words) for rule in group))


def _matches(chapter: Chapter, rule: Rule, words: Sequence[str]) -> bool:
    box = (rule.box or chapter.box).label
    text = fold_text(f"{chapter.title} {rule.heading} {rule.subject} {rule.text} {box}")
    return all(word in text for word in words)


def _rule(rule: Rule, box: RuleBox, words: Sequence[str]) -> RuleView:
    other = rule.box if rule.box not in {None, box} else None
    return RuleView(
        text=mark_words(str(rule.text), words),
        subject=mark_words(rule.subject, words),
        url=rule.url,
        box=str(other.label) if other else "",
        anchor=rule.anchor,
    )


def mark_words(text: str, words: Iterable[str]) -> SafeString:
    """Return a text as HTML with the folded words in <mark> elements, whatever their case and accents."""
    folded, origins = [], []
    for at, character in enumerate(text):
        for one in unicodedata.normalize("NFKD", character.casefold()):
            if not unicodedata.combining(one):
                folded.append(one)
                origins.append(at)
    marked = set[int]()
    plain = "".join(folded)
    for word in words:
        start = plain.find(word)
        while start >= 0:
            marked |= set(range(origins[start], origins[start + len(word) - 1] + 1))
            start = plain.find(word, start + 1)
    parts = groupby(enumerate(text), lambda place: place[0] in marked)
    runs = ((is_marked, escape("".join(character for _at, character in run))) for is_marked, run in parts)
    # Each run is escaped.
    return SafeString("".join(f"<mark>{run}</mark>" if is_marked else run for is_marked, run in runs))


def match_count(chapters: Iterable[ChapterView]) -> str:
    """Return the number of rules in some chapters, in words."""
    count = sum(len(passage.rules) for chapter in chapters for passage in (*chapter.summary, *chapter.full))
    return ngettext("%(count)d rule", "%(count)d rules", count) % {"count": count}
