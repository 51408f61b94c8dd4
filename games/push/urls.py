"""URLs of push devices."""

from django.urls import path

from games.push import views

app_name = "push"
urlpatterns = [
    path("push/", views.devices, name="devices"),
    path("push/subscribe/", views.subscribe, name="subscribe"),
    path("push/<int:pk>/remove/", views.remove, name="remove"),
    path("push/<int:pk>/try/", views.try_out, name="try_device"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline.html", views.offline_page, name="offline"),
]
