"""Edits as pure functions over lists of items."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices import actions
from evaluation import revisions
from evaluation.revisions import EditError

RECORDED = [
    actions.Click(((10, 20),)),
    actions.Type("Hello "),
    actions.Type("world"),
    actions.Scroll(((100, 900), (100, 500)), duration=200),
    actions.Scroll(((100, 800), (100, 500)), duration=100),
    actions.Wait(1500),
    actions.Finish(""),
]
SIZE = (540, 1200)
STEPS = {
    f"s{i}": {"action": a.to_json(), "element": None, "seq": i, "size": SIZE} for i, a in enumerate(RECORDED)
}


@pytest.fixture
def items():
    return revisions.effective([], -1, STEPS)


def shown(items):
    return [revisions.action_of(item, STEPS) for item in items]


def test_the_original_reads_as_recorded(items):
    assert shown(items) == RECORDED


def test_steps_recorded_after_an_edit_follow_by_themselves():
    early = {k: v for k, v in STEPS.items() if v["seq"] < 3}
    edited = revisions.set_text(revisions.effective([], -1, early), "s1", "thought", "greet")
    later = revisions.effective(edited, 2, STEPS)
    assert [i["step"] for i in later] == list(STEPS)
    assert later[1]["thought"] == "greet"


def test_a_deleted_step_does_not_come_back(items):
    edited = revisions.delete(items, "s3")
    assert "s3" not in [i["step"] for i in revisions.effective(edited, 6, STEPS)]


def test_merge_joins_texts_and_thoughts(items):
    items = revisions.set_text(items, "s1", "thought", "say hello")
    items = revisions.set_text(items, "s2", "thought", "to all")
    merged = revisions.merge(items, "s2", STEPS)
    assert shown(merged)[1] == actions.Type("Hello world")
    assert merged[1]["thought"] == "say hello\nto all"
    assert merged[1]["merged"] == ["s2"]


def test_merge_lengthens_a_scroll(items):
    merged = revisions.merge(items, "s4", STEPS)
    assert shown(merged)[3] == actions.Scroll(((100, 900), (100, 200)), duration=300)


@pytest.mark.parametrize("ends", [(500, 1190), (700, 10)])
def test_no_merged_path_leaves_the_screen(ends):
    scroll = actions.Scroll(((270, ends[0]), (270, ends[1]))).to_json()
    steps = {n: {"action": scroll, "element": None, "seq": i, "size": SIZE} for i, n in enumerate("ab")}
    with pytest.raises(EditError, match="leave the screen"):
        revisions.merge(revisions.effective([], -1, steps), "b", steps)


def test_what_is_no_single_action_does_not_merge(items):
    with pytest.raises(EditError, match="no single action"):
        revisions.merge(items, "s1", STEPS)
    with pytest.raises(EditError, match="no step before"):
        revisions.merge(items, "s0", STEPS)


def test_retarget_moves_one_point_and_takes_the_element(items):
    moved = revisions.retarget(items, "s0", 33, 44, 0, {"id": "ok"}, STEPS["s0"])
    assert shown(moved)[0] == actions.Click(((33, 44),)) and moved[0]["element"] == {"id": "ok"}
    moved = revisions.retarget(items, "s3", 5, 6, 1, None, STEPS["s3"])
    assert shown(moved)[3].points == ((100, 900), (5, 6)) and "element" not in moved[3]


def test_what_has_no_point_is_not_retargeted(items):
    with pytest.raises(EditError, match="no point"):
        revisions.retarget(items, "s5", 1, 1, 0, None, STEPS["s5"])
    with pytest.raises(EditError, match="point number 2"):
        revisions.retarget(items, "s0", 1, 1, 1, None, STEPS["s0"])


def test_unknown_steps_and_fields_are_refused(items):
    for edit in (
        lambda: revisions.set_text(items, "nope", "thought", "x"),
        lambda: revisions.set_text(items, "s0", "mood", "x"),
        lambda: revisions.set_text(items, "s0", "thought", "x" * 10_001),
        lambda: revisions.delete(items, "nope"),
    ):
        with pytest.raises(EditError):
            edit()


@given(st.lists(st.tuples(st.sampled_from(["delete", "set_text", "merge"]), st.integers(0, 6)), max_size=12))
def test_no_edit_changes_the_list_it_started_from(edits):
    items = revisions.effective([], -1, STEPS)
    for op, n in edits:
        before = repr(items)
        try:
            if op == "delete":
                result = revisions.delete(items, f"s{n}")
            elif op == "merge":
                result = revisions.merge(items, f"s{n}", STEPS)
            else:
                result = revisions.set_text(items, f"s{n}", "thought", "t")
        except EditError:
            continue
        assert repr(items) == before
        folded = sum(len(i.get("merged", [])) for i in result)
        assert len(result) + folded <= len(STEPS)
        items = result
