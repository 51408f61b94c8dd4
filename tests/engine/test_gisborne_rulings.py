"""Rulings G1 to G30 of docs/gisborne.md, one test or more for each."""

from __future__ import annotations

import pytest

from engine import RuleViolation, Shuffler, begin
from engine.contract import Seat
from engine.gisborne import RULES, Keep, LaidNumbers, Lay, LayDesk, Mark, Setup, gisborne, parse_cards
from engine.gisborne import events as ev
from engine.gisborne.cards import Face
from engine.gisborne.rules.finish import POSITION
from engine.gisborne.rules.rounds import begin_round
from tests.engine.gisborne_positions import Table, seats, with_switches

SEED = bytes(32)


def _play_absent(number: int, game_seats: int) -> tuple[list[ev.Event], list[int]]:
    """Play a game of absent seats. Returns its events, and the number of asks by round."""
    rng = Shuffler(number.to_bytes(32, "big"))
    events, state = begin(RULES, Setup(gisborne()), game_seats, rng)
    asked = []
    while open_asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        ask = open_asks[0]
        asked.append(ask.turn)
        event = RULES.answer(state, RULES.fallback(RULES.view(state, ask.seat), ask))
        state = RULES.evolve(state, event)
        while forced := RULES.next_event(state, rng):
            events.append(forced)
            state = RULES.evolve(state, forced)
    assert state.over
    return events, asked


@pytest.mark.parametrize("number", [1, 2, 6])
def test_g1_only_three_to_five_seats_play(number: int) -> None:
    with pytest.raises(RuleViolation, match="seats"):
        begin(RULES, Setup(gisborne()), number, Shuffler(SEED))


def test_g2_top_chip_of_the_pile_is_seen_and_changes_with_a_tile() -> None:
    table = Table([6, 1, 3], ["b1", "b1", "b1"])
    assert RULES.view(table.state, None).next_chip == 2
    table.lay(A="b1", B="b1", C="b1")
    view = RULES.view(table.state, None)
    assert (view.next_chip, view.on_way, view.chips_left) == (3, {10: 2}, 8)


def test_g3_pawns_are_those_of_their_seats() -> None:
    table = Table([4, 0, 2], ["b1", "b1", "b1"])
    assert RULES.view(table.state, None).at == (4, 0, 2)


def test_g4_order_stays_when_seats_overtake() -> None:
    table = Table([4, 3, 0], ["b1", "4g4", "b1"])
    table.lay(A="b1", B="4g4", C="b1")
    moved = [event.seat for event in table.happened(ev.SetOut)[:3]]
    assert moved == list(seats("ABC"))
    assert table.state.round.order == seats("BAC")


def test_g5_nobody_draws_back_in_the_last_round() -> None:
    table = Table([74, 60, 50], ["4g4 b1", "b1", "b1"], whole=True, pile=20)
    table.lay(A="4g4", B="b1", C="b1")
    assert table.state.over
    assert table.happened(ev.Drew) == []
    assert [len(hand) for hand in table.state.hands] == [1, 0, 2]


def test_g6_tent_counts_among_the_five_cards() -> None:
    table = Table([3, 2, 1], ["6b1", "b1", "b1"])
    assert table.refusal(A="tent 5b1") == ["too_many"]
    assert table.refusal(A="6b1") == ["too_many"]
    assert table.refusal(A="tent 4b1") == []


def test_g7_empty_hand_lays_the_tent_unasked() -> None:
    table = Table([3, 2, 1], ["", "b1", "b1"])
    assert table.asked() == "BC"
    table.lay(B="b1", C="b1")
    assert table.happened(ev.Stayed) == [ev.Stayed(Seat(0), ev.Reason.TENT)]
    assert len(table.hand("A")) == 2


def test_g8_seats_behind_see_the_number_of_cards_before_the_reveal() -> None:
    table = Table([3, 2, 1], ["b1", "3b1", "b1"])
    table.lay(B="tent 2b1")
    numbers = {viewer: RULES.view(table.state, viewer).numbers for viewer in (None, *seats("ABC"))}
    assert numbers == {
        None: (None, None, None),
        Seat(0): (None, None, None),
        Seat(1): (None, 3, None),
        Seat(2): (None, 3, None),
    }
    assert RULES.view(table.state, None).laid == (False, True, False)
    assert RULES.view(table.state, None).hands == (1, 3, 1)


