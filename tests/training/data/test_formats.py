"""Each format, held against the library that reads it: what goes out comes back, and nothing is made up."""

import json
from dataclasses import replace

import numpy as np
import pytest

from devices import actions
from evaluation.agents import dialects
from training.data.demonstrations import Habits, Variation, chosen, generate
from training.data.episodes import Step
from training.data.formats import FORMATS, Options, export, preferences
from training.data.formats.base import Written
from training.data.pictures import decode, encoded
from training.data.records import canonical, to_json
from training.data.store import Dataset, Writer

WITH_MISTAKES = Variation({"plain": 1}, {"home": 1}, Habits(mistakes=1.0))
SHORT = ("notes.pin", "settings.timeout", "settings.rename_phone")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    """A few oracle episodes with pictures, as a frozen dataset."""
    folder = tmp_path_factory.mktemp("sets") / "few"
    with Writer(folder, name="few") as out:
        for episode in generate(3, seed=4, of=chosen(only=SHORT), variation=WITH_MISTAKES, picture=True):
            out.add(episode)
    return Dataset.open(folder)


@pytest.fixture(scope="module")
def episodes(dataset):
    return list(dataset)


def content(episode) -> dict:
    """All of an episode, pictures by their bytes."""
    data = to_json(episode, lambda seen: (found := encoded(seen)) and found[0].hex())
    return json.loads(canonical(data))


def written(name, episodes, tmp_path, **options) -> tuple:
    folder = tmp_path / name
    return folder, export(episodes, name, folder, Options(**options))


@pytest.mark.parametrize("name", ["parquet", "openenv"])
def test_what_holds_all_comes_back_whole(name, dataset, episodes, tmp_path):
    folder, out = written(name, dataset, tmp_path)
    assert out.rows == {"parquet": dataset.card["n_steps"], "openenv": len(dataset)}[name]
    back = list(FORMATS[name].read(folder))
    assert [content(e) for e in back] == [content(e) for e in episodes]


def test_parquet_is_a_table_with_pictures(dataset, episodes, tmp_path):
    from datasets import Image, load_dataset

    folder, _ = written("parquet", dataset, tmp_path, dialect="ui-tars")
    table = load_dataset(
        "parquet", data_files=str(folder / "train.parquet"), split="train", cache_dir=str(tmp_path)
    )
    assert isinstance(table.features["image"], Image)
    row, step = table[1], episodes[0].steps[1]
    assert np.array_equal(np.asarray(row["image"].convert("RGB")), step.observation.image)
    assert actions.from_json(json.loads(row["action"])) == step.action
    assert row["answer"].startswith("Thought:") and row["goal"] == episodes[0].goal


@pytest.mark.parametrize("dialect", sorted(dialects.DIALECTS))
def test_any_dialect(dialect, dataset, tmp_path):
    folder, out = written("llama-factory", [dataset[0]], tmp_path, dialect=dialect, image_width=54)
    rows = [json.loads(line) for line in (folder / "train.jsonl").read_text().splitlines()]
    assert len(rows) == out.rows > 0
    answers = [row["messages"][-1]["content"] for row in rows]
    screen = dialects.Screen(540, 1200, image=(54, 120), apps=next(iter(dataset)).apps)
    assert all(dialects.get(dialect).read(answer, screen).actions for answer in answers)


def test_llama_factory_reads_it(dataset, tmp_path):
    from real_libraries import llama_factory

    parser, converter = llama_factory()
    episode = replace(dataset[0], goal="Say <image> twice: <image>.")
    folder, out = written("llama-factory", [episode, *list(dataset)[1:]], tmp_path)
    (attributes,) = parser.get_dataset_list(["phonebuddy"], str(folder))
    assert (attributes.load_from, attributes.formatting) == ("file", "sharegpt")
    read = converter.SharegptDatasetConverter(attributes, type("Arguments", (), {"media_dir": str(folder)})())
    rows = [json.loads(line) for line in (folder / attributes.dataset_name).read_text().splitlines()]
    assert len(rows) == out.rows
    for row in rows:
        found = read(row)
        assert found["_prompt"] and found["_response"][0]["role"] == "assistant"
        places = sum(m["content"].count("<image>") for m in (*found["_prompt"], *found["_response"]))
        assert places == len(found["_images"]) == 1
        assert all(path.startswith(str(folder)) for path in found["_images"])  # the file is there


