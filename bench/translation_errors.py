"""What share of mistakes in the translation the runs of a check would find.

One change at a time, drawn by machine, is made in what translates programs and says what terms are; it counts if some
program of the bench then means something else, on random inputs that no check sees. It is found if the translations of
a program, held against the inputs that `viva check` runs, are refused (`proofs.checking.evaluating`): first the
smallest ones, with which every check begins, and where these find nothing all of them. Told apart is what those
find that are run for every proof, on which certificates, variants and properties rest. Proofs are not looked for: what
is refused here would be refused whatever was proved.

What was tried is kept in `.bench/translation_errors.jsonl`, one line for each change, and a run goes on from there;
remove the file to begin anew, as after every change of the engine. $VIVA_CPU_SECONDS bounds the processor time of one
run (3600), $VIVA_CHANGES is how many changes have to count (200). With $VIVA_PART=1/3 a run takes every third change
from the second on, so that several may go on side by side.
"""

import ast
import json
import os
import random
import resource
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import z3
from measure import QUICK, few, fewer
from near_misses import answer
from proofs import SHAPES, course, required
from seeded_changes import Change, Line, drawn, in_a_child, lines_run, make, modules_of

import viva
from viva.core.fault import Fault
from viva.engines.calls import Oracle, Searcher, programs_of
from viva.engines.calls.inputs.suite import SMALL as CHECKED
from viva.engines.calls.inputs.suite import proposals, suite
from viva.engines.calls.question import Parameter, Question, Source
from viva.engines.proofs import Claim, Mistranslated, Program, Run, evaluate_on, inputs_for
from viva.engines.proofs.checking.claims import claimed
from viva.engines.proofs.checking.evaluating import ALL_STEPS, STEPS
from viva.engines.proofs.query import Exhausted, Solver
from viva.engines.proofs.terms import TooLarge
from viva.engines.shapes import Fixed, Many, Plain, Shape, Table, parse_shape
from viva.engines.shapes import rows as small_rows
from viva.engines.syntax.tree import Uncovered, read_tree
from viva.languages import python
from viva.languages.python.symbolic import compile_target, warm_sandbox
from viva.languages.target import Target

HERE = Path(__file__).parent
KEPT = (Path(tempfile.mkdtemp()) if QUICK else HERE.parent / ".bench") / "translation_errors.jsonl"
SECONDS = float(os.environ.get("VIVA_CPU_SECONDS", "3600"))
PART, PARTS = map(int, os.environ.get("VIVA_PART", "0/1").split("/"))
CHANGES = int(os.environ.get("VIVA_CHANGES", "200"))
SEED = 29
FURTHER = 120
"""Random inputs of each program, on which it is decided whether a change counts."""
LOOKED_AT, PAIRS = 8, 3
"""A change is made for at most so many of the programs that come through its line, and tried on so many of those that
are written otherwise then."""
GUARDED = (
    "viva.engines.proofs.translation", "viva.engines.proofs.terms", "viva.engines.proofs.query",
    "viva.engines.proofs.encoding", "viva.engines.proofs.checking.claims", "viva.engines.syntax",
)  # fmt: skip
"""What says what a program means. What terms mean when they are evaluated is not changed: that is what finds out."""
EVALUATING = ("viva.engines.proofs.terms.evaluate",)
NO_ROOM = {"RecursionError", "MemoryError", "OverflowError"}
_EFFORT = 150_000
"""What a translation may ask the solver for: what needs more is left out, because it would take most of the time."""

Arguments = tuple[Any, ...]
Function = Callable[..., Any]
Outcome = tuple[str, Any]
Ran = tuple[Arguments, Outcome, Outcome]
"""An input, and what came of it in both programs."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two programs that do the same, as the sandbox parsed them; `equations`: of which recursion is written so. Inputs
    that a check runs, those that are run for the purpose, and others."""

    name: str
    sources: tuple[str, str, str | None]
    trees: tuple[Any, ...]
    function: str
    shapes: tuple[Shape, ...]
    equations: tuple[str, ...]
    small: tuple[Ran, ...]
    run: tuple[Ran, ...]
    further: tuple[Ran, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """`changes` that were tried on programs, those of them that `count`, and those that were `found`."""

    what: str
    changes: int
    count: int
    found: int
    share: float


@dataclass(frozen=True, slots=True)
class Survivor:
    what: str
    line: int
    program: str
    change: str


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "z3": z3.get_version_string()}