def test_g8_hidden_numbers_are_seen_by_nobody_else() -> None:
    table = Table([3, 2, 1], ["b1", "b1", "b1"], box=with_switches(laid_numbers=LaidNumbers.HIDDEN))
    table.lay(A="b1")
    assert RULES.view(table.state, Seat(2)).numbers == (None, None, None)
    table.lay(C="b1")
    table.take_back("A")
    assert table.asked() == "AB"


def test_g9_play_stands_once_a_seat_behind_has_laid() -> None:
    table = Table([3, 2, 1], ["b1", "b1", "b1"])
    table.lay(B="b1", A="b1")
    assert not table.ask("A").withdrawable
    with pytest.raises(RuleViolation, match="seen_behind"):
        table.take_back("A")
    table.take_back("B")
    table.take_back("A")
    assert table.asked() == "ABC"


def test_g9_tent_that_lies_by_itself_behind_does_not_count() -> None:
    table = Table([3, 2, 1], ["b1", "b1", ""])
    table.lay(A="b1")
    table.take_back("A")
    assert table.asked() == "AB"


def test_g10_half_of_one_step_stays_and_draws_back() -> None:
    table = Table([40, 38, 30], ["b1", "b1", "b1"])
    table.lay(A="b1", B="b1", C="b1")
    assert ev.Stayed(Seat(1), ev.Reason.SWAMP) in table.events
    assert (table.at("B"), len(table.hand("B"))) == (38, 2)


def test_g11_push_crosses_rivers_and_uncovers_tiles() -> None:
    table = Table([28, 30, 1], ["6b2 b1", "b1 s2", "b1"])
    table.lay(A="b2", B="tent", C="b1")
    assert table.ask("A").kind == "river"
    table.discard("A", "2b2 b1")
    assert ev.Moved(Seat(0), 31, 0, ev.Reason.PUSH) in table.events


def test_g11_push_uncovers_a_tile() -> None:
    table = Table([6, 1, 3], ["b1", "3s2 s3", "b1"])
    table.lay(A="tent", B="s2 s3", C="tent")
    assert ev.TileLaid("twin_hamlets", 2) in table.events
    assert table.at("B") == 7


def test_g12_push_onto_another_bridge_leads_over_it() -> None:
    path = ("rope_bridge", "gorge_span", "twin_hamlets")
    table = Table([9, 15, 16], ["b2", "b1", "b1"], path=path, chips={13: 2})
    table.lay(A="b2", B="tent", C="tent")
    assert table.at("A") == 21
    assert table.chips("A") == (2,)


def test_g13_field_acts_after_a_push() -> None:
    table = Table([24, 22, 9], ["b1", "b2 b1", "b1"], chests=[(), (3,)])
    table.lay(A="tent", B="b2", C="tent")
    assert table.at("B") == 25
    assert ev.ChipGiven(Seat(1), 3) in table.events


def test_g14_beach_needs_no_exact_number() -> None:
    table = Table([76, 60, 70], ["5g4", "b1", "b1"], whole=True)
    table.lay(A="5g4", B="b1", C="b1")
    assert ev.Arrived(Seat(0), 5) in table.events
    assert table.state.over


def test_g15_slots_are_worth_nothing() -> None:
    table = Table([76, 75, 1], ["b1", "2b1", "b1"], whole=True)
    table.lay(A="b1", B="2b1", C="b1")
    arrived = table.happened(ev.Arrived)
    assert arrived == [ev.Arrived(Seat(0), 5), ev.Arrived(Seat(1), 4)]
    assert [chest.points for chest in table.state.chests] == [4 + 3, 2, 0]


def test_g16_village_draws_one_card_whatever_was_played() -> None:
    table = Table([8, 3, 1], ["s3 g4 b1", "b1", "b1"])
    table.lay(A="s3 g4 b1", B="b1", C="b1")
    assert ev.SetOut(Seat(0), 8, halved=False) in table.events
    assert len(table.hand("A")) == 1


def test_g16_only_the_village_mixes_metals() -> None:
    table = Table([8, 3, 1], ["s3", "s3 g4", "b1"])
    assert table.refusal(B="s3 g4") == ["mixed_metals"]
    assert table.refusal(B="tent s3 g4") == []


