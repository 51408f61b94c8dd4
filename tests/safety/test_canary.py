"""Leak tests: rivals, spectators and strangers watch whole games, and planted leaks are found."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers import view as cartographers_view
from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.events import Chosen, Drawn, Event
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.news import News, visible_news
from engine.cartographers.state import State
from engine.cartographers.view import View
from engine.contract import Viewer
from games.accounts.models import User
from games.cartographers.line import line_results
from games.cartographers.table import page as presenter
from games.play.record_check import Fairness
from games.tables.lobby import rematches
from games.tables.log.state import DecodedEvent
from games.tables.models import Access, Table
from games.tables.pages import responses as tables
from tests.engine.tools import seed_of
from tests.games.cartographers.monsters import lay_on_top, play_on
from tests.games.cartographers.play import gather, state_of, url
from tests.games.tables.clients import seeded, signed_in
from tests.safety.watch import LOOKS, Leak, Viewers, Watch
from tests.safety.worlds import ALL, Secret

IN_EVERY_GAME = ALL - {Secret.CHOICES, Secret.INVITATION}
# Number, which is also the seed's, and seats: each of these games has ambushes.
GAMES = (
    (5, 2),
    pytest.param(8, 3, marks=pytest.mark.long),
    *(pytest.param(number, 2, marks=pytest.mark.long) for number in (1, 2, 3, 4, 6, 7, 9, 10)),
)


def watched(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    seats: int,
    *,
    access: Access = Access.OPEN,
    secrets: frozenset[Secret] = ALL,
    preset: Preset = Preset.CARTOGRAPHERS,
) -> Watch:
    seeded(monkeypatch, seed_of(number))
    table = gather(*people[:seats], access=access, **PRESETS[preset].as_json())
    return Watch(table, Viewers.of(people[:seats], people[4]), Random(number), secrets)


@pytest.mark.parametrize(("number", "seats"), GAMES)
def test_nobody_is_sent_a_secret(number: int, seats: int, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access.INVITATION if number % 5 == 0 else Access.OPEN
    watch = watched(people, monkeypatch, number, seats, access=access)
    watch.play()
    table = Table.objects.get(pk=watch.table.pk)
    state = state_of(table)
    assert state.over
    assert state.retakes
    assert min(watch.compared[secret] for secret in IN_EVERY_GAME) > 5
    assert len(watch.looked) > 10
    assert bytes(table.seed or b"").hex() in signed_in(people[0]).get(url(table)).content.decode()


@pytest.mark.parametrize("number", [1, *(pytest.param(number, marks=pytest.mark.long) for number in (2, 3))])
@pytest.mark.parametrize("preset", [Preset.BOTH, pytest.param(Preset.HEROES, marks=pytest.mark.long)])
def test_nobody_is_sent_a_secret_of_heroes_and_monsters(
    preset: Preset, number: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_choices(monkeypatch)
    watch = watched(people, monkeypatch, number, 3, preset=preset)
    watch.play()
    assert state_of(watch.table).over
    assert min(watch.compared[secret] for secret in IN_EVERY_GAME) > 10
    assert watch.compared[Secret.CHOICES] > 2


def with_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put monsters that destroy a chosen space on top of the spring and summer decks."""
    gorgon, troll = "gorgon_gaze", "giant_troll_ravage"
    decks = {"ambushes": (gorgon, troll), "deck/spring": (gorgon,), "deck/summer": (troll,)}
    lay_on_top(monkeypatch, decks)


