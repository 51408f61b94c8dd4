"""URLs of reviews."""

from django.urls import path

from games.coach import insight_views, views

app_name = "coach"

urlpatterns = [
    path("tables/<slug:code>/review/", views.review, name="review"),
    path("people/<slug:username>/insights/", insight_views.insights, name="insights"),
]
