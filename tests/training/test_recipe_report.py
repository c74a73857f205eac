"""The recipe's tables say what its own files hold; its plan is one that trainers take."""

import pytest

from training import config, recipe


def _row(number, success, category="app", ending="finish"):
    return {
        "key": f"t{number}",
        "category": category,
        "success": success,
        "ending": ending,
        "progress": success,
    }


def _told(good):
    """``good``: how many of 150 each arm does; the first ones."""
    results = {}
    for arm, count in good.items():
        rows = [
            _row(n, float(n < count), recipe.CATEGORIES[n // 50], "finish" if n < count else "step_limit")
            for n in range(150)
        ]
        results[arm] = {"phoneworld_150": rows, "held_out_apps": [_row(n, float(n < 3)) for n in range(10)]}
    curve = [{"step": n, "reward_real": n / 10, "reward_mock": 0.5} for n in range(10)]
    return {
        "seed": 1,
        "seconds": {"sft": 60.0, "real": 30.0},
        "results": results,
        "curves": {"sft": [], "real": curve, "mixed": curve},
    }


def test_lines_count_successes_and_test_them():
    lines = recipe.lines([_told({"sft": 40, "real": 50, "mixed": 60})])
    assert lines[:3] == ["recipe_sft=40", "recipe_real=50", "recipe_mixed=60"]
    name, p = lines[3].split("=")
    assert name == "recipe_mixed_minus_sft_p" and float(p) == pytest.approx(2 * 0.5**20, rel=1e-3)


def test_what_the_environment_spoilt_is_no_failure():
    told = _told({"sft": 40, "real": 50, "mixed": 60})
    told["results"]["sft"]["phoneworld_150"][149]["success"] = None
    assert len(recipe.outcomes(told, "sft")) == 149
    assert "40/149" in recipe.table([told])


def test_the_table_has_categories_intervals_endings_and_curves():
    text = recipe.table([_told({"sft": 40, "real": 50, "mixed": 60})])
    assert "| SFT, then mixed RL | 60/150 (33–48 %) | 50/50 (93–100 %) | 10/50" in text
    assert "exact McNemar p = 1.91e-06" in text
    assert "| SFT | 0 | 110 |" in text
    assert "| SFT, then real-app RL, real phones | 5 % | 25 % | 45 % | 65 % | 85 % |" in text


def test_only_what_stands_between_the_marks_is_written_anew(tmp_path):
    page = tmp_path / "recipe.md"
    page.write_text(f"# Before\n{recipe.BEGIN}\nold\n{recipe.END}\nafter\n", encoding="utf-8")
    recipe.document(page, "new")
    recipe.document(page, "newer")
    assert page.read_text(encoding="utf-8") == f"# Before\n{recipe.BEGIN}\nnewer\n{recipe.END}\nafter\n"


def test_both_arms_have_the_same_budget():
    plan = recipe.Plan()
    assert config.diff(plan.rl("real_rl", 3), plan.rl("mixed_rl", 3)) == {"real_share": (1.0, 0.5)}
    assert plan.sft(3).optimizer == "muon" and plan.sft(3).seed == 3
