from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from phonebuddy.accounts import policies
from phonebuddy.accounts.models import ApiToken, Role, Scope, Theme, User


class PermissionsSerializer(serializers.Serializer):
    drive_devices = serializers.BooleanField()
    annotate = serializers.BooleanField()
    review = serializers.BooleanField()
    free_task = serializers.BooleanField()
    take_over = serializers.BooleanField()
    manage_devices = serializers.BooleanField()
    manage_tasks = serializers.BooleanField()
    grade = serializers.BooleanField()
    see_all_episodes = serializers.BooleanField()
    see_audit = serializers.BooleanField()
    manage_people = serializers.BooleanField()


class UserSerializer(serializers.ModelSerializer):
    """Oneself, with what one may do."""

    roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))
    permissions = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "name", "roles", "time_zone", "theme", "permissions"]
        read_only_fields = fields

    @extend_schema_field(PermissionsSerializer)
    def get_permissions(self, user):
        return policies.permissions_of(user)


class SessionSerializer(serializers.Serializer):
    user = UserSerializer(allow_null=True)
    csrf_token = serializers.CharField()


class SignInSerializer(serializers.Serializer):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class ProfileSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=150, required=False, allow_blank=True)
    time_zone = serializers.CharField(max_length=64, required=False)
    theme = serializers.ChoiceField(Theme.choices, required=False)


class PasswordSerializer(serializers.Serializer):
    current = serializers.CharField(max_length=1000, trim_whitespace=False)
    new = serializers.CharField(max_length=1000, trim_whitespace=False)


class TokenSerializer(serializers.ModelSerializer):
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices), allow_empty=False)
    expires_at = serializers.DateTimeField(required=False)

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"]
        read_only_fields = ["id", "created_at", "last_used_at"]


class NewTokenSerializer(TokenSerializer):
    """A token as it is answered once, with its text."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "token"]


@extend_schema_serializer(component_name="Account")
class PersonSerializer(serializers.ModelSerializer):
    roles = serializers.ListField(child=serializers.ChoiceField(Role.choices))
    password = serializers.CharField(
        write_only=True, required=False, allow_blank=True, max_length=1000, trim_whitespace=False
    )

    class Meta:
        model = User
        fields = ["id", "username", "name", "roles", "is_active", "last_login", "date_joined", "password"]
        read_only_fields = ["id", "last_login", "date_joined"]


@extend_schema_serializer(component_name="NewAccount")
class NewPersonSerializer(PersonSerializer):
    first_password = serializers.CharField(read_only=True)

    class Meta(PersonSerializer.Meta):
        fields = [*PersonSerializer.Meta.fields, "first_password"]


@extend_schema_serializer(component_name="AccountChanges")
class PersonChangesSerializer(PersonSerializer):
    class Meta(PersonSerializer.Meta):
        read_only_fields = [*PersonSerializer.Meta.read_only_fields, "username"]
