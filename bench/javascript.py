# ruff: noqa: E501 a program stands on its line
"""The autograder paper in its own language: its eight programs with its eight patterns of faults, what instrumentation
costs, and three quicksorts as they stand on the web, each with its mistake.

Each pattern of the paper's figure 5 is applied at its first place; a cell is the cost of finding it (equation 1 of the
paper: the share of lines with a score at least that of the faulty one, ties in full), and is empty where the program has
no such place or the fault changes nothing. The seconds are of processor time, of Viva and of the
processes of the sandbox that have ended.
"""

import json
import platform
import re
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from functions import processor_seconds
from measure import QUICK, few

from tests.engines.faults.inspecting import cost
from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Budget, Terms
from viva.engines.calls import (
    Case,
    Compiled,
    Failure,
    Judge,
    Oracle,
    Searcher,
    Suite,
    Trial,
    programs_of,
    proposals,
    sandbox_of,
    suite,
)
from viva.engines.calls.failures.places import suspects
from viva.engines.faults import Ranking
from viva.engines.shapes import Plain, read_shape
from viva.engines.symbolic import differ, explore
from viva.languages import javascript
from viva.languages.javascript.engine import PARSER, ask_tools
from viva.languages.javascript.symbolic import compile_target
from viva.languages.javascript.trusted import survey_trusted
from viva.languages.program import Program
from viva.languages.sites import Hooks
from viva.sandbox import Sandbox
from viva.services.checking import check
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

