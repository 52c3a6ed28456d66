"""No more leaves for a student than their rung allows in any subject, and nothing of the teacher's files."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from viva.core.deciding.leaving import Reader, leaving, reader_of
from viva.core.exercise import Exercise
from viva.core.ladder import Policy, Rung
from viva.core.report import Finding, Report, Witness
from viva.core.rungs import Ladder
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import examine
from viva.services.examples import Example, examples
from viva.services.registry import read_exercise, read_source, template
from viva.showing.outline import outline
from viva.showing.page import as_page
from viva.showing.terminal import Paper, as_text

SUBJECTS = ("assembly", "automata", "console", "functions", "harmony", "hybrid", "labs", "machines", "structures")
SHIPPED = sorted(path.parent for path in Path("exercises").glob("*/*/exercise.toml"))
EACH = Policy(ladder=tuple(Rung), per_attempt=1)
"""The policy with which every rung is the highest once."""
WORD = re.compile(r"[^\W\d_]{5,}|\d{3,}")
TOLD = ("statement.md", "exercise.toml", "goals.toml", "rules.ltl")
"""What is written for students, or says how it is checked; the sentences of goals and rules are told as they are."""


@cache
def examined(subject: str, kind: str) -> tuple[Subject, Exercise, Submission, Report]:
    """The template of a subject, and what comes of its first example of a kind."""
    asked, exercise = read_source(template(subject))
    submission = example(exercise, kind)[0].submission
    return asked, exercise, submission, examine(asked, exercise, submission, Terms())


def example(exercise: Exercise, kind: str) -> list[Example]:
    return [each for each in examples(exercise) if each.path.startswith(f"examples/{kind}/")]


def artefacts(report: Report, submission: Submission, exercise: Exercise) -> Iterator[str]:
    """All that can be handed to a student of what leaves."""
    shown = outline(report, submission, exercise.feedback)
    yield json.dumps(report.to_json(), ensure_ascii=False, sort_keys=True)
    yield as_page(shown)
    yield as_text(shown, Paper())


def scrambled(report: Report, above: Rung) -> Report:
    """Everything that is told above a rung is something else."""
    findings = tuple(
        Finding("changed", rung=each.rung, signature="changed", witness=Witness("changed", {}), teacher=each.teacher)
        if each.teacher or (each.rung and each.rung.height > above.height) else each
        for each in report.findings
    )  # fmt: skip
    seen_from, details = report.evidence.seen_from, report.evidence.details
    changed = {
        key: value if key in seen_from and seen_from[key].height <= above.height else "changed"
        for key, value in details.items()
    }
    parts = tuple(scrambled(part, above) for part in report.parts)
    return replace(report, findings=findings, parts=parts, evidence=replace(report.evidence, details=changed))


@pytest.mark.some(18)
@pytest.mark.parametrize("rung", list(Rung))
@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_found_above_a_rung_changes_nothing_that_leaves_on_it(subject: str, rung: Rung) -> None:
    _, exercise, submission, whole = examined(subject, "wrong")
    for reader in (Reader(EACH, exercise.points, rung.height + 1), Reader(EACH, exercise.points, None, rung)):
        if not reader.sees_everything:
            one, other = (leaving(each, reader) for each in (whole, scrambled(whole, rung)))
            if reader.is_student:
                assert [*artefacts(one, submission, exercise)] == [*artefacts(other, submission, exercise)]
            assert one == other


@pytest.mark.parametrize("subject", SUBJECTS)
def test_nothing_is_made_of_a_higher_rung_before_it_leaves(subject: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As above, but the findings are others from the moment at which they are made: so no title, no list of what was
    missed and no part can be made of them either."""
    asked, exercise, submission, whole = examined(subject, "wrong")
    made = Ladder.findings

    def changed(ladder: Ladder, *wanted: object) -> tuple[Finding, ...]:
        return tuple(
            replace(each, text="changed", signature="changed", witness=None, comparison=None, drawing=None, where=None)
            if each.rung and each.rung.height > Rung.HINT.height else each
            for each in made(ladder, *wanted)  # type: ignore[arg-type]
        )  # fmt: skip

    monkeypatch.setattr(Ladder, "findings", changed)
    again = examine(asked, exercise, submission, Terms())
    reader = Reader(EACH, exercise.points, 2)
    one, other = (untimed(leaving(each, reader)).to_json() for each in (whole, again))
    assert one == other


def untimed(report: Report) -> Report:
    return replace(report, seconds=0.0, parts=tuple(map(untimed, report.parts)))


