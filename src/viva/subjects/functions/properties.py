"""Properties instead of a reference, or beside one: they run outside and ask the submitted function through a dialogue.

A property is a function of the teacher's file. It takes the function to be examined and values of the types that its
annotations name (or those of the exercise's parameters with the same names). It does not hold where it gives False or
an assertion fails, and where the submitted function gives it nothing to go on with.
"""

from __future__ import annotations

import copy
import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass, replace

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Finding, Report, Witness
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.shapes import Unknown, read_shape, rows, size, smaller
from viva.languages.finding import language_for
from viva.languages.outcome import Outcome
from viva.languages.protocol import Answers, Language
from viva.languages.values import Missing, revive
from viva.subjects.functions.explain import undecided
from viva.subjects.functions.judge import plain
from viva.subjects.functions.making import loaded, maker
from viva.subjects.functions.model import Arguments, Parameter, Task
from viva.subjects.functions.oracle import Oracle
from viva.subjects.functions.searching import Searcher
from viva.subjects.functions.suite import distinct
from viva.subjects.functions.trial import Trial
from viva.subjects.functions.values import call_text, input_json, raised, shown_heap, shown_value

_TEXTS = catalogue(__package__)
_SMALL = 150
_RANDOM = 200
_ROUNDS = 30
_CANDIDATES = 40
_SHOWN_CALLS = 4


@dataclass(frozen=True, slots=True)
class Property:
    """`task` has the parameters of the property in place of those of the function."""

    name: str
    function: types.FunctionType
    task: Task


@dataclass(frozen=True, slots=True)
class Broken:
    """A property that does not hold for these arguments; `calls` were made on the way, `problem` ended the last."""

    arguments: Arguments
    calls: tuple[str, ...]
    problem: Outcome | None


class _Raised(Exception):
    def __init__(self, outcome: Outcome) -> None:
        super().__init__(raised(outcome))
        self.outcome = outcome


class Opaque:
    """Stands for a result that holds no value, such as an instance of a class of the submission."""


def properties(task: Task) -> list[Property]:
    """The properties of the teacher's file, in its order."""
    if task.properties is None:
        return []
    file = task.properties_file
    facts = language_for(file).survey_trusted(task.properties, file)
    namespace = loaded(task.properties, file)
    found: list[Property] = []
    for signature in facts.functions:
        name = signature.name
        function = namespace.get(name)
        if not name.startswith("_") and isinstance(function, types.FunctionType):
            parameters = tuple(_parameter(task, pair, name) for pair in signature.parameters[1:])
            found.append(Property(name, function, replace(task, parameters=parameters, examples=())))
    if not found:
        raise Fault("this defines no property", file=file, remedy="write functions that take the submitted one first")
    return found


def _parameter(task: Task, pair: tuple[str, Json], name: str) -> Parameter:
    known = {parameter.name: parameter for parameter in task.parameters}
    if pair[1] is None and pair[0] in known:
        return known[pair[0]]
    try:
        return Parameter(pair[0], read_shape(pair[1]))
    except Unknown:
        raise Fault(
            f"the type of the parameter {pair[0]!r} of {name} is not known",
            file=task.properties_file,
            remedy="annotate it",
        ) from None


def examined(begun: Report, trial: Trial, seed: int) -> Report:
    """The report with one part for each property; the first that does not hold refutes."""
    found = properties(trial.task)
    parts: list[Report] = []
    broken: tuple[Property, Broken] | None = None
    tests = 0
    for prop in found:
        number, failure = _tested(prop, trial, seed)
        tests += number
        parts.append(_part(begun, prop, number, failure))
        if failure and broken is None:
            broken = prop, failure
        if failure is None and trial.meter.exhausted:
            return undecided(begun, "budget", total=tests)
    evidence = replace(
        begun.evidence,
        method=_TEXTS.say("method_properties" if trial.task.reference is None else "method_both"),
        tests=(begun.evidence.tests or 0) + tests,
        covered=_TEXTS.say("covered_properties", count=len(found), tests=tests)
        + (f"; {begun.evidence.covered}" if begun.evidence.covered else ""),
    )
    if broken is None:
        return replace(begun, verdict=Verdict.PASSED, reason=None, score=1.0, evidence=evidence, parts=tuple(parts))
    right = sum(part.verdict.right for part in parts)
    prop, failure = broken
    reason = failure.problem.problem.reason if failure.problem and failure.problem.problem else "wrong"
    return replace(
        begun,
        verdict=Verdict.REFUTED,
        reason=reason,
        score=round(min(right / len(parts), 0.99), 4),
        evidence=evidence,
        findings=(*findings(prop, failure, trial.language), *begun.findings),
        parts=tuple(parts),
    )


