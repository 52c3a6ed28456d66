"""A method of a class is mended through the same seam as a function: other subjects bring their own runs."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from viva.core.terms import Budget
from viva.engines.calls import sandbox_of
from viva.engines.repair import Checked, Repair, Search, Wrong
from viva.languages import python
from viva.languages.edits import Probe
from viva.languages.heap import Heap
from viva.languages.outcome import Outcome
from viva.languages.program import Program
from viva.sandbox import Sandbox

LINKED = """class Node:
    def __init__(self, key, next=None):
        self.key = key
        self.next = next


class Chain:
    def __init__(self):
        self.first = None
        self.count = 0

    def push(self, key):
        self.first = Node(key, self.first)
        self.count += 1

    def remove(self, key):
        before, node = None, self.first
        while node is not None and node.key != key:
            before, node = node, node.next
        if node is None:
            return False
        if before is None:
            self.first = node.next
        else:
            before.next = node.next
        self.count -= 1
        return True
"""
MAKE = """
def made(keys, key):
    chain = Chain()
    for one in keys:
        chain.push(one)
    return [chain, key]
"""
KEYS = [((), 1), ((1,), 1), ((1,), 2), ((2, 1), 1), ((2, 1), 2), ((3, 2, 1), 2), ((3, 2, 1), 4), ((1, 1, 2), 1)]
"""Chains by what is pushed, and the key that is removed."""
FRESH = [((5, 4, 3, 2, 1), 1), ((5, 4, 3, 2, 1), 3), ((5, 4, 3, 2, 1), 5), ((7, 7, 7), 7), ((), 0)]


@dataclass
class Chains:
    sandbox: Sandbox

    def calls(self, rows: Sequence[tuple[tuple[int, ...], int]]) -> list[Heap]:
        made = self.run(LINKED + MAKE, "made", [(list(keys), key) for keys, key in rows])
        return [outcome.value for outcome in made if outcome.value is not None]

    def run(self, text: str, function: str, calls: Sequence[Sequence[object] | Heap]) -> list[Outcome]:
        program = python.runs.prepare(self.sandbox, text.encode())
        assert isinstance(program, Program)
        return list(python.calls.call(self.sandbox, program, function, calls, steps=5_000, report=["arguments"]))

    def probes(self, rows: Sequence[tuple[tuple[int, ...], int]]) -> list[Probe]:
        calls = self.calls(rows)
        outcomes = self.run(LINKED, "Chain.remove", calls)
        return [Probe(call, told.value, told.arguments) for call, told in zip(calls, outcomes, strict=True)]

    def right(self, text: str, probes: Sequence[Probe]) -> Probe | None:
        program = python.runs.prepare(self.sandbox, text.encode())
        if not isinstance(program, Program):
            return probes[0]
        told = self.run(text, "Chain.remove", [probe.arguments for probe in probes])
        for probe, outcome in zip(probes, told, strict=True):
            if outcome.value is None or not python.calls.equal(probe.expected or outcome.value, outcome.value):
                return probe
            if outcome.arguments is None or probe.changed is None:
                return probe
            if python.calls.show(outcome.arguments) != python.calls.show(probe.changed):
                return probe
        return None

    def repaired(self, text: str, begin: int = 0) -> Repair | None:
        probes = self.probes(KEYS)

        def judged(changed: str) -> Checked | Probe | None:
            return self.right(changed, probes) or Checked("tested", len(probes))

        wrong = Wrong(
            python.reads, python.mends, self.sandbox, text, "Chain.remove", tuple(probes), (LINKED,), judged,
            Budget(seconds=300.0).meter(), begin=begin,
        )  # fmt: skip
        return Search(wrong).repair()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("            self.first = node.next\n        else", "            self.first = node\n        else"),
        ("node is not None and node.key != key", "node.key != key"),
        ("        self.count -= 1\n", ""),
        (
            "            before, node = node, node.next\n",
            "            before = node\n            node = before.next.next\n",
        ),
    ],
)
def test_a_method_is_mended_where_it_is_wrong(old: str, new: str) -> None:
    text = LINKED.replace(old, new)
    assert text != LINKED
    with sandbox_of(python) as sandbox:
        chains = Chains(sandbox)
        repair = chains.repaired(text)
        assert repair is not None
        assert repair.way != "whole"
        assert chains.right(repair.after, chains.probes(FRESH)) is None, repair.after
        assert repair.after.startswith(LINKED.partition("    def remove")[0])


def test_what_was_put_before_a_submission_is_not_changed() -> None:
    ahead = LINKED.partition("class Chain")[0]
    wrong = LINKED.replace("self.key = key", "self.key = key + 1")
    with sandbox_of(python) as sandbox:
        chains = Chains(sandbox)
        probes = chains.probes(KEYS)
        assert chains.right(wrong, probes) is None  # `remove` makes no node
        mended = chains.repaired(LINKED.replace("before, node = None", "before, node = self.first"), len(ahead))
        assert mended is not None
        assert mended.after.startswith(ahead)
