"""The calls on which methods are judged: those of the domain, and those that symbolic runs of both programs propose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from viva.core.fault import Fault
from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.building.completing import Completing
from viva.engines.heaps.building.legality import exact, legal
from viva.engines.heaps.building.method_sequences import State
from viva.engines.heaps.building.permitted import INVARIANT, Legality, says
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.comparing.judging import Asked, Expected
from viva.engines.heaps.comparing.sharing import kept_apart
from viva.engines.heaps.deepening import DEPTH, deep_calls, deep_structures, depth_of, telling_calls
from viva.engines.heaps.domain import (
    Domain,
    asked_of,
    calls_for,
    calls_on,
    domain_of,
    expectations,
    structures_with,
)
from viva.engines.heaps.interface import Played, observes, play_ways, player, sequences
from viva.engines.heaps.larger import Larger, larger_structures
from viva.engines.heaps.layout import Method, language_of, read_layout
from viva.engines.heaps.parts import element, items
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.lazy_initialization import Found, Guard, compile_lazily, explorable, explore_paths
from viva.engines.heaps.schemas.techniques import TECHNIQUES
from viva.languages.heap import Heap, Reference
from viva.languages.program import Program
from viva.languages.protocol import Language
from viva.languages.sites import Hooks
from viva.languages.target import LazyTarget
from viva.sandbox import Sandbox
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Task

HOOKS = Hooks(branches=True)
NODES = 5
_MOST_PATHS = 80
_MOST_CALLS = 80
_MOST_DEEP = 60
_MOST_DEEPER = 120


@dataclass(frozen=True, slots=True)
class Ready:
    """What is known of a method before anything is submitted: its calls, what must come of them, what counts, the
    schemas of the reference, and further calls that these propose, with what must come of them."""

    expected: tuple[Expected, ...]
    asked: Asked
    known: frozenset[Form]
    schemas: tuple[Found, ...]
    proposed: tuple[Expected, ...]

    @property
    def alike(self) -> bool:
        """The reference returns the same whatever it is given, and changes nothing."""
        every = (*self.expected, *self.proposed)
        unchanged = all(form(element(each.call, 0)) == form(each.left) for each in every)
        return len({form(each.value) for each in every}) == 1 and unchanged


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is the same for all submissions: the structures, and what is ready by method. `exactly`: what all structures
    keep says all that there is to say of small ones."""

    program: Program
    domain: Domain
    exactly: bool
    methods: Mapping[str, Ready]
    technique: str
    own: bool
    """The reference has an invariant of its own: that says what is legal."""
    guard: Guard | None = None
    sequences: tuple[Played, ...] = ()
    """Sequences of calls, with what the reference returns; none where it returns nothing that tells anything."""
    depth: int = DEPTH
    """How many steps along links the reference may tell apart, and the calls that there are."""
    origin: tuple[_Kind, int, Isolation | None] | None = None

    def deeper(self, depth: int) -> Mapping[str, Sequence[Expected]]:
        """By method, further calls on structures that go so deep, with what must come of them."""
        assert self.origin is not None
        return _deeper(*self.origin, depth)

    def mentioning(self, constants: Sequence[int | str]) -> Mapping[str, Sequence[Expected]]:
        """By method, further calls on structures with keys at these values, with what must come of them."""
        assert self.origin is not None
        return _mentioning(*self.origin, tuple(constants))

    def larger(self, nodes: int) -> Larger:
        """All structures of up to so many nodes, beyond those that are known."""
        assert self.origin is not None
        return _larger(*self.origin, nodes)


def prepare(task: Task, seed: int, isolation: Isolation | None) -> Prepared:
    """Follows from the exercise and the seed alone, so a process that checks many submissions makes it once. It is made
    before the budget of a submission begins. Raises Fault."""
    kind = _Kind(
        task.reference, task.file, task.cls, task.methods, task.invariants, task.compare, task.technique, task.builders,
        task.judged, task.rings,
    )  # fmt: skip
    return _prepared(kind, seed, isolation)


@dataclass(frozen=True, slots=True)
class _Kind:
    """What of a task tells what is prepared."""

    reference: str
    file: str
    cls: str
    methods: tuple[str, ...]
    invariants: tuple[str, ...]
    compare: str
    technique: str
    builders: tuple[str, ...]
    judged: str
    rings: bool | None