FUNCTIONS = Path(__file__).parent / "functions" / "first_year.js"
PATTERNS = tuple(f"Err-{number}" for number in range(1, 9))
PAPER = {"Max": 14.28, "QSort": 19.68, "MSort": 13.2, "HSort": 16.19, "DList": 10.41, "BTree": 5.52, "Smoosh": 36.46, "Squish": 36.46}  # fmt: skip
PROGRAMS = {
    "Max": """
/** @param {number[]} xs */
function run(xs) {
  let best = xs[0];
  let index = 1;
  while (index < xs.length) {
    if (xs[index] > best) {
      best = xs[index];
    }
    index = index + 1;
  }
  return best;
}
""",
    "QSort": """
/** @param {number[]} xs */
function run(xs) {
  const items = [...xs];
  quick(items, 0, items.length - 1);
  return items;
}

function quick(items, low, high) {
  if (low < high) {
    const middle = partition(items, low, high);
    quick(items, low, middle - 1);
    quick(items, middle + 1, high);
  }
}

function partition(items, low, high) {
  const pivot = items[high];
  let place = low;
  let current = low;
  while (current < high) {
    if (items[current] < pivot) {
      [items[place], items[current]] = [items[current], items[place]];
      place = place + 1;
    }
    current = current + 1;
  }
  [items[place], items[high]] = [items[high], items[place]];
  return place;
}
""",
    "MSort": """
/** @param {number[]} xs */
function run(xs) {
  if (xs.length < 2) {
    return [...xs];
  }
  const half = Math.floor(xs.length / 2);
  return merge(run(xs.slice(0, half)), run(xs.slice(half)));
}

function merge(left, right) {
  const result = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (left[i] < right[j]) {
      result.push(left[i]);
      i = i + 1;
    } else {
      result.push(right[j]);
      j = j + 1;
    }
  }
  while (i < left.length) {
    result.push(left[i]);
    i = i + 1;
  }
  while (j < right.length) {
    result.push(right[j]);
    j = j + 1;
  }
  return result;
}
""",
    "HSort": """
/** @param {number[]} xs */
function run(xs) {
  const heap = [...xs];
  let start = Math.floor(heap.length / 2) - 1;
  while (start >= 0) {
    sift(heap, start, heap.length);
    start = start - 1;
  }
  let end = heap.length - 1;
  while (end > 0) {
    [heap[0], heap[end]] = [heap[end], heap[0]];
    sift(heap, 0, end);
    end = end - 1;
  }
  return heap;
}

function sift(heap, root, size) {
  while (true) {
    let largest = root;
    const left = 2 * root + 1;
    const right = 2 * root + 2;
    if (left < size && heap[left] > heap[largest]) {
      largest = left;
    }
    if (right < size && heap[right] > heap[largest]) {
      largest = right;
    }
    if (largest === root) {
      return;
    }
    [heap[root], heap[largest]] = [heap[largest], heap[root]];
    root = largest;
  }
}
""",
    "DList": """
class Node {
  constructor(value) {
    this.value = value;
    this.before = null;
    this.after = null;
  }
}

class Chain {
  constructor() {
    this.first = null;
    this.last = null;
    this.size = 0;
  }

  append(value) {
    const node = new Node(value);
    if (this.last === null) {
      this.first = node;
    } else {
      this.last.after = node;
      node.before = this.last;
    }
    this.last = node;
    this.size = this.size + 1;
  }

  remove(value) {
    let node = this.first;
    while (node !== null) {
      if (node.value === value) {
        if (node.before === null) {
          this.first = node.after;
        } else {
          node.before.after = node.after;
        }
        if (node.after === null) {
          this.last = node.before;
        } else {
          node.after.before = node.before;
        }
        this.size = this.size - 1;
        return;
      }
      node = node.after;
    }
  }
}

/**
 * @param {number[]} values
 * @param {number[]} gone
 */
function run(values, gone) {
  const chain = new Chain();
  for (const value of values) {
    chain.append(value);
  }
  for (const value of gone) {
    chain.remove(value);
  }
  const forwards = [];
  for (let node = chain.first; node !== null; node = node.after) {
    forwards.push(node.value);
  }
  const backwards = [];
  for (let node = chain.last; node !== null; node = node.before) {
    backwards.push(node.value);
  }
  return [forwards, backwards, chain.size];
}
""",
    "BTree": """
function insert(tree, key) {
  if (tree === null) {
    return [null, key, null];
  }
  if (key < tree[1]) {
    tree[0] = insert(tree[0], key);
  } else if (key > tree[1]) {
    tree[2] = insert(tree[2], key);
  }
  return tree;
}

function smallest(tree) {
  while (tree[0] !== null) {
    tree = tree[0];
  }
  return tree[1];
}

function remove(tree, key) {
  if (tree === null) {
    return null;
  }
  if (key < tree[1]) {
    tree[0] = remove(tree[0], key);
  } else if (key > tree[1]) {
    tree[2] = remove(tree[2], key);
  } else {
    if (tree[0] === null) {
      return tree[2];
    }
    if (tree[2] === null) {
      return tree[0];
    }
    const successor = smallest(tree[2]);
    tree[1] = successor;
    tree[2] = remove(tree[2], successor);
  }
  return tree;
}

function height(tree) {
  if (tree === null) {
    return 0;
  }
  const left = height(tree[0]);
  const right = height(tree[2]);
  if (left > right) {
    return left + 1;
  }
  return right + 1;
}

function flat(tree) {
  if (tree === null) {
    return [];
  }
  return [...flat(tree[0]), tree[1], ...flat(tree[2])];
}

/**
 * @param {number[]} keys
 * @param {number[]} gone
 */
function run(keys, gone) {
  let tree = null;
  for (const key of keys) {
    tree = insert(tree, key);
  }
  for (const key of gone) {
    tree = remove(tree, key);
  }
  return [flat(tree), height(tree)];
}
""",
    "Smoosh": """
/** @param {number[]} xs */
function run(xs) {
  const items = [...xs];
  let place = 0;
  let index = 1;
  while (index < items.length) {
    if (items[index] !== items[place]) {
      place = place + 1;
      items[place] = items[index];
    }
    index = index + 1;
  }
  place = place + 1;
  while (place < items.length) {
    items[place] = -1;
    place = place + 1;
  }
  return items;
}
""",
    "Squish": """
/** @param {number[]} xs */
function run(xs) {
  const result = [];
  let index = 0;
  while (index < xs.length) {
    if (index === 0 || xs[index] !== xs[index - 1]) {
      result.push(xs[index]);
    }
    index = index + 1;
  }
  return result;
}
""",
}
SORTS = {
    "the pivot is lost": """
function sort(xs) {
  if (xs.length <= 1) return xs;
  const pivot = xs[Math.floor(xs.length / 2)];
  const less = xs.filter((x) => x < pivot);
  const more = xs.filter((x) => x > pivot);
  return [...sort(less), pivot, ...sort(more)];
}
""",
    "the last partition is not sorted": """
function sort(xs) {
  const items = xs.slice();
  const go = (left, right) => {
    let i = left, j = right;
    const pivot = items[Math.floor((left + right) / 2)];
    while (i <= j) {
      while (items[i] < pivot) i++;
      while (items[j] > pivot) j--;
      if (i <= j) {
        [items[i], items[j]] = [items[j], items[i]];
        i++;
        j--;
      }
    }
    if (left < j) go(left, j);
    if (i < right - 1) go(i, right);
  };
  if (items.length > 1) go(0, items.length - 1);
  return items;
}
""",
    "compared as text": """
function sort(xs) {
  if (xs.length < 2) return xs;
  const [pivot, ...rest] = xs.map(String);
  const less = rest.filter((x) => x < pivot).map(Number);
  const more = rest.filter((x) => x >= pivot).map(Number);
  return sort(less).concat(Number(pivot), sort(more));
}
""",
}
SLOW = {
    "bubble sort": "const a = Array.from({ length: 90 }, (_, i) => (i * 37) % 91); for (let i = 0; i < a.length; i++) for (let j = 0; j + 1 < a.length; j++) if (a[j] > a[j + 1]) { const t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }",
    "quicksort": "const q = (x) => x.length < 2 ? x : [...q(x.filter((y) => y < x[0])), ...x.filter((y) => y === x[0]), ...q(x.filter((y) => y > x[0]))]; q(Array.from({ length: 900 }, (_, i) => (i * 7919) % 1009));",
    "merge sort": "const m = (x) => { if (x.length < 2) return x; const h = x.length >> 1, a = m(x.slice(0, h)), b = m(x.slice(h)), r = []; let i = 0, j = 0; while (i < a.length && j < b.length) r.push(a[i] <= b[j] ? a[i++] : b[j++]); return r.concat(a.slice(i), b.slice(j)); }; m(Array.from({ length: 1200 }, (_, i) => (i * 7919) % 1013));",
    "primes": "const s = new Uint8Array(9000); for (let i = 2; i < 9000; i++) if (!s[i]) for (let j = i * i; j < 9000; j += i) s[j] = 1;",
    "trial division": "let n = 0; for (let i = 2; i < 1500; i++) { let p = true; for (let j = 2; j * j <= i; j++) if (i % j === 0) { p = false; break; } if (p) n++; }",
    "matrices": "const n = 18, a = [], c = []; for (let i = 0; i < n; i++) { a.push([]); c.push([]); for (let j = 0; j < n; j++) { a[i].push(i + j); c[i].push(0); } } for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) c[i][j] += a[i][k] * a[k][j];",
    "strings": "let s = ''; for (let i = 0; i < 3000; i++) s += String.fromCharCode(97 + (i % 26)); const f = {}; for (const c of s) f[c] = (f[c] || 0) + 1; s.split('').reverse().join('');",
    "queens": "let n = 0; const go = (r, cs, d, e) => { if (r === 6) { n++; return; } for (let c = 0; c < 6; c++) if (!cs[c] && !d[r + c] && !e[r - c + 6]) { cs[c] = d[r + c] = e[r - c + 6] = true; go(r + 1, cs, d, e); cs[c] = d[r + c] = e[r - c + 6] = false; } }; go(0, [], [], []);",
    "fibonacci": "const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); f(17);",
    "edit distance": "const a = 'kitten sitting on a mat'.repeat(2), b = 'sitting kitten at a map'.repeat(2); let p = Array.from({ length: b.length + 1 }, (_, i) => i); for (let i = 1; i <= a.length; i++) { const q = [i]; for (let j = 1; j <= b.length; j++) q.push(Math.min(p[j] + 1, q[j - 1] + 1, p[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))); p = q; }",
    "search tree": "class N { constructor(k) { this.k = k; this.l = null; this.r = null; } put(k) { const s = k < this.k ? 'l' : 'r'; if (this[s]) this[s].put(k); else this[s] = new N(k); } sum() { return this.k + (this.l ? this.l.sum() : 0) + (this.r ? this.r.sum() : 0); } } const t = new N(500); for (let i = 0; i < 400; i++) t.put((i * 7919) % 1000); t.sum();",
    "words": "const w = {}; for (const x of 'the quick brown fox jumps over the lazy dog and the cat '.repeat(40).split(' ')) w[x] = (w[x] ?? 0) + 1; Object.entries(w).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([k, v]) => `${k}:${v}`).join();",
}  # fmt: skip