def rows() -> Iterator[Share | Survivor]:
    KEPT.parent.mkdir(exist_ok=True)
    known = [json.loads(line) for line in KEPT.read_text().splitlines()] if KEPT.is_file() else []
    if sum(map(_counts, known)) < fewer(CHANGES):
        pairs = few(programs())
        with KEPT.open("a") as kept:
            for told in tried(pairs, fewer(CHANGES), known):
                kept.write(json.dumps(told) + "\n")
                kept.flush()
                known.append(told)
    yield from shares(known)


def _counts(told: dict[str, Any]) -> bool:
    return any(pair["wrong"] for pair in told["pairs"])


def shares(known: Sequence[dict[str, Any]]) -> Iterator[Share | Survivor]:
    count = list(filter(_counts, known))
    wrong = [pair for each in count for pair in each["pairs"] if pair["wrong"]]
    for what, by in (("by inputs of a check", "found"), ("by those for the purpose alone", "small")):
        found = sum(any(pair[by] for pair in each["pairs"] if pair["wrong"]) for each in count)
        yield Share(f"changes, {what}", len(known), len(count), found, round(found / max(1, len(count)), 4))
        of_pairs = sum(pair[by] for pair in wrong)
        yield Share(
            f"wrong programs, {what}", len(known), len(wrong), of_pairs, round(of_pairs / max(1, len(wrong)), 4)
        )
    for each in count:
        for pair in each["pairs"]:
            if pair["wrong"] and not pair["found"]:
                yield Survivor(each["module"], each["line"], pair["name"], each["change"])


def tried(
    pairs: Sequence[Pair], wanted: int, known: Sequence[dict[str, Any]] = (), seed: int = SEED
) -> Iterator[dict[str, Any]]:
    """Change after change, until enough of them count."""
    modules = modules_of(GUARDED, EVALUATING)
    baseline = in_a_child(lambda: _baseline(pairs, modules), 600)
    assert baseline is not None, "the translations as they are say what the programs give"
    through: dict[Line, list[int]] = {}
    for place, (_, several) in enumerate(baseline):
        for module, line in several:
            through.setdefault((module, line), []).append(place)
    done = {each["key"] for each in known}
    count = sum(map(_counts, known))
    begun = _seconds()
    for change in islice(drawn(modules, seed), PART, None, PARTS):
        if count >= wanted or _seconds() - begun > SECONDS:
            return
        first, last = change.lines
        chosen = sorted({place for line in range(first, last + 1) for place in through.get((change.module, line), ())})
        if not chosen or change.key in done:
            continue
        random.Random(change.key).shuffle(chosen)
        some = [(pairs[place], baseline[place][0]) for place in chosen[:LOOKED_AT]]
        path = modules[change.module]
        found = in_a_child(partial(_changed, change, path, some), 20) or []
        for each in found:
            if each["wrong"] and not each["found"]:
                looked = _with_all_inputs(next(pair for pair, _ in some if pair.name == each["name"]))
                again = in_a_child(partial(_changed, change, path, [(looked, "")]), 60)
                each["found"] = bool(again) and bool(again[0].get("found"))
        told: dict[str, Any] = {
            "key": change.key, "module": change.module, "line": first, "change": change.what, "pairs": found,
        }  # fmt: skip
        count += _counts(told)
        yield told


