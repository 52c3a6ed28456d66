"""How much of a proof is there already: which lines of a model follow from what somebody says and is true.

What is said counts for what follows from it, and not for how much is said. So nothing is gained by a line that holds
anyway, nor by one that is false, from which everything would follow; and it does not matter in which words, or in how
many lines, a fact is stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from viva.core.records import dataclass
from viva.engines.x86.annotations import Annotation, Connective, Expression, Literally
from viva.engines.x86.obligations.cases import Key
from viva.engines.x86.obligations.instances import LOOK, Purse, ask
from viva.engines.x86.obligations.paths import Walker
from viva.engines.x86.obligations.proving import Proof, prove
from viva.engines.x86.obligations.symbolic_state import Names
from viva.engines.x86.obligations.theory import Theory

WORK = 12_000_000
_ROUNDS = 6
_COPIED = 0.2

_Lines = Mapping[int, tuple[Annotation, ...]]


@dataclass(frozen=True, slots=True)
class _Said:
    """What is left of what was said, when all that is not true was taken out: of that there were `wrong` lines.
    `measures` are the loops that were shown to end."""

    invariants: _Lines
    wrong: int
    measures: frozenset[int]


def merit(proof: Proof, models: Sequence[Theory]) -> float:
    """From 0 to 1: the share of a model's facts about loops that follow, of the model for which it is the largest.
    Every line that is not true counts as one more fact that is missing; a fact that only follows from
    lines of the contract that were copied counts little."""
    theory = proof.theory
    if not models or not (theory.invariants or theory.measures):
        return 0.0
    purse = Purse(WORK)
    said = _true_lines(proof, models[0], purse)
    copies = _uncopied(said.invariants, theory) != said.invariants
    shares = []
    for model in models:
        facts = [(at, fact) for at, lines in model.invariants.items() for line in lines for fact in _facts(line)]
        found = _following(theory, said.invariants, facts, purse)
        trivial = _following(theory, {}, found, purse) if found else []
        ends = model.measures.keys() & said.measures
        wanted = len(facts) - len(trivial) + len(model.measures) + said.wrong
        counted = [each for each in found if each not in trivial]
        own = _following(theory, _uncopied(said.invariants, theory), counted, purse) if copies else counted
        reached = len(own) + _COPIED * (len(counted) - len(own))
        shares.append((reached + len(ends)) / wanted if wanted else 0.0)
    return max(shares)


def _true_lines(proof: Proof, model: Theory, purse: Purse) -> _Said:
    """Lines that hold together with those of the model, found as Houdini does: those that a run breaks are taken out,
    then those that cannot be shown, and again, until the rest keeps itself."""
    theory = proof.theory
    broken = {each.key for each in proof.obligations if each.result == "false"}
    invariants = _without(theory.invariants, broken, ("entry", "kept"))
    asserts = _without(theory.asserts, broken, ("assert",))
    wrong = _count(theory.invariants) + _count(theory.asserts) - _count(invariants) - _count(asserts)
    for _ in range(_ROUNDS):
        tried = replace(
            theory,
            ensures=(),
            invariants=_joined(model.invariants, invariants),
            asserts=asserts,
            contracts=theory.contracts or model.contracts,
            total=False,
        )
        shown = prove(tried, max(0, purse.left // 2), explaining=False)
        purse.charge(shown.work)
        if shown.stopped:
            break
        lost = {each.key for each in shown.obligations if each.result != "proved"}
        kept_invariants = _without(invariants, lost, ("entry", "kept"))
        kept_asserts = _without(asserts, lost, ("assert",))
        gone = _count(invariants) + _count(asserts) - _count(kept_invariants) - _count(kept_asserts)
        wrong += gone
        invariants, asserts = kept_invariants, kept_asserts
        if not gone:
            unended = {key.place for key in lost if key.what == "decreases"}
            return _Said(invariants, wrong, frozenset(theory.measures.keys() - unended))
    return _Said({}, wrong + _count(invariants) + _count(asserts), frozenset())


def _following(
    theory: Theory, invariants: _Lines, facts: Sequence[tuple[int, Expression]], purse: Purse
) -> list[tuple[int, Expression]]:
    """Those facts that hold at the head of their loop wherever these invariants do."""
    import z3  # noqa: PLC0415

    nothing = Annotation("invariant", None, Literally(True), 0, "true")
    heads = {at for at, _ in facts}
    asked: dict[int, tuple[Annotation, ...]] = {}
    for at, fact in facts:
        asked[at] = (*asked.get(at, ()), Annotation("assert", None, fact, 0, str(len(asked.get(at, ())))))
    stated = {at: invariants.get(at, (nothing,)) for at in heads | invariants.keys()}
    names = Names(z3.Context())
    about = replace(theory, ensures=(), invariants=stated, asserts=asked, measures={}, everywhere=None, total=False)
    walked = Walker(about, names, purse, assuming=False).walk()
    if walked.stopped:
        return []
    open_keys: set[Key] = set()
    met: set[Key] = set()
    for case in walked.cases:
        if case.key.what == "assert" and case.key not in open_keys:
            met.add(case.key)
            if ask(case.question(names), purse, LOOK).holds is not False:
                open_keys.add(case.key)
    shown = {(key.place, key.annotation.expression) for key in met - open_keys if key.annotation is not None}
    return [each for each in facts if each in shown]


def _facts(line: Annotation) -> Iterator[Expression]:
    """What a line says, one fact after the other."""
    waiting = [line.expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Connective) and part.sign == "&&":
            waiting += (part.right, part.left)
        else:
            yield part


def _uncopied(invariants: _Lines, theory: Theory) -> _Lines:
    """Without the lines that stand in the contract."""
    given = {fact for line in theory.ensures for fact in (line.expression, *_facts(line))}
    kept = {at: tuple(line for line in lines if line.expression not in given) for at, lines in invariants.items()}
    return {at: lines for at, lines in kept.items() if lines}


def _joined(one: _Lines, two: _Lines) -> _Lines:
    return {at: (*one.get(at, ()), *two.get(at, ())) for at in sorted(one.keys() | two.keys())}


def _without(lines: _Lines, lost: set[Key], kinds: tuple[str, ...]) -> _Lines:
    kept = {
        at: tuple(line for line in group if not any(Key(kind, at, line) in lost for kind in kinds))
        for at, group in lines.items()
    }
    return {at: group for at, group in kept.items() if group}


def _count(lines: _Lines) -> int:
    return sum(len(group) for group in lines.values())
