"""What all views here read requests with."""

from functools import reduce
from operator import or_

import django_filters
from django.db.models import Q
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field


def read(serializer_class, request) -> dict:
    serializer = serializer_class(data=request.data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


@extend_schema_field(OpenApiTypes.BOOL)
class Flag(django_filters.TypedChoiceFilter):
    """`1`, `0`, `true` or `false`."""

    def __init__(self, **kwargs):
        choices = [(value, value) for value in ("1", "0", "true", "false")]
        super().__init__(
            choices=choices, coerce=lambda value: value in ("1", "true"), empty_value=None, **kwargs
        )

    def filter(self, queryset, value):
        return queryset if value is None else super().filter(queryset, value)


class Words(django_filters.CharFilter):
    """Every word in one of the columns. More words than people type are looked for as they stand, in one:
    each is a condition on every column, and a whole page pasted into the box would keep the database busy.
    """

    MOST = 8

    def __init__(self, *columns: str):
        super().__init__(max_length=500)
        self.columns = columns

    def filter(self, queryset, value):
        words = value.split()
        for word in words if len(words) <= self.MOST else [value.strip()]:
            either = (Q((f"{column}__icontains", word)) for column in self.columns)
            queryset = queryset.filter(reduce(or_, either))
        return queryset


def named(value: str, id_field: str, name: Q) -> Q:
    """By number or by name; `value` comes from an address, which can say ² or ٣."""
    return name | Q((id_field, value)) if value.isdecimal() else name
