"""A certificate is a file that anyone can check: as it was written it holds, and whoever changes it is found out."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import z3
from click.testing import CliRunner

import viva
from viva.core.fault import Fault
from viva.core.verdict import Verdict
from viva.engines.calls import Compiled, programs_of, sandbox_of
from viva.engines.calls.proving.certifying import document, refusal_of
from viva.engines.calls.proving.equality import ProvedEqual, program_of, prove_equal
from viva.engines.proofs import Certificate, Proved, prove, write_certificate
from viva.engines.proofs.terms import FALSE, TRUE
from viva.languages.finding import language_named
from viva.showing.document import as_json
from viva.subjects.functions.commands import certify
from viva.subjects.functions.model import Task

from .conftest import exercise

UNIQUE = (
    "def f(xs: list[int]) -> list[int]:\n    r = []\n    for x in xs:\n"
    "        if x not in r:\n            r.append(x)\n    return r\n"
)
FLAGGED = (
    "def f(xs):\n    r = []\n    for x in xs:\n        new = True\n        for y in r:\n            if y == x:\n"
    "                new = False\n                break\n        if new:\n            r += [x]\n    return r\n"
)
COUNTED = (
    "def f(xs):\n    r = []\n    i = 0\n    while i < len(xs):\n        n = 0\n        for y in r:\n"
    "            if y == xs[i]:\n                n = 1\n        if n == 0:\n            r = r + [xs[i]]\n"
    "        i += 1\n    return r\n"
)


@dataclass(frozen=True)
class Written:
    """A certificate, how it is refused, and how another one would be written for the same programs."""

    document: dict[str, Any]
    refused: Callable[[object], str | None]
    of: Callable[[Certificate], dict[str, Any]]
    certificate: Certificate


@pytest.fixture(scope="module")
def made() -> Iterator[Written]:
    question = exercise(UNIQUE).task_as(Task).question
    python = language_named("python")
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        submission = Compiled(python, sandbox, FLAGGED.encode(), "f", "submission.py")
        assert programs.reference is not None
        references = [programs.reference]
        proved = prove_equal(question, references, None, submission)
        assert isinstance(proved, ProvedEqual)
        one, two = program_of(programs.reference), program_of(submission)
        assert one is not None
        assert two is not None
        found = prove(one, two, question.shapes)
        assert isinstance(found, Proved)
        yield Written(
            json.loads(json.dumps(document(proved, references, None, submission))),
            lambda told: refusal_of(question, references, None, submission, told),
            lambda certificate: document(
                replace(proved, certificate=write_certificate(certificate)), references, None, submission
            ),
            found.certificate,
        )


def fields(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a document; of what is the same kind of thing, the first and the last."""
    if isinstance(value, dict):
        for key in value:
            yield from fields(value[key], (*path, key))
    elif isinstance(value, list) and value and path[-1] not in ("words", "loops"):
        kinds = {repr(each[0]) if isinstance(each, list) and each else "": place for place, each in enumerate(value)}
        for place in sorted({0, len(value) - 1, *kinds.values()}):
            yield from fields(value[place], (*path, place))
        yield path
    else:
        yield path


def tampered(told: dict[str, Any], path: tuple[Any, ...]) -> dict[str, Any]:
    """The document with something else in one place."""
    bent = copy.deepcopy(told)
    inside: Any = bent
    for step in path[:-1]:
        inside = inside[step]
    match inside[path[-1]]:
        case bool() | None:
            inside[path[-1]] = 7
        case int(number):
            inside[path[-1]] = number + 1
        case str(text):
            inside[path[-1]] = text + "x"
        case [*_, _]:
            del inside[path[-1]][-1]
        case _:
            inside[path[-1]] = [3]
    return bent


def test_a_certificate_holds_as_it_was_written(made: Written) -> None:
    assert made.refused(made.document) is None


def test_whatever_field_is_changed_the_certificate_is_refused(made: Written) -> None:
    paths = list(fields(made.document))
    assert len(paths) > 60
    assert {path[0] for path in paths} == set(made.document)
    for path in paths:
        assert made.refused(tampered(made.document, path)), path
    for key in made.document:
        assert made.refused({name: value for name, value in made.document.items() if name != key}), key


def test_what_is_no_certificate_is_refused(made: Written) -> None:
    many = {**made.document, "nodes": [[]] * 30_000}
    told: list[object] = [None, 3, [], {}, {"equal_to": "reference.py"}, many]
    for hostile in told:
        assert made.refused(hostile)


