"""URLs of reviews."""

from django.urls import path

from games.coach import views

app_name = "coach"

urlpatterns = [path("tables/<slug:code>/review/", views.review, name="review")]
