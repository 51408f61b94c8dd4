"""Skill after matches: order, ties, percentiles of fields, and the number that pages show."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from games.ratings.fields import PARTS, FieldResult, RatedField, middle_indices
from games.ratings.skill import Skill, rate_solo, rate_table


def field_of(scores: Sequence[int], skills: Sequence[Skill]) -> RatedField:
    ranked = sorted(range(len(scores)), key=lambda entry: -scores[entry])
    middles = (ranked[index] for index in middle_indices(len(scores)))
    results = (FieldResult(entry, scores[entry], skills[entry]) for entry in middles)
    return RatedField(tuple(results), dict(Counter(scores)))


def after_a_day(scores: Sequence[int], skills: Sequence[Skill]) -> list[Skill]:
    field = field_of(scores, skills)
    return [
        rate_solo(skill, score, field.opponents(entry, score))
        for entry, (score, skill) in enumerate(zip(scores, skills, strict=True))
    ]


def test_first_number_is_1500_with_a_margin() -> None:
    assert (Skill().number, Skill().margin) == (1500, 408)
    assert Skill(mu=-100).number == 100


def test_table_is_rated_by_its_order() -> None:
    numbers = [skill.number for skill in rate_table([Skill()] * 4, [2, 1, 4, 3])]
    assert numbers[1] > numbers[0] > numbers[3] > numbers[2]
    assert numbers[1] > 1500 > numbers[2]


def test_tie_of_equals_changes_no_number() -> None:
    assert [skill.number for skill in rate_table([Skill()] * 3, [1, 1, 1])] == [1500] * 3
    won, second, third = rate_table([Skill()] * 3, [1, 2, 2])
    assert won.mu > second.mu == third.mu


def test_win_over_a_stronger_player_counts_more() -> None:
    strong, weak = Skill(35, 2), Skill(15, 2)
    over_strong, over_weak = (rate_table([Skill(), other], [1, 2])[0].mu for other in (strong, weak))
    assert over_strong > over_weak > Skill().mu


@pytest.mark.parametrize("others", [10, 40, 200])
def test_constant_percentiles_converge_in_order(others: int) -> None:
    """Check players who are always at the 90th, 50th and 10th percentile of others without lasting skill."""
    chance = random.Random(4)
    shares, course = (90, 50, 10), list[list[int]]()
    skills = [Skill()] * (len(shares) + others)
    for _day in range(80):
        drawn = [100 * place // others + 1 for place in range(others)]
        chance.shuffle(drawn)
        skills = after_a_day([*shares, *drawn], skills)
        course.append([skill.number for skill in skills[: len(shares)]])
    assert all(day[0] > day[1] > day[2] for day in course[1:])
    assert course[-1][0] > 1700
    assert course[-1][2] < 1300
    early, late = (abs(course[end][0] - course[end - 20][0]) for end in (20, 79))
    assert late < early / 2, "the number settles"


@pytest.mark.parametrize("count", [5, 11, 50, 200])
def test_mean_of_a_field_hardly_changes(count: int) -> None:
    chance, skills = random.Random(5), [Skill()] * count
    for _day in range(30):
        skills = after_a_day([chance.randrange(10_000) for _player in skills], skills)
    assert abs(sum(skill.number for skill in skills) / count - 1500) < 40


@pytest.mark.parametrize("count", [*range(1, 30), 1000, 100_000])
def test_middles_cover_the_ranking(count: int) -> None:
    indices = middle_indices(count)
    assert len(set(indices)) == len(indices) == min(count, PARTS)
    assert indices == sorted(indices)
    assert indices[0] >= 0
    assert indices[-1] < count


def test_nobody_is_their_own_opponent() -> None:
    scores = [*range(100), 50, 50, 50]
    field = field_of(scores, [Skill(mu=index) for index in range(len(scores))])
    for entry, score in enumerate(scores):
        opponents = field.opponents(entry, score)
        assert 9 <= len(opponents) <= 10
        assert Skill(mu=entry) not in [skill for _score, skill in opponents]


def test_equal_scores_have_equal_opponents() -> None:
    scores = [10] * 30 + [20] * 30
    field = field_of(scores, [Skill()] * 60)
    assert {len(field.opponents(entry, score)) for entry, score in enumerate(scores)} <= {9, 10}
    rated = after_a_day(scores, [Skill()] * 60)
    assert max(skill.mu for skill in rated[:30]) < 25 < min(skill.mu for skill in rated[30:])


def test_field_survives_storage() -> None:
    field = field_of([3, 1, 2, 2], [Skill(mu=20.5)] * 4)
    assert RatedField.from_json(field.to_json()) == field
    assert (field.place(3), field.place(2), field.place(1)) == (1, 2, 4)
