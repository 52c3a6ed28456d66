"""Calls: fresh arguments, values that come back exactly, and a call that goes wrong harms no other."""

import textwrap
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from viva.languages.heap import Heap, Node, Reference, read
from viva.languages.outcome import Outcome
from viva.languages.problem import Problem
from viva.languages.program import Program
from viva.languages.python.calls import call, drive, equal, show
from viva.languages.python.runs import prepare
from viva.languages.sites import Hooks
from viva.languages.values import write
from viva.sandbox import Limits, Sandbox


def called(
    sandbox: Sandbox, source: str, function: str, *calls: Sequence[object] | Heap, **options: Any
) -> list[Outcome]:
    prepared = prepare(sandbox, textwrap.dedent(source).encode(), options.pop("hooks", None))
    assert isinstance(prepared, Program), prepared
    return list(call(sandbox, prepared, function, calls, **options))


def problem(outcome: Outcome) -> Problem:
    assert outcome.problem is not None
    return outcome.problem


def told(outcomes: list[Outcome]) -> list[str]:
    return [show(o.value) if o.value is not None else problem(o).reason for o in outcomes]


def test_results_come_back_exactly(sandbox: Sandbox) -> None:
    values = [1, 2**100, -0.0, float("inf"), "é\ud800", b"\xff", (1,), {1, 2}, {(1, 2): [None, True]}, range(3), 1j]
    outcomes = called(sandbox, "def f(x): return x", "f", *([value] for value in values))
    for value, outcome in zip(values, outcomes, strict=True):
        assert outcome.value is not None
        assert equal(outcome.value, read(write(value)), strict=True)


def test_arguments_are_fresh_for_each_call(sandbox: Sandbox) -> None:
    shared = [1]
    source = "def f(x):\n  x.append(2)\n  return x"
    outcomes = called(sandbox, source, "f", [shared], [shared], report=["arguments"])
    assert told(outcomes) == ["[1, 2]", "[1, 2]"]
    assert [show(o.arguments) for o in outcomes if o.arguments] == ["[[1, 2]]", "[[1, 2]]"]
    assert shared == [1]


def test_one_bad_call_harms_no_other(sandbox: Sandbox) -> None:
    source = """
    import os, sys, ctypes
    def f(x):
        if x == 1: return 1 / 0
        if x == 2:
            while True: pass
        if x == 3: os._exit(0)
        if x == 4: sys.exit()
        if x == 5: return f(x)
        if x == 6: return input("?")
        if x == 7: return [0] * 10**12
        if x == 8: ctypes.string_at(0)
        if x == 9: print("x" * 10**7)
        if x == 10: return "x" * 10**7
        if x == 11: raise KeyboardInterrupt
        return x
    """
    outcomes = called(sandbox, source, "f", *([x] for x in range(13)))
    assert told(outcomes) == [
        "0", "crash", "step_limit", "no_result", "no_result", "recursion_limit", "unexpected_read", "memory_limit",
        "crash", "output_limit", "unserialisable", "crash", "12",
    ]  # fmt: skip
    assert (problem(outcomes[1]).kind, problem(outcomes[1]).line) == ("ZeroDivisionError", 4)
    assert problem(outcomes[2]).line == 6
    assert problem(outcomes[6]).line == 10


def test_printed_text_steps_and_ticks_belong_to_their_call(sandbox: Sandbox) -> None:
    source = "print('loading')\ndef f(n):\n  for i in range(n): print(i)\n  return n if n else None"
    outcomes = called(sandbox, source, "f", [2], [0], report=["ticks"], hooks=Hooks(branches=True, expressions=True))
    assert [o.written for o in outcomes] == ["0\n1\n", ""]
    assert [o.steps for o in outcomes] == [3, 1]
    assert outcomes[0].coverage.branches != outcomes[1].coverage.branches
    assert outcomes[1].coverage.expressions


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def g(): pass", "missing_function"),
        ("f = 3", "missing_function"),
        ("1 / 0\ndef f(x): pass", "crash"),
        ("exit()\ndef f(x): pass", "no_result"),
        ("n = int(input())\ndef f(x): pass", "unexpected_read"),
        ("while True: pass\ndef f(x): pass", "step_limit"),
        ("import os\nos._exit(1)\ndef f(x): pass", "no_result"),
        ("import ctypes\nctypes.string_at(0)\ndef f(x): pass", "crash"),
    ],
)
def test_what_goes_wrong_while_loading_is_told_for_each_call(sandbox: Sandbox, source: str, reason: str) -> None:
    outcomes = called(sandbox, source, "f", [1], [2], [3])
    assert told(outcomes) == [reason] * 3
    assert all(outcome.while_loading for outcome in outcomes)