def test_g17_tent_on_village_draws_two_and_the_swamp_halves_next_time() -> None:
    table = Table([41, 8, 1], ["b1 b2", "b1", "b1"])
    table.lay(A="tent", B="tent", C="tent")
    assert [len(table.hand(letter)) for letter in "ABC"] == [4, 3, 3]
    table.lay(A="b2", B="tent", C="tent")
    assert ev.SetOut(Seat(0), 1, halved=True) in table.events


def test_g18_seat_chooses_the_chip_for_the_wolves() -> None:
    table = Table([22, 28, 9], ["g3", "b1", "b1"], chests=[(1, 3)])
    table.lay(A="g3", B="tent", C="tent")
    with pytest.raises(RuleViolation, match="no_such_chip"):
        table.give("A", 2)
    table.give("A", 1)
    assert table.chips("A") == (3,)


def test_g19_cards_are_laid_off_before_later_tiles_show() -> None:
    table = Table([30, 1, 2], ["5g4 3b1", "b1", "b1"])
    table.lay(A="4g4", B="b1", C="b1")
    assert table.ask("A").kind == "river"
    assert table.happened(ev.TileLaid) == []
    table.discard("A", "b1")
    assert table.happened(ev.TileLaid) != []


def test_g20_cards_laid_are_not_in_hand_at_a_river() -> None:
    table = Table([30, 1, 2], ["5b1 3g4", "b1", "b1"])
    table.lay(A="5b1", B="b1", C="b1")
    assert table.happened(ev.RiverReached) == []
    assert len(table.hand("A")) == 3 + 2


def test_g21_passed_chip_is_taken_before_landing() -> None:
    table = Table([26, 28, 19], ["b1", "b1", "2s3"], chips={20: 3})
    table.lay(A="tent", B="tent", C="2s3")
    taken = ev.ChipTaken(Seat(2), 20, 3, ev.Reason.PASSED)
    assert table.events.index(taken) < table.events.index(ev.WolvesMet(Seat(2), 1))
    assert table.state.round.earned == 0


def test_g22_later_in_rank_goes_without_when_all_is_dry() -> None:
    table = Table([4, 3, 2, 1], ["b1", "b2", "b1", "b1"], chips={5: 1}, pile=4)
    table.lay(A="b1", B="tent", C="tent", D="tent")
    # B, C and D draw back two cards each after A: of the pile of 4 and A's card nothing is left for D.
    drew = [(event.seat, len(event.cards)) for event in table.happened(ev.Drew)]
    assert drew == [(0, 2), (1, 2), (2, 1)]
    (scoring,) = table.happened(ev.ScoringBegan)
    assert [len(cards) for cards in scoring.dealt] == [0, 0, 0, 0]


def test_g22_scoring_deals_each_rank_its_whole_number_first() -> None:
    table = Table([9, 7, 6, 5], ["g3", "g4", "g4", "g4"], chips={12: 1}, pile=0)
    table.lay(A="g3", B="g4", C="g4", D="g4")
    (scoring,) = table.happened(ev.ScoringBegan)
    assert [len(cards) for cards in scoring.dealt] == [3, 1, 0, 0]


def test_g23_number_for_the_chest_is_said_once_and_unseen() -> None:
    table = Table([4, 3, 2], ["b1", "b1", "b1"], chips={5: 1})
    table.lay(A="b1", B="tent", C="tent")
    assert table.asked() == "AB"
    (scoring,) = table.happened(ev.ScoringBegan)
    news = RULES.visible(scoring, Seat(0), table.state)
    assert "dealt=(3, 2, 2)" in str(news)
    assert "BRONZE" not in str(news)
    table.keep(A=1)
    table.keep(B=2)
    assert table.state.chests[0].cards == scoring.dealt[0][:1]
    assert set(scoring.dealt[0][1:]) <= set(table.hand("A"))


def test_g24_last_scoring_asks_nobody_and_fills_the_chests() -> None:
    table = Table([76, 60, 70], ["b1", "b1", "b1"], whole=True)
    table.lay(A="b1", B="b1", C="b1")
    (closed,) = table.happened(ev.ScoringClosed)
    assert closed.chests == (3, 0, 2)
    assert len(table.hand("B")) == 2


