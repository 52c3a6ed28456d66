"""What the reference answers, and which inputs are in the domain.

The reference and `requires` run in the sandbox too, in processes of their own that no submission shares: so their
steps are counted as a submission's are, and their paths group the inputs into classes of behaviour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.calls.orders import other_orders
from viva.engines.calls.programs import Compiled, Programs
from viva.engines.calls.question import Arguments, Question
from viva.engines.shapes import unshare
from viva.languages.heap import EXACT, Heap, Reference, Slot, is_nothing, parts
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.languages.protocol import Calls
from viva.languages.sites import Hooks
from viva.sandbox import Limits

STEPS = 50_000  # of the reference; inputs that need more are not tried
PARTS = 10_000  # of its answer; inputs with larger ones are not tried
WATCHED = Hooks(branches=True)  # how the reference is run
_LIMITS = Limits(cpu_seconds=10.0, wall_seconds=60.0, output=64 << 20)
_FIXED = ("tuple", "frozenset", "range", "named", "enum", "opaque", "class")
_BROKEN = frozenset({"NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "SyntaxError"})
_BEYOND = 2**60 + 1  # a whole number that no double is
_FUNCTIONS = frozenset({"function", "method", "builtin_function_or_method"})
_SEVERAL = 10  # inputs for which a precondition fails, and none for which it does not
_CONTAINERS = ("list", "tuple", "set", "frozenset", "dict", "deque")


@dataclass(frozen=True, slots=True)
class Case:
    """An input in the domain, and what the reference made of it; `expected` is None without a reference.

    `path` names the branches of the reference that were taken, `steps` how many steps it took. `drained`: the reference
    gives iterators, and what they yield is what counts.
    """

    arguments: Arguments
    expected: Outcome | None
    path: frozenset[int]
    steps: int
    drained: bool = False

    @property
    def work(self) -> int:
        """What the case costs: the steps of the reference, and the parts of its answer, which are sent and compared."""
        value = self.expected.value if self.expected else None
        return self.steps + (parts(value) if value else 0)


@dataclass(frozen=True, slots=True)
class Oracle:
    """`drained`: somewhere the reference gives an iterator, so what iterators yield counts everywhere."""

    question: Question
    programs: Programs
    drained: bool = False

    def cases(self, inputs: Sequence[Arguments], limits: Limits = _LIMITS) -> list[Case]:
        """The inputs that are in the domain, in order, with their answers."""
        return [case for case in self._asked(self.admitted(inputs), limits) if case is not None]

    def admitted(self, inputs: Sequence[Arguments]) -> list[Arguments]:
        """Those that are of the declared types and that `requires` admits."""
        typed = [arguments for arguments in inputs if self.question.holds(arguments)]
        return [arguments for arguments, ok in zip(typed, self._required(typed), strict=True) if ok]

    def admits(self, arguments: Arguments) -> bool:
        """Whether the function may be asked this: of its types, and such that `requires` holds."""
        return self.question.holds(arguments) and self.required(arguments)

    def required(self, arguments: Arguments) -> bool:
        return self._required([arguments]) == [True]

    def answers(self, inputs: Sequence[Arguments]) -> list[Case | None]:
        """For each input its case, or None where it is outside the domain.

        Every input that is judged has come through here, whoever proposed it: it is of the declared types, `requires`
        admits it, and the reference answers.
        """
        typed = [self.question.holds(arguments) for arguments in inputs]
        required = iter(self._required([item for item, ok in zip(inputs, typed, strict=True) if ok]))
        admitted = [ok and next(required) for ok in typed]
        asked = iter(self._asked([arguments for arguments, ok in zip(inputs, admitted, strict=True) if ok]))
        return [next(asked) if ok else None for ok in admitted]

    def _asked(self, inputs: Sequence[Arguments], limits: Limits = _LIMITS) -> list[Case | None]:
        """What the reference makes of inputs that are admitted; their parts are never one and the same object."""
        inputs = [unshare(arguments) for arguments in inputs]
        if self.programs.reference is None:
            return [Case(arguments, None, frozenset(), 0) for arguments in inputs]
        found, drained = self._outcomes(self.programs.reference, inputs, limits, drain=self.drained)
        return [self._case(arguments, outcome, drained) for arguments, outcome in zip(inputs, found, strict=True)]

    def outside(self, inputs: Sequence[Arguments]) -> int:
        """How many of the inputs were seen to be outside the domain: `requires` says no, or the reference raises. One
        for which the steps or the memory of either ended first is not among them."""
        programs = self.programs
        found, asked = 0, list(inputs)
        if programs.requires is not None:
            filled = list(map(self.question.filled, asked))
            answers = list(_ended(programs.requires, programs.requires.trusted(), filled))
            found += sum(outcome.problem is None and not _true(outcome.value) for outcome in answers if outcome.value)
            asked = [row for row, outcome in zip(asked, answers, strict=True) if outcome.value and _true(outcome.value)]
        if programs.reference is None or self.question.comparison.exceptions is not None:
            return found
        answers = list(_ended(programs.reference, programs.reference.trusted(WATCHED), asked))
        raised = (outcome.problem for outcome in answers)
        return found + sum(problem is not None and problem.reason == "crash" for problem in raised)

    def kept(self, inputs: Sequence[Arguments]) -> list[str]:
        """What the reference keeps from one of these calls to the next."""
        reference = self.programs.reference
        assert reference is not None
        outcomes = _ended(reference, reference.trusted(WATCHED), inputs)
        return sorted({name for outcome in outcomes for name in outcome.kept})

    def why_outside(self, arguments: Arguments) -> str:
        """Why an input has no answer, for the teacher."""
        programs = self.programs
        if programs.requires is not None and self.answers([arguments]) == [None]:
            filled = [self.question.filled(arguments)]
            admitted = next(_ended(programs.requires, programs.requires.trusted(), filled))
            if admitted.value is None or not _true(admitted.value):
                return "`requires` excludes it"
        if programs.reference is None:
            return "it is not of the types of the parameters"
        problem = next(_ended(programs.reference, programs.reference.trusted(WATCHED), [arguments])).problem
        if problem is None:
            return "it is not of the types of the parameters"
        return (
            f"the reference raises {problem.kind}: {problem.message}" if problem.kind else "the reference does not end"
        )

    def exact(self, cases: Sequence[Case]) -> list[Case]:
        """Those on which the reference calculates without floats, as the values show that come up in it."""
        said = self._watched([case.arguments for case in cases])
        if said is None:
            return list(cases)
        return [case for case, outcome in zip(cases, said, strict=True) if outcome.value and not _true(outcome.value)]

    def precise(self, cases: Sequence[Case], most: float = EXACT) -> list[Case]:
        """Those on which the reference calculates with numbers up to `most`, which every language that is asked has
        exactly, and would if it took the numbers of the input in another order: a 0 that comes first hides how large
        the product of the others is, and terms that cancel how large their sum was. Where all languages have whole
        numbers of any size, these are all cases. Of a reference in such a language only the answers are looked at."""
        reference = self.programs.reference
        if reference is None or not cases or not self.question.has_doubles_only:
            return list(cases)
        rows = [(place, row) for place, case in enumerate(cases) for row in other_orders(case.arguments)]
        asked = [*(case.arguments for case in cases), *(row for _, row in rows)]
        if reference.calls.fits((_BEYOND,), shared=False):
            said: list[Outcome] | None = list(_ended(reference, reference.trusted(WATCHED), asked))
        else:
            said = self._watched(asked)
        if said is None:
            return list(cases)
        own, others = said[: len(cases)], said[len(cases) :]
        large = {place for place, one in enumerate(own) if one.problem is None and not _within(one.value, most)}
        large |= {place for (place, _), one in zip(rows, others, strict=True) if not _within(one.value, most)}
        return [case for place, case in enumerate(cases) if place not in large]

    def magnitude(self, arguments: Arguments) -> float:
        """The size of the largest float that the reference calculates on the way to its answer; 0 where it has none."""
        for outcome in self._watched([arguments]) or ():
            if outcome.value is not None:
                sizes = (slot for node in outcome.value.nodes for slot in node.children)
                return max((size for size in sizes if isinstance(size, float)), default=0.0)
        return 0.0

    def _watched(self, rows: Sequence[Arguments]) -> list[Outcome] | None:
        """What is seen of the floats in the reference; None where nobody can look."""
        reference = self.programs.reference
        reads = reference.language.reads if reference is not None else None
        if reference is None or reads is None or not rows:
            return None
        watched = reads.watching_floats(reference.source.decode(), reference.function)
        if watched is None:
            return None
        text, asked = watched
        watching = replace(reference.edited(text.encode()), function=asked)
        return list(_ended(watching, watching.trusted(), rows))

    def values(self, rows: Sequence[Arguments]) -> list[Heap]:
        """What the reference gives, whether or not anyone would ask that; fewer where it fails."""
        reference = self.programs.reference
        if reference is None:
            return []
        found = _ended(reference, reference.trusted(WATCHED), rows)
        return [outcome.value for outcome in found if outcome.value is not None]

    def changes(self, arguments: Arguments) -> bool:
        """Whether the reference changes these arguments."""
        reference = self.programs.reference
        if reference is None:
            return False
        return any(outcome.changed for outcome in _ended(reference, reference.trusted(WATCHED), [arguments]))

    def shares(self, arguments: Arguments) -> bool:
        """Whether the answer of the reference has parts of these arguments in it."""
        reference = self.programs.reference
        if reference is None:
            return False
        report = ["arguments", "result"]
        return any(map(shares, _ended(reference, reference.trusted(WATCHED), [arguments], report)))

    def _outcomes(
        self, reference: Compiled, inputs: Sequence[Arguments], limits: Limits, drain: bool
    ) -> tuple[list[Outcome], bool]:
        """The answers, and whether iterators had to be drained for them: if one is given, then all are asked again."""
        found: list[Outcome] = []
        report = ["ticks", "arguments"] if self.question.comparison.arguments else ["ticks"]
        for outcome in reference.ask(
            reference.trusted(WATCHED), inputs, limits, steps=STEPS, report=report, drain=drain, largest=PARTS
        ):
            if outcome.while_loading:
                raise _not_loaded("reference", reference, outcome)
            if not drain and outcome.value is not None and is_iterator(outcome.value, reference.calls):
                return self._outcomes(reference, inputs, limits, drain=True)
            if outcome.value is not None and self.question.looks_into_answers:
                _look_for_functions(outcome.value, reference.file)
            found.append(outcome)
        return found, drain

    def _required(self, inputs: Sequence[Arguments]) -> list[bool]:
        requires = self.programs.requires
        if requires is None:
            return [True for _ in inputs]
        outcomes = list[Outcome]()
        for outcome in requires.ask(requires.trusted(), list(map(self.question.filled, inputs)), _LIMITS):
            if outcome.while_loading and outcome.problem:
                raise _not_loaded("precondition", requires, outcome)
            outcomes.append(outcome)
        _look_at_precondition(requires, outcomes)
        return [outcome.value is not None and _true(outcome.value) for outcome in outcomes]

    def _case(self, arguments: Arguments, outcome: Outcome, drained: bool) -> Case | None:
        if outcome.problem is not None:
            raised = outcome.problem.reason == "crash" and outcome.problem.kind
            if not raised or self.question.comparison.exceptions is None:
                return None
        return Case(arguments, outcome, outcome.coverage.branches, outcome.steps or 0, drained)


def _ended(
    source: Compiled, program: Program, inputs: Sequence[Arguments], report: Sequence[str] = ("kept",)
) -> Iterator[Outcome]:
    return source.ask(program, inputs, _LIMITS, steps=STEPS, report=report)


def shares(outcome: Outcome) -> bool:
    """Whether something that can be changed is in the arguments and in the result, which is the last of them: who
    changes the one changes the other."""
    heap = outcome.arguments
    if heap is None or not isinstance(heap.root, Reference):
        return False
    *arguments, result = heap.nodes[heap.root.node].children
    return bool(_changeable(heap, [result]) & _changeable(heap, arguments))


def _changeable(heap: Heap, slots: Sequence[Slot]) -> set[int]:
    met: set[int] = set()
    todo = [slot.node for slot in slots if isinstance(slot, Reference)]
    while todo:
        node = todo.pop()
        if node not in met:
            met.add(node)
            todo += [child.node for child in heap.nodes[node].children if isinstance(child, Reference)]
    return {node for node in met if heap.nodes[node].kind not in _FIXED}


def _not_loaded(what: str, source: Compiled, outcome: Outcome) -> Fault:
    problem = outcome.problem
    said = f"{problem.kind}: {problem.message}" if problem and problem.kind else str(problem and problem.reason)
    if problem and problem.kind == "type":
        shown, _, why = problem.message.partition("|")
        if why == "time_limit":
            remedy = "try again when the machine has less to do"
            return Fault(f"the compiler ran out of time over the {what}, {shown}", source.file, remedy=remedy)
        said = f"{shown} cannot be called with values: {why}" if why else shown
    return Fault(f"the {what} cannot be loaded: {said}", source.file, problem.line if problem else None)


def _look_at_precondition(requires: Compiled, outcomes: Sequence[Outcome]) -> None:
    """Raises the fault of a precondition that cannot be asked. An input for which it only fails is not admitted, as
    `xs[0] > 0` fails for the empty list; but a name that it does not know, or an error for whatever it is asked, says
    nothing about inputs."""
    problems = [outcome.problem for outcome in outcomes if outcome.problem is not None]
    broken = next((one for one in problems if one.kind in _BROKEN or one.reason == "type_error"), None)
    if broken is None and len(problems) == len(outcomes) >= _SEVERAL:
        broken = next((one for one in problems if one.reason == "crash"), None)
    if broken is not None:
        said = f"{broken.kind}: {broken.message}" if broken.kind else broken.message
        remedy = "it is called with the arguments of the function, and says True or False"
        raise Fault(f"the precondition cannot be asked: {said}", requires.file, broken.line, remedy=remedy)


def _look_for_functions(value: Heap, file: str | None) -> None:
    """Raises Fault where an answer has functions in it: nobody sees from outside what they do."""
    if any(node.kind == "opaque" and node.label.rpartition(".")[2] in _FUNCTIONS for node in value.nodes):
        raise Fault(
            "the reference gives a function, and nothing says what that is called with",
            file=file,
            remedy="in JavaScript write what it takes, as in @returns {(n: number) => number}; else let the reference "
            "call it, and give what that answers",
        )


def is_iterator(value: Heap, calls: Calls) -> bool:
    root = value.root
    return (
        isinstance(root, Reference)
        and value.nodes[root.node].kind == "opaque"
        and value.nodes[root.node].label.rpartition(".")[2] in calls.iterators
    )


def _within(value: Heap | None, most: float) -> bool:
    """Whether none of the numbers is larger."""
    if value is None:
        return True
    slots = [value.root, *(slot for node in value.nodes for slot in node.children)]
    sizes = [slot for slot in slots if isinstance(slot, int | float)]
    return all(-most < size < most for size in sizes)  # which none is that is no number


def _true(value: Heap) -> bool:
    root = value.root
    if is_nothing(value):
        return False
    if isinstance(root, Reference):
        node = value.nodes[root.node]
        return bool(node.children) or node.kind not in _CONTAINERS
    return bool(root)
