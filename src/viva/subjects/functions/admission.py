"""Whether a submission can be examined as asked: the function is there, it is one, it takes the right arguments, and it
uses nothing that the exercise forbids. Constructs and imports are looked for in the source, functions and methods where
they are called. And what is told where there is no answer to compare: the file stops before there is a function, an
input takes too long, or two calls with the same arguments differ.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import About, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import visible_line
from viva.core.text.homoglyphs import foreign, look_alike
from viva.core.verdict import Verdict
from viva.core.where import Passage
from viva.engines.calls import Case, Failure, Question, Trial, Unsteady, Voice, steps_for
from viva.engines.calls.given import needed_classes
from viva.engines.calls.showing import describe_ending
from viva.languages.outcome import Outcome
from viva.languages.program import Function, Program
from viva.subjects.functions.model import Rules

_RUNS = 80


@dataclass(frozen=True, slots=True)
class Refusal:
    reason: str
    findings: tuple[Finding, ...]


def refuse(question: Question, program: Program, file: str, voice: Voice) -> Refusal | None:
    """What can be seen without running anything."""
    function = _function(question.function, program)
    if function is None:
        cls = next((cls for cls in program.classes if cls.name == question.function), None)
        if cls:
            return _refusal(
                voice, "type_error", "is_class", file, cls.line, function=question.function, arguments=_called(question)
            )
        return None
    if function.coroutine:
        return _refusal(voice, "type_error", "is_async", file, function.line, function=question.function)
    given = len(question.parameters) + ("." in question.function)
    if not function.takes(given):
        return _refusal(
            voice, "type_error", "parameters", file, function.line,
            function=question.function, wanted=len(question.parameters), arguments=_called(question),
            has=_signature(function),
        )  # fmt: skip
    return None


def not_found(question: Question, first: Outcome | None, program: Program, file: str, voice: Voice) -> Refusal | None:
    """Loading went well, and the function was not there; or a class is not there that it is called with."""
    cls = _class_not_there(question, first) if first else None
    if cls:
        return _refusal(voice, "missing_class", "class", file, None, cls=cls)
    if first is not None and first.problem and first.problem.kind == "type":
        return _of_another_type(question, first.problem.message, program, file, voice)
    if first is None or not first.problem or first.problem.reason != "missing_function" or not first.while_loading:
        return None
    names = [function.name for function in program.functions]
    near = difflib.get_close_matches(question.function, names, n=1) or [
        name for name in names if name.lower() == question.function.lower()
    ]
    inside = [cls for cls in program.classes if any(method.name == question.function for method in cls.methods)]
    twin = next((function for function in program.functions if look_alike(function.name, question.function)), None)
    if twin:
        slots = {"function": question.function, "letter": foreign(twin.name) or foreign(question.function)}
        return _refusal(voice, "missing_function", "look_alike", file, twin.line, **slots)
    if near:
        line = next(function.line for function in program.functions if function.name == near[0])
        return _refusal(voice, "missing_function", "misspelt", file, line, function=question.function, near=near[0])
    if inside:
        return _refusal(
            voice,
            "missing_function",
            "inside_class",
            file,
            inside[0].line,
            function=question.function,
            cls=inside[0].name,
        )
    if names:
        return _refusal(
            voice, "missing_function", "others", file, None, function=question.function, names=", ".join(names[:8])
        )
    return _refusal(
        voice, "missing_function", "nothing", file, None, function=question.function, arguments=_called(question)
    )


def _of_another_type(question: Question, said: str, program: Program, file: str, voice: Voice) -> Refusal:
    """In a language that knows types before anything runs: what is asked is no value of the function's own type."""
    function = _function(question.function, program)
    key, has, why = "type" if "|" not in said else "type_unasked", *said.partition("|")[::2]
    slots = {"function": question.function, "has": visible_line(has), "why": visible_line(why)}
    return _refusal(voice, "type_error", key, file, function.line if function else None, **slots)


def _class_not_there(question: Question, first: Outcome) -> str | None:
    """Given classes are added where nothing has their name; not above what a file does while it is loaded."""
    problem = first.problem
    if problem is None or not (problem.reason == "type_error" or (problem.kind == "NameError" and first.while_loading)):
        return None
    return next(
        (name for name in sorted(needed_classes(question)) if re.search(rf"\b{re.escape(name)}\b", problem.message)),
        None,
    )


def _refusal(voice: Voice, reason: str, key: str, file: str, line: int | None, **slots: object) -> Refusal:
    where = Passage(file, line) if line else None
    text = voice.say(f"refused_{key}", **slots)
    return Refusal(reason, (Finding(text, About.POLICY, signature=f"{reason}:{key}", where=where),))


