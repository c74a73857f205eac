from django.urls import path, register_converter

from phonebuddy.blobs import api


class Sha256Converter:
    regex = "[0-9a-f]{64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(Sha256Converter, "sha256")
urlpatterns = [path("blobs/<sha256:sha256>", api.BlobView.as_view())]