def hidden_words(exercise: Exercise, submission: Submission) -> set[str]:
    """The words and numbers of the teacher's files that a student could know from nowhere else."""
    files = exercise.source.files.items()
    hidden = [content for name, content in files if not name.startswith("examples/") and name not in TOLD]
    known = (exercise.statement, exercise.title, exercise.name, *submission.files, submission.name)
    own = (content.decode(errors="replace") for content in submission.files.values())
    return words(content.decode(errors="replace") for content in hidden) - words((*known, *own)) - of_viva()


def words(texts: Iterator[str] | tuple[str, ...]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(text)}


@cache
def of_viva() -> set[str]:
    """The words that Viva's own sentences, keys and pictures are made of."""
    house = Path(__file__).parents[2] / "src/viva"
    sources = [*house.rglob("texts/*.toml"), *(house / "showing").rglob("*.*"), *(house / "drawing").rglob("*.py")]
    sources += [*(house / "core").rglob("*.py"), *house.glob("subjects/*/draw*.py")]
    return words(tuple(path.read_text("utf-8") for path in sources if path.suffix != ".pyc"))


def leaked(exercise: Exercise, submission: Submission, whole: Report) -> set[str]:
    """What of the hidden files stands in what leaves before the example, which tells what was expected."""
    hidden = hidden_words(exercise, submission)
    found: set[str] = set()
    for attempt in (1, 2, 3, 9):
        shown = leaving(whole, reader_of(exercise, attempt))
        expected = words(tuple(str(each.witness.to_json()) for each in shown.findings if each.witness))
        found |= words(tuple(artefacts(shown, submission, exercise))) & hidden - expected
    return found


@pytest.mark.parametrize("kind", ["right", "wrong"])
@pytest.mark.parametrize("subject", SUBJECTS)
def test_nothing_of_a_hidden_file_stands_in_what_a_student_gets(subject: str, kind: str) -> None:
    _, exercise, submission, whole = examined(subject, kind)
    assert not leaked(exercise, submission, whole)


def test_a_proof_tells_a_student_nothing_of_the_reference(tmp_path: Path) -> None:
    """It is about what both programs hold in each round, by the names and lines of both."""
    settings = 'subject = "functions"\ntitle = "Largest"\n[functions]\nreference = "reference.py"\nfunction = "f"\n'
    reference = (
        "def f(xs: list[int]) -> int:\n    zzevens = [zzeach for zzeach in xs if zzeach % 2 == 0]\n"
        "    return max(zzevens) if zzevens else 0\n"
    )
    text = (
        "def f(xs):\n    best = None\n    for x in xs:\n        if x % 2 == 0 and (best is None or x > best):\n"
        "            best = x\n    return 0 if best is None else best\n"
    )
    for name, content in {"exercise.toml": settings, "reference.py": reference, "statement.md": "Largest."}.items():
        (tmp_path / name).write_text(content, "utf-8")
    asked, exercise = read_exercise(tmp_path)
    submission = Submission.from_text(text, "f.py")
    whole = examine(asked, exercise, submission, Terms())
    assert whole.verdict is Verdict.PROVED and "zzeach" in str(whole.to_json())
    assert not leaked(exercise, submission, whole)


@pytest.mark.thorough
@pytest.mark.parametrize("folder", SHIPPED, ids=str)
def test_nothing_of_a_hidden_file_of_a_shipped_exercise_leaves(folder: Path) -> None:
    asked, exercise = read_exercise(folder)
    settings = exercise.source.manifest().table(exercise.subject)
    if exercise.subject == "console" and not settings.values.get("secret"):
        pytest.skip("the words of a specification that is no secret are told")
    for kind in ("right", "wrong"):
        for each in example(exercise, kind)[:2]:
            whole = examine(asked, exercise, each.submission, Terms())
            assert not leaked(exercise, each.submission, whole), each.path


SECRET = """
read amount: 0..999
if amount > 737: write "expensive"
elif amount % 121 == 0: write "remarkable"
else: write amount * 2
"""


@pytest.mark.parametrize("answer", ["print(int(input()) * 2)", "print(input())", "print('cheap')", "input()", "1 / 0"])
def test_a_secret_specification_stays_secret(answer: str, tmp_path: Path) -> None:
    (tmp_path / "exercise.toml").write_text('subject = "console"\n[console]\nspec = "spec.txt"\nsecret = true\n')
    (tmp_path / "spec.txt").write_text(SECRET)
    asked, exercise = read_exercise(tmp_path)
    submission = Submission.from_text(answer, "answer.py")
    whole = examine(asked, exercise, submission, Terms())
    assert not leaked(exercise, submission, whole)
