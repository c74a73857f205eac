from django.urls import path

from phonebuddy.accounts import api

urlpatterns = [
    path("session", api.SessionView.as_view()),
    path("me", api.MeView.as_view()),
    path("me/password", api.PasswordView.as_view()),
    path("tokens", api.TokensView.as_view()),
    path("tokens/<uuid:pk>", api.TokenView.as_view()),
    path("people", api.PeopleView.as_view()),
    path("people/<int:pk>", api.PersonView.as_view()),
]
