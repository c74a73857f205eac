"""DRF permission classes over the policies; on top `TokenScope`: a token never does more than its person."""

from rest_framework.permissions import SAFE_METHODS, BasePermission

from phonebuddy.accounts import policies


class HasAnyRole(BasePermission):
    """The floor of every endpoint: signed in, active, with at least one role."""

    message = "You have no role here yet; ask an admin."
    code = "no_role"

    def has_permission(self, request, view) -> bool:
        return policies.is_member(request.user)


class TokenScope(BasePermission):
    """Reading needs `read`; a change needs the view's `token_scope` (default `admin`, which includes all)."""

    message = "This token's scopes do not cover that."
    code = "scope"

    def has_permission(self, request, view) -> bool:
        token = request.auth
        if token is None:
            return True
        scope = "read" if request.method in SAFE_METHODS else getattr(view, "token_scope", "admin")
        return scope in token.scopes or "admin" in token.scopes


def Allowed(policy) -> type[BasePermission]:
    """A permission class from a policy: `permission_classes = [Allowed(policies.can_review), TokenScope]`."""

    def has_permission(self, request, view) -> bool:
        return bool(request.user.is_authenticated and policy(request.user))

    return type(f"Allowed_{policy.__name__}", (BasePermission,), {"has_permission": has_permission})


def RoleRequired(*roles: str) -> type[BasePermission]:
    """A permission class that asks for one of these roles (an admin has all)."""

    def has_permission(self, request, view) -> bool:
        return policies.is_member(request.user) and request.user.has_role(*roles)

    return type("RoleRequired_" + "_".join(roles), (BasePermission,), {"has_permission": has_permission})
