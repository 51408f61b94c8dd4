"""Summary rows of finished games: contents, creation and deletion."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.cartographers.game import RULES
from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import summaries
from games.history.exports import summary_data
from games.history.management.commands import summarise_games as command
from games.history.models import Gain, Piece, PieceQuerySet, PlayedWith, Result, SeatSummary, Summary
from games.history.summaries import delete_gains, recalculate_totals, rewrite_summary, wrong_totals
from games.play.summary_keys import GameSummary
from games.tables.log.state import load
from games.tables.models import Access, Ending, Seat, Status, Table
from games.tables.people import guests, personal_data
from games.tables.people.guests import tidy_guests
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from tests.games.history.finished import LATEST, ended, person
from tests.games.history.playing import begun, played
from tests.games.tables.players import away, resigned
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db
SUMMARY = GameSummary(
    pieces=(("edict", "borderlands"), ("sheet", "A")),
    gains=(
        {("edict", "borderlands"): 9, ("source", "coins"): 2},
        {("edict", "borderlands"): 4, ("source", "coins"): 0},
    ),
)


def rows() -> list[Any]:
    """Return all summary rows without their primary keys."""
    return [
        sorted(Summary.objects.values_list()),
        sorted(PlayedWith.objects.values_list("summary", "piece", "open", "finished_at")),
        sorted(SeatSummary.objects.values_list("summary", "user", "set", "seats", "score", "result", "title", "open")),
        sorted(Gain.objects.values_list("seat__summary", "user", "piece", "score")),
        sorted(Piece.objects.values_list()),
    ]


def totals() -> dict[str, tuple[int, int]]:
    return {piece.key: (piece.seats, piece.total) for piece in Piece.objects.all()}


def test_scores_are_without_handicaps() -> None:
    ann, ben = person("Ann"), person("Ben")
    table = ended((ann, 84), (ben, 94), summary=SUMMARY, seats={1: {"handicap": 30}})
    assert Summary.objects.get().best == 64
    assert set(PlayedWith.objects.values_list("best", flat=True)) == {64}
    assert dict(SeatSummary.objects.values_list("user", "score")) == {ann.pk: 84, ben.pk: 64}
    (result,) = summary_data(ben)["results"]
    assert (result["score"], result["result"]) == (64, Result.PRACTICE)
    assert table.seats.get(user=ben).rank == 1


def test_a_game_that_is_played_to_its_end_has_its_rows(people: list[User]) -> None:
    table = played(*people)
    summary = table.summary
    assert (summary.game, summary.seats, summary.open, summary.finished_at) == (
        *("cartographers", 2, True),
        table.finished_at,
    )
    assert summary.best == max(seat.score or 0 for seat in table.seats.all())
    state = load(present(table)).state
    with_it = {(row.piece.kind, row.piece.key) for row in summary.pieces.select_related("piece")}
    assert with_it == {*(("edict", card.id) for card in state.edicts), ("sheet", "A")}


def test_the_stars_of_a_seat_come_from_its_edicts_coins_and_monsters(people: list[User]) -> None:
    table = played(*people)
    state = load(present(table)).state
    for index, user in enumerate(people):
        gains = dict(Gain.objects.filter(user=user, piece__kind="source").values_list("piece__key", "score"))
        edicts = Gain.objects.filter(user=user, piece__kind="edict").values_list("score", flat=True)
        assert len(edicts) == 4
        assert sum(edicts) == gains["edicts"]
        assert sum(gains.values()) == Seat.objects.get(table=table, index=index).score
        assert -gains["monsters"] == sum(season[index].losses for season in state.scores)


def test_a_title_is_kept_of_who_played_alone(people: list[User]) -> None:
    table = played(people[0])
    row = SeatSummary.objects.get(summary=table.pk)
    assert (row.result, row.title) == (Result.ALONE, RULES.standings(load(present(table)).state).title)
    assert row.title


def test_practice_brings_nobody_a_figure(people: list[User]) -> None:
    table = played(people[0])
    Summary.objects.all().delete()
    assert (
        ended((people[0], 12), summary=GameSummary(gains=SUMMARY.gains[:1], title="master", counts=False)).pk
        != table.pk
    )
    row = SeatSummary.objects.get()
    assert (row.result, row.title) == (Result.PRACTICE, "")
    assert not Gain.objects.exists()


def test_a_game_whose_deck_was_known_is_practice() -> None:
    ann, ben = person("Ann"), person("Ben")
    first = ended((ann, 20), (ben, 10), summary=SUMMARY)
    ended((ann, 90), (ben, 80), summary=SUMMARY, deck_of=first)
    ended((ann, 99), summary=GameSummary(gains=SUMMARY.gains[:1], title="master"), deck_of=first)
    assert sorted(SeatSummary.objects.values_list("score", "result", "title")) == [
        *((10, "lost", ""), (20, "won", "")),
        *((80, "practice", ""), (90, "practice", ""), (99, "practice", "")),
    ]
    assert totals() == {"borderlands": (2, 13), "coins": (2, 2), "A": (0, 0)}


def locks(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """Record the pieces locked by each call from now on."""
    calls, locked = list[set[str]](), PieceQuerySet.locked

    def noted(pieces: PieceQuerySet) -> PieceQuerySet:
        calls.append(set(pieces.values_list("key", flat=True)))
        return locked(pieces)

    monkeypatch.setattr(PieceQuerySet, "locked", noted)
    return calls


def test_who_goes_waits_for_no_piece_while_others_wait_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = person("Ann"), person("Ben")
    ended((ann, 20), summary=GameSummary(gains=({("edict", "borderlands"): 5},)))
    ended((ann, 20), (ben, 10), summary=GameSummary(gains=({("edict", "caves"): 3}, {("edict", "roads"): 3})))
    calls = locks(monkeypatch)
    personal_data.erase(user=ann)
    assert calls[0] == {"borderlands", "caves"}
    assert set().union(*calls) == calls[0], "all at once, before anything is changed"
    assert totals() == {"borderlands": (0, 0), "caves": (0, 0), "roads": (1, 3)}


def test_a_game_summed_up_anew_neither(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(people[0])
    there = set(Piece.objects.values_list("key", flat=True))
    stale = Piece.objects.create(game=table.game, kind="edict", key="stale")
    Gain.objects.create(seat=SeatSummary.objects.get(), user=people[0], piece=stale, score=3)
    calls = locks(monkeypatch)
    assert rewrite_summary(table.pk, anew=True)
    assert calls[0] == there | {"stale"}
    assert set().union(*calls) == calls[0]


@pytest.mark.parametrize("left", [resigned(LATEST), away(LATEST)])
def test_who_left_has_neither_won_nor_lost(left: dict[str, Any]) -> None:
    ann, ben = person("Ann"), person("Ben")
    ended((ann, 30), (ben, 20), summary=SUMMARY, seats={0: left})
    assert dict(SeatSummary.objects.values_list("user", "result")) == {ann.pk: "left", ben.pk: "lost"}
    assert set(Gain.objects.values_list("user", flat=True)) == {ben.pk}


def test_equal_ranks_have_both_won() -> None:
    ended((person("Ann"), 20), (person("Ben"), 20))
    assert set(SeatSummary.objects.values_list("result", flat=True)) == {"won"}


def test_a_game_without_a_result_is_listed_and_not_counted(people: list[User]) -> None:
    table = begun(*people)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.END, "It stalls."))
    assert Table.objects.get(pk=table.pk).ending == Ending.STAFF
    assert Summary.objects.get().unfinished
    assert not Gain.objects.exists()
    assert set(SeatSummary.objects.values_list("result", flat=True)) == {"stopped"}


def test_what_pieces_bring_everybody_is_added_up() -> None:
    ann, ben = person("Ann"), person("Ben")
    for _ in range(2):
        ended((ann, 20), (ben, 10), summary=SUMMARY)
    assert totals() == {"borderlands": (4, 26), "coins": (4, 4), "A": (0, 0)}


def summarise_games(**options: Any) -> str:
    out = io.StringIO()
    call_command("summarise_games", stdout=out, **options)
    return out.getvalue()


def test_missing_rows_are_written_as_they_were(people: list[User]) -> None:
    played(*people)
    played(people[0], access=Access.INVITATION)
    before = rows()
    with_no_rows()
    assert summarise_games() == "Games summarised: 2\n"
    assert rows() == before
    assert summarise_games() == "Games summarised: 0\n"


def with_no_rows() -> None:
    """Delete all summary rows, as before the site had any."""
    delete_gains(Gain.objects.all())
    Summary.objects.all().delete()


def test_what_is_broken_off_leaves_the_totals_right(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    played(*people)
    played(people[0])
    before, written = rows(), []

    def once(pk: int, *, anew: bool) -> bool:
        if written:
            raise KeyboardInterrupt
        written.append(pk)
        return rewrite_summary(pk, anew=anew)

    monkeypatch.setattr(command, "rewrite_summary", once)
    with pytest.raises(KeyboardInterrupt):
        summarise_games(all=True)
    assert len(written) == 1
    assert rows() == before


def test_it_goes_on_after_the_table_that_it_named(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "BATCH", 1)
    first, second = played(people[0]), played(people[0])
    assert summarise_games(all=True).splitlines() == [
        f"1 of 2; to continue from here: --after {first.code}",
        f"2 of 2; to continue from here: --after {second.code}",
        "Games summarised: 2",
    ]
    with_no_rows()
    assert summarise_games(after=first.code).endswith("Games summarised: 1\n")
    assert Summary.objects.get().table == second
    with pytest.raises(CommandError, match="There is no table nowhere"):
        summarise_games(after="nowhere")


def test_nothing_is_added_up_anew_but_by_wish(people: list[User]) -> None:
    played(people[0])
    Summary.objects.get().delete()
    Piece.objects.filter(key="coins").update(seats=70, total=700)
    with CaptureQueriesContext(connection) as queries:
        assert summarise_games() == "Games summarised: 1\n"
    assert not any("counted_total" in query["sql"] for query in queries)
    assert Piece.objects.get(key="coins").seats == 71
    summarise_games(all=True)
    assert wrong_totals() == ""
    assert Piece.objects.get(key="coins").seats == 1


def test_a_game_that_ends_while_totals_are_mended_is_counted_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(people[0])
    Piece.objects.update(seats=9, total=99)
    pieces, mend = set(Piece.objects.values_list("pk", flat=True)), summaries._change_totals

    def late(seats: dict[int, int], totals: dict[int, int]) -> None:
        """End another game between the count and the first update of totals."""
        monkeypatch.setattr(summaries, "_change_totals", mend)
        played(people[1])
        mend(seats, totals)

    monkeypatch.setattr(summaries, "_change_totals", late)
    recalculate_totals()
    assert pieces <= set(Piece.objects.values_list("pk", flat=True))
    assert Gain.objects.values("user").distinct().count() == 2
    assert wrong_totals() == ""


def test_all_rows_can_be_written_anew_any_number_of_times(people: list[User]) -> None:
    played(*people)
    before = rows()
    SeatSummary.objects.update(score=1)
    for _ in range(2):
        assert summarise_games(all=True) == "Games summarised: 1\n"
        assert rows() == before


def test_a_game_that_cannot_be_read_keeps_no_other_from_its_rows(people: list[User]) -> None:
    broken = ended((people[0], 3))
    played(people[0])
    Summary.objects.all().delete()
    Table.objects.filter(pk=broken.pk).update(game="gone")
    assert summarise_games() == "Games summarised: 1, failed: 1\n"
    assert not hasattr(Table.objects.get(pk=broken.pk), "summary")


def test_what_cannot_be_summed_up_keeps_no_game_from_its_end(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("games.cartographers.past.summary.SHEET", None)  # which no row takes
        table = played(people[0])
    assert table.status == Status.FINISHED
    assert not Summary.objects.exists()
    assert summarise_games() == "Games summarised: 1\n"


def test_a_game_under_way_is_left_alone(people: list[User]) -> None:
    begun(*people)
    assert summarise_games() == "Games summarised: 0\n"


def test_a_guest_takes_the_figures_along() -> None:
    ann, guest = person("Ann"), make_guest(display_name="Heron")
    ended((guest, 9), summary=GameSummary(gains=SUMMARY.gains[:1]))
    assert guests.move_tables(guest=guest, account=ann) == 1
    assert SeatSummary.objects.get().user == ann
    assert set(Gain.objects.values_list("user", flat=True)) == {ann.pk}


def test_who_goes_for_good_takes_the_rows_along() -> None:
    ann, ben = person("Ann"), person("Ben")
    ended((ann, 20), (ben, 10), summary=SUMMARY)
    ended((ann, 20), summary=GameSummary(gains=SUMMARY.gains[:1]))
    personal_data.erase(user=ann)
    assert set(SeatSummary.objects.values_list("user", flat=True)) == {ben.pk}
    assert set(Gain.objects.values_list("user", flat=True)) == {ben.pk}
    assert Summary.objects.count() == 1
    assert totals() == {"borderlands": (1, 4), "coins": (1, 0), "A": (0, 0)}


def test_a_total_that_has_gone_wrong_keeps_nobody_from_going() -> None:
    ann = person("Ann")
    ended((ann, 20), (person("Ben"), 10), summary=SUMMARY)
    Piece.objects.update(seats=0)
    personal_data.erase(user=ann)
    assert not SeatSummary.objects.filter(user=ann).exists()


def test_a_guest_who_is_swept_away_takes_what_they_brought_along() -> None:
    guest = make_guest(display_name="Heron")
    ended((guest, 20), summary=GameSummary(gains=SUMMARY.gains[:1]))
    User.objects.filter(pk=guest.pk).update(last_login=LATEST - timedelta(days=4000))
    assert tidy_guests(silent_for=timedelta(days=180)) == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    assert totals() == {"borderlands": (0, 0), "coins": (0, 0)}


def test_nothing_is_written_anew_of_who_is_gone(people: list[User]) -> None:
    played(*people)
    personal_data.erase(user=people[0])
    summarise_games(all=True)
    assert set(SeatSummary.objects.values_list("user", flat=True)) == {people[1].pk}


def test_a_person_gets_what_is_kept_of_them() -> None:
    ann, ben = person("Ann"), person("Ben")
    table = ended((ann, 20), (ben, 10), summary=SUMMARY)
    (result,) = summary_data(ann)["results"]
    assert result == {
        "table": table.code,
        "game": "cartographers",
        "set": "cartographers",
        "seats": 2,
        "score": 20,
        "result": "won",
        "title": "",
        "finished_at": table.finished_at,
        "gains": [
            {"kind": "edict", "key": "borderlands", "score": 9},
            {"kind": "source", "key": "coins", "score": 2},
        ],
        "feats": [],
    }


def test_a_finished_table_that_is_deleted_leaves_nothing(people: list[User]) -> None:
    table = played(people[0])
    assert table.status == Status.FINISHED
    personal_data.delete_tables([table.pk])
    assert not any((Summary.objects.exists(), SeatSummary.objects.exists(), Gain.objects.exists()))
    assert set(totals().values()) == {(0, 0)}
