from django.apps import AppConfig


class BlobsConfig(AppConfig):
    name = "phonebuddy.blobs"
    label = "blobs"
    verbose_name = "Blobs"