def _part(begun: Report, prop: Property, tests: int, failure: Broken | None) -> Report:
    return Report(
        verdict=Verdict.REFUTED if failure else Verdict.PASSED,
        subject=begun.subject,
        exercise=prop.name,
        evidence=Evidence(_TEXTS.say("method_property"), tests),
        reason="wrong" if failure else None,
        score=0.0 if failure else 1.0,
        isolation=begun.isolation,
        seed=begun.seed,
    )


def _tested(prop: Property, trial: Trial, seed: int) -> tuple[int, Broken | None]:
    with trial.language.converse(trial.sandbox, trial.program, trial.task.function) as answers:
        tests = 0
        for arguments in _inputs(prop, trial, seed):
            tests += 1
            trial.meter.charge(1)
            broken = _broken(prop, trial.language, answers, arguments)
            if broken:
                return tests, _smaller(prop, answers, broken, trial)
            if trial.meter.exhausted:
                break
    return tests, None


def _inputs(prop: Property, trial: Trial, seed: int) -> list[Arguments]:
    task = replace(prop.task, reference=None)
    make = maker(trial.task)
    made = [
        *rows(task.shapes, _SMALL, make),
        *Searcher(trial.oracle.sandbox, task, make).random(_RANDOM, seed),
    ]
    inputs = distinct(made)
    if task.requires is not None and task.shapes == trial.task.shapes:
        return [case.arguments for case in Oracle(trial.oracle.sandbox, task).cases(inputs)]
    return inputs


def _broken(prop: Property, language: Language, answers: Answers, arguments: Arguments) -> Broken | None:
    calls: list[str] = []

    def ask(*asked: object) -> object:
        outcome = answers.ask(list(asked))
        answer = shown_heap(outcome.value, language) if outcome.value is not None else raised(outcome)
        calls.append(f"{call_text(prop.task.function, tuple(asked), language)} = {answer}")
        if outcome.value is None:
            raise _Raised(outcome)
        try:
            return revive(plain(outcome.value))
        except (Missing, TypeError, ValueError):
            return Opaque()

    try:
        held = prop.function(ask, *copy.deepcopy(arguments))
    except _Raised as problem:
        return Broken(arguments, tuple(calls), problem.outcome)
    except Exception:  # noqa: BLE001 a value that the property cannot use is as wrong as one that it denies
        return Broken(arguments, tuple(calls), None)
    return Broken(arguments, tuple(calls), None) if held is False else None


def _smaller(prop: Property, answers: Answers, broken: Broken, trial: Trial) -> Broken:
    same = prop.task.shapes == trial.task.shapes
    for _ in range(_ROUNDS):
        candidates = smaller(broken.arguments, prop.task.shapes, make=maker(trial.task))[:_CANDIDATES]
        if same and prop.task.requires is not None:
            oracle = Oracle(trial.oracle.sandbox, replace(prop.task, reference=None))
            candidates = [case.arguments for case in oracle.cases(candidates)]
        found = next(_failing(prop, trial, answers, candidates), None)
        if found is None or size(list(found.arguments)) >= size(list(broken.arguments)):
            break
        broken = found
    return broken


def _failing(prop: Property, trial: Trial, answers: Answers, candidates: list[Arguments]) -> Iterator[Broken]:
    for arguments in candidates:
        found = _broken(prop, trial.language, answers, arguments)
        if found:
            yield found


def findings(prop: Property, broken: Broken, language: Language) -> tuple[Finding, ...]:
    said = inspect.getdoc(prop.function) or prop.name.replace("_", " ")
    first = said.split("\n\n")[0].replace("\n", " ")
    call = ", ".join(
        f"{name} = {shown_value(value, language)}"
        for name, value in zip(prop.task.names, broken.arguments, strict=True)
    )
    fields: dict[str, Json] = {
        "property": prop.name,
        "input": input_json(broken.arguments, language),
        "expected": first,
        "actual": "; ".join(broken.calls[-_SHOWN_CALLS:]),
    }
    text = _TEXTS.say("example_property", property=first, arguments=call, calls="\n".join(broken.calls[-_SHOWN_CALLS:]))
    signature = f"property:{prop.name}"
    return (
        Finding(_TEXTS.say("hint_property", property=first), rung=Rung.HINT, signature=signature),
        Finding(text, rung=Rung.EXAMPLE, signature=signature, witness=Witness("property", fields)),
    )
