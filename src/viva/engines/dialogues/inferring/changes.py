"""Specifications that differ from one in a single place, as the mistakes of programs make them: another comparison or
function, one more or less, a value left out, a step left out, added or at another place, a test at the other end of a
loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type
from viva.engines.dialogues.variants.negation import negate
from viva.engines.dialogues.variants.rewriting import rewrite_terms, rewrite_writes
from viva.engines.dialogues.wellformed import check

_OPERATORS = ("+", "-", "*")
_OF_NUMBERS = ("sum", "product", "max", "min", "len")
_COUNTS = ("count", "count_ge", "count_gt")
_MOST = 1500


def changes(spec: m.Spec) -> Iterator[m.Spec]:
    """Each once, changes of terms first. The structure and the types of all of them are right."""
    known = {spec}
    for changed in _Changes(spec).of(spec):
        if changed not in known and len(known) <= _MOST:
            known.add(changed)
            if _is_sound(changed):
                yield changed


def _is_sound(spec: m.Spec) -> bool:
    try:
        check(spec, tried=True)
    except Fault:
        return False
    return any(isinstance(part, m.Read | m.Write) for part in m.parts(spec))


@dataclass(frozen=True, slots=True)
class _Changes:
    whole: m.Spec

    def of(self, spec: m.Spec) -> Iterator[m.Spec]:
        yield from self.in_terms(spec)
        yield from self.in_steps(spec)
        yield from self.everywhere()

    def everywhere(self) -> Iterator[m.Spec]:
        """A term that stands in several places changed in all of them, or in all that is written."""
        written = [part for part in m.parts(self.whole) if isinstance(part, m.Write)]
        uses = Counter(part for term in m.terms(self.whole) for part in m.subterms(term))
        for term in dict.fromkeys(part for write in written for one in m.terms(write) for part in m.subterms(one)):
            for other in self.instead_of(term) if uses[term] > 1 else ():
                change = _replacing(term, other)
                yield rewrite_terms(self.whole, change)
                yield rewrite_writes(self.whole, change)

    def in_terms(self, spec: m.Spec) -> Iterator[m.Spec]:
        match spec:
            case m.Seq(steps):
                for number, step in enumerate(steps):
                    for other in self.in_terms(step):
                        yield m.sequence(*steps[:number], other, *steps[number + 1 :])
            case m.Branch(left, condition, right):
                yield from (replace(spec, condition=other) for other in self.of_condition(condition))
                yield from (replace(spec, right=other) for other in self.in_terms(right))
                yield from (replace(spec, left=other) for other in self.in_terms(left))
            case m.Loop(body):
                yield from (replace(spec, body=other) for other in self.in_terms(body))
            case m.Repeat(count, body):
                yield from (replace(spec, count=other) for other in self.of_term(count))
                yield from (replace(spec, body=other) for other in self.in_terms(body))
            case m.Write(alternatives):
                for number, items in enumerate(alternatives):
                    for line in self.of_items(items):
                        changed = (*alternatives[:number], line, *alternatives[number + 1 :])
                        yield replace(spec, alternatives=changed)

    def of_items(self, items: m.Alternative) -> Iterator[m.Alternative]:
        for number, item in enumerate(items):
            match item:
                case m.AnyText() | m.Some():
                    continue
                case m.Within(term):
                    others: Iterator[m.Item] = (replace(item, term=other) for other in self.of_term(term))
                case m.Text():
                    others = iter([other for other in self.texts if other != item])
                case _:
                    others = iter(self.of_term(item))
            for other in others:
                yield (*items[:number], other, *items[number + 1 :])

    @property
    def texts(self) -> Sequence[m.Text]:
        """What else is written."""
        writes = (part for part in m.parts(self.whole) if isinstance(part, m.Write))
        items = (item for write in writes for items in write.alternatives for item in items)
        return tuple(dict.fromkeys(item for item in items if isinstance(item, m.Text)))

    @property
    def variables(self) -> Sequence[str]:
        return tuple(dict.fromkeys(part.variable for part in m.parts(self.whole) if isinstance(part, m.Read)))

    @property
    def numbers(self) -> Sequence[int]:
        found = (part.value for term in m.terms(self.whole) for part in m.subterms(term) if isinstance(part, m.Integer))
        return tuple(dict.fromkeys(found))

    def of_condition(self, condition: m.Term) -> Iterator[m.Term]:
        yield from self.of_term(condition)
        yield negate(condition)

    def of_term(self, term: m.Term) -> Iterator[m.Term]:
        """With one place of it changed, the outermost first."""
        yield from self.instead_of(term)
        match term:
            case m.Call(arguments=inner) | m.Opaque(arguments=inner):
                for number, argument in enumerate(inner):
                    for other in self.of_term(argument):
                        yield replace(term, arguments=(*inner[:number], other, *inner[number + 1 :]))
            case m.Operation(left=left, right=right):
                yield from (replace(term, left=other) for other in self.of_term(left))
                yield from (replace(term, right=other) for other in self.of_term(right))
            case m.Not(operand):
                yield from (replace(term, operand=other) for other in self.of_term(operand))

    def instead_of(self, term: m.Term) -> Iterator[m.Term]:
        match term:
            case m.Operation(operator, left, right) if operator in m.COMPARISONS:
                yield from (replace(term, operator=other) for other in m.COMPARISONS if other != operator)
                yield replace(term, left=right, right=left)
            case m.Operation("and" | "or" as word, left, right):
                yield replace(term, operator="or" if word == "and" else "and")
                yield from (left, right)
            case m.Operation(operator, left, right):
                yield from (replace(term, operator=other) for other in _OPERATORS if other != operator)
                if operator == "/":
                    yield m.Call("div", (left, right))
                yield from (left, right, replace(term, left=right, right=left))
            case m.Integer(value):
                yield from (m.Integer(value + 1), m.Integer(value - 1))
                yield from (m.Integer(other) for other in self.numbers if other != value)
            case m.All(variable):
                yield from (m.Call("start", (term, m.Integer(-1))), m.Call("rest", (term, m.Integer(1))))
                yield from (m.Call("sort", (term,)), m.Call("reverse", (term,)))
                yield from (m.All(other) for other in self.variables if other != variable)
            case m.Merged(variables):
                yield from (m.All(variable) for variable in variables)
                yield from (m.Call("sort", (term,)), m.Call("reverse", (term,)))
            case m.Current(variable):
                values = m.All(variable)
                yield m.Call("back", (values, m.Integer(1)))
                yield m.Call("back", (values, m.Operation("-", m.Call("len", (values,)), m.Integer(1))))
                yield from (m.Call(function, (values,)) for function in _OF_NUMBERS)
                yield from (m.Current(other) for other in self.variables if other != variable)
                yield from _by_one(term)
                yield from (m.Call("upper", (term,)), m.Call("lower", (term,)), m.Call("reverse", (term,)))
            case m.Call("upper" | "lower" | "reverse" | "sort" | "abs" | "start" | "rest", (inner, *_)):
                yield inner
            case m.Call(function, arguments) if function in _OF_NUMBERS:
                yield from (m.Call(other, arguments) for other in _OF_NUMBERS if other != function)
                yield from (m.Call("back", (*arguments, m.Integer(0))), *_by_one(term))
            case m.Call(function, arguments) if function in _COUNTS:
                yield from (m.Call(other, arguments) for other in _COUNTS if other != function)
                yield from (m.Call("len", arguments[:1]), *_by_one(term))
            case m.Call("mod" | "div" as function, (left, right)):
                other = "div" if function == "mod" else "mod"
                yield from (m.Call(other, (left, right)), m.Operation("/", left, right))
            case m.Call("back", (values, _)):
                yield m.Call("back", (values, m.Integer(0)))
                yield m.Call("back", (values, m.Operation("-", m.Call("len", (values,)), m.Integer(1))))

    def in_steps(self, spec: m.Spec) -> Iterator[m.Spec]:
        """What is done, rather than with which values."""
        steps = m.steps_of(spec)
        for number, step in enumerate(steps):
            before, after = steps[:number], steps[number + 1 :]
            for other in self.instead_of_step(step):
                yield m.sequence(*before, other, *after)
            if after:
                yield m.sequence(*before, after[0], step, *after[1:])
            match step, after:
                case m.Loop(body) | m.Repeat(body=body), (m.Write() as write, *rest):  # in each round, too
                    yield m.sequence(*before, replace(step, body=m.sequence(body, write)), *rest)
                    yield m.sequence(*before, replace(step, body=m.sequence(write, body)), *rest)

    def instead_of_step(self, step: m.Spec) -> Iterator[m.Spec]:
        match step:
            case m.Read(values=values):
                yield from (m.Nop(), m.sequence(step, step))
                if step.mode != m.Mode.ASSUME:
                    yield replace(step, mode=m.Mode.ASSUME, values=_all_of_kind(values), excluded=())
                    yield replace(step, mode=m.Mode.ABORT if step.mode == m.Mode.UNTIL else m.Mode.UNTIL)
                    yield from (replace(step, values=other) for other in _near(values))
                for name in step.excluded:
                    yield replace(step, excluded=tuple(other for other in step.excluded if other != name))
            case m.Write():
                yield from (m.Nop(), m.sequence(step, step))
            case m.Branch(left, condition, right):
                yield from (replace(step, left=right, right=left), left, right)
                yield from (replace(step, left=other) for other in self.in_steps(left))
                yield from (replace(step, right=other) for other in self.in_steps(right))
                del condition
            case m.Loop(body) | m.Repeat(body=body):
                yield from (replace(step, body=other) for other in _tested_elsewhere(body))
                yield from (replace(step, body=other) for other in self.in_steps(body))
                writes = [part for part in m.steps_of(body) if isinstance(part, m.Write)]
                for write in writes:  # only once
                    kept = m.sequence(*(part for part in m.steps_of(body) if part is not write))
                    yield m.sequence(replace(step, body=kept), write)
                    yield m.sequence(write, replace(step, body=kept))
            case m.Exit():
                yield m.Nop()


def _replacing(term: m.Term, other: m.Term) -> Callable[[m.Term], m.Term]:
    return lambda part: other if part == term else part


def _by_one(term: m.Term) -> Iterator[m.Term]:
    for operator in ("+", "-"):
        yield m.Operation(operator, term, m.Integer(1))


def _tested_elsewhere(body: m.Spec) -> Iterator[m.Spec]:
    """A loop that asks at the end of a round instead of at the beginning, and the other way round."""
    match body:
        case m.Branch(left, condition, m.Exit()):
            yield m.sequence(left, m.Branch(m.Nop(), condition, m.Exit()))
        case m.Seq((*steps, m.Branch(m.Nop(), condition, m.Exit()))):
            yield m.Branch(m.sequence(*steps), condition, m.Exit())


def _all_of_kind(values: m.ValueSet) -> m.ValueSet:
    kind = element_type(values)
    if kind == m.Type.NUMBER:
        return m.Integers()
    if kind == m.Type.DECIMAL:
        return m.Decimals()
    return m.Booleans() if kind == m.Type.TRUTH else m.Strings(ends=values == m.Strings(ends=True))


def _near(values: m.ValueSet) -> Iterator[m.ValueSet]:
    match values:
        case m.Naturals():
            yield m.Integers()
        case m.Range(low, high):
            for other in ((low + 1, high), (low - 1, high), (low, high - 1), (low, high + 1)):
                if other[0] <= other[1]:
                    yield m.Range(*other)
        case m.OneOf(items) if len(items) > 1:
            yield from (m.OneOf((*items[:number], *items[number + 1 :])) for number in range(len(items)))