def _with_all_inputs(pair: Pair) -> Pair:
    """The pair with all inputs that a check of it as an exercise runs on every submission."""
    one, two, asked = pair.sources
    parameters = tuple(Parameter(f"x{place}", shape) for place, shape in enumerate(pair.shapes))
    requires = Source(asked, "requires", python.name) if asked else None
    question = Question(pair.function, parameters, Source(one, pair.function, python.name), requires)
    with programs_of(question) as given:
        searcher = Searcher(question, given)
        made = suite(searcher, Oracle(question, given), lambda: proposals(searcher, 0))
    inputs = [case.arguments for case in (*made.cases, *made.large, *made.long)]
    functions = [_function(source, pair.function) for source in (one, two)]
    return replace(pair, run=_ran(functions, inputs))


def _seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def _claim(pair: Pair) -> Claim:
    *both, asked = pair.trees
    one, two = (Program(read_tree(tree), pair.function) for tree in both)
    requires = None if asked is None else Program(read_tree(asked), "requires")
    return claimed(one, two, pair.shapes, requires, Solver(_EFFORT), equations=pair.equations)


def _written(claim: Claim) -> str:
    """All that a claim is made of, the same in every process."""
    programs = [
        (each.error.key.hex(), repr(each.value), {place: repr(cell) for place, cell in each.state.heap.items()})
        for each in (claim.reference, claim.submission)
    ]
    return repr(([each.key.hex() for each in (*claim.known, claim.goal)], programs))


def _baseline(pairs: Sequence[Pair], modules: dict[str, Path]) -> list[tuple[str, list[Line]]]:
    """How each pair is written, and the lines that its translation comes through."""
    found: list[tuple[str, list[Line]]] = []
    for pair in pairs:
        claim = _claim(pair)
        for inputs in (pair.run, pair.further):
            told = _differs(claim, pair, inputs)
            assert not told, f"{pair.name}: {told}"
        found.append((_written(claim), sorted(lines_run(partial(_claim, pair), modules))))
    return found


def _changed(change: Change, path: Path, pairs: Sequence[tuple[Pair, str]]) -> list[dict[str, Any]]:
    return _judged(pairs) if make(change, path) else []


def _judged(pairs: Sequence[tuple[Pair, str]]) -> list[dict[str, Any]]:
    """Which programs mean something else, and whether that is found; nothing of those that are not translated, or as
    before."""
    found: list[dict[str, Any]] = []
    for pair, before in pairs:
        try:
            claim = _claim(pair)
        except Exception:  # noqa: BLE001 whatever a change leads to: without a translation there is no proof
            continue
        if _written(claim) == before:
            continue
        told = {"wrong": _differs(claim, pair, pair.further, several=5)}
        if told["wrong"]:
            told |= {"found": _differs(claim, pair, pair.run), "small": _differs(claim, pair, pair.small)}
        found.append({"name": pair.name, **{key: bool(value) for key, value in told.items()}})
        if len(found) >= PAIRS:
            break
    return found


def _differs(claim: Claim, pair: Pair, inputs: Sequence[Ran], several: int = 1) -> str:
    """How a translation differs from what its program gave for one of the inputs; with `several` times the steps."""
    runs = [Run(each, _expected(one), _expected(two)) for each, one, two in inputs]
    try:
        evaluate_on(claim, pair.shapes, runs, steps=several * STEPS, all_steps=several * ALL_STEPS)
    except Mistranslated as problem:
        return str(problem)
    return ""


def _expected(outcome: Outcome) -> Callable[[object], bool] | None:
    kind, value = outcome
    return None if kind == "raised" else lambda found: bool(found == value)


def programs(names: Sequence[str] = ()) -> Iterator[Pair]:
    """Those of the first course in both versions, and the functions of the bench with themselves; or some by name."""
    with warm_sandbox() as sandbox:

        def parsed(source: str | None, function: str) -> Target | None:
            return None if source is None else compile_target(sandbox, source.encode(), function)

        for name, sources, asked, shapes in _sources():
            if names and name not in names:
                continue
            targets = [parsed(source, name) for source in sources]
            target = parsed(asked, "requires")
            if None in targets or (asked is not None and target is None):
                continue
            trees = tuple(None if each is None else each.tree for each in (*targets, target))
            bare = Pair(name, (*sources, asked), trees, name, shapes, (), (), (), ())
            if not _is_covered(bare):
                continue
            functions = tuple(_function(source, name) for source in sources)
            admitted = _function(asked, "requires") if asked else None
            inputs = [row for row in small_rows(shapes, CHECKED) if _admits(admitted, row)]
            small = [row for row in inputs_for(shapes, targets) if _admits(admitted, row)]
            further = list(islice(_random(shapes, admitted, {repr(each) for each in inputs}), FURTHER))
            several = [_ran(functions, each) for each in (small, inputs, further)]
            for equations in ((), *([("reference", "submission")] if _recursive(sources, name) else [])):
                title = f"{name}, equations" if equations else name
                pair = replace(bare, name=title, equations=equations)
                if _is_covered(pair):
                    small_runs, runs, others = several
                    yield replace(pair, small=small_runs, run=runs, further=others)