def test_trl_trains_on_it(dataset, tmp_path):
    """Through its own collator: one picture a row, the loss on the answer alone, mistakes not taught."""
    import torch
    from datasets import load_dataset
    from trl.trainer.sft_trainer import DataCollatorForVisionLanguageModeling

    from training.backbones.vision import make

    folder, out = written("trl", dataset, tmp_path, image_width=108)
    table = load_dataset(
        "parquet", data_files=str(folder / "train.parquet"), split="train", cache_dir=str(tmp_path)
    )
    taught = dataset.card["n_steps"] - sum(len(e.about["mistakes"]) for e in dataset)
    assert len(table) == out.rows == taught
    torch.set_num_threads(1)
    _, processor = make("qwen3_vl")
    collate = DataCollatorForVisionLanguageModeling(processor, max_length=None, completion_only_loss=True)
    batch = collate([table[0], table[1]])
    assert batch["pixel_values"].shape[0] == int(batch["image_grid_thw"].prod(-1).sum())
    for n in (0, 1):
        learnt = processor.tokenizer.decode(batch["input_ids"][n][batch["labels"][n] != -100])
        assert learnt.startswith(table[n]["completion"][0]["content"][0]["text"])
    first = next(n for n in range(9) if n not in dataset[0].about["mistakes"])
    shown = processor.tokenizer.decode(batch["input_ids"][0])
    assert dataset[0].goal in shown and f"Step {first + 1}:" not in shown
    assert first == 0 or f"Step {first}:" in shown  # a mistake is told, and not taught


def test_trl_takes_the_pairs(dataset, tmp_path):
    from datasets import load_dataset
    from trl.data_utils import is_conversational, prepare_multimodal_messages

    folder, out = written("preferences", dataset, tmp_path, image_width=108)
    table = load_dataset(
        "parquet", data_files=str(folder / "train.parquet"), split="train", cache_dir=str(tmp_path)
    )
    assert out.rows == len(table) > 0 and set(table["why"]) == {"mistake"}
    for row in table:
        assert is_conversational(row)
        told = prepare_multimodal_messages(row["prompt"], images=row["images"])
        assert [p["image"] for m in told for p in m["content"] if p["type"] == "image"] == row["images"]
        assert row["chosen"] != row["rejected"]


def test_android_control_is_what_its_readers_expect(dataset, episodes, tmp_path):
    from real_libraries import android_forest
    from tfrecord.reader import tfrecord_loader

    folder, out = written("android-control", dataset, tmp_path)
    assert out.rows + sum(out.skipped.values()) == len(dataset) and out.rows
    records = list(
        tfrecord_loader(str(folder / "android_control.tfrecord.gz"), None, compression_type="gzip")
    )
    assert len(records) == out.rows
    by_goal = {e.goal: e for e in episodes}
    for record in records:
        episode = by_goal[bytes(record["goal"]).decode()]
        assert len(record["screenshots"]) == len(record["actions"]) + 1 == len(episode.steps)
        assert len(record["step_instructions"]) == len(record["actions"])
        assert list(record["screenshot_widths"]) == [540] * len(episode.steps)
        assert bytes(record["screenshots"][0])[:8] == b"\x89PNG\r\n\x1a\n"
        forest = android_forest().AndroidAccessibilityForest()
        forest.ParseFromString(bytes(record["accessibility_trees"][0]))
        nodes, ours = forest.windows[0].tree.nodes, list(episode.steps[0].observation.tree.root.walk())[1:]
        assert [(n.text, n.class_name, n.is_clickable) for n in nodes] == [
            (n.text, n.cls, "clickable" in n.flags) for n in ours
        ]
        assert {json.loads(bytes(a))["action_type"] for a in record["actions"]} <= {
            "click", "long_press", "scroll", "open_app", "input_text", "navigate_home", "navigate_back",
        }  # fmt: skip


@pytest.mark.parametrize("name", ["android-control", "android-control-json"])
def test_android_control_comes_back(name, dataset, episodes, tmp_path):
    folder, out = written(name, dataset, tmp_path)
    back = list(FORMATS[name].read(folder))
    by_goal = {e.goal: e for e in episodes}
    assert len(back) == out.rows > 0
    for found in back:
        episode = by_goal[found.goal]
        assert [s.action.name for s in found.steps] == [s.action.name for s in episode.steps]
        clicks = [
            (a.action, b.action)
            for a, b in zip(found.steps, episode.steps, strict=True)
            if a.action.name == "click"
        ]
        assert clicks and all(a == b for a, b in clicks)
        assert np.array_equal(found.steps[0].observation.image, episode.steps[0].observation.image)
        if name == "android-control":
            assert found.steps[0].observation.tree.elements() == episode.steps[0].observation.tree.elements()


