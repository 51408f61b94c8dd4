"""URLs of following and blocking. Usernames follow `people/`, so these are elsewhere."""

from django.urls import path

from games.people import views

app_name = "people"
urlpatterns = [
    path("accounts/follow/", views.follow, name="follow"),
    path("accounts/unfollow/", views.unfollow, name="unfollow"),
    path("accounts/block/", views.block, name="block"),
    path("accounts/unblock/", views.unblock, name="unblock"),
]