def test_a_deck_that_is_played_again_is_told_by_its_first_game_alone(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that only the first game's page shows the seed; this table passes the usual leak checks."""
    first = watched(people, monkeypatch, 3, 2).table
    play_on(first, people)
    seed = bytes(first.seed or b"").hex()
    assert seed in signed_in(people[4]).get(url(first)).content.decode()
    table = rematches.rematch(table=first.code, user=people[0], same_deck=True)
    rematches.rematch(table=first.code, user=people[1], same_deck=True)
    table.refresh_from_db()
    assert (bytes(table.seed or b"").hex(), table.commitment) == (seed, first.commitment)
    watch = Watch(table, Viewers.of(people[:2], people[4]), Random(3))
    watch.play(turns=8)
    assert min(watch.compared[secret] for secret in IN_EVERY_GAME) > 2


# --- Planted leaks: the very same search must find each of them ------------------------------------------------------


def leaky_view(change: Callable[[View, State], View]) -> Callable[[State, Viewer], View]:
    original = cartographers_view.view
    return lambda state, viewer: change(original(state, viewer), state)


def on_boards(view: View, answers: Iterable[Drawn | Chosen]) -> View:
    positions = list(view.positions)
    for answer in answers:
        board = positions[answer.subject].after(answer.outcome).board
        positions[answer.subject] = positions[answer.subject]._replace(board=board)
    return replace(view, positions=tuple(positions))


def drawings_on_boards(view: View, state: State) -> View:
    return on_boards(view, filter(None, state.answers))


def drawings_as_latest(view: View, state: State) -> View:
    latest = list(view.latest)
    for drawing in filter(None, state.answers):
        latest[drawing.subject] = drawing.cells
    return replace(view, latest=tuple(latest))


def coins_of_drawings(view: View, state: State) -> View:
    positions = list(view.positions)
    for drawing in filter(None, state.answers):
        before = positions[drawing.subject]
        positions[drawing.subject] = before._replace(coins=before.coins + drawing.outcome.coins)
    return replace(view, positions=tuple(positions))


def next_card(view: View, state: State) -> View:
    return replace(view, column=(*view.column, state.deck[0])) if state.deck else view


def ambush_to_come(view: View, state: State) -> View:
    coming = any(isinstance(state.card(card), AmbushCard) for card in state.deck[:6])
    return replace(view, ruins_pending=coming)


def choices_on_boards(view: View, state: State) -> View:
    return on_boards(view, chosen_in(state))


def choices_as_latest(view: View, state: State) -> View:
    latest = list(view.latest)
    for chosen in chosen_in(state):
        latest[chosen.subject] = chosen.destroyed
    return replace(view, latest=tuple(latest))


def chosen_in(state: State) -> list[Chosen]:
    return [answer for answer in state.answers if isinstance(answer, Chosen)]


def hero_to_come(view: View, state: State) -> View:
    """Add the top card of the hero deck to the revealed cards."""
    return replace(view, column=(*view.column, *state.hero_deck[:1]))


def hero_soon(view: View, state: State) -> View:
    coming = any(isinstance(state.card(card), HeroCard) for card in state.deck[:4])
    return replace(view, ruins_pending=coming)


# With the number of a game in which it soon shows, as with those of the other leaks.
VIEW_LEAKS = [
    (drawings_on_boards, Secret.DRAWINGS, 3),
    (drawings_as_latest, Secret.DRAWINGS, 3),
    (coins_of_drawings, Secret.DRAWINGS, 4),
    (next_card, Secret.DECK, 4),
    (ambush_to_come, Secret.DECK, 3),
]


@pytest.mark.parametrize(("change", "secret", "game"), VIEW_LEAKS)
def test_a_leak_of_the_view_is_found(
    change: Any, secret: Secret, game: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = watched(people, monkeypatch, game, 3, secrets=frozenset({secret}))
    monkeypatch.setattr("engine.cartographers.game.view", leaky_view(change))
    with pytest.raises(Leak):
        watch.play()


CHOICE_LEAKS = [
    (choices_on_boards, Secret.CHOICES),
    (choices_as_latest, Secret.CHOICES),
    (hero_to_come, Secret.DECK),
    (hero_soon, Secret.DECK),
]


@pytest.mark.parametrize(("change", "secret"), CHOICE_LEAKS)
def test_a_leak_of_a_choice_or_of_heroes_is_found(
    change: Any, secret: Secret, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_choices(monkeypatch)
    watch = watched(people, monkeypatch, 1, 3, secrets=frozenset({secret}), preset=Preset.BOTH)
    monkeypatch.setattr("engine.cartographers.game.view", leaky_view(change))
    with pytest.raises(Leak):
        watch.play()


def as_its_own_seat_reads_it(event: Event, viewer: Viewer, state: State) -> News | None:
    return visible_news(event, getattr(event, "seat", viewer), state)


def everything(
    _rules: Any, entries: Iterable[DecodedEvent[Event]], viewer: Viewer, state: State
) -> tuple[DecodedEvent[News], ...]:
    pairs = ((entry, as_its_own_seat_reads_it(entry.event, viewer, state)) for entry in entries)
    return tuple(replace(entry, event=news) for entry, news in pairs if news is not None)


def test_a_leak_of_choices_in_the_log_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    with_choices(monkeypatch)
    watch = watched(people, monkeypatch, 1, 3, secrets=frozenset({Secret.CHOICES}), preset=Preset.HEROES)
    monkeypatch.setattr("engine.cartographers.game.visible_news", as_its_own_seat_reads_it)
    with pytest.raises(Leak):
        watch.play()


def test_a_leak_of_the_log_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 3, 3, secrets=frozenset({Secret.DRAWINGS}))
    monkeypatch.setattr("engine.cartographers.game.visible_news", as_its_own_seat_reads_it)
    with pytest.raises(Leak):
        watch.play()


def test_a_leak_of_the_page_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 3, 2, secrets=frozenset({Secret.SEED}))
    original = presenter.table_page

    def leaking(seated: Any, *args: Any, **kwargs: Any) -> Any:
        return replace(original(seated, *args, **kwargs), fairness=Fairness(bytes(seated.table.seed).hex()[:12], ""))

    monkeypatch.setattr("games.cartographers.table.answers.table_page", leaking)
    with pytest.raises(Leak):
        watch.play()


def test_a_leak_of_a_past_turn_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a leak of undone placements by showing the stored events instead of the readable ones."""
    watch = watched(people, monkeypatch, 3, 3, secrets=frozenset({Secret.DRAWINGS}))
    monkeypatch.setattr(
        "tests.safety.watch.LOOKS",
        {"turn before": LOOKS["turn before"]},
    )
    monkeypatch.setattr("games.cartographers.log.past_states.visible_entries", everything)
    with pytest.raises(Leak):
        watch.play()


def header(answer: Any, state: State, seed: bytes) -> None:
    answer["X-Hint"] = state.deck[0] if state.deck else ""


def number(answer: Any, state: State, seed: bytes) -> None:
    hidden = sum(drawing.cells.bit_count() * drawing.cells for drawing in filter(None, state.answers))
    answer["X-Game-Version"] = str(int(answer["X-Game-Version"]) + hidden % 7)


def cookie(answer: Any, state: State, seed: bytes) -> None:
    answer.set_cookie("hint", seed.hex()[:10])


@pytest.mark.parametrize("how", [header, number, cookie])
def test_a_leak_beside_the_page_is_found(how: Any, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 3, 2)

    def leaking(request: Any, table: Table) -> Any:
        answer = original(request, table)
        how(answer, state_of(table), bytes(table.seed or b""))
        return answer

    original = tables.table_page_response
    monkeypatch.setattr("games.tables.pages.views.table_page_response", leaking)
    with pytest.raises(Leak):
        watch.play()


def test_a_leak_of_an_answer_to_a_command_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 3, 4, secrets=frozenset({Secret.DRAWINGS}))
    original = tables.mark_version

    def leaking(answer: Any, version: int) -> Any:
        answer["X-Hint"] = str([drawing.cells for drawing in filter(None, state_of(watch.table).answers)])
        return original(answer, version)

    monkeypatch.setattr("games.play.command_responses.mark_version", leaking)
    with pytest.raises(Leak):
        watch.play()


def test_a_leak_of_an_answer_to_a_typed_line_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    watch = watched(people, monkeypatch, 2, 2, secrets=frozenset({Secret.DECK}))
    original = line_results.answer

    def leaking(command: Any, *rest: Any) -> Any:
        return (*original(command, *rest), *state_of(watch.table).deck[:1])

    monkeypatch.setattr(line_results, "answer", leaking)
    with pytest.raises(Leak):
        watch.play()
