"""Which words have an entry of their own: ``python -m training.forms.lexicon`` writes ``lexicon.txt`` anew.

Words that goals and screens of at least three *training* templates say, met on their oracles' way. A new
lexicon is a new version of the form: models keep the one they were taught with only as long as it stands.
"""

from collections import defaultdict
from pathlib import Path

from devices.adb.uitree import UiTree
from training.forms.words import words

LEAST, LONGEST, EPISODES, SEED = 3, 60, 1400, 7


def said_by(goal: str, trees: list[UiTree]) -> set[str]:
    """Words in the Latin alphabet of a goal and of short texts on screens."""
    texts = {goal, *(t for tree in trees for node in tree.root.walk() for t in (node.text, node.desc))}
    return {
        w.said for t in texts if (t and len(t) <= LONGEST) or t == goal for w in words(t) if w.kind == "word"
    }


def main(path: Path = Path(__file__).parent / "lexicon.txt") -> None:
    from training.data.demonstrations import Variation, generate
    from training.data.varied import Habits

    seen = defaultdict(set)
    plain = Variation({"plain": 1, "explicit": 1, "terse": 1}, {"home": 1}, Habits(disturbed=0.15))
    for episode in generate(EPISODES, SEED, variation=plain):
        for word in said_by(episode.goal, [step.observation.tree for step in episode.steps]):
            seen[word].add(episode.task.template)
    kept = sorted(word for word, where in seen.items() if len(where) >= LEAST)
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    print(f"{len(kept)} words of {len(seen)}")


if __name__ == "__main__":
    main()
