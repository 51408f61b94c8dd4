"""The shuffler never changes: the results of a seed stay the same."""

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest

from engine.randomness import SEED_BYTES, Shuffler, commitment
from tests.engine.tools import seed_of

ZERO = bytes(SEED_BYTES)
COUNTING = bytes(range(SEED_BYTES))
VECTORS = [
    (ZERO, "deck/spring", 16, (9, 7, 2, 11, 4, 8, 6, 12, 13, 15, 0, 1, 10, 14, 5, 3)),
    (COUNTING, "deck/spring", 16, (15, 7, 9, 13, 6, 11, 2, 1, 5, 10, 8, 4, 14, 3, 0, 12)),
    (COUNTING, "deck/summer", 16, (2, 6, 15, 14, 5, 1, 11, 12, 10, 4, 0, 3, 9, 7, 13, 8)),
    (COUNTING, "ambushes", 4, (0, 2, 1, 3)),
    (COUNTING, "edicts", 4, (3, 1, 0, 2)),
    (COUNTING, "stack/forest", 4, (2, 1, 3, 0)),
    (
        COUNTING,
        "a long list",
        40,
        (
            3,
            12,
            7,
            17,
            1,
            38,
            19,
            27,
            30,
            36,
            24,
            9,
            18,
            8,
            14,
            32,
            6,
            22,
            29,
            33,
            28,
            34,
            31,
            15,
            23,
            5,
            25,
            11,
            16,
            26,
            35,
            39,
            4,
            20,
            0,
            21,
            2,
            37,
            13,
            10,
        ),
    ),
]


@pytest.mark.parametrize(("seed", "label", "length", "order"), VECTORS)
def test_a_seed_and_a_label_give_this_order_for_ever(
    seed: bytes, label: str, length: int, order: tuple[int, ...]
) -> None:
    assert Shuffler(seed).shuffle(label, range(length)) == order
    assert described(seed, label, length) == order


def described(seed: bytes, label: str, length: int) -> tuple[int, ...]:
    """The order, computed as docs/record.md describes."""
    stream = []
    for number in range(length):
        block = hmac.new(seed, f"{label}:{number}".encode(), hashlib.sha256).digest()
        stream += [int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)]
    order, drawn = list(range(length)), iter(stream)
    for last in range(length - 1, 0, -1):
        most = 2**64 // (last + 1) * (last + 1)
        other = next(number for number in drawn if number < most) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def test_labels_and_seeds_are_independent() -> None:
    orders = {
        Shuffler(seed_of(number)).shuffle(label, range(16)) for number in range(20) for label in ("a", "b", "a:0")
    }
    assert len(orders) == 60


def test_every_place_is_as_likely() -> None:
    firsts = Counter(Shuffler(seed_of(number)).shuffle("x", "abcd")[0] for number in range(2000))
    assert sorted(firsts) == list("abcd")
    assert all(430 < often < 570 for often in firsts.values())


@pytest.mark.parametrize("items", [(), ("one",)])
def test_little_is_left_as_it_is(items: tuple[str, ...]) -> None:
    assert Shuffler(ZERO).shuffle("x", items) == items


def test_what_is_shuffled_is_all_there_and_the_list_stays_as_it_was() -> None:
    items = [f"card {number}" for number in range(13)]
    assert sorted(Shuffler(COUNTING).shuffle("x", items)) == sorted(items)
    assert items == [f"card {number}" for number in range(13)]


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        Shuffler(bytes(length))


def test_a_number_that_would_favour_some_places_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (2**64 - 1, 5, 1)
    blocks = count()

    def digest(key: bytes, text: bytes, name: str) -> bytes:
        return b"".join(number.to_bytes(8, "big") for number in (*numbers, next(blocks)))

    monkeypatch.setattr(hmac, "digest", digest)
    assert Shuffler(ZERO).shuffle("x", "abc") == ("a", "b", "c")  # 5 % 3 and 1 % 2: both stay


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(COUNTING) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
