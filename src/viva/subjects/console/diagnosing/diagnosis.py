"""What all failing runs of a program have in common, and what sets them apart from the passing ones.

Fresh inputs are run for this, beside the tests: what is told of a program was seen on them too. A usual mistake is told
only where all failing runs of its kind show it (`symptoms`), and one that a few runs may show by chance only where
there are several.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, zip_longest

from viva.core.records import dataclass
from viva.core.text.escape import visible_line
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.failure_conditions import Distinction, best_distinction, kinds
from viva.engines.dialogues.model import Call, Operation, Read, Spec, Type, Value, parts, subterms, terms
from viva.engines.dialogues.notations.expressions import show_condition
from viva.engines.dialogues.outputs import Pattern as Line
from viva.engines.dialogues.suites.cases import Case, Suite, case_of
from viva.engines.dialogues.suites.fresh import inputs_near
from viva.engines.dialogues.suites.mentioned import further_tests
from viva.engines.dialogues.suites.rim import rim_cases
from viva.engines.dialogues.suites.ways.paths import Trails, environment
from viva.engines.dialogues.traces import Departure
from viva.engines.dialogues.trials.judging import Failure, judge
from viva.engines.dialogues.trials.rules import Rules, allowing
from viva.engines.dialogues.trials.trial import Trial
from viva.languages.survey import Survey, lost_names
from viva.subjects.console.diagnosing.arguments import wants_arguments
from viva.subjects.console.diagnosing.errors import Told, explain_exception
from viva.subjects.console.diagnosing.symptoms import (
    LONGEST,
    SETTINGS,
    SIGNS,
    Seen,
    fixed_texts,
    worded_outputs,
    writings,
)
from viva.subjects.console.judge import is_excused, unmet_requirements

_FRESH = 32  # inputs for the failing side, and as many for the passing one
_RIM = 24  # and on each side of the rim of a condition
_ROUNDS = 6  # in which a condition is held against its rim
_NEARLY_ALL = 0.9
_FEW = 0.1
# These may hold by chance: they are told only if several failing runs show them.
BY_CHANCE = frozenset(
    {
        "one_less", "one_more", "sign", "double", "cut_off", "inexact", "without_last", "without_first", "only_last",
        "mixed_up", "later_rounds", "another_case", "echo", "as_text", "one_unread", "twice", "spelling",
    }
)  # fmt: skip
SEVERAL = 3
_MOST_SETTINGS = 3
_INPUT = re.compile(r"\binput\s*\(")
_CONVERTS = re.compile(
    r"\b(?:int|float|eval|literal_eval|Decimal|Fraction|complex|json|numpy|np)\b"
    r"|\b(?:Number|parseInt|parseFloat|BigInt|JSON|questionInt|questionFloat)\b|(?:^|[=(,\[?:])\s*\+\s*[\w(]",
    re.MULTILINE,
)
_READS_TO_THE_END = re.compile(r"\bstdin\b(?!\s*\.\s*readline\b)|\bopen\(0")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = (Type.NUMBER, Type.DECIMAL)
_SILENT = ("missing_output", "ends_early")
_OF_TEXTS = ("error_text_and_number", "error_text_as_number", "error_text_plus_number")
_ANY_MISTAKE = ("wrong_output", "missing_output", "extra_output", "ends_early", "reads_on")

Outcomes = Mapping[tuple[Value, ...], Failure | None]
"""How a program failed on inputs, or None where it did not."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Looks at the failing runs of one program."""

    trails: Trails
    rules: Rules
    source: str

    @property
    def spec(self) -> Spec:
        return self.trails.walker.spec

    def kind(self, failure: Failure) -> Told:
        """What makes two failures failures of the same kind: how the run departs, or what error it stops with."""
        error = failure.observed.error
        if failure.difference is None and failure.kind == "crash" and error and error.kind:
            told = explain_exception(error, self.source)
            return Told(f"error_{told.key}", told.slots)
        return Told(failure.kind)

    def mistake(self, failures: Sequence[Failure]) -> tuple[Told, bool] | None:
        """The first usual mistake that all of these runs show, or else one that nearly all show and that is no matter
        of chance; and whether all show it."""
        if all(failure.unflushed for failure in failures):
            return None
        texts, writes = fixed_texts(self.spec), worded_outputs(self.spec)
        requirements: tuple[Told, ...] | None = None
        missing = {name: 0 for name in SIGNS if len(failures) >= SEVERAL or name not in BY_CHANCE}
        for failure in _readable(failures):
            if failure.difference is None:
                return None
            trail = None if self.rules.batch else self.trails.of(failure.case.inputs)
            seen = Seen(failure, trail, texts, writes, self.rules, tuple(_bare(self.spec, failure.case)))
            here = _unmet(seen)
            requirements = here if requirements is None else tuple(one for one in requirements if one in here)
            counted = {name: count + (not SIGNS[name](seen)) for name, count in missing.items()}
            most = _FEW * len(failures)
            missing = {name: count for name, count in counted.items() if count <= (0 if name in BY_CHANCE else most)}
        shown = next((name for name, count in missing.items() if not count), None) or next(iter(missing), None)
        if requirements and (shown is None or shown in BY_CHANCE or missing[shown]):
            return requirements[0], True
        return (Told(shown), not missing[shown]) if shown else None


