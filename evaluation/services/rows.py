"""What the verbs share: a locked row, a legal change of state, a notice after the commit."""

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from evaluation.models import Episode
from phonebuddy.api.errors import Conflict, Forbidden


def episode_group(episode_id) -> str:
    """The channel-layer group of everyone on this episode's sockets."""
    return f"episode.{episode_id}"


def locked(episode: Episode) -> Episode:
    """The episode's row, locked, with what the verbs read: all that happens to it happens in order."""
    related = ("task", "author", "claim", "head", "device", "lease")
    return Episode.objects.select_for_update(of=("self",)).select_related(*related).get(pk=episode.pk)


def move(episode: Episode, state: str) -> None:
    """Change the state, by the transition table; the caller saves."""
    if not episode.may_become(state):
        raise Conflict(
            f"This episode is {episode.get_state_display().lower()}; that is not possible now.", "state"
        )
    episode.state = state


def must(allowed: bool, detail: str) -> None:
    if not allowed:
        raise Forbidden(detail)


def announce(episode: Episode, what: str = "changed", **details) -> None:
    """After the commit, tell the episode's sockets."""
    message = {"type": f"episode.{what}", "episode": str(episode.pk), **details}

    def send():
        layer = get_channel_layer()
        if layer:
            async_to_sync(layer.group_send)(episode_group(episode.pk), message)

    transaction.on_commit(send, robust=True)
