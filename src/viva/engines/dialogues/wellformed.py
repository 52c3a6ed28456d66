"""Faults of a specification that would make its evaluation fail, found before anyone is examined with it.

The structure and the types are checked for certain. That a current value was read before it is used, and that no loop
goes round without reading, is tried out on short input sequences: what is reported fails on the inputs named.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.table import nearest, suggestion
from viva.core.text.reading import Place, expected_found
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import FUNCTIONS, LISTS, NotYetRead, Undefined, as_line, element_type
from viva.engines.dialogues.semantics import Diverges, Way, ways
from viva.engines.dialogues.suites.values import pool
from viva.engines.dialogues.wording import OWN_FUNCTION, Wording, wording

_MOST_SUBTERMS = 200
_TRIES, _MOST_READS, _SIMPLEST = 400, 5, 6
_MANY_TRIES, _FEW_READS = 3000, 3
_ORDERED = (m.Type.NUMBER, m.Type.DECIMAL, m.Type.TEXT)
_WIDER = {m.Type.NUMBER: m.Type.DECIMAL, m.Type.NUMBERS: m.Type.DECIMALS}  # every whole number is a decimal, too
_MEANT = {"round": "a decimal is right where it is near enough, as in within(t, 0.01)."}
_NAMED = (*(name for name in FUNCTIONS if name not in ("in", "mod", "div")), "merge", "sorted", "mean")
_WRITTEN = "a number, a text, a truth value or a list"


def check(
    spec: m.Spec, file: str = "spec.sym", functions: Collection[str] | None = None, *, tried: bool = False
) -> None:
    """Raises the first Fault there is. `functions` are those that may be used (the paper's Func); None for all.
    A specification that was `tried` out before is not tried out again."""
    words = wording(file)
    _check_exits(spec, words, inside=False)
    for term in m.terms(spec):
        if sum(1 for _ in m.subterms(term)) > _MOST_SUBTERMS:
            raise words.fault(f"this term has more than {_MOST_SUBTERMS} parts", term.place)
    types = _Types(_variables(spec, words), words, functions)
    for part in m.parts(spec):
        match part:
            case m.Read(variable, excluded=excluded, place=place):
                for other in excluded:
                    if other not in types.variables:
                        raise types.unknown(other, words.all(other), place)
                    if types.variables[variable] != types.variables[other]:
                        raise words.fault(f"{variable} and {other} hold different kinds of values", place)
            case m.Branch(condition=condition):
                types.expect(condition, m.Type.CONDITION)
            case m.Repeat(count, place=place):
                types.expect(count, m.Type.NUMBER)
                if not any(isinstance(inner, m.Read) for inner in m.parts(part)):
                    raise words.fault("this loop reads nothing in its rounds", place, "a loop is there to read")
            case m.Write(alternatives):
                for alternative in alternatives:
                    for item in alternative:
                        types.item(item, alone=len(alternative) == 1)
    if not tried:
        _try_out(spec, words)


def is_wellformed(spec: m.Spec, file: str = "spec.txt") -> bool:
    try:
        check(spec, file)
    except Fault:
        return False
    return True


def find_unanswered(spec: m.Spec, file: str) -> Fault:
    """What is told where no inputs were found on which the specification comes to its end: about the first loop, which
    none of them leaves, or else about its first term."""
    words = wording(file)
    loops = [part for part in m.parts(spec) if isinstance(part, m.Loop | m.Repeat)]
    match loops[0] if loops else None:
        case m.Repeat(m.Integer(count), place=place):
            problem = f"this loop goes round {count:,} times, which is more than a test can have inputs for"
            return words.fault(problem, place, "let it go round less often")
        case m.Repeat(place=place):
            return words.fault("no inputs were found with which this loop ends", place, "let it go round less often")
        case m.Loop(place=place):
            remedy = f"let the condition before {words.exit} hold for some inputs"
            return words.fault("no inputs were found that lead out of this loop", place, remedy)
    place = next((term.place for term in m.terms(spec)), None)
    return words.fault(
        "no input was found to which this specification has an answer", place, "look for a term that never has a value"
    )


def check_names(functions: Collection[str], own: Collection[str], fault: Callable[[str, str], Fault]) -> None:
    """Raises what `fault` makes of a problem and its remedy where one of the functions does not exist; `own` are those
    of the exercise."""
    known = sorted({*FUNCTIONS, *_NAMED, *own})
    for name in functions:
        if name not in known:
            raise fault(f"names {name!r}, and there is no such function", suggestion(name, known))


def _check_exits(spec: m.Spec, words: Wording, inside: bool) -> bool:
    """Whether there is an exit of the loop around `spec`."""
    found = False
    for step in m.steps_of(spec):
        match step:
            case m.Exit(place):
                if not inside:
                    raise words.fault(f"this {words.exit} is in no loop", place, f"a loop is written {words.loop}")
                found = True
            case m.Branch(left, _, right):
                sides = [_check_exits(side, words, inside) for side in (left, right)]
                found = found or any(sides)
            case m.Repeat(body=body):
                _check_exits(body, words, inside=True)
            case m.Loop(body, place):
                if not _check_exits(body, words, inside=True):
                    remedy = f"write {words.exit} where it should end"
                    raise words.fault(f"this loop has no {words.exit} to leave it", place, remedy)
    return found


def _variables(spec: m.Spec, words: Wording) -> dict[str, m.Type]:
    types: dict[str, m.Type] = {}
    for part in m.parts(spec):
        if isinstance(part, m.Read):
            kind = element_type(part.values)
            if types.setdefault(part.variable, kind) != kind:
                problem = f"{part.variable} is read as {kind} here and as {types[part.variable]} elsewhere"
                raise words.fault(problem, part.place, "use two variables")
    return types


@dataclass(frozen=True, slots=True)
class _Types:
    variables: Mapping[str, m.Type]
    words: Wording
    functions: Collection[str] | None = None

    def of(self, term: m.Term) -> m.Type:
        match term:
            case m.Integer():
                return m.Type.NUMBER
            case m.DecimalNumber():
                return m.Type.DECIMAL
            case m.Text():
                return m.Type.TEXT
            case m.Truth():
                return m.Type.TRUTH
            case m.Current(variable, place):
                return self.variable(variable, self.words.current(variable), place)
            case m.All(variable, place=place):
                return LISTS[self.variable(variable, self.words.all(variable), place)]
            case m.Merged(variables, place=place):
                kinds = {name: self.variable(name, self.words.all(name), place) for name in variables}
                if len(set(kinds.values())) > 1:
                    shown = " and ".join(f"{name} holds {kind.value}" for name, kind in kinds.items())
                    raise self.words.fault(f"the values of merge are of different kinds: {shown}", place)
                return LISTS[kinds[variables[0]]]
            case m.Listed(items, place):
                return self.listed(items, place)
            case m.Not(operand):
                self.expect(operand, m.Type.CONDITION)
                return m.Type.CONDITION
            case m.Operation(operator, left, right) if operator in m.CONNECTIVES:
                self.expect(left, m.Type.CONDITION)
                self.expect(right, m.Type.CONDITION)
                return m.Type.CONDITION
            case m.Operation("+", left, right) if self.of(left) == self.of(right) == m.Type.TEXT:
                return m.Type.TEXT
            case m.Operation(operator, left, right) if operator in m.ARITHMETIC:
                kinds_of = {self.number(left), self.number(right)}
                return m.Type.DECIMAL if operator == "/" or m.Type.DECIMAL in kinds_of else m.Type.NUMBER
            case m.Operation(operator, left, right, place):
                return self.comparison(operator, left, right, place)
            case m.Call():
                return self.call(term)
            case m.Opaque(foreign, arguments, place):
                self.allowed(foreign.name, place)
                return self.result(foreign.name, (foreign.signature,), arguments, place)

    def variable(self, name: str, use: str, place: Place | None) -> m.Type:
        if name not in self.variables:
            raise self.unknown(name, use, place)
        return self.variables[name]

    def number(self, term: m.Term) -> m.Type:
        kind = self.of(term)
        if kind not in (m.Type.NUMBER, m.Type.DECIMAL):
            raise self.mismatch(term, m.Type.NUMBER)
        return kind

    def listed(self, items: tuple[m.Term, ...], place: Place | None) -> m.Type:
        if not items:
            raise self.words.fault("this list is empty", place, "write at least one value")
        kinds = [self.of(item) for item in items]
        widest = m.Type.DECIMAL if m.Type.DECIMAL in kinds else kinds[0]
        for item, kind in zip(items, kinds, strict=True):
            if kind not in LISTS or not _fits(kind, widest):
                raise self.mismatch(item, widest if widest in LISTS else _WRITTEN)
        return LISTS[widest]

    def item(self, item: m.Item, alone: bool) -> None:
        """What is written."""
        match item:
            case m.AnyText():
                return
            case m.Within(term):
                self.number(term)
            case m.Some(variable, condition, values, place):
                if variable in self.variables:
                    remedy = "give the value that is written a name of its own"
                    raise self.words.fault(f"{variable} is already the name of what is read", place, remedy)
                if isinstance(values, m.Strings) and not alone:
                    remedy = "only a number can be told from the text around it"
                    raise self.words.fault("a text given by a condition must be the whole line", place, remedy)
                bound = {**self.variables, variable: element_type(values)}
                replace(self, variables=bound).expect(condition, m.Type.CONDITION)
            case _:
                if self.of(item) == m.Type.CONDITION:
                    raise self.mismatch(item, _WRITTEN)

    def comparison(self, operator: str, left: m.Term, right: m.Term, place: Place | None) -> m.Type:
        kind, other = self.of(left), self.of(right)
        if kind == m.Type.CONDITION:
            raise self.mismatch(left, _WRITTEN)
        if not (_fits(kind, other) or _fits(other, kind)):
            raise self.mismatch(right, kind)
        if operator not in ("=", "!=") and kind not in _ORDERED:
            remedy = "truth values and lists know only equal and not equal"
            raise self.words.fault(f"{kind} cannot be compared with {operator}", place, remedy)
        return m.Type.CONDITION

    def allowed(self, name: str, place: Place | None) -> None:
        if self.functions is not None and name not in self.functions:
            listed = ", ".join(sorted(self.functions)) or "none"
            raise self.words.fault(f"this exercise does not allow the function {name}", place, f"it allows {listed}")

    def call(self, call: m.Call) -> m.Type:
        if call.function not in FUNCTIONS:
            meant = _MEANT.get(call.function) or nearest(call.function, _NAMED)
            known = f"there is {self.words.functions}; {OWN_FUNCTION}"
            remedy = f"{meant} Or else {known}" if meant else known
            raise self.words.fault(f"there is no function {call.function!r}", call.place, remedy)
        self.allowed(call.function, call.place)
        return self.result(call.function, FUNCTIONS[call.function].signatures, call.arguments, call.place)

    def result(
        self, name: str, signatures: tuple[tuple[m.Type, ...], ...], arguments: tuple[m.Term, ...], place: Place | None
    ) -> m.Type:
        arity = len(signatures[0]) - 1
        if len(arguments) != arity:
            problem = f"{name} takes {arity} arguments and here are {len(arguments)}"
            raise self.words.fault(problem.replace("takes 1 arguments", "takes 1 argument"), place)
        fitting = list(signatures)
        for position, argument in enumerate(arguments):
            kind = self.of(argument)
            wanted = list(dict.fromkeys(signature[position] for signature in fitting))
            fitting = [signature for signature in fitting if _fits(kind, signature[position])]
            if not fitting:
                raise self.mismatch(argument, " or ".join(wanted))
        return fitting[0][-1]

    def expect(self, term: m.Term, wanted: m.Type) -> None:
        if not _fits(self.of(term), wanted):
            raise self.mismatch(term, wanted)

    def mismatch(self, term: m.Term, wanted: str) -> Fault:
        remedy = f"a condition compares two terms, as in {self.words.condition}" if wanted == m.Type.CONDITION else None
        return self.words.fault(
            expected_found(wanted, f"{self.words.term(term)}, which is {self.of(term)}"), term.place, remedy
        )

    def unknown(self, variable: str, use: str, place: Place | None) -> Fault:
        known = list(self.variables)
        remedy = suggestion(variable, known) if known else f"read it first, as in {self.words.read}"
        return self.words.fault(f"nothing is read into {variable}, so {use} has no value", place, remedy)


def _fits(kind: m.Type, wanted: m.Type) -> bool:
    return kind == wanted or _WIDER.get(kind) == wanted


@lru_cache(maxsize=64)
def _try_out(spec: m.Spec, words: Wording) -> None:
    constants = pool(spec)
    tried = ways(spec, lambda asks: constants.few(asks, _SIMPLEST), _MOST_READS)
    leads_on = False
    for inputs, problem in islice(tried, _TRIES):
        leads_on = leads_on or (isinstance(problem, Way) and (problem.asks is None or len(inputs) > 1))
        shown = "before any input" if not inputs else "after the inputs " + ", ".join(map(as_line, inputs))
        if isinstance(problem, NotYetRead):
            name = problem.term.variable
            raise words.fault(
                f"{words.current(name)} is used {shown}, when nothing was read into {name} yet",
                problem.term.place,
                f"read {name} first, or ask for len({words.all(name)}) before",
            )
        if isinstance(problem, Diverges):
            place = problem.loop.place
            raise words.fault(f"{shown} this loop goes round for ever without reading", place)
    if not leads_on:
        _check_that_some_way_leads_on(spec, words)


def _check_that_some_way_leads_on(spec: m.Spec, words: Wording) -> None:
    """Where a term has no value, the inputs are outside of what is asked. Where that is so on every way, nothing is
    asked at all."""
    constants = pool(spec)
    first: tuple[str, Undefined] | None = None
    for inputs, found in islice(ways(spec, constants.candidates, _FEW_READS), _MANY_TRIES):
        if isinstance(found, Undefined):
            shown = "before any input" if not inputs else "after the inputs " + ", ".join(map(as_line, inputs))
            first = first or (shown, found)
        elif isinstance(found, Way) and (found.asks is None or len(inputs) == _FEW_READS):
            return
    if first:
        shown, undefined = first
        problem = f"{shown} a term has no value ({undefined}), nor after any others that were tried"
        raise words.fault(problem, *_cause(spec, str(undefined)))


def _cause(spec: m.Spec, undefined: str) -> tuple[Place | None, str]:
    """Where the only term stands that can have no value for this reason, and what to do about it."""
    name = undefined.partition(" ")[0]
    found = [part for term in m.terms(spec) for part in m.subterms(term)]
    own = [part.place for part in found if isinstance(part, m.Opaque) and part.function.name == name]
    places = own or [part.place for part in found if isinstance(part, m.Call) and part.function == name]
    place = places[0] if len(places) == 1 else None
    if own:
        return place, f"let {name} return what its annotation says, for some input at least"
    if undefined.endswith(" by 0"):
        return place, "divide by something that is not always 0"
    return place, "ask for the number of values before, or read one more first"
