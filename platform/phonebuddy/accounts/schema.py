"""How tokens look in the OpenAPI document."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension


class SessionOnlyScheme(SessionScheme):
    target_class = "phonebuddy.accounts.authentication.SessionOnly"
    name = "cookieOnly"


class BearerTokenScheme(OpenApiAuthenticationExtension):
    target_class = "phonebuddy.accounts.authentication.BearerTokenAuthentication"
    name = "apiToken"

    def get_security_definition(self, auto_schema):
        return {"type": "http", "scheme": "bearer", "description": "A token made under Account, `pbt_…`."}
