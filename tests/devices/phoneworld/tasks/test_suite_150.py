"""PhoneWorld-150 is what its hash says, is kept apart from training, and each of its tasks can be done."""

from collections import Counter

import pytest

from devices.phoneworld.tasks import suite
from devices.phoneworld.tasks.judge import begin, judge
from devices.phoneworld.tasks.template import templates
from devices.phoneworld.verify import honest


@pytest.fixture(scope="module")
def frozen():
    return suite.load()


def test_fifty_tasks_of_each_category_from_many_templates(frozen):
    rows = frozen["tasks"]
    assert Counter(row["category"] for row in rows) == dict.fromkeys(suite.CATEGORIES, 50)
    for category in suite.CATEGORIES:
        assert len({row["template"] for row in rows if row["category"] == category}) >= 25
    assert len({row["key"] for row in rows}) == 150
    assert len({row["kind"] for row in rows}) >= 6


def test_no_training_task_shares_a_template(frozen):
    splits = {t.key: t.split for t in templates()}
    assert {splits[row["template"]] for row in frozen["tasks"]} == {"test"}


def test_each_has_a_rubric_as_a_person_would_grade_it(frozen):
    for row in frozen["tasks"]:
        kinds = Counter(next(iter(c)) for c in row["criteria"])
        assert 3 <= sum(kinds.values()) <= 6 and kinds["must"] and kinds["negative"], row["key"]
        assert row["end_state"] and row["goal"] and row["steps"] > len(row["oracle"])


@pytest.mark.parametrize("category", suite.CATEGORIES)
def test_each_can_be_done_and_is_not_done_yet(frozen, category):
    for row in frozen["tasks"]:
        if row["category"] == category:
            outcome = suite.play(row)
            assert outcome.reward == 1 and not outcome.side_effects, (row["key"], outcome.rules)
            task = suite.Frozen(row)
            state = begin(task).snapshot()
            assert judge(task, state, state, "finish", "Done").reward == 0


def test_a_changed_file_is_refused(tmp_path):
    text = suite.FILE.read_text(encoding="utf-8")
    (tmp_path / "suite.yaml").write_text(text.replace("kind: do\n", "kind: find\n", 1), encoding="utf-8")
    with pytest.raises(ValueError, match="hash"):
        suite.load(tmp_path / "suite.yaml")


def test_too_few_templates_are_told(monkeypatch):
    with pytest.raises(suite.TooFew, match="app"):
        suite.draw(50, 10_000)


@pytest.mark.parametrize("words", ["I could not find it", "There is none", "没有找到"])
def test_words_that_say_no(words):
    assert honest("finish", words) and not honest("finish", "Done, all set")
