"""Findings for the ladder: a hint, the pattern as a schema, the smallest call before and after, the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from viva.core.escape import visible_line
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.terms import Ended
from viva.core.texts import Say
from viva.core.where import Passage
from viva.drawing import tree
from viva.engines.faults import Place, Run, Spectrum, localise, told
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.generalising import Summary
from viva.engines.heaps.judging import Asked, Expected
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.running import after, wasteful
from viva.engines.heaps.view import view
from viva.engines.heaps.written import show
from viva.engines.repair import telling as mending
from viva.languages.heap import Heap, Reference
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.subjects.structures import draw, fix, pattern
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Failure, Judged

_LONGEST = 400
_FEW = 4
_MOST_RUNS = 120
_ENDLESS = ("step_limit", "time_limit")


@dataclass(frozen=True, slots=True)
class Given:
    """The program as it was run; `offset` lines stand before those of the file, and behind them is the file as it is,
    if `whole`."""

    program: Program
    offset: int
    whole: bool = True

    @property
    def begin(self) -> int:
        """Where the file begins."""
        return self.program.text.index("\n") + 1 if self.offset else 0


@dataclass(frozen=True, slots=True)
class Mending:
    """What a change is looked for with: the reference, and calls of all methods, which have to stay as right."""

    reference: str
    methods: Mapping[str, tuple[Asked, Sequence[Expected]]]


@dataclass(frozen=True, slots=True)
class Shown:
    language: Language
    file: str
    given: Given
    locale: str
    say: Say
    mending: Mending | None = None
    """Only where a change is wanted."""

    def line(self, number: int | None) -> int | None:
        """A line of the file. Lines were said inside of the box, so one that the file has not is none."""
        if number is None:
            return None
        own = number - self.given.offset
        return own if 1 <= own <= self.given.program.text.count("\n") + 1 - self.given.offset else None

    def value(self, heap: Heap) -> str:
        return self.language.show(heap, _LONGEST)

    def call(self, method: str, call: Heap) -> str:
        given = [
            self.value(element(call, number)) if isinstance(slot, Reference) else self.value(Heap(slot, ()))
            for number, slot in enumerate(items(call))
        ]
        return f"{method}({', '.join(given[1:])})"


def reason(failure: Failure) -> str:
    problem = failure.outcome.problem
    if problem is None:
        return "wrong"
    return "no_end" if problem.reason in _ENDLESS else problem.reason


def findings(bench: Bench, domain: Domain, judged: Judged, failure: Failure, shown: Shown) -> tuple[Finding, ...]:
    method = judged.asked.method
    signature = f"{method}:{failure.difference.kind}"
    parameters = [parameter.name for parameter in domain.methods[method].parameters if parameter.kind != "instance"]
    found = Summary((), 0, len(judged.failures))
    place = None
    with suppress(Ended):  # the witness was seen twice: it stands, whether or not there is time for more
        if not failure.outcome.while_loading:
            found = pattern.summary(bench, domain, judged)
        place = _place(bench, judged, failure, shown)
    rungs = [
        _hint(judged, failure, found, shown, signature),
        pattern.finding(domain, judged, found, parameters=parameters, say=shown.say, signature=signature),
        _example(domain, judged, failure, shown, signature),
        place,
    ]
    return tuple(finding for finding in rungs if finding is not None)


def _hint(judged: Judged, failure: Failure, found: Summary, shown: Shown, signature: str) -> Finding:
    """Which method and which situation; no key, no line."""
    method = judged.asked.method
    keys = [f"hint_{reason(failure)}" if failure.outcome.problem else f"hint_{failure.difference.kind}", "hint_other"]
    if failure.outcome.while_loading:
        keys = ["hint_loading"]
    text = shown.say(*keys, method=method)
    situation = _situation(found)
    if situation is not None:
        text += " " + shown.say(f"situation_{situation}", method=method)
    return Finding(text, rung=Rung.HINT, signature=signature)


def _situation(found: Summary) -> str | None:
    if not found.schemas:
        return None
    schema = found.schemas[0]
    if schema.empty:
        return "empty"
    equal = [each for each in schema.conditions if each.sign == "="]
    if any(each.left >= 0 and each.right >= 0 for each in equal):
        return "equal"
    children = [part.parent for part in schema.parts if not part.null and part.parent is not None]
    if any(children.count(parent) == 2 for parent in children):
        return "two_children"
    if any(part.null for part in schema.parts):
        return "end"
    if schema.entry is not None:
        return "first"
    return "argument" if equal else None


def _example(domain: Domain, judged: Judged, failure: Failure, shown: Shown, signature: str) -> Finding:
    say, asked, expected = shown.say, judged.asked, failure.expected
    before = element(expected.call, 0)
    call = shown.call(asked.method, expected.call)
    wanted = _told(domain, judged, shown, (expected.value, expected.left))
    problem = failure.outcome.problem
    left = after(failure.outcome) if problem is None else None
    if problem is not None:
        line = shown.line(problem.line)
        got = say(f"got_{reason(failure)}", "got_stopped", kind=problem.kind or problem.reason, line=line or "?")
    else:
        assert failure.outcome.value is not None and left is not None
        got = _told(domain, judged, shown, (failure.outcome.value, left))
    should = _told(domain, judged, shown, (expected.value, expected.left), "should")
    start = show(view(before, domain.layout)) or shown.value(before)
    if wanted == got and left is not None and failure.outcome.value is not None:
        # They differ in what a short form leaves out: a count, a link back, the last node.
        start = shown.value(before)
        wanted = _told(domain, judged, shown, (expected.value, expected.left), whole=True)
        should = _told(domain, judged, shown, (expected.value, expected.left), "should", whole=True)
        got = _told(domain, judged, shown, (failure.outcome.value, left), whole=True)
    text = say("example", before=start, call=call, expected=should, actual=got)
    if failure.difference.kind in ("lost", "added", "swapped", "order", "back", "broken", "shared"):
        names = ", ".join(failure.difference.names)
        text += " " + say(f"difference_{failure.difference.kind}", names=names)
    witness = Witness(
        "structure",
        {"method": asked.method, "before": shown.value(before), "call": call, "expected": wanted, "actual": got},
    )
    trees: list[tree.Tree] = draw.structure(say("draw_before"), view(before, domain.layout))
    result = expected.left if asked.left else expected.value
    actual = left if asked.left else failure.outcome.value
    wanted_view = view(result, domain.layout)
    if wanted_view.entries:
        trees += draw.structure(say("draw_expected"), wanted_view)
        if problem is None and actual is not None:
            trees += draw.structure(say("draw_actual"), view(actual, domain.layout), wanted_view)
    drawing = tree.draw(say("draw_example", call=call), trees)
    return Finding(text, rung=Rung.EXAMPLE, signature=signature, witness=witness, drawing=drawing)


def _told(
    domain: Domain, judged: Judged, shown: Shown, came: tuple[Heap, Heap], form: str = "does", *, whole: bool = False
) -> str:
    """What came of a call, or should: what it returned, if that counts, and what it left. `whole`: with all fields."""
    value, left = came
    told: list[str] = []
    if judged.asked.result:
        structure = not whole and isinstance(value.root, Reference) and view(value, domain.layout).cells
        shown_value = show(view(value, domain.layout)) if structure else shown.value(value)
        told.append(shown.say(f"{form}_return", value=shown_value))
    if judged.asked.left:
        seen = view(left, domain.layout)
        short = bool(seen.entries) and not whole
        told.append(shown.say(f"{form}_leave", left=show(seen) if short else shown.value(left)))
    return shown.say("and").join(told)


def _place(bench: Bench, judged: Judged, failure: Failure, shown: Shown) -> Finding | None:
    problem = failure.outcome.problem
    line = shown.line(problem.line) if problem is not None else None
    if problem is not None and line is not None:
        kind = "crash" if problem.reason == "crash" else "stopped"
        return told(Place(kind, line, error=problem.kind), Passage(shown.file, line), shown.locale)
    if problem is not None:
        return None
    lines = _suspects(bench, judged, shown)
    if not lines:
        return None
    return told(Place("runs", lines[0], tuple(lines[1:_FEW])), Passage(shown.file, lines[0]), shown.locale)


def mend(bench: Bench, judged: Judged, shown: Shown) -> tuple[Finding, ...]:
    """The fix, if there is one and time enough: it takes longer than all the rest."""
    if shown.mending is None or not shown.given.whole:
        return ()
    others = [each for method, each in shown.mending.methods.items() if method != judged.asked.method]
    with suppress(Ended):
        found = fix.repaired(bench, judged, shown.mending.reference, shown.given.begin, others)
        return () if found is None else (mending.told(found, shown.file, shown.locale),)
    return ()


def _suspects(bench: Bench, judged: Judged, shown: Shown) -> list[int]:
    """Lines by how runs that fail differ from runs that do not: first those of the branches that tell them apart."""
    asked = judged.asked
    failing = judged.failures[: _MOST_RUNS // 2]
    stride = len(judged.right) // _MOST_RUNS + 1
    cases = [*((failure.expected, False) for failure in failing), *((each, True) for each in judged.right[::stride])]
    calls = [bench.fitting.given(expected.call, asked.layout) for expected, _ in cases]
    runs: list[Run[int]] = []
    sites = shown.given.program.sites
    for (_, passed), outcome in zip(cases, bench.submission.run(asked.method, calls, ticks=True), strict=False):
        if wasteful(outcome):
            break
        lines = {shown.line(sites[site].line) for site in outcome.coverage.branches}
        runs.append(Run(passed, frozenset(line for line in lines if line is not None)))
    elements = sorted({line for run in runs for line in run.covered})
    ranking = localise(Spectrum.of(elements, runs))
    return list(ranking.top(_FEW))


def unsteady(judged: Judged, shown: Shown) -> Finding:
    assert judged.unsteady is not None
    failure, other = judged.unsteady
    call = shown.call(judged.asked.method, failure.expected.call)
    first, second = (_plainly(outcome, shown) for outcome in (failure.outcome, other))
    text = shown.say("inconsistent", call=call, first=first, second=second)
    witness = Witness("runs", {"call": call, "first": first, "second": second})
    return Finding(text, About.POLICY, signature="inconsistent", witness=witness)


def _plainly(outcome: Outcome, shown: Shown) -> str:
    if outcome.problem is not None:
        return visible_line(outcome.problem.kind or outcome.problem.reason)
    left = after(outcome)
    return shown.value(left) if left is not None else ""