def _function(name: str, program: Program) -> Function | None:
    owner, _, method = name.rpartition(".")
    if owner:
        classes = [cls for cls in program.classes if cls.name == owner]
        return next((item for cls in classes for item in cls.methods if item.name == method), None)
    return next((item for item in reversed(program.functions) if item.name == name), None)


def _called(question: Question) -> str:
    return f"{question.function}({', '.join(question.names)})"


def _signature(function: Function) -> str:
    parts = [name if number < function.required else f"{name}=…" for number, name in enumerate(function.parameters)]
    parts += ["*…"] if function.any_number else []
    parts += [f"*, {name}" for name in function.keyword_only]
    return f"{function.name}({', '.join(parts)})"


def held_to_rules(report: Report, rules: Rules, trial: Trial, tests: Sequence[Case], voice: Voice) -> Report:
    """The report as it is, or `rejected`; then the evidence still says how the function behaves."""
    if not rules or (report.verdict is Verdict.UNDECIDED and report.reason != outcome.LACKING):
        return report
    found = [*_written(rules, trial, voice), *_called_at_last(rules, trial, tests, voice)]
    if not found:
        return report
    details: dict[str, Json] = {**report.evidence.details, "otherwise": report.verdict.value}
    covered = report.evidence.covered
    if report.verdict is not Verdict.UNDECIDED:
        covered = voice.say(f"otherwise_{report.verdict.value}", covered=covered)
    evidence = replace(report.evidence, covered=covered, details=details)
    return outcome.rejected(replace(report, evidence=evidence), "forbidden", (*found, *report.findings))


def _written(rules: Rules, trial: Trial, voice: Voice) -> Iterator[Finding]:
    """Imports and constructs: each once, at the first place where it stands in the source."""
    facts, file = trial.submission.facts, str(trial.submission.file)
    seen: set[str] = set()
    for mention in facts.imports:
        whole = mention.name in rules.modules
        module = mention.name if whole else mention.name.partition(".")[0]
        if module in rules.modules and module not in seen:
            seen.add(module)
            yield _forbidden("module", module, Passage(file, mention.line, mention.column), voice)
    for mention in facts.syntax:
        if mention.name in rules.syntax and mention.name not in seen:
            seen.add(mention.name)
            yield _forbidden("syntax", mention.name, Passage(file, mention.line, mention.column), voice)


def _called_at_last(rules: Rules, trial: Trial, tests: Sequence[Case], voice: Voice) -> Iterator[Finding]:
    """What is really called, under whatever name: a variable or a method of the student's own may have any."""
    words = {name.rpartition(".")[2] for name in (*rules.functions, *rules.methods)}
    spoken = any(mention.name.rpartition(".")[2] in words for mention in trial.submission.facts.names)
    cases = tests if spoken else tests[:_RUNS]
    for answered in trial.outcomes(cases, forbidden=rules.watched):
        problem = answered.problem
        if problem and problem.reason == "forbidden":
            where = Passage(str(trial.submission.file), problem.line or 1)
            yield _forbidden("called", problem.message, where, voice)
            return


def _forbidden(kind: str, name: str, where: Passage, voice: Voice) -> Finding:
    text = voice.say(f"forbidden_{kind}", name=name, line=where.line)
    return Finding(text, About.POLICY, signature=f"forbidden:{name}", where=where)


def inconsistent_report(report: Report, function: str, found: Unsteady, voice: Voice) -> Report:
    """Two calls with the same arguments that differ: it is no function of its arguments."""
    first, second = voice.answer(found.first), voice.answer(found.second)
    text = voice.say("inconsistent", call=voice.call(function, found.case.arguments), first=first, second=second)
    witness = Witness("runs", {"input": voice.inputs(found.case.arguments), "first": first, "second": second})
    return outcome.inconsistent(report, text, witness)


def slow(function: str, failure: Failure, voice: Voice) -> dict[str, object]:
    """What is told of an input without an answer."""
    return {
        "call": voice.call(function, failure.case.arguments),
        "limit": voice.say(f"limit_{failure.kind}", "limit_other", steps=steps_for(failure.case)),
        "reference": failure.case.steps,
    }


def loading(trial: Trial, failure: Failure, voice: Voice) -> tuple[Finding, ...]:
    """What is told where the file stops before there is a function to call."""
    problem = failure.outcome.problem
    assert problem is not None
    said = visible_line(f"{problem.kind}: {problem.message}" if problem.kind else problem.reason.replace("_", " "))
    where = Passage(str(trial.submission.file), problem.line) if problem.line else None
    witness = Witness(
        "call", {"function": trial.question.function, "input": [], "actual": describe_ending(failure.outcome)}
    )
    return Ladder(
        failure.kind,
        hint=voice.say(f"hint_{failure.kind}", "hint_other"),
        example=Clue(voice.say("example_not_loaded", said=said), witness=witness),
        place=Clue(voice.say("place_loading"), where),
    ).findings()
