"""Values of JavaScript: written as data and compared outside, whatever a program does to its own methods."""

import itertools
import json
import shutil
import subprocess

import pytest

from tests.languages.javascript.calling import called, compiled, value
from viva.languages.heap import Heap, Node, Reference, read
from viva.languages.javascript.calls import call, equal, fits, show
from viva.languages.python.calls import equal as equal_in_python
from viva.languages.values import revive, rewrite, write
from viva.sandbox import Sandbox

# One line for each class of equal values; no value of one line equals one of another.
CLASSES = [
    ["0", "-0", "1 - 1"],
    ["1", "1.0"],
    ["NaN", "0 / 0"],
    ["Infinity", "1 / 0"],
    ["-Infinity"],
    ["1.5"],
    ["1e300"],
    ["0n"],
    ["1n"],
    ["2n ** 70n"],
    ["true", "!0"],
    ["false"],
    ["null"],
    ["undefined", "void 0"],
    ["''"],
    ["'0'"],
    ["'\\ud800'"],
    ["'\\u{1f600}'"],
    ["[]"],
    ["[undefined]"],
    ["[null]"],
    ["[,]"],
    ["[1, 2]", "Array.of(1, 2)"],
    ["[2, 1]"],
    ["[[1], 2]"],
    ["{}", "Object.create(null)"],
    ["{a: 1, b: 2}", "{b: 2, a: 1}", "{get a() { return 1; }, b: 2}"],
    ["{a: undefined}"],
    ["{a: 1}"],
    ["new Map()"],
    ["new Map([[1, 2], [3, 4]])", "new Map([[3, 4], [1, 2]])"],
    ["new Set()"],
    ["new Set([1, 2])", "new Set([2, 1])"],
    ["new Set([[1], [2]])", "new Set([[2], [1]])"],
    ["new Date(5)"],
    ["new Date(6)"],
    ["/a/g"],
    ["/a/i"],
    ["new (class P { x = 1 })()"],
    ["new (class Q { x = 1 })()"],
    ["new Error('a')"],
    ["new TypeError('a')"],
    ["new Number(1)"],
    ["new Uint8Array([1, 2])"],
    ["Object.assign([1], {k: 2})"],
    ["(() => { const a = []; a.push(a); return a; })()", "(() => { const a = [[]]; a[0].push(a); return a; })()"],
]
LISTED = [text for line in CLASSES for text in line]


@pytest.fixture(scope="module")
def heaps(box: Sandbox) -> dict[str, Heap]:
    return {text: value(box, text) for text in LISTED}


def test_equality_is_deep_and_strict(heaps: dict[str, Heap]) -> None:
    of = {text: number for number, line in enumerate(CLASSES) for text in line}
    for one, two in itertools.product(LISTED, repeat=2):
        assert equal(heaps[one], heaps[two]) == (of[one] == of[two]), (one, two)


def test_equality_is_an_equivalence_with_a_tolerance_too(heaps: dict[str, Heap]) -> None:
    for text in LISTED:
        assert equal(heaps[text], heaps[text], strict=True, tolerance=1e-9), text
    assert equal(read(write(0.3)), read(write(0.1 + 0.2)), tolerance=1e-9)
    assert not equal(read(write(0.3)), read(write(0.1 + 0.2)))
    assert not equal(read(write(3)), read(write(3.0000000001)), tolerance=1e-9)


def test_only_strictly_minus_zero_is_another_zero(heaps: dict[str, Heap]) -> None:
    assert not equal(heaps["0"], heaps["-0"], strict=True)
    assert not equal(heaps["{}"], heaps["Object.create(null)"], strict=True)


@pytest.mark.thorough
@pytest.mark.needs_node
def test_node_has_the_same_equality(heaps: dict[str, Heap]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    listed = ", ".join(f"() => ({text})" for text in LISTED)
    program = f"""const {{ isDeepStrictEqual }} = require("util"); const all = [{listed}];
      console.log(JSON.stringify(all.map((a) => all.map((b) => isDeepStrictEqual(a(), b())))));"""
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)
    table = json.loads(done.stdout)
    lenient = {"-0", "Object.create(null)"}
    # To Node a class that is written twice is two classes, and cycles of other lengths differ; ours are the endless
    # values that they stand for.
    cycles = {text for text in LISTED if "push" in text}
    for (i, one), (j, two) in itertools.product(enumerate(LISTED), repeat=2):
        if {one, two} & lenient or {one, two} <= cycles or "class" in one + two:
            continue
        assert table[i][j] == equal(heaps[one], heaps[two]), (one, two)