def test_android_control_leaves_out_what_it_cannot_say(episodes, tmp_path):
    answer = replace(
        episodes[0],
        steps=[*episodes[0].steps[:-1], Step(episodes[0].steps[-1].observation, actions.Output("6"))],
    )
    enter = replace(
        episodes[0],
        steps=[Step(episodes[0].steps[0].observation, actions.ButtonPress("enter")), *episodes[0].steps],
    )
    blind = replace(
        episodes[0], steps=[Step(replace(s.observation, image=None), s.action) for s in _plain(episodes[0])]
    )
    _, out = written("android-control", [answer, enter, blind], tmp_path)
    assert out.rows == 0 and sum(out.skipped.values()) == 3
    assert [why.split(" ")[1] for why in sorted(out.skipped)] == ["that", "with", "without"]


def _plain(episode):
    """Its steps with observations that hold their pictures themselves."""
    from devices.observation import Observation

    return [Step(Observation(s.observation.width, s.observation.height), s.action) for s in episode.steps]


def test_openenv_reads_it(dataset, tmp_path):
    from real_libraries import openenv

    library = openenv()
    folder, _ = written("openenv", dataset, tmp_path)
    reader = library.RolloutSerializer(folder)
    assert reader.collected_episode_ids() == {e.id for e in dataset}
    rows = [json.loads(line) for line in reader.results_path.read_text().splitlines()]
    for row in rows:
        record = library.EpisodeRecord(**row)
        assert record.to_dict() == row and record.reward == 1.0
        assert record.messages[0] == {"role": "user", "content": record.task["goal"]}
        assert len(record.tool_trace) == record.metrics["steps"]
        assert record.tool_trace[-1]["result"]["done"] and not record.tool_trace[0]["result"]["done"]
        assert all((folder / name).exists() for name in record.artifacts["screenshots"])


def test_forks_and_corrections_make_pairs(episodes):
    good = episodes[0]
    wrong = replace(good.steps[1], action=actions.ButtonPress("home"))
    bad = replace(good, id="bad", reward=0.0, steps=[good.steps[0], wrong])
    told = [(p.why, p.index) for p in preferences.pairs([replace(good, about={}), replace(bad, about={})])]
    assert told == [("fork", 1)]
    corrected = replace(good, about={"corrected": {"0": actions.ButtonPress("back").to_json()}})
    (pair,) = preferences.pairs([corrected])
    assert (pair.why, pair.chosen, pair.rejected) == (
        "corrected",
        good.steps[0].action,
        actions.ButtonPress("back"),
    )
    elsewhere = replace(bad, about={}, steps=[replace(wrong, observation=good.steps[2].observation)])
    assert not list(preferences.pairs([replace(good, about={}), elsewhere]))


@pytest.mark.parametrize("options", [{"dialect": "klingon"}, {"observation": "smell"}])
def test_options_that_cannot_be(options):
    with pytest.raises(ValueError, match=r"There is no dialect|An observation is"):
        Options(**options)


def test_what_was_left_out_is_told(dataset, tmp_path):
    folder, out = written("llama-factory", dataset, tmp_path, image_width=54)
    about = json.loads((folder / "export.json").read_text())
    assert about == {"format": "llama-factory", "dialect": "phonebuddy-json", **out.to_json()}
    assert sum(about["skipped"].values()) == sum(len(e.about["mistakes"]) for e in dataset)


def test_pictures_keep_their_bytes(dataset, episodes, tmp_path):
    folder, _ = written("openenv", dataset, tmp_path)
    (found, *_) = FORMATS["openenv"].read(folder)
    data, extension = encoded(found.steps[0].observation)
    assert extension == "jpg" and data == encoded(episodes[0].steps[0].observation)[0]
    assert decode(data).shape == (1200, 540, 3)
    assert isinstance(Written().to_json(), dict)


@pytest.mark.parametrize("name", ["trl", "llama-factory", "preferences"])
def test_what_is_not_read_back_says_so(name, tmp_path):
    with pytest.raises(ValueError, match="cannot be read back"):
        FORMATS[name].read(tmp_path)
