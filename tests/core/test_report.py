import json

import jsonschema
import pytest

from viva.core.drawing import Drawing
from viva.core.isolation import Isolation
from viva.core.ladder import Rung
from viva.core.report import About, Comparison, Evidence, Finding, Report, Witness
from viva.core.verdict import Verdict
from viva.core.where import Bar, Instruction, Node, Passage, State, Time, Transition, Where
from viva.showing.schema import report_schema

PLACES: tuple[Where, ...] = (
    Passage("a.py", 4),
    Passage("a.py", 4, 8, 5, 2),
    State("q0"),
    Transition("q0", "a", "q1"),
    Instruction("0x40", 3),
    Bar(7, "1/4"),
    Time(0.5),
    Time(0.5, 2.0),
    Node("root.left"),
)

PART = Report(Verdict.PROVED, "echo", "part", Evidence("enumeration"), score=1.0)
FULL = Report(
    verdict=Verdict.REFUTED,
    subject="echo",
    exercise="say-hello",
    evidence=Evidence("tests", 57, "all paths", {"paths": 3}, failed=4, seen_from={"paths": Rung.PATTERN}),
    title="Say hello",
    reason="wrong",
    score=0.4,
    worth=10.0,
    missed=("an empty list", "numbers below zero"),
    findings=(
        Finding("a hint", rung=Rung.HINT),
        Finding(
            "an example",
            rung=Rung.EXAMPLE,
            signature="s",
            witness=Witness("call", {"input": [[2, 2]], "actual": None}),
            comparison=Comparison("Look:", ("call", "expected", "yours"), (("f()", "1", "2"),), 0, "That is all."),
        ),
        Finding("a drawing", rung=Rung.PATTERN, drawing=Drawing("<svg/>", "x")),
        Finding("forbidden", About.POLICY, where=Passage("a.py", 1)),
        Finding("only for you", rung=Rung.HINT, teacher=True),
        *(Finding("here", rung=Rung.PLACE, where=place) for place in PLACES),
    ),
    parts=(PART,),
    isolation=Isolation.FULL,
    seed=7,
    attempt=2,
    version="0.1.0",
    seconds=0.21,
    locale="de",
)
SMALL = Report(Verdict.UNDECIDED, "echo", "x", Evidence("none"))


@pytest.mark.parametrize("report", [FULL, PART, SMALL])
def test_a_report_is_the_same_after_json(report: Report) -> None:
    assert Report.from_json(json.loads(json.dumps(report.to_json()))) == report


@pytest.mark.parametrize("report", [FULL, PART, SMALL])
def test_the_schema_accepts_every_report(report: Report) -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())
    assert not list(jsonschema.Draft202012Validator(report_schema()).iter_errors(report.to_json()))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("verdict",), "right"),
        (("score",), 1.5),
        (("isolation",), "total"),
        (("extra",), 1),
        (("findings", 0, "rung"), "top"),
        (("findings", 3, "where", "kind"), "page"),
        (("parts", 0, "verdict"), None),
        (("evidence", "tests"), "many"),
    ],
)
def test_the_schema_refuses_what_no_report_may_say(path: tuple[str | int, ...], value: object) -> None:
    document = FULL.to_json()
    inner: object = document
    for step in path[:-1]:
        inner = inner[step]  # type: ignore[index]
    inner[path[-1]] = value  # type: ignore[index]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, report_schema(), jsonschema.Draft202012Validator)


def test_the_json_of_a_report_tells_title_points_and_what_was_missed() -> None:
    told = FULL.to_json()
    assert (told["title"], told["points"], told["worth"]) == ("Say hello", 4.0, 10.0)
    assert told["missed"] == ["an empty list", "numbers below zero"]
    assert SMALL.to_json()["points"] is None