def test_values_go_there_and_back(box: Sandbox, heaps: dict[str, Heap]) -> None:
    """Those that are no instances of a class that only one program has."""
    program = compiled(box, "function f(x) { return x; }")
    for text in LISTED:
        if any(word in text for word in ("class", "Error", "Number(", "Uint8")):
            continue
        given = heaps[text]
        assert equal(given, read(rewrite(given)), strict=True)
        arguments = Heap(Reference(len(given.nodes)), (*given.nodes, Node("list", "", (given.root,))))
        back = next(iter(call(box, program, "f", [arguments])))
        assert back.value is not None and equal(given, back.value, strict=True), text


@pytest.mark.parametrize(
    "argument", [0, -1, 1.5, True, None, "a\u00e4\n", [1, [2]], {"a": {"b": 1}}, {1, 2}, {1: 2}, [], ""]
)
def test_values_of_viva_come_back_as_they_were(box: Sandbox, argument: object) -> None:
    outcome = called(box, "function f(x) { return x; }", argument)
    assert outcome.value is not None
    assert equal(read(write(argument)), outcome.value)
    assert equal_in_python(read(write(argument)), outcome.value)


def test_what_another_language_expects_is_met_halfway(box: Sandbox) -> None:
    def meets(expected: object, expression: str) -> bool:
        return equal(read(write(expected)), value(box, expression))

    assert meets(None, "null") and meets(None, "undefined") and not meets(None, "0") and not meets(None, "[,][0] ?? 1")
    assert meets({"a": 1}, "{a: 1}") and meets({"a": 1}, "new Map([['a', 1]])") and not meets({"a": 1}, "[['a', 1]]")
    assert meets({1: 2}, "{1: 2}") and meets({1: 2}, "new Map([[1, 2]])")
    assert meets((1, 2), "[1, 2]") and meets(range(3), "[0, 1, 2]") and meets(frozenset({1}), "new Set([1])")
    assert meets(2**70, "2n ** 70n") and meets(2**70, "2 ** 70") and not meets(5, "5n")
    assert meets(2.0, "2") and not meets(True, "1") and not meets(1, "true") and not meets(0, "false")


def test_a_teacher_looks_at_them_as_values_of_python(box: Sandbox) -> None:
    assert revive(value(box, "[1, null, undefined, 'a']")) == [1, None, None, "a"]


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("[1, undefined, null]", "[1, undefined, null]"),
        ("{a: 1, 'b c': [true]}", '{a: 1, "b c": [true]}'),
        ("new Map([[1, 'x']])", 'new Map([[1, "x"]])'),
        ("new Set([1])", "new Set([1])"),
        ("-0", "-0"),
        ("1e21", "1e+21"),
        ("1e-7", "1e-7"),
        ("5n", "5n"),
        ("NaN", "NaN"),
        ("'a\\u202eb'", '"a\\u202eb"'),
    ],
)
def test_they_are_shown_as_source(box: Sandbox, expression: str, shown: str) -> None:
    assert show(value(box, expression)) == shown


def test_what_cannot_be_the_same_in_both_languages_is_not_asked_of_both() -> None:
    assert fits([2**52, "\U0001f600"], shared=False) and not fits([2**52 + 1], shared=False)
    assert not fits([2**40], shared=True) and not fits(["\U0001f600"], shared=True)
    assert not fits([{"1": 2}], shared=True) and fits([{"a": [1, None]}], shared=True)
    assert not fits([b"x"], shared=False) and not fits([float("nan")], shared=True)


def test_a_whole_number_that_roundings_have_missed_is_that_number(box: Sandbox) -> None:
    five, zero, large = value(box, "5"), value(box, "0"), value(box, "2 ** 40")
    assert equal(five, value(box, "4.999999999999999"), tolerance=1e-9)
    assert equal(zero, value(box, "0.1 + 0.2 - 0.3"), tolerance=1e-9)
    assert not equal(five, value(box, "4.999999999999999"))
    assert not equal(five, value(box, "4.9999"), tolerance=1e-9)
    assert not equal(large, value(box, "2 ** 40 + 0.5"), tolerance=1e-9)
    assert not equal(large, value(box, "2 ** 40 + 1"), tolerance=1e-9)
