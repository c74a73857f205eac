"""People who all do the same at once, each in a thread with a connection of their own."""

import threading
from collections.abc import Callable, Sequence

from django.db import connection

from phonebuddy.api.errors import Conflict
from tests.patience import PATIENCE_S


def race(people: Sequence, once: Callable) -> list[Exception]:
    """`once(person)`, again and again, until the queue is empty for everybody; what else was raised."""
    start, errors = threading.Barrier(len(people)), []

    def work(person):
        try:
            start.wait()
            while True:
                once(person)
        except Conflict as conflict:
            if conflict.code != "queue_empty":
                errors.append(conflict)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return errors
