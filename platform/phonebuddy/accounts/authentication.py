from rest_framework import authentication, exceptions

from phonebuddy.accounts.models import ApiToken


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
