"""Tables with a random map sheet: drawn from the game's seed at the start, and stored whole."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.errors import Refusal
from engine.cartographers.events import GameStarted
from engine.cartographers.game import RULES
from engine.cartographers.mixing.library import published_library
from engine.cartographers.records import read_record
from engine.cartographers.rules.setup import is_drawn_sheet
from engine.cartographers.sheet import Region, Sheet
from engine.cartographers.sheet_generator import SheetCounts, is_fair, sheet_number
from engine.contract import RuleViolation
from engine.randomness import Shuffler
from games import clock
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.past.summary import EDICT, summary
from games.cartographers.setting_up import options
from games.cartographers.setting_up.random_sheet import _is_feasible
from games.cartographers.words.names import sheet_name
from games.tables.deals.services import NewDeal, build_deal
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.forks.forks import fork
from games.tables.lobby import rematches, services
from games.tables.lobby.services import NewTable
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Access, DealKind, Table
from tests.engine.tools import mask
from tests.games.cartographers import play
from tests.games.cartographers.play import state_of
from tests.games.cartographers.setting_up.test_options import own, sent
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
RANDOM: dict[str, Any] = {**options.defaults(), "random_sheet": True}
SEED = bytes(range(32))


def opened(people: list[User], seed: bytes = SEED) -> Table:
    new = NewTable("cartographers", "Desk", RANDOM, len(people), access=Access.OPEN)
    table = services.create_table(host=people[0], new=new, seed=seed)
    for guest in people[1:]:
        table = services.join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def started(chosen: dict[str, Any], seed: bytes = SEED) -> GameStarted:
    first = RULES.start(options.setup_of(chosen), 1, Shuffler(seed))[0]
    assert isinstance(first, GameStarted)
    return first


@pytest.mark.parametrize(("preset", "sheets"), [("cartographers", "AB"), ("heroes", "CD"), ("both", "AB")])
def test_setup_of_a_box_draws_a_sheet_with_the_counts_of_one_of_its_sheets(preset: str, sheets: str) -> None:
    form = sent(preset=preset, random_sheet="on")
    assert form.is_valid(), form.errors
    chosen = form.options()
    CARTOGRAPHERS.check_options(chosen, 2)
    found = [started(chosen, bytes([number]) * 32).definition.sheet for number in range(8)]
    assert all(map(is_fair, found))
    assert {SheetCounts.of(sheet) for sheet in found} == {SheetCounts(), SheetCounts(wasteland=7)}
    assert len({sheet.mountains for sheet in found}) == 8
    assert CARTOGRAPHERS.describe(chosen)[-1] == "Random map sheet"
    assert not any("Map sheet " in line for line in CARTOGRAPHERS.describe(chosen))


def test_setup_of_a_custom_mix_draws_a_sheet() -> None:
    form = own(random_sheet="on", sheet="D")
    assert form.is_valid(), form.errors
    sheet = started(form.options()).definition.sheet
    assert sheet_number(sheet)
    assert sheet_name(sheet) == f"Random map sheet {sheet_number(sheet)}"


def test_start_with_the_same_seed_draws_the_same_sheet() -> None:
    sheet = started(RANDOM).definition.sheet
    assert started(RANDOM).definition.sheet == sheet
    assert (sheet.id, sheet.name) == ("random:106087", "Random sheet 106087")
    assert is_drawn_sheet(sheet, Shuffler(SEED))
    assert not is_drawn_sheet(sheet, Shuffler(SEED[::-1]))


def test_start_without_the_option_keeps_the_sheet_and_the_decks() -> None:
    plain = RULES.start(options.setup_of(options.defaults()), 1, Shuffler(SEED))
    drawn = RULES.start(options.setup_of(RANDOM), 1, Shuffler(SEED))
    assert isinstance(plain[0], GameStarted)
    assert plain[0].definition.sheet.id == "A"
    assert plain[1:] == drawn[1:]


def test_check_options_with_a_vote_on_the_sheet_is_refused() -> None:
    with pytest.raises(ValidationError) as raised:
        CARTOGRAPHERS.check_options({**RANDOM, "sheet_vote": True}, 2)
    assert list(raised.value.message_dict) == ["sheet_vote"]
    CARTOGRAPHERS.check_options({**RANDOM, "sheet_vote": True}, 1)


def test_check_options_of_a_set_with_unusual_sheets_only_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.cartographers.setting_up.random_sheet._is_feasible", lambda _counts: False)
    with pytest.raises(ValidationError) as raised:
        CARTOGRAPHERS.check_options(RANDOM, 2)
    assert list(raised.value.message_dict) == ["random_sheet"]
    with pytest.raises(ValidationError):
        options.setup_of(RANDOM)


def test_setup_of_a_box_leaves_out_sheets_with_landmarks_coin_spaces_and_regions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = published_library().cartographers.sheets["A"]
    marked = [
        replace(plain, landmarks=mask("A1")),
        replace(plain, tolls=mask("A1")),
        replace(plain, regions=(Region("", 0), Region("Marsh", mask("A1")))),
    ]
    unnamed = replace(plain, wasteland=mask("A1 B1 C1"), regions=(Region("", 0),))
    offered = [*marked, unnamed]
    monkeypatch.setattr("games.cartographers.setting_up.random_sheet.sheets_to_choose_from", lambda *_args: offered)
    assert options.setup_of(RANDOM).random_sheet == (SheetCounts.of(unnamed),)
    offered.remove(unnamed)
    with pytest.raises(ValidationError) as raised:
        CARTOGRAPHERS.check_options(RANDOM, 2)
    assert list(raised.value.message_dict) == ["random_sheet"]


def test_check_options_tries_the_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Sheet] = []
    monkeypatch.setattr("engine.cartographers.sheet_generator.is_fair", lambda sheet: tried.append(sheet))
    _is_feasible.cache_clear()
    try:
        for _ in range(2):
            with pytest.raises(ValidationError) as raised:
                CARTOGRAPHERS.check_options(RANDOM, 2)
            assert list(raised.value.message_dict) == ["random_sheet"]
        assert 0 < len(tried) <= 2 * 40
    finally:
        _is_feasible.cache_clear()


def test_table_whose_game_finds_no_fair_sheet_says_so(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    CARTOGRAPHERS.check_options(RANDOM, 1)
    monkeypatch.setattr("engine.cartographers.sheet_generator.is_fair", lambda _sheet: False)
    with pytest.raises(TableRefusal) as raised:
        opened(people[:1])
    assert raised.value.reason == RefusalReason.CANNOT_START
    assert (
        refusal_sentence(raised.value)
        == "No fair random map sheet could be generated. Turn off “Random map sheet” and try again."
    )
    assert refusal_sentence(TableRefusal(RefusalReason.CANNOT_START)) == "The game can’t start with these settings."


def test_table_shows_no_sheet_before_the_start_and_its_number_afterwards(people: list[User]) -> None:
    new = NewTable("cartographers", "Desk", RANDOM, 2, access=Access.OPEN)
    table = services.create_table(host=people[0], new=new)
    before = signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert "Random map sheet" in before
    assert not re.search(r"Random (map )?sheet \d", before)
    services.join(table=table.code, user=people[1])
    sheet = state_of(table).definition.sheet
    after = signed_in(people[1]).get(f"/tables/{table.code}/").content.decode()
    assert f"Random map sheet {sheet_number(sheet)}" in after
    assert all(board.empty == sheet.empty for board in state_of(table).boards)


def test_rematch_draws_another_sheet_and_one_with_the_same_deck_keeps_it(people: list[User]) -> None:
    first = play.play_out(opened(people[:1]), 1)
    sheet = state_of(first).definition.sheet
    again = rematches.rematch(table=first.code, user=people[0], same_deck=True)
    assert state_of(again).definition.sheet == sheet
    other = opened(people[:1], SEED[::-1])
    assert state_of(other).definition.sheet != sheet


def test_summary_of_a_game_with_a_random_sheet_has_its_edicts_alone(people: list[User]) -> None:
    table = play.play_out(opened(people[:1]), 1)
    found = summary(state_of(table))
    assert [kind for kind, _key in found.pieces] == [EDICT] * 4
    assert found.counts
    page = signed_in(people[0]).get(f"/tables/{table.code}/")
    assert page.status_code == 200


def test_record_of_a_game_with_a_random_sheet_is_checked_against_its_seed(people: list[User]) -> None:
    table = play.play_out(opened(people[:1]), 1)
    data = json.loads(signed_in(people[0]).get(f"/tables/{table.code}/record.json").content)
    findings = CARTOGRAPHERS.findings(read_record(data))
    assert all(finding.good for finding in findings), [finding.words for finding in findings]
    words = [finding.words for finding in findings]
    assert "The map sheet is random, not published." in words
    assert any(line.startswith("Map sheet:") for line in words), words
    sheet = data["events"][0]["data"]["definition"]["sheet"]
    row = next(row for row in range(11) if "^" in sheet["rows"][row])
    sheet["rows"][row] = sheet["rows"][row].replace("^", "#", 1)
    assert not all(finding.good for finding in CARTOGRAPHERS.findings(read_record(data)))


def test_deal_with_a_random_sheet_gives_all_its_games_the_same_one(people: list[User]) -> None:
    now = clock.now()
    new = NewDeal(DealKind.SHARED, "cartographers", RANDOM, now, now + timedelta(days=1))
    deal = build_deal(new, SEED)
    first = deal.first_events()[0][1]
    assert first["definition"]["sheet"]["id"] == started(RANDOM).definition.sheet.id


def test_start_that_finds_no_fair_sheet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = options.setup_of(RANDOM)
    monkeypatch.setattr("engine.cartographers.sheet_generator.is_fair", lambda _sheet: False)
    with pytest.raises(RuleViolation) as raised:
        RULES.start(setup, 1, Shuffler(SEED))
    assert raised.value.code == Refusal.NO_FAIR_SHEET


def test_fork_of_a_game_keeps_its_random_sheet(people: list[User]) -> None:
    table = play.play_out(opened(people[:1]), 1)
    again = fork(table=table.code, user=people[0], turn=2, seat=0)
    assert state_of(again).definition.sheet == state_of(table).definition.sheet