def test_who_writes_a_false_proof_anew_is_told_which_step_fails(made: Written) -> None:
    proof = made.certificate
    lemma = proof.lemmas[0]
    bent = {
        "before the first one, in the claim itself": replace(
            proof, induction=replace(proof.induction, invariant=(FALSE,))
        ),
        "does not follow from what holds in every round, in the claim itself": replace(
            proof, induction=replace(proof.induction, invariant=(TRUE,))
        ),
        "in the claim itself": replace(proof, lemmas=()),
        "way in which the loops go side by side is unknown": replace(
            proof, induction=replace(proof.induction, way="upside down")
        ),
        "lemma 1 does not follow at once": replace(
            proof, lemmas=(replace(lemma, induction=replace(lemma.induction, way="", invariant=())),)
        ),
        "in lemma 1": replace(proof, lemmas=(replace(lemma, induction=replace(lemma.induction, invariant=())),)),
    }
    for step, certificate in bent.items():
        assert step in str(made.refused(made.of(certificate))), step


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "exercise.toml").write_text(
        'subject = "functions"\ntitle = "Unique"\nstatement = "s.md"\n[functions]\nreference = "r.py"\nfunction = "f"\n'
        "search = 20\n"
    )
    (tmp_path / "s.md").write_text("Remove what is there twice.")
    (tmp_path / "r.py").write_text(UNIQUE)
    return tmp_path


def call(folder: Path, program: str) -> tuple[int, str]:
    (folder / "program.py").write_text(program)
    names = [str(folder), str(folder / "program.py"), str(folder / "proof.json")]
    run = CliRunner().invoke(certify, names, standalone_mode=False)
    assert run.exception is None, run.exception
    return run.return_value, run.output


def test_what_the_solver_was_trusted_in_has_no_model_in_a_fresh_one_either(folder: Path) -> None:
    names = [str(folder), str(folder / "program.py"), str(folder / "proof.json"), "--smt2", str(folder / "asked")]
    (folder / "program.py").write_text(COUNTED)
    run = CliRunner().invoke(certify, names, standalone_mode=False)
    assert run.return_value == 0
    files = sorted((folder / "asked").iterdir())
    assert f"{len(files)} questions" in run.output
    assert len(files) >= 3  # an invariant begins, is kept, and gives the result
    for file in files:
        solver = z3.Solver()
        solver.from_file(str(file))
        assert solver.check() == z3.unsat
    (folder / "in the way").write_text("")
    run = CliRunner().invoke(certify, [*names[:-1], str(folder / "in the way")], standalone_mode=False)
    assert isinstance(run.exception, Fault)


def test_certify_writes_a_certificate_and_then_checks_the_file_that_is_there(folder: Path) -> None:
    status, said = call(folder, COUNTED)
    assert status == 0
    assert "`r` of the model solution (line 3)" in said
    file = folder / "proof.json"
    told = json.loads(file.read_text())
    assert call(folder, COUNTED)[0] == 0
    status, said = call(folder, COUNTED.replace("i += 1", "i = i + 1"))
    assert status == 1
    assert "the submission is not the one that it was written for" in said
    told["measures"]["submission"] = ["0"]
    file.write_text(json.dumps(told))
    status, said = call(folder, COUNTED)
    assert status == 1
    assert "not seen that it ends, in line 4" in said
    assert json.loads(file.read_text()) == told


def test_nothing_is_written_of_what_is_wrong_or_not_proved(folder: Path) -> None:
    status, said = call(folder, UNIQUE.replace("not in", "in"))
    assert status == 1
    assert "not right" in said
    status, said = call(folder, UNIQUE.replace("return r", f"return r + [{10**30}][1:]"))
    assert status == 3
    assert "not proved" in said
    assert not (folder / "proof.json").exists()


def test_what_a_search_was_about_is_told_with_its_lines(folder: Path) -> None:
    program = (
        "def f(xs):\n    r = xs[:1]\n    for i in range(len(xs)):\n        for j in range(i, len(xs)):\n"
        "            if xs[i] != xs[j] and xs[j] not in r:\n                r.append(xs[j])\n    return r\n"
    )
    (folder / "program.py").write_text(program)
    report = viva.check(folder, folder / "program.py")
    assert report.verdict is Verdict.PASSED
    assert "(`for` in line 3, `for` in line 4)" in str(report.evidence.details["unproved"])


def test_what_stands_in_the_way_of_a_proof_is_told_to_the_teacher_alone(folder: Path) -> None:
    (folder / "program.py").write_text(
        "def f(xs):\n    def firsts():\n        seen = []\n        for x in xs:\n            if x not in seen:\n"
        "                seen.append(x)\n                yield x\n    return list(firsts())\n"
    )
    report = viva.check(folder, folder / "program.py")
    assert report.verdict is Verdict.PASSED
    assert "not covered: `xs` of another function" in str(report.evidence.details["unproved"])
    assert "in line 4" in str(report.evidence.details["unproved"])
    told = viva.check(folder, folder / "program.py", attempt=1)
    assert "not covered" not in as_json(told.to_json())
