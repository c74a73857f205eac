"""Generated tasks are distinct, feasible, stable, and training never meets what is kept for testing."""

import itertools
import json

import pytest

from devices.phoneworld.state import digest
from devices.phoneworld.tasks.draws import SPLIT_FROM, SPLITS, bucket
from devices.phoneworld.tasks.generate import distinct, rows
from devices.phoneworld.tasks.stats import counts
from devices.phoneworld.tasks.template import KINDS, held_out_apps, templates


def test_rows_are_whole_json_and_feasible():
    chosen = [t for t in templates() if t.folder in ("notes", "across") and t.split == "train"]
    found = list(rows(chosen, 30))
    assert len({row["id"] for row in found}) == 30
    assert json.loads(json.dumps(found)) == found
    for row in found:
        assert set(row["goals"]) == {"explicit", "plain", "terse"} and row["goal"] in row["goals"].values()
        assert row["limits"]["steps"] > row["measured"]["actions"] and 1 <= row["difficulty"] <= 5
        assert row["verifier"] and row["oracle"]
    assert {row["template"] for row in found} == {t.key for t in chosen}
    assert [row["id"] for row in rows(chosen, 30)] == [row["id"] for row in found]


def test_distinct_tasks_differ_in_their_parameters():
    template = next(t for t in templates() if t.key == "contacts.star_three")
    found = [template.digest(params) for _, params in distinct(template, 50)]
    assert len(set(found)) == len(found) == 50


def test_difficulty_grows_with_apps_and_length():
    keys = ("notes.unpin_mistake", "across.email_of_guest")
    easy, hard = (next(rows([t for t in templates() if t.key == key], 1)) for key in keys)
    assert easy["difficulty"] < hard["difficulty"] and hard["measured"]["apps"] == 3
    assert easy["measured"]["carried"] == 0 < hard["measured"]["carried"]


def test_training_uses_no_held_out_app_and_shares_no_template():
    by_split = {split: {t.key for t in templates() if t.split == split} for split in SPLITS}
    for a, b in itertools.combinations(sorted(SPLITS), 2):
        assert not by_split[a] & by_split[b]
    for template in templates():
        assert template.split == "test" or not set(template.apps) & set(held_out_apps())


@pytest.mark.parametrize("split", sorted(SPLITS))
def test_content_is_on_one_side(split):
    """What is drawn out of a long list by one split lies in no other split's part of it."""
    drawn = set()
    for template in templates():
        if template.split != split:
            continue
        for part in template.draws.parts:
            if part.derived or part.reads or not part.split or len(whole := part.whole({})) < SPLIT_FROM:
                continue
            mine = part.choices({}, split)
            if len(mine) < len(whole):
                assert {bucket(item) for item in mine} <= SPLITS[split], (template.key, part.name)
                drawn |= {digest(item) for item in mine}
    assert drawn


def test_there_is_breadth():
    found = counts(most=40)
    assert found["templates"] == len(templates()) == sum(found[f"templates_{s}"] for s in SPLITS)
    least = dict.fromkeys((f"templates_{kind}" for kind in KINDS), 1) | {
        "apps": 40,
        "mini_apps": 15,
        "domains": 18,
        "modules": 18,
        "templates": 400,
        "templates_cross_app": 120,
        "templates_mini_app": 80,
        "templates_with_zh": found["templates"] // 3,
        "generated_tasks": 20_000,
    }
    assert {name: found[name] for name in least if found[name] < least[name]} == {}
