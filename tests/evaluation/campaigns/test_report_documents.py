"""The report as it is fetched: figures and plots, and documents to take away."""

import csv
import io
import json
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from evaluation import services
from phonebuddy.api.errors import Conflict
from tests.evaluation.campaigns.giving import submit


@pytest.fixture
def campaign(make_campaign, end_all, evaluators):
    made = make_campaign(
        tasks=9, agents=("A & co <b>", "=B_1"), categories=("app", "cross_app", "mini_app"), name="Größe 1"
    )
    end_all(made)
    for person in evaluators[:2]:
        while True:
            try:
                grade = services.claim_grade(person)
            except Conflict:
                break
            good = "A &" in grade.run.agent.name or int(grade.run.task.key[-1]) < 3
            submit(grade, *([] if good else ["n"]))
    return made


@pytest.fixture
def fetch(campaign, client_for, researcher):
    return lambda path, who=researcher: client_for(who).get(f"/api/campaigns/{campaign.pk}/{path}")


def test_figures_and_plots(fetch):
    data = fetch("report").data
    assert data["figures"]["counts"]["decided"] == 18
    assert set(data["plots"]) == {"intervals", "slopes", "tasks", "agreement"}
    for svg in data["plots"].values():
        root = ElementTree.fromstring(svg)
        assert root.tag.endswith("svg") and root.attrib["aria-label"]
    words = "".join(ElementTree.fromstring(data["plots"]["intervals"]).itertext())
    assert "A & co <b>" in words and "100.0 %" in words


def test_a_line_an_attempt(fetch):
    answer = fetch("report/csv")
    assert "attachment" in answer["Content-Disposition"] and "groe-1.csv" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert len(rows) == 18 and {row["agent"] for row in rows} == {"Größe 1 A & co <b>", "Größe 1 =B_1"}
    assert sum(row["success"] == "1" for row in rows) == 9 + 3


def test_no_cell_is_a_formula(make_campaign, end_all, client_for, researcher):
    made = make_campaign(tasks=1, agents=("x",), name="=1+2")
    text = client_for(researcher).get(f"/api/campaigns/{made.pk}/report/csv").content.decode()
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert "'=1+2" in cells and not any(cell[:1] in "=+@" for cell in cells if cell)


def test_all_of_it_as_json(fetch, campaign):
    found = json.loads(fetch("report/json").content)
    assert found["plan_hash"] == campaign.plan_hash and found["plan"]["suite"]["tasks"] == 9
    assert len(found["figures"]["table"]) == 9


def test_a_table_for_latex(fetch, tmp_path):
    text = fetch("report/tex").content.decode()
    assert r"A \& co" in text and r"=B\_1" in text
    assert text.count(r"\\") == 3
    lines = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {line.count("&") - line.count(r"\&") for line in lines} == {4}
    assert r"\textbf" not in lines[2], "the one that is worse"
    if latex := shutil.which("pdflatex"):
        page = r"\documentclass{article}\usepackage{booktabs}\begin{document}" + text + r"\end{document}"
        (tmp_path / "t.tex").write_text(page)
        subprocess.run([latex, "-interaction=nonstopmode", "t.tex"], cwd=tmp_path, check=True)


def test_one_page_with_everything_in_it(fetch, campaign):
    page = fetch("report/html").content.decode()
    assert "src=" not in page and "href=" not in page and "<script" not in page
    assert "A &amp; co &lt;b&gt;" in page and "<b>" not in page
    assert campaign.plan_hash in page and page.count("<svg") == 4
    assert "Compared on the same tasks" in page and "{{" not in page and "{%" not in page


def test_how_well_each_evaluator_grades_is_for_leads(fetch, lead, researcher):
    assert fetch("report", researcher).data["figures"]["evaluators"] == []
    assert len(fetch("report", lead).data["figures"]["evaluators"]) == 2
    assert "Against gold items" not in fetch("report/html").content.decode()
    assert fetch("report/pdf").status_code == 404


def test_a_campaign_without_grades_has_a_report_too(make_campaign, client_for, researcher):
    made = make_campaign()
    for kind in ("csv", "json", "tex", "html"):
        answer = client_for(researcher).get(f"/api/campaigns/{made.pk}/report/{kind}")
        assert answer.status_code == 200 and answer.content
