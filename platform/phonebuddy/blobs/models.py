from django.db import models


class Blob(models.Model):
    """A file, named by what is in it. Never changed, so it may be cached for ever."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    size = models.PositiveBigIntegerField()
    media_type = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.sha256[:12]} ({self.media_type})"

    def open(self):
        """A binary file object, for reading."""
        return self.path.open("rb")

    @property
    def path(self):
        from phonebuddy.blobs import store

        return store.path_of(self.sha256)

    @property
    def url(self) -> str:
        return f"/api/blobs/{self.sha256}"
