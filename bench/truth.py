"""Are verdicts true? Real student programs, our own functions with changes of all kinds, and examples of every subject.

The truth is not the label of the data, but an oracle of its own (`bench/oracle.py`): plain runs beside the reference on
all small inputs that `requires` allows and on random ones, made without Viva's engines. A program is wrong if an answer
of it differs there, or on the input by which Viva refuted it, run again plainly; else it counts as right. Where there
is no such oracle (other subjects and languages, functions that take instances or are compared in a way of their own),
the folder in which a person put the example is the truth.

So many of each set are taken that the whole fits into ten minutes of processor time: every n-th, so that each exercise
and each kind of label has its share. With $VIVA_TRUTH_ALL=1 all of them are.

The programs of students are those of Hu, Ahmed, Mechtaev, Leong and Roychoudhury, "Re-factoring based program repair
applied to programming assignments", ASE 2019; they are read from `../shared/data`, or from $VIVA_STUDENT_PROGRAMS.
"""

import ast
import json
import os
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import TypeVar

from measure import few
from oracle import Asked, Oracle, descendants_seconds

import viva
from viva.core.exercise import Exercise
from viva.core.report import Report
from viva.core.source import Source
from viva.core.subject import Subject
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.verdict import Verdict
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise, read_source

HERE = Path(__file__).parent
ROOT = HERE.parent
STUDENTS = Path(os.environ.get("VIVA_STUDENT_PROGRAMS", ROOT.parent / "shared/data/student-programs"))
ALL = os.environ.get("VIVA_TRUTH_ALL") == "1"
CHANGES = 12 if ALL else 2  # tried of each function of ours
MOST = 10**6 if ALL else 50  # programs of one question
MOST_EXAMPLES = 10**6 if ALL else 24  # examples of one subject

DOMAINS = {
    "top_k": Asked(
        "top_k",
        {"lst": "list[int]", "k": "int"},
        "def requires(lst, k):\n    return 0 <= k <= len(lst)\n",
        ("sorted", "sort"),
    ),
    "remove_extras": Asked("remove_extras", {"lst": "list[int]"}),
}

Item = TypeVar("Item")
Examined = tuple[Subject, Exercise]


@dataclass(frozen=True, slots=True)
class Truth:
    what: str
    programs: int
    right: int
    wrong: int
    right_refuted: int
    right_rejected: int
    wrong_passed: int
    wrong_proved: int
    witness_outside: int
    undecided: int
    errors: int
    cpu_s_right: float | None
    cpu_s_wrong: float | None


@dataclass(frozen=True, slots=True)
class Named:
    """A program by name: a label that the oracle contradicts, or a verdict that is not true."""

    what: str
    said: str
    truth: str
    by: str


@dataclass(frozen=True, slots=True)
class Judged:
    name: str
    label: bool | None
    wrong_at: str | None
    forbidden: bool
    outside: str | None
    report: Report | Exception
    seconds: float

    @property
    def right(self) -> bool:
        return self.wrong_at is None and not self.forbidden

    def verdict(self, *verdicts: Verdict) -> bool:
        return isinstance(self.report, Report) and self.report.verdict in verdicts


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "students": "ASE 2019, two questions"}


def rows() -> Iterator[Truth | Named]:
    named: list[Named] = []
    for what, judged in sets():
        found = few(_progress(what, judged))
        yield _row(what, found)
        named += [row for each in found for row in _named(what, each)]
    yield from named


def sets() -> Iterator[tuple[str, Iterator[Judged]]]:
    for name, asked in DOMAINS.items():
        yield f"students: {name}", _students(name, asked)
    yield "our functions, with a change", _changed()
    for folder in sorted((ROOT / "exercises").iterdir()):
        yield f"examples: {folder.name}", _shipped(folder.name)


def _progress(what: str, judged: Iterator[Judged]) -> Iterator[Judged]:
    for number, each in enumerate(judged, 1):
        print(f"\r{what}: {number} ", end="", file=sys.stderr, flush=True)
        yield each
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)


def _students(name: str, asked: Asked) -> Iterator[Judged]:
    question = json.loads((STUDENTS / f"{name}.json").read_text())
    programs = [json.loads(line) for line in (STUDENTS / f"{name}.jsonl").read_text().splitlines()]
    body = question["reference"].partition("\n")[2]
    reference = f"{question['global']}\n{asked.heading}\n{body}\n"
    forbid = "[functions.forbid]\nfunctions = ['sorted']\nmethods = ['sort']\n" if asked.forbidden else ""
    subject, exercise = _exercise(asked, reference, forbid)
    distinct = {program["source"]: program for program in reversed(programs)}
    with Oracle(asked, reference) as oracle:
        for source, program in _spread(list(reversed(distinct.items())), MOST):
            text = f"{question['global']}\n{source}"
            yield _judged(oracle, (subject, exercise), text, program["id"], program["label"] == "correct")