def _is_covered(pair: Pair) -> bool:
    try:
        _claim(pair)
    except (Uncovered, Exhausted, TooLarge):
        return False
    return True


def _sources() -> Iterator[tuple[str, tuple[str, str], str | None, tuple[Shape, ...]]]:
    for item in course():
        shapes = tuple(SHAPES[each] for each in item["types"])
        yield item["name"], (item["first"], item["second"]), required(item), shapes
    for path in sorted((HERE / "functions").glob("*.py")):
        source = path.read_text()
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name == path.stem:
                written = [each.annotation for each in node.args.args]
                with suppress(Fault):
                    shapes = tuple(parse_shape(ast.unparse(each)) for each in written if each is not None)
                    yield path.stem, (source, source), None, shapes


def _recursive(sources: Sequence[str], name: str) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for source in sources for node in ast.walk(ast.parse(source))
    )  # fmt: skip


def _ran(functions: Sequence[Function], inputs: Sequence[Arguments]) -> tuple[Ran, ...]:
    found = []
    for each in inputs:
        one, two = (answer(function, list(each)) for function in functions)
        if not any(kind == "endless" or (kind == "raised" and value in NO_ROOM) for kind, value in (one, two)):
            found.append((each, one, two))
    return tuple(found)


def _function(source: str, name: str) -> Function:
    space: dict[str, Any] = {"__name__": "program"}
    exec(compile(source, f"<{name}>", "exec", dont_inherit=True), space)
    found: Function = space[name]
    return found


def _admits(requires: Function | None, row: Arguments) -> bool:
    if requires is None:
        return True
    kind, value = answer(requires, list(row))
    return kind == "value" and bool(value)


def _random(shapes: Sequence[Shape], requires: Function | None, known: set[str]) -> Iterator[Arguments]:
    """Inputs that no check has seen, from small ones on."""
    rng = random.Random(SEED)
    for attempt in range(FURTHER * 40):
        row = tuple(_value(shape, rng, 1 + attempt % 8) for shape in shapes)
        if attempt % 3 == 0:  # what has to be in order seldom is by chance
            row = tuple(sorted(set(each)) if _is_ints(each) else each for each in row)
        if repr(row) not in known and _admits(requires, row):
            known.add(repr(row))
            yield row


def _is_ints(value: object) -> bool:
    return isinstance(value, list) and all(type(each) is int for each in value)


def _value(shape: Shape, rng: random.Random, size: int) -> Any:
    match shape:
        case Plain("bool"):
            return rng.random() < 0.5
        case Plain("str"):
            return "".join(rng.choice("abcxyzAEIOU aeiou 0129-.,!") for _ in range(rng.randint(0, 2 * size)))
        case Plain("int", low, high):
            far = 3 if rng.random() < 0.6 else 40
            least = -far if low is None else low
            return rng.randint(least, max(least, far) if high is None else min(high, least + 400))
        case Many(kind, element):
            items = [_value(element, rng, size) for _ in range(rng.randint(0, size))]
            return tuple(items) if kind == "tuple" else set(items) if kind == "set" else items
        case Fixed(parts):
            return tuple(_value(each, rng, size) for each in parts)
        case Table(key, value):
            return {_value(key, rng, size): _value(value, rng, size) for _ in range(rng.randint(0, size))}
    raise Fault(f"no values of {shape}")
