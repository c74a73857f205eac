from rest_framework import authentication, exceptions

from phonebuddy.accounts.models import ApiToken


class SessionOnly(authentication.SessionAuthentication):
    """What only a person may do: a token makes no tokens and changes no password."""

    def authenticate(self, request):
        if request.headers.get("Authorization", "").lower().startswith("bearer "):
            raise exceptions.PermissionDenied(
                "A token cannot do this. Sign in as a person for it.", code="session_only"
            )
        return super().authenticate(request)


class BearerTokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer pbt_…`; `request.auth` is then the ApiToken, whose scopes TokenScope checks."""

    def authenticate(self, request):
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = ApiToken.objects.by_text(text.strip())
        if token is None:
            raise exceptions.AuthenticationFailed(
                "This token is unknown, expired or revoked.", code="bad_token"
            )
        return token.user, token

    def authenticate_header(self, request):
        return "Bearer"
