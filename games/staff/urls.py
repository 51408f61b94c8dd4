"""URLs of the staff's second factor; the admin's own are in `carto_site.urls`."""

from django.urls import path

from games.staff import views

app_name = "staff"
urlpatterns = [
    path("staff/second-factor/", views.factor, name="factor"),
    path("staff/second-factor/add/", views.add, name="add"),
    path("staff/second-factor/confirm/", views.confirm, name="confirm"),
    path("staff/second-factor/qr.svg", views.qr, name="qr"),
    path("staff/second-factor/recovery-codes/", views.codes, name="codes"),
    path("staff/second-factor/remove/", views.remove, name="remove"),
    path("staff/second-factor/code/", views.code, name="code"),
    path("staff/second-factor/recovery/", views.recovery, name="recovery"),
]
