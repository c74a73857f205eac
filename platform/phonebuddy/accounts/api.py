from django.contrib.auth import login, logout, update_session_auth_hash
from django.middleware.csrf import get_token
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from phonebuddy.accounts import policies, services
from phonebuddy.accounts.authentication import SessionOnly
from phonebuddy.accounts.models import ApiToken, User
from phonebuddy.accounts.serializers import (
    NewPersonSerializer,
    NewTokenSerializer,
    PasswordSerializer,
    PersonChangesSerializer,
    PersonSerializer,
    ProfileSerializer,
    SessionSerializer,
    SignInSerializer,
    TokenSerializer,
    UserSerializer,
)
from phonebuddy.api.permissions import Allowed, TokenScope


def valid(serializer_class, request, **kwargs) -> dict:
    serializer = serializer_class(data=request.data, **kwargs)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


# Django's login form is protected against cross-site requests although nobody is signed in yet; so is this.
@method_decorator(csrf_protect, name="dispatch")
class SessionView(APIView):
    """Who am I, sign in, sign out."""

    authentication_classes = [SessionAuthentication]
    permission_classes = [AllowAny]

    @extend_schema(responses=SessionSerializer)
    def get(self, request):
        return self._session(request)

    @extend_schema(request=SignInSerializer, responses=SessionSerializer)
    def post(self, request):
        login(request, services.check_credentials(request, **valid(SignInSerializer, request)))
        return self._session(request)

    @extend_schema(responses={204: None})
    def delete(self, request):
        logout(request)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _session(self, request):
        user = request.user if request.user.is_authenticated else None
        return Response(SessionSerializer({"user": user, "csrf_token": get_token(request)}).data)


class MeView(APIView):
    permission_classes = [IsAuthenticated, TokenScope]

    @extend_schema(request=ProfileSerializer, responses=UserSerializer)
    def patch(self, request):
        user = services.update_profile(request.user, **valid(ProfileSerializer, request))
        return Response(UserSerializer(user).data)


class PasswordView(APIView):
    """By session only: a leaked token must not lock its owner out."""

    authentication_classes = [SessionOnly]
    permission_classes = [IsAuthenticated]

    @extend_schema(request=PasswordSerializer, responses={204: None})
    def post(self, request):
        services.change_password(request.user, **valid(PasswordSerializer, request))
        update_session_auth_hash(request, request.user)  # this session stays, all others end
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(generics.ListAPIView):
    """By session only: a token cannot make another."""

    authentication_classes = [SessionOnly]
    queryset = ApiToken.objects.none()
    serializer_class = TokenSerializer

    def get_queryset(self):
        return ApiToken.objects.visible_to(self.request.user)

    @extend_schema(request=TokenSerializer, responses={201: NewTokenSerializer})
    def post(self, request):
        token, text = services.create_token(request.user, **valid(TokenSerializer, request))
        token.token = text
        return Response(NewTokenSerializer(token).data, status=status.HTTP_201_CREATED)


class TokenView(generics.GenericAPIView):
    authentication_classes = [SessionOnly]
    queryset = ApiToken.objects.none()
    serializer_class = TokenSerializer

    def get_queryset(self):
        return ApiToken.objects.visible_to(self.request.user)

    @extend_schema(responses={204: None})
    def delete(self, request, pk):
        services.revoke_token(request.user, self.get_object())
        return Response(status=status.HTTP_204_NO_CONTENT)


class PeopleView(generics.ListAPIView):
    permission_classes = [Allowed(policies.can_manage_people), TokenScope]
    queryset = User.objects.none()
    serializer_class = PersonSerializer

    def get_queryset(self):
        return User.objects.visible_to(self.request.user)

    @extend_schema(request=PersonSerializer, responses={201: NewPersonSerializer})
    def post(self, request):
        data = valid(PersonSerializer, request)
        data.pop("is_active", None)
        user = services.create_person(request.user, **data)
        return Response(NewPersonSerializer(user).data, status=status.HTTP_201_CREATED)


class PersonView(generics.GenericAPIView):
    permission_classes = [Allowed(policies.can_manage_people), TokenScope]
    queryset = User.objects.none()
    serializer_class = PersonChangesSerializer

    def get_queryset(self):
        return User.objects.visible_to(self.request.user)

    @extend_schema(request=PersonChangesSerializer, responses=PersonSerializer)
    def patch(self, request, pk):
        user = self.get_object()
        changes = valid(PersonChangesSerializer, request, instance=user, partial=True)
        return Response(PersonSerializer(services.update_person(request.user, user, **changes)).data)