# The first place of each pattern, in the order of the text: [pattern, line, the text with the fault].
_SEEDING = r"""(text) => {
  const tree = acorn.parse(text, { ecmaVersion: "latest", locations: true });
  const found = {};
  const add = (pattern, node, from, until, by) => {
    const at = node.loc.start.line;
    if (!(pattern in found) || found[pattern][0] > from) found[pattern] = [from, at, text.slice(0, from) + by + text.slice(until)];
  };
  const source = (node) => text.slice(node.start, node.end);
  const go = (node, parent) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach((one) => go(one, parent));
    if (!node.type) return;
    if (node.type === "MemberExpression" && node.computed && /^(Identifier|BinaryExpression)$/.test(node.property.type)) add("Err-1", node, node.property.start, node.property.end, `${source(node.property)} + 1`);
    if (node.type === "VariableDeclarator" && node.init?.type === "Literal" && typeof node.init.value === "number") add("Err-2", node, node.init.start, node.init.end, `${node.init.value + 1}`);
    if (node.type === "AssignmentExpression" && node.right.type === "Literal" && typeof node.right.value === "number") add("Err-2", node, node.right.start, node.right.end, `${node.right.value + 1}`);
    if (node.type === "BinaryExpression" && "+-*/%".includes(node.operator)) add("Err-3", node, node.right.start, node.right.end, `(${source(node.right)} + 1)`);
    if (node.type === "ReturnStatement" && /^(Identifier|BinaryExpression)$/.test(node.argument?.type)) add("Err-4", node, node.argument.end, node.argument.end, " + 1");
    if (node.type === "BinaryExpression" && /^[<>]$/.test(node.operator)) add("Err-5", node, node.left.end, node.right.start, node.operator === "<" ? " <= " : " >= ");
    if (node.type === "BinaryExpression" && node.operator === "===") add("Err-6", node, node.left.end, node.right.start, " !== ");
    if (node.type === "BinaryExpression" && node.operator === "!==") add("Err-7", node, node.left.end, node.right.start, " === ");
    const reads = node.type === "Identifier" && node.name.length > 3 && /^(BinaryExpression|MemberExpression|CallExpression|ReturnStatement)$/.test(parent.type) && node !== parent.property && node !== parent.callee;
    if (reads) add("Err-8", node, node.start, node.end, node.name[0].toUpperCase() + node.name.slice(1));
    for (const [key, value] of Object.entries(node)) if (key !== "loc") go(value, node);
  };
  go(tree, {});
  return JSON.stringify(Object.entries(found).map(([pattern, [, line, changed]]) => [pattern, line, changed]));
}"""