def _changed() -> Iterator[Judged]:
    faults = tomllib.loads((HERE / "functions" / "faults.toml").read_text())
    for name, fault in faults.items():
        reference = (HERE / "functions" / f"{name}.py").read_text()
        asked = Asked.of(reference, name)
        if asked is None:
            continue
        subject, exercise = _exercise(asked, reference, "")
        texts = [reference, reference.replace(fault["old"], fault["new"], 1), *_changes(reference, random.Random(name))]
        with Oracle(asked, reference) as oracle:
            for number, text in enumerate(texts):
                yield _judged(oracle, (subject, exercise), text, f"{name}-{number}", True if number == 0 else None)


def _shipped(kind: str) -> Iterator[Judged]:
    folders = sorted(folder for folder in (ROOT / "exercises" / kind).iterdir() if (folder / "exercise.toml").exists())
    read = {folder.name: read_exercise(folder) for folder in folders}
    every = [(name, example) for name, (_, exercise) in read.items() for example in examples(exercise)]
    for name, chosen in groupby(_spread(every, MOST_EXAMPLES), key=lambda each: each[0]):
        subject, exercise = read[name]
        asked = _plainly(exercise) if kind == "functions" else None
        with Oracle(asked, exercise.source.text("reference.py")) if asked else nullcontext() as oracle:
            for _, example in chosen:
                called = f"{name}/{example.path}"
                if oracle is not None and example.path.endswith(".py"):
                    text = example.submission.text((".py",))[1]
                    yield _judged(oracle, (subject, exercise), text, called, example.right)
                    continue
                before = descendants_seconds()
                report = _checked(subject, exercise, example.submission)
                by = None if example.right else "its folder"
                yield Judged(called, example.right, by, False, None, report, descendants_seconds() - before)


