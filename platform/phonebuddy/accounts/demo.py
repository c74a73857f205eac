"""One account per role to try things with. Only `make run` makes them, on this machine's own database."""

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import make_password

from phonebuddy.accounts.models import Role, User

PASSWORD = "phonebuddy-demo"


@dataclass(frozen=True)
class DemoPerson:
    username: str
    name: str
    role: Role
    can: str
    time_zone: str = "UTC"
    password: str = PASSWORD


def people() -> list[DemoPerson]:
    return [
        DemoPerson("annotator", "Ana Torres", Role.ANNOTATOR, "claims tasks, drives phones, records"),
        DemoPerson("annotator2", "Li Wei", Role.ANNOTATOR, "a second annotator"),
        DemoPerson("reviewer", "Rae Okafor", Role.REVIEWER, "plays back, accepts, sends back"),
        DemoPerson("evaluator", "Eva Lind", Role.EVALUATOR, "grades agents' runs, blind"),
        DemoPerson("lead", "Lena Fischer", Role.LEAD, "all of that, takes phones over, audit"),
        DemoPerson("researcher", "Rui Tanaka", Role.RESEARCHER, "runs agents, plans campaigns, reads them"),
        DemoPerson("admin", "Ada Moreau", Role.ADMIN, "everything, and the people"),
    ]


def load() -> None:
    """Make the accounts that are missing; those that exist stay as they are."""
    known = set(User.objects.values_list("username", flat=True))
    hashed = cache(make_password)  # half a second each
    for person in people():
        if person.username not in known:
            password = hashed(person.password)
            User.objects.create(
                username=person.username, name=person.name, roles=[person.role], password=password
            )
