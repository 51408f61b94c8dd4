"""Check that all visible text is translated, using a fake language that puts messages in brackets."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.play import fragment_cache
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = ("aria-label", "title", "alt", "placeholder", "aria-description", "data-say", "data-aloud", "data-title")
# Names, and what is the same in every language.
ANYWHERE = {
    "Carto",
    "Cartographers",
    "Gisborne",
    "Heroes",
    "Ann",
    "ann",
    "Ben",
    "Desk",
    "English",
    "Français",
    "manage.py",
    "verify",
}


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put every translated message in brackets."""

    def in_brackets(message: str) -> str:
        return f"{OPEN}{message}{CLOSE}" if message else ""

    speaker: Any = translation._trans
    monkeypatch.setattr(speaker, "gettext", in_brackets)
    monkeypatch.setattr(speaker, "pgettext", lambda _, message: in_brackets(message))
    monkeypatch.setattr(speaker, "ngettext", lambda single, many, n: in_brackets(single if n == 1 else many))
    monkeypatch.setattr(speaker, "npgettext", lambda _, single, many, n: in_brackets(single if n == 1 else many))
    fragment_cache.clear_cache()
    yield
    fragment_cache.clear_cache()


class Words(HTMLParser):
    """Collect a page's visible text as one string, as messages may contain tags, and each spoken label."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = ""
        self.spoken: list[str] = []
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "code", "kbd"}:
            self.silent = tag
        self.spoken += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        if tag == self.silent:
            self.silent = ""

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.seen += f"{data}\n"


def bare(page: str) -> list[str]:
    """Return the words of a page outside brackets."""
    reader = Words()
    reader.feed(page)
    return [word for text in (*reader.spoken, reader.seen) for word in not_in_brackets(text)]


def not_in_brackets(text: str) -> list[str]:
    inner = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
    while inner.search(text):
        text = inner.sub(" ", text)
    return [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in ANYWHERE]


def test_a_bare_word_is_found() -> None:
    page = (
        f'<p title="Bare">{OPEN}All {OPEN}of it{CLOSE} is known{CLOSE} A4</p><b>and this</b><script>not(this)</script>'
    )
    assert bare(page) == ["Bare", "and", "this"]


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/cartographers/rules/",
        "/cartographers/cards/",
        "/cartographers/learn/",
        "/accounts/sign-in/",
        "/accounts/sign-up/",
        "/tables/",
        "/nowhere/",
    ],
)
def test_what_a_visitor_reads(address: str, client: Client, marked: None) -> None:
    assert bare(text_of(client.get(address))) == []


@pytest.mark.parametrize("address", ["/", "/accounts/profile/", "/tables/new/", "/tables/mine/", "/people/ann/"])
def test_what_who_is_signed_in_reads(address: str, people: list[User], marked: None) -> None:
    table = play.gather(people[0], capacity=2)
    ann = signed_in(people[0])
    assert bare(text_of(ann.get(address))) == []
    assert bare(text_of(ann.get(play.url(table)))) == []


@pytest.mark.parametrize("preset", [Preset.CARTOGRAPHERS, Preset.BOTH])
@pytest.mark.parametrize("seats", [1, 2])
def test_what_is_read_in_a_game(preset: Preset, seats: int, people: list[User], marked: None) -> None:
    table = play.gather(*people[:seats], **PRESETS[preset].as_json())
    client = signed_in(people[0])
    looked = 0
    while not (state := play.state_of(table)).over:
        assert bare(text_of(client.get(play.url(table)))) == []
        looked += 1
        monsters.play_on(table, people[:seats], lambda later, turn=state.turn: later.over or later.turn > turn)
    assert bare(text_of(client.get(play.url(table)))) == []
    assert looked > 10


@pytest.mark.parametrize("over", [False, True])
def test_what_explains_a_figure(over: bool, people: list[User], marked: None) -> None:
    table = play.gather(*people[:2], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people[:2], lambda state: state.over or (not over and len(state.scores) > 1))
    page = text_of(signed_in(people[0]).get(play.url(table)))
    addresses = sorted(set(re.findall(r'href="([^"]+/why/[^"]+)"', page)))
    assert len(addresses) > 30
    for address in addresses:
        assert bare(text_of(signed_in(people[0]).get(address))) == [], address