@lru_cache(maxsize=24)
def _prepared(kind: _Kind, seed: int, isolation: Isolation | None) -> Prepared:
    reference, file, cls, methods = kind.reference, kind.file, kind.cls, kind.methods
    language = language_of(file)
    layout = read_layout(reference, cls, file)
    with sandbox_of(language, isolation) as sandbox:
        program = language.runs.prepare(sandbox, reference.encode(), HOOKS)
        assert isinstance(program, Program)  # it was read when the exercise was
        runner = Runner(language, sandbox, program, cls)
        domain = domain_of(
            runner,
            layout,
            methods,
            invariants=kind.invariants,
            builders=kind.builders,
            rings=kind.rings,
            file=file,
            seed=seed,
        )
        own = layout.of_main.method(INVARIANT) is not None
        guard = guard_of(language, sandbox, reference, cls) if own else None
        lazily = compile_lazily(language, sandbox, reference.encode())
        found: dict[str, Ready] = {}
        exactly = bool(domain.kept) and exact(domain)
        depth = depth_of(program, layout.links)
        deep_ones = deep_structures(
            runner, domain, depth, exactly=exactly or own, invariants=kind.invariants, seed=seed
        )
        domain = replace(domain, deep=tuple(deep_ones))
        for method in methods:
            deep = deep_calls(domain, domain.methods[method], domain.deep)
            calls = [
                *calls_for(domain, domain.methods[method]),
                *telling_calls(runner, method, deep, _MOST_DEEP),
            ]
            expected = tuple(expectations(runner, domain.methods[method], calls))
            asked = asked_of(domain, method, expected, kind.compare, own=own)
            apart, changing = kept_apart(runner, domain, domain.methods[method], expected)
            asked = replace(asked, apart=apart, changing=changing)
            seen = {form(call) for call in calls}
            told = schemas(sandbox, lazily, domain, method, technique=kind.technique, guard=guard)
            more = _allowed(runner, own, _completed(domain, method, exactly or own, told, seen))
            proposed = tuple(expectations(runner, domain.methods[method], more))
            found[method] = Ready(expected, asked, frozenset(seen), told, proposed)
        played = _sequences(runner, domain, reference, seed)
        if kind.judged == "class" and not played:
            raise Fault(
                f"nothing that the methods of {cls} return tells whether it is right",
                file,
                layout.of_main.line,
                remedy='leave out judged = "class", or add a method that returns what is kept',
            )
    origin = (kind, seed, isolation)
    return Prepared(program, domain, exactly, found, kind.technique, own, guard, played, depth, origin)


@lru_cache(maxsize=48)
def _larger(kind: _Kind, seed: int, isolation: Isolation | None, nodes: int) -> Larger:
    ready = _prepared(kind, seed, isolation)
    language = language_of(kind.file)
    with sandbox_of(language, isolation) as sandbox:
        return larger_structures(
            Runner(language, sandbox, ready.program, kind.cls), ready.domain, nodes, kind.invariants
        )


@lru_cache(maxsize=24)
def _deeper(kind: _Kind, seed: int, isolation: Isolation | None, depth: int) -> Mapping[str, Sequence[Expected]]:
    ready = _prepared(kind, seed, isolation)
    language = language_of(kind.file)
    with sandbox_of(language, isolation) as sandbox:
        runner = Runner(language, sandbox, ready.program, kind.cls)
        states = deep_structures(
            runner,
            ready.domain,
            depth,
            exactly=ready.exactly or ready.own,
            invariants=kind.invariants,
            seed=seed,
        )
        return _answered(runner, ready.domain, kind, states, deep_calls)


@lru_cache(maxsize=24)
def _mentioning(
    kind: _Kind, seed: int, isolation: Isolation | None, constants: tuple[int | str, ...]
) -> Mapping[str, Sequence[Expected]]:
    ready = _prepared(kind, seed, isolation)
    language = language_of(kind.file)
    with sandbox_of(language, isolation) as sandbox:
        runner = Runner(language, sandbox, ready.program, kind.cls)
        legal = Legality(runner, ready.domain.layout, kind.invariants)
        states = structures_with(runner, ready.domain, constants, legal if legal.says_something else None)
        return _answered(runner, ready.domain, kind, states, calls_on)


def _answered(
    runner: Runner,
    domain: Domain,
    kind: _Kind,
    states: Sequence[State],
    calls: Callable[[Domain, Method, Sequence[State]], list[Heap]],
) -> Mapping[str, Sequence[Expected]]:
    found: dict[str, Sequence[Expected]] = {}
    for name in kind.methods:
        method = domain.methods[name]
        chosen = telling_calls(runner, name, calls(domain, method, states), _MOST_DEEPER)
        found[name] = expectations(runner, method, chosen)
    return found


