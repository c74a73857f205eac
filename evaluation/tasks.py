from celery import shared_task

from evaluation import runner, services, wrapup
from evaluation.judges.base import JudgeDown
from evaluation.models import Run


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
    services.return_left_baselines()
    return services.wake_for_all()


@shared_task
def expire_grades() -> int:
    return services.expire_grades()


@shared_task(
    autoretry_for=(JudgeDown,), retry_backoff=10, retry_backoff_max=600, max_retries=5, acks_late=True
)
def judge_run(run: str, judge: str) -> bool | None:
    """One judge's word on one run; tried again while nobody answers."""
    return services.judge_run(Run.objects.get(pk=run), judge).success
