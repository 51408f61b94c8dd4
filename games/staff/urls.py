"""Addresses of the staff's second factor; the admin's own are in `carto_site.urls`."""

from django.urls import path

from games.staff import factor_views, views

app_name = "staff"
urlpatterns = [
    path("staff/second-factor/", factor_views.factor, name="factor"),
    path("staff/second-factor/add/", factor_views.add, name="add"),
    path("staff/second-factor/confirm/", factor_views.confirm, name="confirm"),
    path("staff/second-factor/qr.svg", factor_views.qr, name="qr"),
    path("staff/second-factor/recovery-codes/", factor_views.codes, name="codes"),
    path("staff/second-factor/remove/", factor_views.remove, name="remove"),
    path("staff/second-factor/code/", views.code, name="code"),
    path("staff/second-factor/recovery/", views.recovery, name="recovery"),
]
