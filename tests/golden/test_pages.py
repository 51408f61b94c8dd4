"""Pages of golden games: identical output every time, and changes detected."""

from itertools import pairwise
from pathlib import Path

import pytest
from django.db import transaction

from tests.golden import pages
from tests.golden.written import lines_of, links_in, main_of

SHORT = [("solo_coins", "en")]
FILES = ["html/solo_coins.en.txt", "text/solo_coins.en.txt"]
PAGE = """<header><a href="/">Carto</a></header><main id="main"><form>
<input type="hidden" name="csrfmiddlewaretoken" value="{token}"><input name="command_id" value="{command}">
</form><h1>One &amp;
  <b>only</b></h1><svg aria-label="Her map"><title>2 > 1</title><text>A</text></svg><script>{{"no": 1}}</script>
<p>Re<i>d</i><a class="it" href="/cards/?a=1&amp;b=2">card</a><a href="/cards/?a=1&amp;b=2">it</a></p></main><p>Below"""
COMMANDS = ("0b0e8f3a-6a1f-4a63-9c36-0123456789ab", "7d1c2b3a-0000-4a63-9c36-ba9876543210")


def written(folder: Path) -> list[str]:
    """Write the pages of a game's first turns with an empty database, and return the files."""
    with transaction.atomic():
        count = pages.write(folder, SHORT, turns=2)
        transaction.set_rollback(True)
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*.txt")) == FILES
    files = [(folder / name).read_text("utf-8") for name in FILES]
    assert [file.count("\n=== ") + 1 for file in files] == [count, count]
    return files


@pytest.mark.django_db
def test_pages_written_again_are_the_same_and_a_changed_word_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = written(tmp_path / "once")
    assert written(tmp_path / "again") == once
    monkeypatch.setattr(pages, "NAMES", ("Zoe",))
    html, text = written(tmp_path / "changed")
    assert html != once[0]
    assert text != once[1]
    assert text.replace("Zoe", "Ann") == once[1]


@pytest.mark.django_db
def test_every_kind_of_page_is_there(tmp_path: Path) -> None:
    _, text = written(tmp_path)
    for head in (
        "=== /tables/golden00/, 5 events, spectator: 200",
        "=== /tables/golden00/, 5 events, Ann: 200",
        "=== /tables/golden00/ as a fragment, 5 events, spectator: 200",
        "=== /tables/golden00/line?line=now as a fragment, 5 events, Ann: 200",
        "=== /tables/golden00/turns/1/, ",
        "=== /tables/golden00/turns/1/why/",
        "=== /tables/golden00/why/",
        "=== ?option=1",
    ):
        assert head in text, head
    for heads in pairwise(line for line in text.splitlines() if line.startswith("===")):
        assert heads[0] != heads[1]


def test_pages_are_written_whenever_something_has_happened_and_half_way() -> None:
    alone = ["game_started", "card_revealed", "drawn", "turn_closed", "card_revealed", "drawn", "game_ended"]
    assert list(pages.pauses(alone, 1)) == [(2, True), (5, True), (7, True)]
    two = ["card_revealed", "drawn", "taken_back", "drawn", "drawn", "turn_closed"]
    assert list(pages.pauses(two, 2)) == [(1, True), (2, False), (3, False), (4, False), (6, True)]
    four = ["card_revealed", "drawn", "drawn", "drawn", "drawn", "choice_asked", "chosen", "turn_closed"]
    assert list(pages.pauses(four, 4)) == [(1, True), (3, False), (6, True), (8, True)]


def test_a_page_is_written_without_what_is_new_in_every_answer() -> None:
    parts = {main_of(PAGE.format(token=command[::-1], command=command)) for command in COMMANDS}
    assert len(parts) == 1
    (part,) = parts
    assert links_in(part) == ["/cards/?a=1&b=2"]
    markup, text = lines_of(part)
    assert text.splitlines() == ["One & only", "[Her map] 2 > 1 A", "Redcardit"]
    assert markup.splitlines()[:3] == [
        '<main id="main">',
        "<form>",
        '<input type="hidden" name="csrfmiddlewaretoken" value="token">',
    ]


def test_markup_alone_changes_no_text() -> None:
    before, after = lines_of("<p class='a'>One <b>word</b></p>"), lines_of("<div><p>One <em>word</em></p></div>")
    assert before[0] != after[0]
    assert before[1] == after[1] == "One word\n"