@dataclass(frozen=True, slots=True)
class Function:
    """One of the functions of `bench/functions`: its branches, those that the search reached and how long that took, and
    whether the difference to the version with a fault was found. Seconds hold all processes of the sandbox."""

    function: str
    branches: int
    reached: int
    cover_cpu_s: float
    fault: str
    fault_cpu_s: float


@dataclass(frozen=True, slots=True)
class Middle:
    what: str
    figure: str
    goal: str


@dataclass(frozen=True, slots=True)
class Cells:
    program: str
    err_1: str
    err_2: str
    err_3: str
    err_4: str
    err_5: str
    err_6: str
    err_7: str
    err_8: str
    mean_cost: str
    in_the_paper: str
    top_5: str
    top_12: str
    cpu_s_each: float


@dataclass(frozen=True, slots=True)
class Slowdown:
    program: str
    plain_ms: float
    with_hooks_ms: float
    times: float


@dataclass(frozen=True, slots=True)
class Sort:
    quicksort: str
    verdict: str
    example: str


def _tools() -> Any:
    from viva.languages.javascript.inside.vivajs import engine  # noqa: PLC0415 it loads the engine

    return engine


def faults(text: str) -> list[tuple[str, int, str]]:
    context = _tools().engine().Context()
    parser = PARSER.read_text("utf-8")
    seed = context.eval(
        f"(() => {{ const module = {{ exports: {{}} }}, exports = module.exports; (function () {{ {parser} }}).call({{}});"
        f" const acorn = module.exports; return {_SEEDING}; }})()"
    )
    return [(pattern, line, changed) for pattern, line, changed in json.loads(seed(text))]


