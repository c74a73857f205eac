from celery import shared_task
from celery.signals import worker_shutting_down

from training import services, supervisor
from training.models import Dataset
from training.services import building, exports


@shared_task(time_limit=None, acks_late=False)
def run_next(queue: str) -> str | None:
    """A training job, from the queue to its end. The message is only a wake-up; the row's lease decides."""
    done = supervisor.work(queue)
    return done and str(done)


@shared_task
def reap_jobs() -> int:
    """For what no message woke a machine: a machine that died, a lost message, a phone that came back."""
    services.reap_jobs()
    return services.wake_for_all()


@shared_task
def follow_evaluations() -> int:
    return services.follow_evaluations()


@shared_task(time_limit=None, acks_late=False)
def build_dataset(dataset: str) -> None:
    """Write a dataset down. The message is only a wake-up; the row's lease decides."""
    building.build(dataset)


@shared_task(time_limit=None, acks_late=False)
def make_export(dataset: str, name: str, options: dict) -> None:
    """A large dataset in the form of another tool; whoever asked for it asks again."""
    row = Dataset.objects.get(pk=dataset)
    exports.make(row, name, exports.options_of(options))


@shared_task
def build_waiting() -> None:
    """For what no message woke anybody: a lost message, a worker that died, one that had to wait."""
    for dataset in building.waiting()[:1]:
        build_dataset.delay(dataset)


@worker_shutting_down.connect
def hand_back(**_) -> None:
    """A worker that is asked to end must not wait hours for its job."""
    supervisor.closing.set()
