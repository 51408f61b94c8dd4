"""The strip of a table: the part that changes with every seat's commit."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engine.cartographers.view import View
from games.cartographers.presenters.people import Person, people
from games.cartographers.words.announcements import heard_sentence, offer_sentence, turn_title
from games.tables.afterwards import Rematch, rematch
from games.tables.game import Seated
from games.tables.pulse import spread


@dataclass(frozen=True, slots=True)
class Strip:
    """The part that changes with every seat's commit: who is awaited. `address` asks for it again, after `spread`
    milliseconds at most; `said` is what is said aloud of it. `rematch` is what another seat of a finished game asks
    for, None where nobody does.
    """

    version: int
    spread: str
    title: str
    address: str
    sentence: str
    said: str
    my_turn: bool
    people: tuple[Person, ...]
    rematch: Rematch | None


def desk_key(view: View, *, asked: bool = False) -> str:
    """What the viewer's desk depends on: while this stays the same, another seat's commit changes the strip only.
    `asked` is whether a game that is over is to be played again.
    """
    if asked:
        return "again"
    drawing = view.desk.drawing if view.desk else view.choice.chosen if view.choice else None
    return f"{view.turn}.{len(view.scores)}.{'-' if drawing is None else drawing.attempt}"


def asked_again(seated: Seated, view: View) -> Rematch | None:
    """The rematch that another of those who sat at a finished game waits for, None where there is none to join."""
    if not view.over or view.viewer is None or view.seats == 1:
        return None
    found = rematch(seated.table, seated.seats[view.viewer].user)
    return found if found.name and found.post else None


def strip(seated: Seated, view: View) -> Strip:
    """The strip, as it is asked for again after every change."""
    everybody = people(seated, view)
    names = [person.name for person in everybody]
    url = reverse("tables:table", args=[seated.table.code])
    sentence = offer_sentence(view, names)
    asked = asked_again(seated, view)
    return Strip(
        version=seated.table.version,
        spread=spread(seated.table.code, seated=view.viewer is not None),
        title=f"{turn_title(view, names)} · {seated.table.name} · Carto",
        address=f"{url}?since={seated.table.version}&desk={desk_key(view, asked=asked is not None)}",
        sentence=sentence,
        said=asked.sentence if asked else heard_sentence(view, names, sentence),
        my_turn=view.viewer is not None and view.awaited[view.viewer],
        people=everybody,
        rematch=asked,
    )
