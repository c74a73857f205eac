"""The demo episodes: played on a real mock phone, right by its verifier, in every state of review."""

from evaluation import demo, demo_episodes, export
from evaluation.models import Episode
from evaluation.traces import trace


def test_every_episode_does_what_its_task_asks_for_and_gives_everybody_something_to_do(db):
    from phonebuddy.accounts import demo as accounts

    accounts.load()
    demo.load()
    assert demo_episodes.load() == len(demo_episodes.EPISODES) == Episode.objects.count()
    for episode in Episode.objects.select_related("task", "head"):
        assert episode.verdict["success"], (episode.task.key, episode.verdict)
        assert episode.verdict["side_effects"] == [], episode.task.key
        rows = trace(episode)
        assert len(rows) >= 3 and rows[-1].action.is_final
        assert all(row.step.screenshot and row.step.thumbnail and row.step.tree for row in rows)
        assert all(row.element for row in rows if row.action.name in ("click", "long_press", "type"))
        assert export.hash_of(episode)
    states = list(Episode.objects.values_list("state", flat=True))
    assert (states.count("submitted"), states.count("accepted"), states.count("sent_back")) == (3, 2, 1)
    assert demo_episodes.load() == 0, "playing again changes nothing"
