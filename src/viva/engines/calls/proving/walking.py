"""What `proved` may rest on: a finite domain that was walked whole and counted, and no other ways to call.

Whatever stands against it never refutes: the verdict is `passed` then, and the doubts are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viva.core.deciding.proof_basis import Walk
from viva.core.records import dataclass
from viva.engines.calls.inputs.suite import key_of
from viva.engines.calls.making import maker
from viva.engines.calls.oracle import WATCHED, Case
from viva.engines.calls.programs import Compiled
from viva.engines.calls.testing.flaky import INSTANCES, Again
from viva.engines.calls.trial import Trial
from viva.engines.shapes import FINITE, count, inner_shapes, product, rows
from viva.engines.shapes.shape import Instance, Many, Shape, Table
from viva.languages.heap import Heap
from viva.languages.program import Program
from viva.languages.takes import Takes

_YIELDED = 10_000  # of an iterator no more is looked at
_REFERENCE_CALLS = 100
_EFFECTS = 5  # cases on which the reference is asked whether it does the same
_CACHES = ("functools.cache", "functools.lru_cache", "cache", "lru_cache")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why runs say nothing about other runs. `word` is one of those of `vivabox.python.reading.purity`, or `kept` (a
    name at the top of the module whose value changes), `changed` (the arguments), `shared` (they are in the answer),
    `near` (a float that is only near), `unseen` (answers that were not compared whole), `unordered` (a parameter whose
    order was tried in one way only), `default`, `names` or `signature` (calls by other means would differ)."""

    word: str
    detail: str = ""


def walk(trial: Trial, right: Iterable[Case], again: Again, doubts: Sequence[Doubt]) -> Walk | None:
    """What was counted, where the domain is finite. `right` are the cases that came out right by themselves."""
    question = trial.question
    cardinality = product([count(shape) for shape in question.shapes])
    if cardinality is None or cardinality > FINITE:
        return None
    domain = {key_of(row): row for row in rows(question.shapes, cardinality, maker(question))}
    ran = domain.keys() & {key_of(case.arguments) for case in right}
    twice = ran & {key_of(case.arguments) for case in again.right}
    outside = trial.oracle.outside([row for key, row in domain.items() if key not in ran])
    return Walk(cardinality, len(ran), len(twice), tuple(f"{doubt.word} {doubt.detail}" for doubt in doubts), outside)


def impurities(trial: Trial, again: Again) -> list[Doubt]:
    """What was seen in the sources, and while the submission ran, that makes one call say nothing about the next."""
    submission = trial.submission
    found = [Doubt(mention.name, mention.detail) for mention in submission.facts.impure_in(submission.function)]
    reference = trial.oracle.programs.reference
    if reference is not None:  # the teacher is trusted to cache only what may be
        found += [
            Doubt(mention.name, mention.detail)
            for mention in reference.facts.impure_in(reference.function)
            if mention.detail not in _CACHES
        ]
    found += [Doubt("kept", name) for name in (*again.kept, *_kept_by_reference(trial, again.right))]
    found += [Doubt("near")] if again.near else []
    found += [Doubt("unseen") for _ in zip(range(1), filter(_is_unseen, again.right), strict=False)]
    found += [Doubt("unseen")] if again.odd else []
    found += effects(trial, again)
    unordered = any(map(_is_unordered, trial.question.shapes))
    return list(dict.fromkeys([*found, *([Doubt("unordered")] if unordered else [])]))


def effects(trial: Trial, again: Again) -> list[Doubt]:
    """What a call does beside its answer: it changes its arguments, or gives them back as parts of the answer, where
    the reference does not. Whoever asks again with the same list, or changes the answer, sees that."""
    if not again.changed and not again.shared:
        return []
    oracle = trial.oracle
    changed = any(not oracle.changes(case.arguments) for case in again.changed[:_EFFECTS])
    shared = any(not oracle.shares(case.arguments) for case in again.shared[:_EFFECTS])
    return [*([Doubt("changed")] if changed else []), *([Doubt("shared")] if shared else [])]


def _kept_by_reference(trial: Trial, cases: Sequence[Case]) -> list[str]:
    """What the reference keeps from one call to the next: then its answers depend on the order of the questions."""
    reference = trial.oracle.programs.reference
    if reference is None or any(mention.detail in _CACHES for mention in reference.facts.impure):
        return []
    return trial.oracle.kept([case.arguments for case in cases[:_REFERENCE_CALLS]])


def _is_unseen(case: Case) -> bool:
    """Whether the answer has parts that were not compared as a whole: functions, methods of classes, an iterator that
    goes on."""
    heap = case.expected.value if case.expected else None
    if heap is None:
        return False
    endless = case.drained and any(len(node.children) >= _YIELDED for node in heap.nodes)
    return endless or any(node.kind in INSTANCES for node in heap.nodes)


def _is_unordered(shape: Shape) -> bool:
    """Whether equal values of the shape may come in several orders, of which only one is run."""
    if isinstance(shape, Many) and shape.kind in ("set", "frozenset"):
        return count(shape.element) != 1
    if isinstance(shape, Table) and count(shape.key) != 1:
        return True
    if isinstance(shape, Instance):
        return not shape.recursive and any(_is_unordered(part) for _, part in shape.fields)
    return any(map(_is_unordered, inner_shapes(shape)))


def other_calls(trial: Trial, by_name: bool = False) -> list[Doubt]:
    """Ways to call the function that no test uses, and in which the two may differ: with a parameter left to its
    default, or given by name. Where nobody calls it `by_name`, a submission may have names of its own."""
    reference = trial.oracle.programs.reference
    assert reference is not None
    expected, given = _takes(reference, reference.trusted(WATCHED)), _takes(trial.submission, trial.program)
    return list(_differences(expected, given, trial, by_name)) if expected and given else [Doubt("signature")]


def _takes(source: Compiled, program: Program) -> Takes | None:
    return source.calls.takes(source.sandbox, program, source.function)


def _differences(expected: Takes, given: Takes, trial: Trial, by_name: bool) -> Iterator[Doubt]:
    if expected.others:
        yield Doubt("signature", expected.others[0])
    for place, name in enumerate(expected.parameters):
        own = given.parameters[place : place + 1]
        if own != (name,) and (by_name or name in given.parameters):
            yield Doubt("names", name)
    required = len(expected.parameters) - expected.optional
    for place in range(required, len(expected.parameters)):
        one, two = _default(expected, place), _default(given, place)
        if one is None or two is None or not trial.submission.calls.equal(one, two, strict=True):
            yield Doubt("default", expected.parameters[place])


def _default(takes: Takes, place: int) -> Heap | None:
    number = place - (len(takes.parameters) - takes.optional)
    if not 0 <= number < takes.optional:
        return None
    return Heap(takes.defaults.nodes[0].children[number], takes.defaults.nodes)
