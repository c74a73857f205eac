"""The API's description: the same for everybody, and made once by each process, for it takes seconds."""

from functools import lru_cache

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView


class KeptGenerator(SchemaGenerator):
    """What it makes for everybody (``public``) follows from the routes and the version alone."""

    def get_schema(self, request=None, public=False):
        return _public(self.api_version) if public else super().get_schema(request, public)


@lru_cache(maxsize=4)
def _public(version: str | None) -> dict:
    return SchemaGenerator(api_version=version).get_schema(public=True)


class SchemaView(SpectacularAPIView):
    generator_class = KeptGenerator
