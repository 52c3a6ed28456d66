from dataclasses import replace
from itertools import product

from viva.core.ladder import Rung
from viva.core.report import About, Evidence, Finding, Report, Witness
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.grading.groups import Group, groups, spread
from viva.grading.row import Error, Row, signature_of

SAY = catalogue("viva.grading").say
WRONG = Report(Verdict.REFUTED, "echo", "say", Evidence("compared"), reason="wrong", score=0.5)


def told(signature: str, hint: str = "Look again.", pattern: str = "", value: int = 0) -> Report:
    witness = Witness("call", {"function": "f", "input": [[value]], "expected": 1, "actual": 2})
    findings = [
        Finding("It takes long.", About.QUALITY, signature="slow"),
        Finding(hint, rung=Rung.HINT, signature=signature),
        Finding(pattern, rung=Rung.PATTERN, signature=signature),
        Finding("For this.", rung=Rung.EXAMPLE, signature=signature, witness=witness),
    ]
    return replace(WRONG, findings=tuple(finding for finding in findings if finding.text))


def row(student: str, report: Report | None, points: float | None = 5.0, exercise: str = "say") -> Row:
    return Row(student, exercise, "Say", 8.0, f"{student}.py", "", points, report, None)


def grouped(*rows: Row) -> list[Group]:
    return list(groups(rows, ["say", "bye"], SAY, "en"))


def test_equal_mistakes_are_together_and_the_most_frequent_come_first() -> None:
    found = grouped(
        row("anna", told("b")),
        row("bert", told("a")),
        row("carl", told("a", "Another sentence.")),
        row("dora", replace(WRONG, verdict=Verdict.PASSED)),
        row("emil", told("a"), exercise="bye"),
        row("fritz", replace(WRONG, verdict=Verdict.UNDECIDED)),
        row("gerd", None, 0.0),
    )
    assert [(group.number, group.exercise, [each.student for each in group.rows]) for group in found] == [
        (1, "say", ["bert", "carl"]),
        (2, "say", ["anna"]),
        (3, "bye", ["emil"]),
    ]


def test_a_signature_is_that_of_the_mistake_whatever_else_is_told() -> None:
    assert signature_of(told("a")) == "a"
    parts = (replace(WRONG, verdict=Verdict.PASSED), told("x"), told("y"))
    assert signature_of(replace(WRONG, parts=parts)) == "x; y"
    assert signature_of(WRONG) == "wrong"


def test_groups_have_a_title_of_their_own_in_words() -> None:
    long = (
        "Fails whenever the list is empty. "
        + "It was tried on a great many inputs, all of which are told here, one by one, in order. "
    )
    found = grouped(
        row("anna", told("a", long, "It goes wrong in 3 of 4 tests.\nMore.")),
        row("bert", told("b", "Look again. What about zero?")),
        row("carl", told("c", "Look once more.", value=3)),
        row("dora", told("d", "Look once more.", value=4)),
        row("emil", told("e", "Look here.", value=5)),
        row("fritz", told("f", "Look here.", value=5)),
        row("gerd", replace(WRONG, verdict=Verdict.REJECTED, findings=(Finding("A colon is missing.", About.POLICY),))),
        row("hans", WRONG, exercise="bye"),
    )
    assert [group.title for group in found] == [
        "Look here.",
        "Look once more.",
        "A colon is missing.",
        "Fails whenever the list is empty.",
        "Look again. What about zero?",
        "It does not do what was asked for",
    ]
    assert [each.failing for each in found[1].mistakes] == ["[3]", "[4]"]
    assert found[3].mistakes[0].pattern == "It goes wrong in 3 of 4 tests."


def test_the_spread_counts_everybody_once() -> None:
    rows = [row(str(points), WRONG, points) for points in (8.0, 8.0, 7.9, 6.0, 4.0, 2.0, 0.1, 0.0)]
    rows += [replace(row("e", None, None), error=Error("fault", "x")), row("n", None, 0.0)]
    bars = {bar.label: (bar.count, bar.share) for bar in spread(rows, 8.0, SAY)}
    assert bars == {
        "all points": (2, 20),
        "75 % and more": (2, 20),
        "50 % and more": (1, 10),
        "25 % and more": (1, 10),
        "less than 25 %": (1, 10),
        "no points": (1, 10),
        "not decided": (1, 10),
        "nothing handed in": (1, 10),
    }
    assert [bar.label for bar in spread(rows[:8], 8.0, SAY)][-1] == "no points"


def test_a_title_says_only_what_holds_for_all_of_a_group() -> None:
    same, other = "It stops with an error (TypeError).", "It stops with an error (TypeError). It goes on with nothing."
    (found,) = grouped(row("anna", told("a", other, "Fails for 0.")), row("bert", told("a", same, "Fails for 1.")))
    assert found.title == same
    assert found.mistakes[0].pattern is None
    (found,) = grouped(row("anna", told("a", "It returns a set.")), row("bert", told("a", "It is backwards.")))
    assert "set" not in found.title and found.title


def test_mistakes_of_one_kind_are_together_whatever_the_names_and_numbers() -> None:
    found = grouped(
        row("anna", told("a", "The limit `<= 6` is one off. Look at line 3.")),
        row("bert", told("b", "The limit `<= 18` is one off. Look at line 12.")),
        row("carl", told("c", "It stops with an error (KeyError). Is `x` there?")),
        row("dora", told("d", "It stops with an error (KeyError). What is missing?")),
        row("emil", told("e", "It stops with an error (TypeError). What is missing?")),
    )
    assert [(group.title, [each.student for each in group.rows]) for group in found] == [
        ("It stops with an error (KeyError).", ["carl", "dora"]),
        ("The limit … is one off. Look at line ….", ["anna", "bert"]),
        ("It stops with an error (TypeError). What is missing?", ["emil"]),
    ]


def test_no_two_groups_have_a_title_and_everybody_is_in_one() -> None:
    """All classes of three with these hints."""
    hints = ["One. Two.", "One. Three.", "One.", "Two `a`.", "Two `b`. One.", "Three 1, 2."]
    for several in product(hints, "xyz", hints, "xyz", hints):
        rows = [
            row("anna", told("x", several[0])),
            row("bert", told(several[1], several[2])),
            row("carl", told(several[3], several[4])),
        ]
        found = grouped(*rows)
        assert len({group.title for group in found}) == len(found)
        assert sorted(each.student for group in found for each in group.rows) == ["anna", "bert", "carl"]
        for group in found:
            assert group.title.strip() and "(2)" not in group.title