def _exercise(name: str, text: str, function: str = "run") -> Exercise:
    manifest = f'subject = "functions"\n[functions]\nreference = "reference.js"\nfunction = "{function}"\nlanguages = ["javascript"]\n'
    return Functions().read(Source(name, {"exercise.toml": manifest.encode(), "reference.js": text.encode()}))


def _ranking(sandbox: Sandbox, oracle: Oracle, tests: Suite, text: str) -> Ranking[int] | None:
    submission = Compiled(javascript, sandbox, text.encode(), "run", "submission.js")
    program = submission.program()
    if not isinstance(program, Program):
        return None
    judge = Judge(oracle.question.comparison, javascript.calls)
    trial = Trial(submission, program, oracle, judge, Budget(seconds=300.0).meter())
    cases: list[Case] = []
    failures: list[Failure] = []
    for case, _, failure in trial.failures(tests.cases):
        cases.append(case)
        failures += [failure] if failure else []
    found = suspects(trial, cases, failures) if failures else None
    return found.lines if found else None


def _spent() -> float:
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def _cells(name: str, text: str) -> Cells:
    question = _exercise(name, text).task_as(Task).question
    lines = sum(1 for line in text.splitlines() if line.strip(" {}\t") and not line.lstrip().startswith(("/*", "*")))
    cells: dict[str, float] = {}
    places: list[int] = []
    begun = _spent()
    with programs_of(question) as programs, sandbox_of(javascript) as sandbox:
        oracle, searcher = Oracle(question, programs), Searcher(question, programs)
        tests = suite(searcher, oracle, lambda: proposals(searcher, 0))
        seeded = few(sorted(faults(text)), 2)
        for pattern, line, changed in seeded:
            ranking = _ranking(sandbox, oracle, tests, changed)
            if ranking is not None:
                cells[pattern] = cost(ranking, line, lines)
                order = [item.element for item in ranking.ranked]
                places.append(order.index(line) + 1 if line in order else 99)
    mean = sum(cells.values()) / max(1, len(cells))
    shown = [f"{100 * cells[pattern]:.1f} %" if pattern in cells else "" for pattern in PATTERNS]
    within = [f"{sum(place <= most for place in places)} of {len(places)}" for most in (5, 12)]
    each = (_spent() - begun) / max(1, len(cells))
    told = [name, *shown, f"{100 * mean:.1f} %", f"{PAPER[name]:.1f} %", *within]
    return Cells(**dict(zip([each.name for each in fields(Cells)], told, strict=False)), cpu_s_each=round(each, 2))


def _slowdown(name: str, text: str) -> Slowdown:
    """In one engine, the text as it is and with all hooks that a check uses."""
    compiled: Any = ask_tools(
        "compile", {"text": text, "hooks": {"steps": True, "branches": True, "expressions": True}}
    )
    code, counters = compiled["code"], len(compiled["counters"])
    context = _tools().engine().Context()
    plain = context.eval(f"(function () {{ {text} }})")
    hooked = context.eval(
        f"(() => {{ const found = {code.partition(chr(10))[0]}{code.partition(chr(10))[2]};\n"
        f"return () => found(new Float64Array([1e9]), () => 0, new Float64Array({counters}), () => 0,"
        " { making: false, is: () => 0 }, {})({}, () => 0, {}, '', ''); })()"
    )
    times = [_quickest(plain), _quickest(hooked)]
    return Slowdown(name, round(times[0], 2), round(times[1], 2), round(times[1] / times[0], 1))


def _quickest(work: Any) -> float:
    found = []
    for _ in range(2 if QUICK else 9):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return 1000 * min(found)


def _sort(name: str, text: str) -> Sort:
    reference = "/** @param {number[]} xs */\nfunction sort(xs) {\n  return [...xs].sort((a, b) => a - b);\n}\n"
    report = check(Functions(), _exercise(name, reference, "sort"), Submission.from_text(text, "sort.js"), Terms())
    example = next((finding.text for finding in report.findings if finding.witness is not None), "")
    return Sort(name, f"{report.verdict.value} ({report.reason})" if report.reason else report.verdict.value, example)


