"""Rules of a game as pages: chapters in short and in full, their views, and a search."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import groupby
from typing import Any, Final

from django import forms
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.access import HtmxHttpRequest
from games.accounts.forms import CartoForm
from games.play.navigation import referring_table
from games.play.words import fold_text
from games.tables.pages.metadata import listed


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


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph, or a list item if `listed`.

    `box` is that which the rule comes from, None where it is that of the chapter. `anchor` is the id of the rule on
    the page, "" for none. The rule is on the `subject` (such as a card) at the address `url`, below the `heading`
    within its chapter; each may be "".
    """

    text: str | Promise
    listed: bool = False
    box: TextChoices | None = None
    anchor: str = ""
    heading: str | Promise = ""
    subject: str | Promise = ""
    url: str = ""


Item = partial(Rule, listed=True)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Chapter with its rules in short and in full; either may be missing. `box` is None in games with a single box."""

    key: str
    title: str | Promise
    summary: tuple[Rule, ...] = ()
    full: tuple[Rule, ...] = ()
    box: TextChoices | None = None


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
    """A chapter with the rules of a view, and what the game's template shows with it: `examples`, a `card`."""

    key: str
    title: SafeString
    box: TextChoices | None
    summary: tuple[Passage, ...]
    full: tuple[Passage, ...]
    examples: tuple[Any, ...] = ()
    card: Any = None


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The chapters of the rules in a view, and the number of rules found by a search, in words."""

    chapters: tuple[ChapterView, ...]
    found: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game: its key, the views with a lead each, and what a view shows, or a search for words.

    Its templates are in the folder `<key>/reference`: `rules.html`, `_rules_panel.html`, and `_rule_examples.html` with
    the pictures of a chapter. On a page, but not in the panel, these may show what `poster` returns.
    """

    game: str
    leads: Mapping[RulesMode, str | Promise]
    page: Callable[[RulesMode, Sequence[str]], RulesPage]
    poster: Callable[[], Any]

    def template(self, name: str) -> str:
        """Return the path of a template in its folder."""
        return f"{self.game}/reference/{name}.html"


@dataclass(frozen=True, slots=True)
class ModeLink:
    """Link to a view of the rules, with the searched words."""

    label: str
    url: str
    current: bool


def rules_view(book: Rulebook, mode: RulesMode) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view function of a page of the rules."""

    @listed
    @require_safe
    def view(request: HttpRequest) -> HttpResponse:
        return _rules_response(request, book, mode)

    return view


def summary_view(book: Rulebook) -> Callable[[HtmxHttpRequest], HttpResponse]:
    """Return the view function of the summary; a table's htmx request gets the panel that opens over it."""

    @listed
    @require_safe
    @vary_on_headers("HX-Request")
    def view(request: HtmxHttpRequest) -> HttpResponse:
        if request.htmx:
            return panel_response(request, book, "_rules_panel", book.page(RulesMode.SUMMARY, ()))
        return _rules_response(request, book, RulesMode.SUMMARY)

    return view


def _rules_response(request: HttpRequest, book: Rulebook, mode: RulesMode) -> HttpResponse:
    """Show a view of the rules or what a search finds in it; 422 if the search is invalid."""
    form = RulesForm(request.GET.dict())
    words = form.wanted
    context = {
        "page": book.page(mode, words),
        "form": form,
        "modes": _mode_links(request, book, mode),
        "mode": mode.value,
        "title": TITLES[mode],
        "lead": book.leads[mode],
        "poster": book.poster(),
        "examples": book.template("_rule_examples"),
        **referring_table(request),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = render(request, book.template("rules"), context, status=status)
    if words or form.errors:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def panel_response(request: HttpRequest, book: Rulebook, template: str, page: Any) -> HttpResponse:
    """Show rules or a component in the panel that opens over a table. `template` is one of the rulebook's folder."""
    context = {"page": page, "url": request.get_full_path(), "carry": "", "examples": book.template("_rule_examples")}
    return render(request, book.template(template), context)


def _mode_links(request: HttpRequest, book: Rulebook, current: RulesMode) -> tuple[ModeLink, ...]:
    """Return the links between the views; they keep the search and the table that the visitor came from."""
    kept = {name: value for name in ("words", "table") if (value := request.GET.get(name))}
    query = f"?{urlencode(kept)}" if kept else ""
    return tuple(
        ModeLink(str(mode.label), reverse(f"{book.game}:{mode.value}") + query, mode is current) for mode in book.leads
    )


def build_chapters(
    chapters: Iterable[Chapter],
    mode: RulesMode,
    words: Sequence[str] = (),
    examples: Callable[[str], tuple[Any, ...]] | None = None,
) -> tuple[ChapterView, ...]:
    """Return the chapters that have rules in a view, with only the rules in which all of the words occur.

    `examples` returns those of a chapter by its key; a search shows none.
    """
    views = (_chapter(chapter, mode, words, examples) for chapter in chapters)
    return tuple(view for view in views if view.summary or view.full)


def _chapter(
    chapter: Chapter, mode: RulesMode, words: Sequence[str], examples: Callable[[str], tuple[Any, ...]] | None
) -> ChapterView:
    summary = () if mode is RulesMode.FULL else tuple(_passages(chapter, chapter.summary, words))
    full = () if mode is RulesMode.SUMMARY else tuple(_passages(chapter, chapter.full, words))
    title = mark_words(str(chapter.title), words)
    shown = () if words or examples is None else examples(chapter.key)
    return ChapterView(chapter.key, title, chapter.box, summary, full, shown)


def _passages(chapter: Chapter, rules: Iterable[Rule], words: Sequence[str]) -> Iterator[Passage]:
    matching = [rule for rule in rules if _matches(chapter, rule, words)]
    for (heading, in_list), group in groupby(matching, lambda rule: (str(rule.heading), rule.listed)):
        yield Passage(heading, in_list, tuple(_rule(rule, chapter.box, words) for rule in group))


def _matches(chapter: Chapter, rule: Rule, words: Sequence[str]) -> bool:
    box = rule.box or chapter.box
    text = fold_text(f"{chapter.title} {rule.heading} {rule.subject} {rule.text} {box.label if box else ''}")
    return all(word in text for word in words)


def _rule(rule: Rule, box: TextChoices | None, words: Sequence[str]) -> RuleView:
    other = rule.box if rule.box not in {None, box} else None
    return RuleView(
        text=mark_words(str(rule.text), words),
        subject=mark_words(str(rule.subject), words),
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
