from celery import shared_task

from evaluation import runner, services, wrapup


@shared_task
def expire_claims() -> int:
    return services.expire_claims()


@shared_task
def interrupt_lost_recordings() -> int:
    return services.interrupt_lost_recordings()


@shared_task
def save_left_over() -> int:
    return wrapup.save_left_over()


@shared_task(time_limit=None)
def run_next() -> str | None:
    """An agent's run, from the queue to its end."""
    done = runner.work()
    return done and str(done)


@shared_task
def start_runs() -> int:
    """For what no message woke a worker: a launched campaign, a lost message, a phone that came back."""
    services.reap_runs()
    return services.wake_for_all()
