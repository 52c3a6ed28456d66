"""Hint, example, place and fix of a report speak of one thing, and nothing is told twice."""

import re
from pathlib import Path

import pytest

from viva.core.ladder import Rung
from viva.core.report import Finding, Report
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.where import Bar, Passage, State, Transition
from viva.services.checking import check
from viva.services.registry import read_exercise
from viva.showing.outline import Outline, outline

EXERCISES = Path(__file__).parents[2] / "exercises"


def wrong_answers(*names: str) -> list[Path]:
    found = (path for name in names for path in sorted(EXERCISES.glob(f"{name}/examples/wrong/*")))
    return [path for path in found if ".expect" not in path.name]


def whole(path: Path, text: str | None = None) -> Report:
    subject, exercise = read_exercise(path.parents[2])
    handed_in = Submission.from_path(path) if text is None else Submission.from_text(text, path.name)
    return check(subject, exercise, handed_in, Terms(rung=Rung.FIX))


def told(report: Report) -> dict[Rung | None, Finding]:
    """The first finding of each rung."""
    return {finding.rung: finding for finding in reversed(report.findings)}


def name_of(path: Path) -> str:
    return f"{path.parents[2].name}/{path.name}"


PARTS = wrong_answers("harmony/first-species", "harmony/four-parts")
SPECIES = EXERCISES / "harmony/first-species/examples/wrong/leap.txt"
SINGABLE = ("C4", "D4", "E4", "F4", "G4", "A4", "B4", "C5", "D5", "E5", "F5", "G5")


def points_at_the_fix(report: Report) -> bool:
    """Whether there is a fix of one chord or note; then the place is there."""
    rungs = told(report)
    if Rung.FIX not in rungs:
        return False
    place, fix = rungs[Rung.PLACE], rungs[Rung.FIX].text
    if found := re.match(r"Note (\d+): write", fix):
        assert place.where == Bar(int(found[1])), fix
        assert re.search(rf"\b{found[1]}\b", place.text.partition(". ")[0])
    elif found := re.match(r"Bar (\d+), beat (\d+), at", fix):
        assert place.where == Bar(int(found[1]), found[2]), fix
        assert f"ar {found[1]}, beat {found[2]}" in place.text.partition(": ")[0]
    return found is not None


@pytest.mark.parametrize("path", PARTS, ids=name_of)
def test_the_place_in_a_score_is_where_the_fix_changes_it(path: Path) -> None:
    points_at_the_fix(whole(path))


def test_the_place_in_any_counterpoint_with_another_note_is_where_the_fix_changes_it() -> None:
    right = next((SPECIES.parents[1] / "right").glob("*.txt")).read_text("utf-8").split()
    reports = [
        whole(SPECIES, " ".join([*right[:at], note, *right[at + 1 :]])) for at in range(len(right)) for note in SINGABLE
    ]
    assert sum(points_at_the_fix(report) for report in reports) > len(right)


@pytest.mark.parametrize("path", wrong_answers("automata/*"), ids=name_of)
def test_the_first_place_in_an_automaton_lies_on_the_run_of_the_example(path: Path) -> None:
    rungs = told(whole(path))
    if not (Rung.PLACE in rungs and (drawing := rungs[Rung.EXAMPLE].drawing)):
        return
    match rungs[Rung.PLACE].where:
        case Transition(source=source, label=label, target=target) if "{" not in drawing.text:
            assert f"{source} -{label}-> {target}" in drawing.text
        case State(name=name):
            assert re.search(rf"\b{re.escape(name)}\b", drawing.text)


@pytest.mark.parametrize("path", wrong_answers("machines/crossing", "assembly/length-of-text"), ids=name_of)
def test_a_part_does_not_tell_again_what_the_whole_told(path: Path) -> None:
    def texts(shown: Outline) -> list[str]:
        return [item.text for section in shown.sections for item in section.items if item.text]

    shown = outline(whole(path))
    assert shown.parts and texts(shown)
    for part in shown.parts:
        assert not set(texts(part)) & set(texts(shown))


@pytest.mark.parametrize(
    "path", wrong_answers("hybrid/thermostat", "machines/say-warm", "harmony/intervals"), ids=name_of
)
def test_a_report_says_numbers_as_people_write_them_and_counts_once(path: Path) -> None:
    report = whole(path)
    shown = outline(report)
    for section in shown.sections:
        for item in section.items:
            assert not re.search(r"\d\.\d{5}|\d\.0\b", f"{item.text} {item.place or ''}")
    if report.evidence.failed is not None and report.evidence.tests and (pattern := told(report).get(Rung.PATTERN)):
        counts = re.findall(r"(\d+) of (\d+)", pattern.text)
        assert all(
            (int(wrong), int(every)) == (report.evidence.failed, report.evidence.tests) for wrong, every in counts
        )


def code_in(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


@pytest.mark.parametrize("path", wrong_answers("structures/list-*", "structures/avl-rotation"), ids=name_of)
def test_hint_pattern_example_and_place_of_a_structure_speak_of_one_method(path: Path) -> None:
    """The place is a line of that method, or of one that it calls, which stands in the same file."""
    report = whole(path)
    rungs = told(report)
    method = code_in(rungs[Rung.HINT].text)[0]
    assert code_in(rungs[Rung.PATTERN].text)[0] == method
    assert f"`{method}(" in rungs[Rung.EXAMPLE].text
    place = rungs[Rung.PLACE].where
    assert isinstance(place, Passage)
    source = path.read_text("utf-8").splitlines()
    called, todo = set[str](), [method]
    while todo:
        name = todo.pop()
        called.add(name)
        todo += [each for each in re.findall(r"self\.(\w+)\(", "\n".join(body_of(source, name))) if each not in called]
    assert any(source[place.line - 1] in body_of(source, name) for name in called)


def body_of(source: list[str], method: str) -> list[str]:
    """The lines of a method of a Python class."""
    begin = next((at for at, line in enumerate(source) if re.match(rf"    def {method}\(", line)), len(source))
    end = next((at for at in range(begin + 1, len(source)) if re.match(r"(    )?\S", source[at])), len(source))
    return source[begin:end]


@pytest.mark.parametrize("path", [each for each in wrong_answers("assembly/*") if each.suffix == ".inv"], ids=name_of)
def test_hint_and_place_of_annotations_name_the_same_loop(path: Path) -> None:
    rungs = told(whole(path))
    if not rungs[Rung.HINT].text.startswith("One of the invariants"):
        return  # it is about the program, or about what is not said yet
    named = [word for word in code_in(rungs[Rung.HINT].text) if word.isidentifier()]
    place, own = rungs[Rung.PLACE], path.read_text("utf-8").splitlines()
    lines = [int(number) for number in re.findall(r"You say it in line (\d+)", place.text)]
    lines += [place.where.line] if isinstance(place.where, Passage) else []
    there = " ".join([place.text, *(own[line - 1] for line in lines)])
    assert all(re.search(rf"\b{word}\b", there) for word in named), (named, there)