def _spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most so many, from the whole length."""
    return [items[place * len(items) // most] for place in range(most)] if len(items) > most else list(items)


def _plainly(exercise: Exercise) -> Asked | None:
    """What a shipped exercise asks for, if values are compared by `==` and nothing else counts."""
    asked = tomllib.loads(exercise.source.text("exercise.toml"))["functions"]
    known = {"reference", "function", "requires", "types", "classes"}
    if asked.keys() - known or asked.get("reference") != "reference.py":
        return None
    found = Asked.of(exercise.source.text("reference.py"), asked["function"])
    requires = exercise.source.text(asked["requires"]) if "requires" in asked else ""
    return found and replace(found, types={**found.types, **asked.get("types", {})}, requires=requires)


def _exercise(asked: Asked, reference: str, more: str) -> Examined:
    requires = "requires = 'requires.py'\n" if asked.requires else ""
    manifest = (
        f"subject = 'functions'\n[functions]\nreference = 'reference.py'\nfunction = '{asked.function}'\n{requires}"
    )
    files = {"exercise.toml": manifest + more, "reference.py": reference}
    if asked.requires:
        files["requires.py"] = asked.requires
    return read_source(Source(asked.function, {name: text.encode() for name, text in files.items()}))


def _judged(oracle: Oracle, exercise: Examined, text: str, name: str, label: bool | None) -> Judged:
    before = descendants_seconds()
    report = _checked(*exercise, Submission("submission.py", {"submission.py": text.encode()}))
    seconds = descendants_seconds() - before
    witness = _witness(report)
    outside = witness if witness and not oracle.allows(witness) else None
    wrong_at, called = oracle.wrong_at(text, [witness] if witness and not outside else [])
    return Judged(name, label, wrong_at, bool(called & {*oracle.asked.forbidden}), outside, report, seconds)


def _checked(subject: Subject, exercise: Exercise, submission: Submission) -> Report | Exception:
    try:
        return check(subject, exercise, submission, Terms())
    except Exception as problem:  # noqa: BLE001 an error is counted, and is never a verdict
        return problem


def _witness(report: Report | Exception) -> str | None:
    if isinstance(report, Exception) or report.verdict != Verdict.REFUTED:
        return None
    calls = [finding.witness.to_json().get("call") for finding in report.findings if finding.witness]
    return next((call for call in calls if isinstance(call, str)), None)


def _row(what: str, found: list[Judged]) -> Truth:
    right, wrong = [each for each in found if each.right], [each for each in found if not each.right]
    return Truth(
        what=what,
        programs=len(found),
        right=len(right),
        wrong=len(wrong),
        right_refuted=sum(each.verdict(Verdict.REFUTED) for each in right),
        right_rejected=sum(each.verdict(Verdict.REJECTED) for each in right),
        wrong_passed=sum(each.verdict(Verdict.PASSED) for each in wrong),
        wrong_proved=sum(each.verdict(Verdict.PROVED) for each in wrong),
        witness_outside=sum(each.outside is not None for each in found),
        undecided=sum(each.verdict(Verdict.UNDECIDED) for each in found),
        errors=sum(isinstance(each.report, Exception) for each in found),
        cpu_s_right=_median(each for each in found if each.verdict(Verdict.PASSED, Verdict.PROVED)),
        cpu_s_wrong=_median(each for each in found if each.verdict(Verdict.REFUTED)),
    )


def _median(found: Iterator[Judged]) -> float | None:
    seconds = [each.seconds for each in found]
    return median(seconds) if seconds else None


def _named(what: str, each: Judged) -> Iterator[Named]:
    """What a person should look at."""
    name = f"{what.partition(': ')[2] or what}: {each.name}"
    truth = "right" if each.right else "forbidden" if each.wrong_at is None else "wrong"
    by = each.wrong_at or ""
    if isinstance(each.report, Exception):
        yield Named(name, "an error", truth, f"{type(each.report).__name__}: {each.report}")
        return
    if each.label is not None and each.label != each.right:
        yield Named(name, "labelled right" if each.label else "labelled wrong", truth, by)
    if each.right != each.report.verdict.right:
        yield Named(name, str(each.report.verdict.value), truth, by or _witness(each.report) or str(each.report.reason))
    if each.outside:
        yield Named(name, "witness outside of the domain", truth, each.outside)


def _changes(source: str, chance: random.Random) -> Iterator[str]:
    """The source with one small change each, of those that beginners make: whether it matters, the oracle says."""
    tree = ast.parse(source)
    found = [text for node in ast.walk(tree) for text in _changes_at(tree, node)]
    distinct = [text for text in dict.fromkeys(found) if text != ast.unparse(tree)]
    yield from chance.sample(distinct, min(CHANGES, len(distinct)))


def _changes_at(tree: ast.Module, node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Compare(ops=[old]):
            for new in (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq):
                if isinstance(old, ast.Lt | ast.LtE | ast.Gt | ast.GtE | ast.Eq | ast.NotEq):
                    yield _with(tree, node, "ops", [new()])
        case ast.BinOp(op=ast.Add()):
            yield _with(tree, node, "op", ast.Sub())
        case ast.BinOp(op=ast.Sub()):
            yield _with(tree, node, "op", ast.Add())
        case ast.BinOp(op=ast.FloorDiv()):
            yield _with(tree, node, "op", ast.Div())
        case ast.BoolOp(op=ast.And()):
            yield _with(tree, node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _with(tree, node, "op", ast.And())
        case ast.Constant(value=bool(value)):
            yield _with(tree, node, "value", not value)
        case ast.Constant(value=int(value)):
            yield _with(tree, node, "value", value + 1)
            yield _with(tree, node, "value", value - 1)
        case ast.Constant(value=str(value)) if value:
            yield _with(tree, node, "value", value[:-1])
        case ast.If(test=test):
            yield _with(tree, node, "test", ast.UnaryOp(ast.Not(), test))
            yield _with(tree, node, "test", ast.Constant(True))
        case ast.Return(value=ast.expr()):
            yield _with(tree, node, "value", None)
        case ast.Call(func=ast.Attribute(value=inner)):
            yield _with(tree, node, "func", ast.Lambda(_NO_ARGUMENTS, inner)) if not node.args else ast.unparse(tree)
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        if isinstance(block, list) and len(block) > 1 and not isinstance(node, ast.Module):
            for place in range(len(block)):
                yield _with(tree, node, name, [*block[:place], *block[place + 1 :]])


_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])


def _with(tree: ast.Module, node: ast.AST, name: str, value: object) -> str:
    before = getattr(node, name)
    setattr(node, name, value)
    text = ast.unparse(ast.fix_missing_locations(tree))
    setattr(node, name, before)
    return text
