"""Who may train, and see what was trained: leads and researchers. Predicates, nothing else."""

from phonebuddy.accounts import policies as people


def can_train(user) -> bool:
    return people.can_manage_tasks(user)