def _sequences(runner: Runner, domain: Domain, reference: str, seed: int) -> tuple[Played, ...]:
    ours = player(runner, reference, domain)
    played = play_ways(ours, sequences(domain, seed)) if ours is not None else []
    return tuple(played) if observes(played) else ()


def guard_of(language: Language, sandbox: Sandbox, reference: str, cls: str) -> Guard | None:
    """The teacher's own invariant, to be asked of structures that are known in part."""
    program = compile_lazily(language, sandbox, reference.encode(), counted=False)
    return None if program is None else Guard(program, f"{cls}.{INVARIANT}")


def schemas(
    sandbox: Sandbox,
    program: LazyTarget | None,
    domain: Domain,
    method: str,
    *,
    technique: str,
    names: Mapping[str, str] | None = None,
    guard: Guard | None = None,
) -> tuple[Found, ...]:
    """Of the paths of a method, as far as its classes can be followed. A guard knows the reference's names only."""
    asked = domain.methods[method]
    way = TECHNIQUES[technique]
    if program is None or not is_followed(domain, method, technique):
        return ()
    told = explore_paths(
        sandbox, program, domain.layout, asked, domain.kept,
        names=names, nodes=NODES, most=_MOST_PATHS, technique=way.technique, guard=None if names else guard,
        rings=method in domain.ringed,
    )  # fmt: skip
    return told.schemas if told else ()


def is_followed(domain: Domain, method: str, technique: str) -> bool:
    """Whether symbolic runs may tell something of a method. What sequences of calls build is in the domain already, one
    of each order of keys."""
    return explorable(domain.layout, domain.methods[method]) and not TECHNIQUES[technique].sequences


@dataclass(frozen=True, slots=True)
class Proposed:
    calls: tuple[Heap, ...] = ()
    schemas: int = 0


def proposals(bench: Bench, ready: Prepared, method: str) -> Proposed:
    """Calls that the schemas of the submission propose, as far as those of the reference do not."""
    domain, of = ready.domain, ready.methods[method]
    names = {**bench.fitting.classes, **bench.fitting.fields}
    own = schemas(
        bench.submission.sandbox,
        bench.lazily,
        domain,
        method,
        technique=ready.technique,
        names=names,
        guard=ready.guard,
    )
    same = {_input(schema) for schema in of.schemas}
    others = [schema for schema in own if _input(schema) not in same]
    found = _completed(domain, method, ready.exactly or ready.own, others, set(of.known))
    return Proposed(tuple(_allowed(bench.reference, ready.own, found)), len(own) + len(of.schemas))


def further_expected(bench: Bench, ready: Prepared, method: str) -> list[Expected]:
    """Calls on structures as deep as the submission may tell apart, and with keys at the values that it mentions, as
    far as the reference does not."""
    program = bench.submission.program
    links = [bench.fitting.fields.get(name, name) for name in ready.domain.layout.links]
    depth = depth_of(program, links)
    others = [each for each in program.constants if each not in ready.program.constants]
    found = [*ready.deeper(depth)[method]] if depth > ready.depth else []
    return [*found, *(ready.mentioning(others)[method] if others else ())]


def _allowed(runner: Runner, own: bool, calls: list[Heap]) -> list[Heap]:
    """Those on whose structures the teacher's own invariant is true, if there is one: said of whole structures, by
    plain runs, whatever it said of parts of them."""
    if not own or not calls:
        return calls
    for number in range(max(len(items(call)) for call in calls)):
        there = [call for call in calls if len(items(call)) > number and isinstance(items(call)[number], Reference)]
        told = says(runner, [element(call, number) for call in there])
        refused = {id(call) for call, holds in zip(there, told, strict=True) if not holds}
        calls = [call for call in calls if id(call) not in refused]
    return calls


def _input(schema: Found) -> object:
    return schema.things, schema.bounds, schema.unequal, schema.given


def _completed(domain: Domain, method: str, exactly: bool, told: Sequence[Found], seen: set[Form]) -> list[Heap]:
    """Completed schemas, as far as they are legal and not seen yet."""
    kind = domain.kind
    if kind == "mixed":
        return []
    completing = Completing(domain.layout, domain.kept, domain.rules, domain.usual, kind)
    kinds = [parameter.kind for parameter in domain.methods[method].parameters if not parameter.optional]
    found: list[Heap] = []
    for schema in told:
        for call in completing.calls(schema, kinds):
            this = form(call)
            if this not in seen:
                seen.add(this)
                found.append(call)
        if len(found) >= _MOST_CALLS:
            break
    return list(legal(domain, found, exactly))
