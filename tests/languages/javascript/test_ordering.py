"""Lists are sorted as Node sorts them, call by call, also by functions that contradict themselves."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.languages.javascript.calling import value
from viva.languages import javascript
from viva.sandbox import Sandbox

FILE = Path(javascript.__file__).parent / "inside" / "vivajs" / "ordering.js"
COMPARED = """
const { readFileSync } = require("fs");
const [sort, toSorted] = [Array.prototype.sort, Array.prototype.toSorted];
const hidden = (object, name, made) => { kit[name] = made; };
const kit = { forbidding: { asked: (action) => action }, sources: { standsFor: () => {}, hidden } };
eval(readFileSync(FILE, "utf8"))(kit);
let state = 1;
const chance = (below) => (state = (state * 1103515245 + 12345) & 0x7fffffff, state % below);
const ways = [
  (a, b) => a > b, (a, b) => a - b, (a, b) => b - a, (a, b) => a < b, () => 1, () => -1, () => 0, () => NaN,
  (a, b) => (a >= b ? 1 : -1), (a, b) => (a * 7 + b * 3) % 5 - 2, (a, b) => (a > b ? 1 : 0), () => undefined,
];
const differs = [];
for (let round = 0; round < 1500; round++) {
  const list = Array.from({ length: chance(round % 10 ? 9 : 63) }, () => chance(6));
  if (round % 7 === 0 && list.length > 2) list[1] = undefined;
  if (round % 11 === 0 && list.length > 3) delete list[2];
  for (const way of ways) {
    const seen = [[], []];
    const noting = (which) => (a, b) => (seen[which].push([a, b]), way(a, b));
    const results = [sort, kit.sort].map((method, which) => method.call(list.slice(), noting(which)));
    results.push(toSorted ? toSorted.call(list, way) : [], toSorted ? kit.toSorted.call(list, way) : []);
    const [one, two, three, four] = results.map((each) => JSON.stringify([each, Object.keys(each)]));
    const alike = JSON.stringify(seen[0]) === JSON.stringify(seen[1]);
    if (one !== two || three !== four || !alike) differs.push([list, `${way}`]);
  }
}
for (let n = -500; n <= 500; n++) if (kit.cbrt(n ** 3) !== n) differs.push(n);
console.log(JSON.stringify(differs));
"""


@pytest.mark.needs_node
def test_every_call_of_the_function_is_that_of_node() -> None:
    script = COMPARED.replace("FILE", json.dumps(str(FILE)))
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    told = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == []


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("[2, 1].sort((a, b) => a > b)", "[2, 1]"),
        ("[3, 1, 2].toSorted((a, b) => a - b)", "[1, 2, 3]"),
        ("[3, undefined, 1].sort((a, b) => a - b)", "[1, 3, undefined]"),
        ("[10, 9, 1].sort()", "[1, 10, 9]"),
        ("Array.from({ length: 100 }, (_, n) => 99 - n).sort((a, b) => a - b)[0]", "0"),
        ("Math.cbrt(27)", "3"),
        ("`${[].sort}`.includes('[native code]')", "true"),
    ],
)
def test_a_program_finds_it_in_the_usual_place(box: Sandbox, text: str, same: str) -> None:
    assert value(box, text) == value(box, same)