def _functions() -> Iterator[tuple[str, str, str]]:
    """Name, right version and wrong one."""
    for part in re.split(r"(?=^/\*\* @param)", FUNCTIONS.read_text(), flags=re.MULTILINE)[1:]:
        text, _, change = part.partition("//~")
        old, _, new = change.partition("\n//=")
        assert text.count(old) >= 1, old
        name = re.search(r"^function (\w+)", text, re.MULTILINE)
        assert name is not None
        yield name[1], text, text.replace(old, new.rstrip("\n"))


def _searched(sandbox: Sandbox, name: str, right: str, wrong: str) -> Function:
    shapes = [read_shape(kind) for _, kind in survey_trusted(right, f"{name}.js").functions[0].parameters]
    program, bad = (javascript.runs.prepare(sandbox, text.encode(), Hooks(branches=True)) for text in (right, wrong))
    target, other = (compile_target(sandbox, text.encode(), name) for text in (right, wrong))
    assert isinstance(program, Program)
    assert isinstance(bad, Program)
    assert target is not None
    assert other is not None
    begun = processor_seconds()
    chosen = []
    for found in explore(sandbox, target, shapes):
        if found.covers:
            chosen.append(list(found.arguments))
        if found.left == 0:
            break
    outcomes = javascript.calls.call(sandbox, program, name, chosen, report=["ticks"])
    reached = frozenset[int]().union(*(outcome.coverage.branches for outcome in outcomes))
    covered = processor_seconds()
    differs = any(
        proposal.suspected and _differ(sandbox, program, bad, name, proposal.arguments)
        for proposal in differ(sandbox, other, target, shapes)
    )
    wanted = program.branches
    return Function(
        name, len(wanted), len(reached & wanted), round(covered - begun, 3), "found" if differs else "-",
        round(processor_seconds() - covered, 3),
    )  # fmt: skip


def _differ(sandbox: Sandbox, right: Program, wrong: Program, name: str, arguments: Sequence[object]) -> bool:
    expected, actual = (
        next(iter(javascript.calls.call(sandbox, one, name, [list(arguments)]))) for one in (right, wrong)
    )
    if expected.value is None:
        return False
    return actual.value is None or not javascript.calls.equal(expected.value, actual.value)


def _is_refuted(name: str, right: str, wrong: str) -> bool:
    """By a whole check, which begins with inputs that no search has to find."""
    answer = Submission.from_text(wrong, f"{name}.js")
    return check(Functions(), _exercise(name, right, name), answer, Terms(rung=Rung.VERDICT)).verdict == "refuted"


def _first_year() -> Iterator[Function | Middle]:
    with javascript.calls.symbolic.warm_sandbox() as sandbox:
        warm = compile_target(sandbox, b"function f(x) { return x * x === 49 ? 1 : 0; }", "f")
        assert warm is not None
        assert list(explore(sandbox, warm, [Plain("int")]))  # the solver is loaded
        found = [_searched(sandbox, *each) for each in few(_functions(), 2)]
    yield from found
    whole = sum(each.reached == each.branches for each in found)
    yield Middle("functions of which every branch is reached", f"{whole} of {len(found)}", "all")
    yield Middle(
        "faults found by the search alone", f"{sum(each.fault == 'found' for each in found)} of {len(found)}", "all"
    )
    functions = few(_functions(), 2)
    refuted = sum(_is_refuted(*each) for each in functions)
    yield Middle("faults found by a check", f"{refuted} of {len(functions)}", "all")
    yield Middle("CPU s for all branches, median", f"{median(each.cover_cpu_s for each in found):.3f}", "0.2")
    yield Middle("CPU s for the difference, median", f"{median(each.fault_cpu_s for each in found):.3f}", "0.2")


def rows() -> Iterator[Cells | Slowdown | Sort | Function | Middle]:
    for name, text in few(PROGRAMS.items()):
        yield _cells(name, text.lstrip("\n"))
    for name, text in few(SLOW.items(), 2):
        yield _slowdown(name, text)
    for name, text in few(SORTS.items()):
        yield _sort(name, text)
    yield from _first_year()


def versions() -> dict[str, str]:
    return {"python": platform.python_version(), "quickjs-ng": version("quickjs-ng")}
