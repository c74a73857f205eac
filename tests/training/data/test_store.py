"""A frozen dataset on disk: whole or not there, the same hash for the same content, tampering told."""

import json

import numpy as np
import pytest

from devices.actions import Click, Finish
from devices.adb.uitree import Node
from devices.observation import Observation
from training.data.episodes import Episode, Source, Step, TaskRef
from training.data.pictures import Pictured
from training.data.store import Damaged, Dataset, Writer
from training.data.trees import PlainTree, flat, from_flat, from_nodes


def tree(words: str) -> PlainTree:
    leaf = Node(
        "a:id/x", "android.widget.Button", "a", words, "", (1, 2, 3, 4), frozenset({"clickable", "enabled"})
    )
    return PlainTree(
        Node(children=[Node("", "android.view.View", "a", "", "", (0, 0, 9, 9), frozenset(), [leaf])])
    )


def episode(name: str, shade: int = 0, reward: float | None = 1.0) -> Episode:
    picture = np.full((4, 4, 3), shade, np.uint8)
    looks = [
        Observation(4, 4, picture, tree("Go")),
        Observation(4, 4, picture, tree("Go")),
        Observation(4, 4),
    ]
    acts = [Click(((1, 2),)), Click(((2, 2),)), Finish("Done")]
    steps = [Step(seen, action, "because") for seen, action in zip(looks, acts, strict=True)]
    return Episode(name, f"Do {name} 买菜", TaskRef("t", "s", "app", ("Notes",)), Source.HUMAN, steps, reward)


def frozen(folder, *episodes, **card) -> Dataset:
    with Writer(folder, **card) as out:
        for one in episodes:
            out.add(one)
    return Dataset.open(folder)


def test_it_reads_back(tmp_path):
    found = frozen(tmp_path / "a", episode("one"), episode("two", 9, None), name="few", query={"x": [1]})
    one, two = found
    assert len(found) == 2 and (one.goal, two.reward) == ("Do one 买菜", None)
    assert one.task == TaskRef("t", "s", "app", ("Notes",)) and one.source is Source.HUMAN
    assert [s.action for s in one.steps] == [Click(((1, 2),)), Click(((2, 2),)), Finish("Done")]
    assert flat(one.steps[0].observation.tree) == flat(tree("Go"))
    assert one.steps[2].observation.tree is None and one.steps[2].observation.image is None
    assert abs(int(two.steps[0].observation.image[0, 0, 0]) - 9) < 3  # a JPEG
    assert (found.card["name"], found.card["query"], found.card["n_steps"]) == ("few", {"x": [1]}, 6)
    assert found.card["counts"]["outcome"] == {"success": 1, "unjudged": 1}
    assert found.card["n_pictures"] == 2  # each once, however often it shows


def test_the_same_content_has_the_same_hash(tmp_path):
    a, b = (frozen(tmp_path / n, episode("one"), episode("two"), name=n) for n in ("a", "b"))
    assert a.sha256 == b.sha256 and a.card["seal"] != b.card["seal"]
    assert frozen(tmp_path / "c", episode("two"), episode("one")).sha256 != a.sha256
    assert frozen(tmp_path / "d", episode("one", 7), episode("two")).sha256 != a.sha256
    copied = frozen(tmp_path / "e", *a)  # pictures go over as they are encoded
    assert copied.sha256 == a.sha256
    assert isinstance(a[0].steps[0].observation, Pictured)


def test_it_is_whole_or_not_there(tmp_path):
    with pytest.raises(RuntimeError), Writer(tmp_path / "a") as out:
        out.add(episode("one"))
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    frozen(tmp_path / "b", episode("one"))
    with pytest.raises(FileExistsError):
        Writer(tmp_path / "b")


def _picture(folder):
    return next((folder / "pictures").glob("*/*"))


def _edit_card(folder):
    card = json.loads((folder / "dataset.json").read_text())
    card["n_episodes"] = 7
    (folder / "dataset.json").write_text(json.dumps(card))


def _flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (lambda f: _edit_card(f), "sealed"),
        (lambda f: (f / "dataset.json").write_text("{}"), "format"),
        (lambda f: (f / "dataset.json").unlink(), "no readable card"),
        (lambda f: _flip(f / "index.jsonl"), "index.jsonl was changed"),
        (lambda f: _flip(f / "episodes.bin"), "episode"),
        (lambda f: (f / "episodes.bin").write_bytes(b""), "not as long"),
        (lambda f: _flip(_picture(f)), "was changed"),
        (lambda f: _picture(f).unlink(), "is gone"),
    ],
    ids=["card", "other", "none", "index", "episodes", "cut", "picture", "lost"],
)
def test_tampering_is_told(tmp_path, how, words):
    found = frozen(tmp_path / "a", episode("one"))
    found.verify()
    how(found.folder)
    with pytest.raises(Damaged, match=words):
        Dataset.open(found.folder).verify()


@pytest.mark.parametrize("name", ["../../etc/passwd.png", "x.exe", "..png"])
def test_pictures_are_asked_for_by_name_alone(tmp_path, name):
    with pytest.raises(Damaged):
        frozen(tmp_path / "a", episode("one")).picture(name)


@pytest.mark.parametrize("rows", [[[0, "", "", "", "", "", [0, 0, 1, 1], 0]], [[-1, "x"]], [3]])
def test_trees_that_are_none(rows):
    with pytest.raises(ValueError):
        from_flat(rows)


def test_a_stored_tree_says_things_once():
    """Recorded trees name a container by the words inside it."""
    nodes = [
        {
            "id": "row",
            "text": "Milk 2 l",
            "desc": "",
            "bounds": [0, 0, 9, 9],
            "parent": None,
            "clickable": True,
        },
        {"id": "a", "text": "Milk", "desc": "", "bounds": [0, 0, 4, 9], "parent": 0},
        {"id": "b", "text": "2 l", "desc": "", "bounds": [4, 0, 9, 9], "parent": 0},
    ]
    found = from_nodes(nodes)
    assert [n.text for n in found.root.walk()][1:] == ["", "Milk", "2 l"]
    assert found.root.children[0].label() == "Milk 2 l" and found.at(1, 1) is found.root.children[0]
    assert 'text="2 l"' in found.xml
