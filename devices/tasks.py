from celery import shared_task

from devices import services


@shared_task
def expire_leases() -> int:
    return services.expire_leases()