def test_the_main_block_does_not_run(sandbox: Sandbox) -> None:
    source = "def f(): return __name__\nif __name__ == '__main__': exit()"
    assert told(called(sandbox, source, "f", [])) == ["'submission'"]


def test_wrong_numbers_of_arguments_are_a_crash_at_no_line(sandbox: Sandbox) -> None:
    (outcome,) = called(sandbox, "def f(x): return x", "f", [1, 2])
    assert (problem(outcome).reason, problem(outcome).kind, problem(outcome).line) == ("crash", "TypeError", None)


def test_instances_of_the_submissions_classes_can_be_arguments(sandbox: Sandbox) -> None:
    class Node:
        def __init__(self, key: int, next: object) -> None:
            self.key, self.next = key, next

    source = """
    class Node:
        def __init__(self, key): self.key, self.next = key, None
        def total(self): return self.key + (self.next.total() if self.next else 0)
    def f(node): return node.total(), Node(7)
    """
    (outcome,) = called(sandbox, source, "f", [Node(1, Node(2, None))])
    assert outcome.value is not None
    assert show(outcome.value) == "(3, Node(key=7, next=None))"
    assert told(called(sandbox, source, "Node.total", [Node(4, None)])) == ["4"]
    assert told(called(sandbox, "def f(x): pass", "f", [Node(1, None)])) == ["type_error"]


def test_a_random_function_is_the_same_in_every_process(sandbox: Sandbox) -> None:
    source = "import random\ndef f(x): return random.random()"
    alone = called(sandbox, source, "f", [1], [2], together=1)
    together = called(sandbox, source, "f", [1], [2])
    assert told(alone) == told(together)


def test_calls_may_have_processes_of_their_own(sandbox: Sandbox) -> None:
    source = "seen = []\ndef f(x):\n  seen.append(x)\n  return len(seen)"
    assert told(called(sandbox, source, "f", [1], [2], [3])) == ["1", "2", "3"]
    assert told(called(sandbox, source, "f", [1], [2], [3], together=1)) == ["1", "1", "1"]


def test_whoever_has_seen_enough_may_stop(sandbox: Sandbox) -> None:
    prepared = prepare(sandbox, b"def f(x): return x")
    assert isinstance(prepared, Program)
    outcomes = call(sandbox, prepared, "f", [[n] for n in range(10_000)])
    assert told([next(outcomes)]) == ["0"]
    assert isinstance(outcomes, Generator)
    outcomes.close()


def test_a_call_that_takes_long_ends_by_the_clock(sandbox: Sandbox) -> None:
    source = "def f(x): return sum(iter(int, 1)) if x else x"
    outcomes = called(sandbox, source, "f", [0], [1], [0], limits=Limits(cpu_seconds=0.3))
    assert told(outcomes) == ["0", "time_limit", "0"]


def test_what_adds_up_over_calls_is_blamed_on_none_of_them(sandbox: Sandbox) -> None:
    source = """
    kept = []
    def slow(n):
        return sum(range(n)) * 0
    def hoard(n):
        kept.append(bytearray(100_000_000))
        return n
    def fill(n):
        open(f"/tmp/{n}", "wb").write(bytes(5_000_000))
        return n
    """
    calls = [[n] for n in range(12)]
    assert told(called(sandbox, source, "hoard", *calls)) == [str(n) for n in range(12)]
    assert told(called(sandbox, source, "fill", *calls)) == [str(n) for n in range(12)]
    slow = called(sandbox, source, "slow", *([3_000_000] for _ in calls), limits=Limits(cpu_seconds=0.5))
    assert told(slow) == ["0"] * 12


def test_many_long_results_are_no_flood(sandbox: Sandbox) -> None:
    outcomes = called(sandbox, "def f(n): return list(range(n))", "f", *([2000] for _ in range(1000)))
    assert {outcome.problem for outcome in outcomes} == {None}


