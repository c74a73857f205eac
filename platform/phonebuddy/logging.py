"""One readable log: `12:03:44 warning  what happened  key=value`, coloured on a terminal."""

import os
import sys
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
    structlog.stdlib.ExtraAdder(),
]


def plain_uvicorn(logger, name, event):
    """uvicorn attaches a second, coloured copy of its message, and advice for who runs it alone."""
    event.pop("color_message", None)
    event["event"] = str(event["event"]).removesuffix(" (Press CTRL+C to quit)")
    return event


def formatter() -> structlog.stdlib.ProcessorFormatter:
    colors = "NO_COLOR" not in os.environ and (sys.stderr.isatty() or "FORCE_COLOR" in os.environ)
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=SHARED,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            plain_uvicorn,
            structlog.dev.ConsoleRenderer(
                colors=colors, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
    )


structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        *SHARED[:2],
        structlog.processors.StackInfoRenderer(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
