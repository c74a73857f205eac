from django import forms
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied

from phonebuddy import audit
from phonebuddy.accounts import policies, services
from phonebuddy.accounts.models import ApiToken, Role, User
from phonebuddy.api.errors import Refused

admin.site.site_header = admin.site.site_title = "PhoneBuddy administration"
admin.site.unregister(Group)  # roles say who may do what; groups would be a second truth


def may_enter(request) -> bool:
    """Admins; and whoever plans campaigns and training, who find there what they may do and nothing else."""
    user = request.user
    return user.is_active and (user.is_staff or policies.can_manage_tasks(user))


admin.site.has_permission = may_enter  # type: ignore[method-assign]


class SignInForm(AdminAuthenticationForm):
    """The admin's own sign-in slows down whoever guesses passwords, like the front end's."""

    def confirm_login_allowed(self, user):
        if not policies.can_manage_tasks(user):
            super().confirm_login_allowed(user)

    def clean(self):
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if username is not None and password:
            try:
                self.user_cache = services.check_credentials(self.request, username, password)
            except Refused as refusal:
                raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data


admin.site.login_form = SignInForm


class RolesField(forms.TypedMultipleChoiceField):
    def __init__(self, **kwargs):
        super().__init__(choices=Role.choices, widget=forms.CheckboxSelectMultiple, required=False, **kwargs)


class PersonForm(UserChangeForm):
    roles = RolesField()
    actor: User  # who fills the form in

    def clean(self):
        data = super().clean()
        rights = {"roles": data.get("roles", []), "is_active": data.get("is_active", False)}
        try:
            services.keep_own_role(self.actor, User(pk=self.instance.pk, **rights))
        except Refused as refusal:
            raise forms.ValidationError(str(refusal), code=refusal.code) from refusal
        return data


class NewPersonForm(AdminUserCreationForm):
    roles = RolesField()


class HasRole(admin.SimpleListFilter):
    title = "role"
    parameter_name = "role"

    def lookups(self, request, model_admin):
        return Role.choices

    def queryset(self, request, queryset):
        return queryset.filter(roles__contains=[self.value()]) if self.value() else queryset


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    form, add_form = PersonForm, NewPersonForm
    list_display = ["username", "name", "role_names", "is_active", "last_login"]
    list_filter = [HasRole, "is_active"]
    search_fields = ["username", "name", "email"]
    ordering = ["username"]
    filter_horizontal = []
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        ("Person", {"fields": ["name", "email", "time_zone", "theme"]}),
        ("Rights", {"fields": ["roles", "is_active"]}),
        ("Dates", {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["username", "name", "usable_password", "password1", "password2", "roles"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]

    @admin.display(description="roles")
    def role_names(self, user):
        return ", ".join(user.roles) or "none"

    def get_form(self, request, obj=None, change=False, **kwargs):
        form = super().get_form(request, obj, change=change, **kwargs)
        form.actor = request.user
        return form

    def save_model(self, request, user, form, change):
        super().save_model(request, user, form, change)
        verb = "person.changed" if change else "person.created"
        audit.record(request.user, verb, user, roles=user.roles, is_active=user.is_active)

    def has_delete_permission(self, request, obj=None):
        return False  # people leave traces: they are made inactive


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Tokens are made by their owners; an admin sees and revokes them."""

    list_display = ["name", "user", "scopes", "created_at", "expires_at", "last_used_at"]
    list_filter = ["user"]
    search_fields = ["name", "user__username"]
    list_select_related = ["user"]
    date_hierarchy = "created_at"

    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def delete_model(self, request, token):
        if not self.has_delete_permission(request, token):
            raise PermissionDenied
        services.revoke_token(request.user, token)

    def delete_queryset(self, request, tokens):
        for token in tokens:
            services.revoke_token(request.user, token)
