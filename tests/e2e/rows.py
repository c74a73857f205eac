"""What the running platform's database holds of one episode, as JSON: `python tests/e2e/rows.py ID`."""

import json
import sys

import django

django.setup()

from evaluation.models import Episode  # noqa: E402


def main(episode_id: str) -> None:
    episode = Episode.objects.select_related("video").get(pk=episode_id)
    steps = [
        {
            "seq": step.seq,
            "action": step.action,
            "element": step.element,
            "foreground": step.foreground,
            "screenshot": step.screenshot.size if step.screenshot else 0,
            "nodes": len(json.loads(step.tree.path.read_text())["nodes"]) if step.tree else 0,
        }
        for step in episode.steps.select_related("screenshot", "tree")
    ]
    told = {"state": episode.state, "quality": episode.quality, "verdict": episode.verdict, "steps": steps}
    told["video"] = episode.video.size if episode.video else 0
    json.dump(told, sys.stdout)


main(sys.argv[1])