def test_what_is_returned_can_be_told_with_the_arguments_so_that_what_both_hold_is_one(sandbox: Sandbox) -> None:
    source = "def same(x): return x\ndef other(x): return list(x)"
    for function, nodes in (("same", 2), ("other", 3)):
        (outcome,) = called(sandbox, source, function, [[1]], report=["arguments", "result"])
        assert outcome.arguments is not None
        assert len(outcome.arguments.nodes) == nodes
        assert show(outcome.arguments) == "[[1], [1]]"


def test_an_object_that_looks_like_one_with_a_name_can_be_that_one(sandbox: Sandbox) -> None:
    source = """
        class Nil: pass
        class Node:
            NIL = Nil()
            def __init__(self, next): self.next = next
        LAST = Node(Node.NIL)
        def f(node): return [node.next is Node.NIL, node is LAST]
        def make(deep): return Node(LAST) if deep else LAST
        """
    made = [outcome.value for outcome in called(sandbox, source, "make", [False], [True])]
    calls = [Heap(Reference(0), (Node("list", "", (Reference(1),)), *moved.nodes)) for moved in map(_moved, made)]
    assert told(called(sandbox, source, "f", *calls)) == ["[False, False]", "[False, False]"]
    assert told(called(sandbox, source, "f", *calls, named=True)) == ["[True, True]", "[False, False]"]


def _moved(heap: Heap | None) -> Heap:
    """With its nodes from number 1 on."""
    assert heap is not None
    return Heap(
        heap.root,
        tuple(
            replace(
                node,
                children=tuple(
                    Reference(child.node + 1) if isinstance(child, Reference) else child for child in node.children
                ),
            )
            for node in heap.nodes
        ),
    )


DRIVEN = """
import random
total, drawn = 0, []
def step(sensors, state):
    global total
    total += 1
    state["seen"] = state.get("seen", 0) + sensors["a"]
    if state["seen"] > 5: raise ValueError("enough")
    if sensors["b"] == 1: return {"left": 1, "right": float("inf")}
    if sensors["b"] == 2: print("hm")
    if sensors["b"] == 3: return 2 ** 60, 0.5
    if sensors["b"] == 4: return state["seen"]
    if sensors["b"] == 5: return True, 0
    return state["seen"], total
"""


def test_a_driven_function_is_asked_with_numbers_and_keeps_what_it_keeps(sandbox: Sandbox) -> None:
    prepared = prepare(sandbox, DRIVEN.encode())
    assert isinstance(prepared, Program)
    with drive(sandbox, prepared, "step", ("a", "b")) as driven:
        outcomes = [driven.ask([0.5, number]) for number in range(7)]
        assert told(outcomes) == [
            "(0.5, 1)", "{'left': 1, 'right': float('inf')}", "(1.5, 3)", f"({2**60}, 0.5)", "2.5", "(True, 0)",
            "(3.5, 7)",
        ]  # fmt: skip
        assert outcomes[2].written == "hm\n"
        assert all((outcome.steps or 0) >= 1 and outcome.kept_words is None for outcome in outcomes)
        assert problem(driven.ask([5.0, 0])).kind == "ValueError"
        assert told([driven.ask([0.0, 4])]) == ["crash"]


def test_what_a_driven_function_keeps_is_weighed_in_its_state_and_its_globals(sandbox: Sandbox) -> None:
    source = """
    SPEED, heard, calls = 0.3, [], 0
    def step(sensors, state):
        global calls
        calls += 1
        if calls == 2: heard.append(sensors["a"])
        if calls == 3: state["text"] = "x" * 80
        if calls == 4: state["list"] = [1, 2.5, None]
        if calls == 5: state.clear()
        if calls == 6: state["endless"] = state
        if calls == 7: state["all"] = list(range(50_000))
        return SPEED
    """
    prepared = prepare(sandbox, textwrap.dedent(source).encode())
    assert isinstance(prepared, Program)
    with drive(sandbox, prepared, "step", ["a"], weigh=True) as driven:
        weights = [driven.ask([0.0]).kept_words for _ in range(7)]
    # The dictionary and the counter; the list and a number; a name and ten times eight letters; a name and a list.
    assert weights == [2, 4, 15, 20, 4, 5, 20_000]