@pytest.mark.parametrize("number", [1, 2])
def test_g25_first_arrival_earns_one_scoring_or_two(number: int) -> None:
    table = Table([76, 60, 70], ["b1", "b1", "b1"], whole=True, box=with_switches(final_scorings=number))
    table.lay(A="b1", B="b1", C="b1")
    assert len(table.happened(ev.ScoringClosed)) == number
    assert table.state.chests[0].points == 4 + 3 * number


def test_g26_chests_show_numbers_and_chips_but_no_faces() -> None:
    table = Table([4, 3, 2], ["b1", "b1", "b1"], chests=[(3, 1)], pile=100)
    chest = RULES.view(table.state, Seat(2)).chests[0]
    assert (chest.cards, chest.chips, chest.points) == (122 - 100 - 3, (3, 1), 19 + 4)


def test_g27_answers_without_a_choice_are_not_asked() -> None:
    river = Table([30, 1, 2], ["5b1 b2", "b1", "b1"])
    river.lay(A="b2", B="tent", C="tent")
    assert ev.Discarded(Seat(0), parse_cards("2b1")) in river.events
    wolves = Table([24, 1, 2], ["b1", "b1", "b1"], chests=[(2, 2)])
    wolves.lay(A="b1", B="tent", C="tent")
    assert ev.ChipGiven(Seat(0), 2) in wolves.events


def test_g27_river_that_takes_the_whole_hand_is_not_asked() -> None:
    river = Table([30, 1, 2], ["b1 b2 s3 g4", "b1", "b1"], box=with_switches(river_hand=0))
    river.lay(A="b2", B="tent", C="tent")
    assert ev.Discarded(Seat(0), parse_cards("b1 s3 g4")) in river.events
    assert river.at("A") == 32


@pytest.mark.parametrize(
    ("at", "hand", "laid"),
    [
        (1, "b2 s2 s3 g3", Lay(Seat(0), 1, (Face.BRONZE_2,))),
        (38, "b1 s2 g4", Lay(Seat(0), 1, (Face.SILVER_2,))),
        (38, "b1", Lay(Seat(0), 1, (), tent=True)),
    ],
)
def test_g28_absent_seat_lays_the_lowest_card_that_moves(at: int, hand: str, laid: Lay) -> None:
    table = Table([at, 2, 3], [hand, "b1", "b1"])
    assert RULES.fallback(RULES.view(table.state, Seat(0)), table.ask("A")) == laid


def test_g28_absent_seat_puts_all_dealt_cards_into_the_chest() -> None:
    table = Table([4, 3, 2], ["b1", "b1", "b1"], chips={5: 1})
    table.lay(A="b1", B="tent", C="tent")
    ask = table.ask("A")
    assert RULES.fallback(RULES.view(table.state, ask.seat), ask) == Keep(ask.seat, ask.id, 3)


@pytest.mark.parametrize("number", range(6))
def test_g28_table_of_absent_seats_reaches_the_end(number: int) -> None:
    _, asked = _play_absent(number, 3 + number % 3)
    assert asked[-1] < 100


def test_g29_camping_ends_no_game() -> None:
    table = Table([0, 0, 0], ["b1", "b1", "b1"])
    for _ in range(30):
        table.lay(A="tent", B="tent", C="tent")
    assert table.state.round.number == 31
    assert not table.state.over


def test_g30_chips_nobody_took_are_worth_nothing() -> None:
    table = Table([76, 60, 70], ["b1", "b1", "b1"], whole=True, chips={71: 2})
    table.lay(A="b1", B="b1", C="tent")
    assert table.state.on_way == {71: 2}
    assert [place.score for place in RULES.standings(table.state).places] == [7, 2, 0]


def test_standings_of_equal_points_follow_the_rank() -> None:
    table = Table([4, 9, 2], ["b1", "b1", "b1"], chests=[(2,), (2,), (3,)])
    places = RULES.standings(table.state).places
    assert [(place.seat, place.rank, place.tie_break) for place in places] == [
        (2, 1, ""),
        (1, 2, POSITION),
        (0, 3, POSITION),
    ]


def test_round_begins_with_the_marks_under_the_pawns() -> None:
    table = Table([8, 38, 0], ["b1", "b1", "b1"])
    assert table.state.round.stood == (Mark.VILLAGE, Mark.SWAMP, None)
    desk = RULES.view(table.state, Seat(1)).desk
    assert isinstance(desk, LayDesk)
    assert (desk.mixed, desk.halved) == (False, True)
    assert begin_round(table.state).round == 2
