"""What is forbidden is forbidden to programs: what Viva itself uses to run them accuses nobody."""

import pytest

from tests.languages.javascript.calling import compiled
from viva.languages.javascript.calls import call
from viva.languages.javascript.runs import run_console
from viva.sandbox import Sandbox

# All that Viva does for a program: values are written, sorted, printed, compared, waited for.
BUSY = """
const f = (xs) => {
  const all = { xs, text: "a\\u{1f600}", when: new Date(0), set: new Set(xs), map: new Map([[1, 2]]),
    big: 1n, deep: [[[[xs]]]] };
  console.log(all, xs, "%s %d", "x", 1, new Error("e"), [undefined, null, , -0], /a/g, () => 1);
  console.table([{ a: 1 }, { a: 2 }]);
  [3, 1, 2].sort((a, b) => a - b);
  ["b", "a"].sort((a, b) => a.localeCompare(b));
  (1234.5).toLocaleString("de");
  f.toString();
  setTimeout(() => console.log("late"), 3);
  return Promise.resolve([all, Promise.resolve(xs)]);
};
"""
NAMES = """
Math.max Math.min Math.floor Math.abs Math.pow Math.trunc Math.imul Math.round Math.sqrt parseInt Number String
Boolean BigInt isNaN Number.isInteger Number.isNaN Object.keys Object.is Object.entries Object.assign Object.hasOwn
Object.fromEntries Object.create Object.values Array.from Array.isArray JSON.stringify JSON.parse Reflect.ownKeys
Reflect.apply Reflect.defineProperty Object.getPrototypeOf Object.defineProperty String.fromCharCode Symbol .push
.slice .map .join .call .apply .bind .toString .has .get .set .indexOf .charCodeAt .concat .then .valueOf .next
.split .replace .replaceAll .test .exec .filter .forEach .pop .includes .padStart .padEnd .repeat .trim .at .some
.every .find .flatMap .reduce .unshift .shift .splice .keys .entries .toFixed .getTime .add .fill .endsWith
.startsWith
""".split()  # noqa: SIM905
USED = {
    "Map", "Set", "Date", "Error", "Promise", "console.log", "Promise.resolve", "setTimeout", ".sort",
    ".toLocaleString", ".localeCompare", ".toString",
}  # fmt: skip


def test_what_viva_uses_itself_accuses_nobody(box: Sandbox) -> None:
    program = compiled(box, BUSY)
    for name in NAMES:
        if name not in USED:
            (outcome,) = call(box, program, "f", [[[1, 2.5]]], forbidden=[name])
            assert outcome.problem is None, (name, outcome.problem)


def test_what_a_program_uses_is_seen_in_it(box: Sandbox) -> None:
    program = compiled(box, BUSY)
    for name in sorted(USED):
        (outcome,) = call(box, program, "f", [[[1, 2.5]]], forbidden=[name])
        assert outcome.problem is not None and outcome.problem.reason == "forbidden", name


def test_what_the_language_calls_for_a_program_is_no_call_of_its_own(box: Sandbox) -> None:
    """A loop over a list, a spread, a pattern, a map, a text with a value in it name no method."""
    text = """const f = (xs) => {
      let text = `sum ${xs.length}`;
      const [first] = xs;
      for (const x of xs) text += `${x}`;
      for (const x of new Set(xs)) text += x;
      for (const [k, v] of new Map([[1, 2]])) text += k + v;
      for (const c of "ab") text += c;
      return [...xs, first, text, Math.min(...xs)];
    };"""
    program = compiled(box, text)
    for name in (".values", ".keys", ".entries", ".concat", ".next", ".return", ".join", ".toString", ".has", ".add"):
        (outcome,) = call(box, program, "f", [[[1, 2.5]]], forbidden=[name])
        assert outcome.problem is None, (name, outcome.problem)
    for body, name in (("[...xs.values()]", ".values"), ("[...xs.keys()]", ".keys"), ("xs.concat([1])", ".concat")):
        (outcome,) = call(box, compiled(box, f"const f = (xs) => {body};"), "f", [[[1, 2.5]]], forbidden=[name])
        assert outcome.problem is not None and outcome.problem.reason == "forbidden", name


@pytest.mark.parametrize(
    "text",
    [
        "const f = Math.max;",
        "const f = (xs) => xs.map(Math.max);",
        "const f = (xs) => [3, 1].sort(Math.max);",
        "const f = (xs) => [3, 1].toSorted(Math.max);",
        "const f = async (xs) => Promise.resolve(1).then(Math.max);",
        "const f = (xs) => new Promise((done) => { setTimeout(Math.max, 1); setTimeout(done, 2); });",
        "const f = async (xs) => { process.nextTick(Math.max); await null; await null; };",
        "const f = (xs) => eval('Math.max(1, 2)');",
        "const f = (xs) => new Function('return Math.max(1, 2)')();",
        "const f = (xs) => Math['m' + 'ax'](...xs);",
        "const f = (xs) => Reflect.apply(Math.max, null, xs);",
        "const f = (xs) => Math.max.call(null, 1);",
        "const f = (xs) => Math.max.bind(null)(1);",
        "const f = (xs) => console.log({ toString: Math.max, get x() { return Math.max(1); } }.x);",
        "const f = (xs) => { Error.stackTraceLimit = 0; return Math.max(1); };",
        "const f = (xs) => { Error.prepareStackTrace = () => 'x'; return Math.max(1); };",
    ],
)
def test_whoever_calls_it_for_the_program(box: Sandbox, text: str) -> None:
    (outcome,) = call(box, compiled(box, text), "f", [[[1, 2]]], forbidden=["Math.max"])
    assert outcome.problem is not None and outcome.problem.reason == "forbidden"


@pytest.mark.parametrize(
    "text",
    [
        "[...Float64Array.from(xs).sort()]",
        "Array.from(BigInt64Array.from(xs, BigInt).toSorted(), Number)",
        "[...new Uint8Array(xs).sort()]",
        "[].sort.call(xs)",
        "new (class extends Array {})(3).sort()",
    ],
)
def test_a_method_is_forbidden_of_whatever_object(box: Sandbox, text: str) -> None:
    program = compiled(box, f"const f = (xs) => {text};")
    (outcome,) = call(box, program, "f", [[[2, 1]]], forbidden=[".sort", ".toSorted"])
    assert outcome.problem is not None and outcome.problem.reason == "forbidden"


def test_a_console_program_may_print_though_it_may_not_join(box: Sandbox) -> None:
    program = compiled(box, "console.log([1, { a: new Map([[1, 2]]) }], 'b'); console.table([[1, 2]]);")
    for name in (".join", ".map", ".slice", ".padEnd", "Math.max", ".replaceAll", "Object.keys"):
        assert run_console(box, program, [], forbidden=[name]).ended is None, name
