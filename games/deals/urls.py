"""URLs of daily maps, races and shared decks."""

from datetime import date

from django.urls import path, register_converter

from games.deals import views


class DayConverter:
    """Day in a URL, such as 2026-11-29."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the day. Raises ValueError, which is a 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as text."""
        return value.isoformat()


register_converter(DayConverter, "day")

app_name = "deals"

urlpatterns = [
    path("daily/", views.daily, name="daily"),
    path("daily/play/", views.play_daily, name="play_daily"),
    path("daily/archive/", views.archive, name="archive"),
    path("daily/<day:day>/", views.daily_on, name="daily_on"),
    path("decks/<slug:code>/", views.deck, name="deck"),
    path("decks/<slug:code>/play/", views.play_deck, name="play_deck"),
    path("deals/<slug:code>/field/", views.field, name="field"),
    path("races/", views.races, name="races"),
    path("races/new/", views.new_race, name="new_race"),
    path("races/<slug:code>/", views.race, name="race"),
    path("races/<slug:code>/play/", views.play_race, name="play_race"),
    path("races/<slug:code>/end/", views.end_race, name="end_race"),
]
