"""The addresses of a game of Cartographers; the page of its table is `games.tables`'."""

from django.urls import path

from games.cartographers import views

app_name = "cartographers"

urlpatterns = [
    path("tables/<slug:code>/turns/<int:turn>/placement", views.placement, name="placement"),
    path("tables/<slug:code>/turns/<int:turn>/choice", views.choice, name="choice"),
    path("tables/<slug:code>/turns/<int:turn>/take-back", views.take_back, name="take_back"),
]
