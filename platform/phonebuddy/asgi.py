"""The web process: pages, API and admin over HTTP. Streams belong to hostasgi."""

import os
import warnings

from django.core.asgi import get_asgi_application

# WhiteNoise reads a static file whole before it is sent; ours have less than half a megabyte.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "phonebuddy.settings")
application = get_asgi_application()
