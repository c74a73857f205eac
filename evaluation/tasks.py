from celery import shared_task

from evaluation import services, wrapup


@shared_task
def expire_claims() -> int:
    return services.expire_claims()


@shared_task
def interrupt_lost_recordings() -> int:
    return services.interrupt_lost_recordings()


@shared_task
def save_left_over() -> int:
    return wrapup.save_left_over()