def _readable(failures: Sequence[Failure]) -> Sequence[Failure]:
    """Those with a line that one can read to its end, if there are any: of the others nobody knows what they show."""
    short = [one for one in failures if one.difference is None or len(one.difference.written) <= LONGEST]
    return short or failures


def _bare(spec: Spec, case: Case) -> Iterator[Case]:
    for taken_off in (str.strip, str.rstrip, str.lstrip):
        stripped = tuple(taken_off(value) if isinstance(value, str) else value for value in case.inputs)
        other = case_of(spec, stripped) if stripped != case.inputs else None
        if other:
            yield Case(replace(other.general, inputs=case.inputs), other.sides)


def _unmet(seen: Seen) -> tuple[Told, ...]:
    """The requirements of a value that may be chosen which the line at fault does not meet."""
    difference = seen.failure.difference
    events = [*writings(seen)] if difference is not None and difference.kind == Departure.OUTPUT else []
    if len(events) != 1 or seen.trail is None:
        return ()
    return unmet_requirements(events[0].write, environment(events[0].reads, seen.trail.inputs), seen.line)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`mistake` is the commonest one, and `share` says whether "all", "most" or only "some" of the failing runs show
    it. `when` says at which point of the run they go wrong, where that is the same for all. `failed` of the `run` tests
    failed."""

    mistake: Told
    share: str
    failed: int
    run: int
    when: str | None
    distinction: Distinction | None
    signature: str


def commonest(looker: Looker, failures: Sequence[Failure]) -> Failure:
    """The smallest failure of the kind that most failing runs are of."""
    sorts = [looker.kind(failure) for failure in failures]
    most = Counter(sorts).most_common(1)[0][0]
    return failures[sorts.index(most)]


def fresh_runs(
    looker: Looker,
    tests: Suite,
    fresh: Sequence[Sequence[tuple[Value, ...]]],
    known: Outcomes,
    trial: Trial,
    *,
    seed: int,
) -> Outcomes:
    """How the program does on inputs that are in no suite: some near failing tests, some near passing ones. `fresh` are
    those that are known for each test; where few tests fail, or pass, more are drawn."""
    seen = {*known, *(inputs for row in fresh for inputs in row)}
    found: dict[tuple[Value, ...], Failure | None] = {}
    for failed in (True, False):
        bases = [number for number, case in enumerate(tests.tests) if _is(known, case.inputs, failed)]
        near = [
            one for column in zip_longest(*(fresh[number] for number in bases)) for one in column if one is not None
        ]
        for number in bases if len(near) < _FRESH else ():
            more = -(-(_FRESH - len(near)) // len(bases))
            near += inputs_near(looker.spec, tests.tests[number].inputs, more, seen, seed)
        found |= _run(trial, (case for one in near[:_FRESH] if (case := looker.trails.case(one))))
    return found


def _is(known: Outcomes, inputs: tuple[Value, ...], failed: bool) -> bool:
    return inputs in known and (known[inputs] is not None) == failed


def rim_runs(looker: Looker, found: Distinction, outcomes: Outcomes, trial: Trial) -> Outcomes:
    """How the program does at the rim of a condition that has told all runs apart so far."""
    return _run(trial, rim_cases(looker.trails, found.condition.holds, [*outcomes], outcomes, _RIM))


def _run(trial: Trial, cases: Iterable[Case]) -> Outcomes:
    ran = trial.failures(_unless_tired(cases, trial))
    return {case.inputs: failure for case, failure in ran if failure is None or not is_excused(failure)}


def _unless_tired(cases: Iterable[Case], trial: Trial) -> Iterator[Case]:
    for case in cases:
        if trial.tired:
            return
        yield case


def distinguish(
    looker: Looker, witness: Failure, known: Outcomes, fresh: Outcomes, trial: Trial, *, secret: bool
) -> tuple[Distinction | None, Outcomes]:
    """The condition that tells failing runs from passing ones, and all fresh runs that it was held against. One that
    told all of them apart is held against inputs at its rim; if it still does, it is the one."""
    before: Distinction | None = None
    for _ in range(_ROUNDS):
        runs, others = ({inputs: found is not None for inputs, found in part.items()} for part in (known, fresh))
        best = best_distinction(looker.trails, witness.case.inputs, runs, others, secret=secret)
        if best is None or not best.exact:
            return best, fresh
        if before and best.condition == before.condition:
            return replace(best, exact=not trial.tired), fresh
        before = best
        fresh = {**fresh, **rim_runs(looker, best, {**known, **fresh}, trial)}
    return (replace(before, exact=False) if before else None), fresh


def diagnosed(
    looker: Looker, witness: Failure, known: Outcomes, fresh: Outcomes, *, found: Distinction | None, facts: Survey
) -> Diagnosis:
    """`known` says of each test that was run how it failed, if it did, and `fresh` of each other input."""
    everything = {**known, **fresh}
    failing = [failure for failure in everything.values() if failure] or [witness]
    kind = looker.kind(witness)
    alike = [failure for failure in failing if looker.kind(failure) == kind]
    mistake, every = looker.mistake(alike) or (kind, True)
    whole = every and len(alike) == len(failing)
    share = "all" if whole else "most" if 2 * len(alike) > len(failing) else "some"
    if share == "all":
        mistake = _of_program(looker, mistake, failing, len(everything), facts) or mistake
    return Diagnosis(
        mistake=mistake,
        share=share,
        failed=sum(failure is not None for failure in known.values()),
        run=len(known),
        when=_when(failing),
        distinction=found,
        signature=_signature(looker, mistake, known, witness),
    )


def _of_program(looker: Looker, mistake: Told, failing: Sequence[Failure], run: int, facts: Survey) -> Told | None:
    """What is wrong with the program as a whole, where no run does otherwise."""
    written = {"".join(block.text + block.prompt for block in failure.run.blocks).strip() for failure in failing}
    unread = all(not failure.observed.reads for failure in failing)
    if written == {""} and unread and len(failing) == run and wants_arguments(looker.source):
        return Told("arguments")
    if written == {""} and len(failing) == run and all(failure.kind in _SILENT for failure in failing):
        functions = [function.name for function in facts.functions if "." not in function.name]
        used = {mention.name for mention in facts.names}
        if unread and functions and not used & set(functions):
            return Told("never_called", (("name", "main" if "main" in functions else functions[-1]),))
        held = all(failure.observed.buffers for failure in failing)
        return Told("idle" if unread else "silent_in_buffer" if held else "silent")
    if mistake.key == "reads_on" and _READS_TO_THE_END.search(looker.source):
        return Told("reads_to_end")
    plain = mistake.key in BY_CHANCE or mistake.key in _ANY_MISTAKE
    if (plain or mistake.key in _OF_TEXTS) and _never_converts(looker.spec, looker.source):
        return Told("unconverted")
    lost = lost_names(facts.flow) if plain else []
    if lost:
        return Told("unused_name", (("name", visible_line(lost[0].name)), ("near", visible_line(lost[0].near))))
    asked = {failure.difference.patterns for failure in failing if failure.difference}
    whole = not any(failure.observed.asked_for_more for failure in failing)  # more might come after further inputs
    same = whole and len(written) == 1 and written != {""} and len(asked) >= SEVERAL
    return Told("constant") if same and plain and len(failing) >= max(_NEARLY_ALL * run, SEVERAL) else None


def _never_converts(spec: Spec, source: str) -> bool:
    """Whether the specification computes with numbers that it reads, and nothing in the source could make one of a
    line."""
    reads = [part for part in parts(spec) if isinstance(part, Read)]
    computes = any(isinstance(part, Operation | Call) for term in terms(spec) for part in subterms(term))
    numbers = reads and all(element_type(read.values) in _NUMBERS for read in reads)
    return bool(numbers) and computes and bool(_INPUT.search(source)) and not _CONVERTS.search(source)


def _when(failing: Sequence[Failure]) -> str | None:
    """The point of the run at which it goes wrong, if it is the same in all and not the end."""
    points = {"first" if failure.block == 0 else "between" for failure in failing if failure.general.inputs}
    early = all(failure.block < len(failure.general.inputs) for failure in failing)
    return points.pop() if early and len(points) == 1 else None


def _signature(looker: Looker, mistake: Told, known: Outcomes, witness: Failure) -> str:
    """The kind of difference, what was written, and the kinds of input on which there is one, of each whether it always
    fails: equal for equal mistakes, however they are written."""
    texts = fixed_texts(looker.spec)
    failing = [failure for failure in known.values() if failure] or [witness]

    def sort(case: Case) -> object:
        return case.behaviour, kinds(looker.trails, case.inputs)

    right = {
        sort(case) for inputs, failure in known.items() if failure is None and (case := looker.trails.case(inputs))
    }
    cells = {
        (failure.kind, sort(failure.case), sort(failure.case) in right, _written(failure, texts)) for failure in failing
    }
    digest = hashlib.sha256(repr(sorted(map(repr, cells))).encode()).hexdigest()[:8]
    asked = f"({show_condition(mistake.condition)})" if mistake.condition is not None else ""
    return f"{visible_line(mistake.key + asked)}@{digest}"


def _written(failure: Failure, texts: Sequence[Line]) -> str:
    """What sort of line is at fault: a text of the specification by its number, or numbers, words, or both."""
    line = failure.difference.written.strip() if failure.difference else ""
    for number, text in enumerate(texts):
        if text.fits(line):
            return str(number)
    return "".join(word for word, found in (("number", _DIGIT), ("words", _LETTER)) if found.search(line))


def would_pass_with(trial: Trial, spec: Spec, tests: Suite, failing: Sequence[Failure]) -> tuple[str, ...]:
    """The fewest settings with which the program passes every test; none if more than a few would be needed."""
    # With everything read at once, a program passes that does not even read all: that is no setting to recommend.
    early = any(failure.kind == "ends_early" for failure in failing)
    off = [name for name in SETTINGS if not getattr(trial.rules, name) and not (early and name == "batch")]

    def right(names: Sequence[str]) -> bool:
        rules = allowing(trial.rules, names)
        again = replace(trial, rules=rules, passed={}, took={})
        if "batch" in names:
            cases: Sequence[Case] = tests.tests
        elif any(judge(failure.case, failure.observed, rules) for failure in failing):
            return False
        else:
            cases = ()
        cases = [*cases, *further_tests(spec, tests, trial.program.constants)]
        return not trial.tired and all(found is None for _, found in again.failures(cases))

    sizes = range(1, min(len(off), _MOST_SETTINGS) + 1)
    # With free lines and everything read at once, hardly anything would be wrong.
    sets = (names for size in sizes for names in combinations(off, size) if not {"prompts", "batch"} <= {*names})
    return next((names for names in sets if right(names)), ()) if right(off) else ()
