"""What a check rests on: inputs, classes of behaviour, branches of the submission, paths, and what was lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import Comparison, Evidence, Proof
from viva.engines.calls import Compiled, Doubt, Question, Suite, Tested, Trial, Voice, behaviour
from viva.engines.calls.inputs.searching import EXPLORING
from viva.engines.calls.proving.certifying import document
from viva.engines.calls.proving.equality import Equality, NotProved, ProvedEqual
from viva.engines.shapes import Fixed, Many, Plain, Shape, Table
from viva.engines.shapes.shape import classes_in, inner_shapes
from viva.engines.symbolic import Counters
from viva.languages.program import Program
from viva.subjects.functions.model import Task

_MOST_LINES = 20
_MOST_DOUBTS = 3


@dataclass(frozen=True, slots=True)
class Branches:
    """The branches in functions of a program, and those that runs took; what runs say may be a lie."""

    program: Program
    taken: frozenset[int]

    @property
    def all(self) -> frozenset[int]:
        return self.program.branches

    @property
    def missed(self) -> list[int]:
        """Lines with a branch that no run took."""
        return sorted({self.program.sites[number].line for number in self.all - self.taken})


@dataclass(frozen=True, slots=True)
class Searched:
    """`ours` counts the search that the submission was part of; `lengths` are those of lists and of texts.

    `branches` are those of the submission, if it was looked at; `long` is how many long inputs it was right on, `steps`
    how many there were for the search.
    """

    ours: Counters
    lengths: tuple[int, int]
    branches: Branches | None = None
    long: int = 0
    steps: int = 0


def evidence(question: Question, tests: Suite, tested: Tested, searched: Searched, voice: Voice) -> Evidence:
    cases = tested.cases
    kinds = {behaviour(question, case) for case in cases}
    ours, reference, branches, long = searched.ours, tests.searched, searched.branches, searched.long
    bound = searched.steps if ours.runs else EXPLORING.runs
    paths = ours.paths if ours.runs else reference.paths
    lost = {
        name: getattr(ours, name) + getattr(reference, name) for name in ("concretised", "cut", "unknown")
    }  # fmt: skip
    details: dict[str, Json] = {
        "behaviours": len(kinds),
        "exhaustive": tests.exhaustive,
        "paths": paths,
        "path_bound": bound,
        "search_steps": ours.runs,
        "longest_list": searched.lengths[0],
        "longest_text": searched.lengths[1],
        **lost,
        "solver_calls": ours.solver_calls + reference.solver_calls,
        "long_inputs": long,
        "left_out": len(tested.slow) + len(tested.passed_over),
    }
    key = "covered_all" if tests.exhaustive else "covered"
    said = [voice.say(key, classes=len(kinds), tests=len(cases) + long)]
    if long:
        said.append(voice.say("covered_long", long=long))
    if branches is not None:
        taken = branches.all & branches.taken
        details |= {
            "branches": len(branches.all),
            "branches_taken": len(taken),
            "branches_missed": list(branches.missed[:_MOST_LINES]),
        }
        key = "covered_branches" if branches.all else "covered_no_branches"
        said.append(voice.say(key, taken=len(taken), branches=len(branches.all)))
    if not tests.exhaustive and branches is not None:
        said += _paths(question, paths, searched, voice, bound=bound, lost=lost)
    covered, failed = "; ".join(said), len(tested.failures)
    return Evidence(voice.say("method_tests"), len(cases) + long, covered, details, failed)


def why_unproved(evidence: Evidence, doubts: Sequence[Doubt], voice: Voice) -> Evidence:
    """Why it is not proved, though all inputs were run or all paths closed."""
    if not doubts:
        return evidence
    reasons = [voice.say(f"doubt_{doubt.word}", detail=doubt.detail) for doubt in doubts[:_MOST_DOUBTS]]
    covered = f"{evidence.covered}; {voice.say('covered_doubts', reasons=', '.join(reasons))}"
    return replace(evidence, covered=covered, details={**evidence.details, "doubts": list(reasons)})


def with_refusal(evidence: Evidence, equality: Equality | None, voice: Voice) -> Evidence:
    """With what stood in the way of a proof, for the teacher: it may speak of the model solution."""
    if not isinstance(equality, NotProved):
        return evidence
    told = equality.detail or voice.say(f"unproved_{equality.word}")
    return replace(evidence, details={**evidence.details, "unproved": told})


def proved_equal(
    task: Task, trial: Trial, answer: ProvedEqual, basis: Evidence, voice: Voice, *, locale: str
) -> Evidence:
    """The evidence of a proof: of one about loops with its certificate, else with the paths that there are."""
    if answer.paths:
        details: dict[str, Json] = {**basis.details, "proof_paths": answer.paths}
        return replace(basis, method=voice.say("method_proved", paths=answer.paths), details=details)
    programs = trial.oracle.programs
    assert programs.reference is not None, "it was proved equal to one"
    further = further_references(task, programs.reference)
    chain = [programs.reference.file or "", *([further[answer.reference - 1].file or ""] if answer.reference else [])]
    details = {
        **basis.details,
        "certificate": document(answer, [programs.reference, *further], programs.requires, trial.submission, locale),
        "invariant": list(answer.words),
        "equal_to": chain[-1],
        "chain": list(chain),
    }
    said = [voice.say("covered_chain", file=chain[-1])] if answer.reference else []
    other = voice.say("column_other", file=chain[-1]) if answer.reference else voice.say("column_model")
    beside = Comparison("", (other, voice.say("column_yours")), (answer.loops,)) if all(answer.loops) else None
    narrow = programs.requires is not None or not answer.total
    sentence = claim(task.question.shapes, voice, narrow=narrow)
    if any(mention.name == "recursion" for mention in trial.submission.facts.syntax):
        sentence = voice.say("claim_depth", claim=sentence)
    named = [voice.say("equal_to_other", file=chain[-1])] if answer.reference else []
    proof = Proof(sentence, (*named, *answer.words), beside)
    covered = "; ".join([*said, basis.covered])
    return replace(basis, method=voice.say("method_invariant"), covered=covered, details=details, proof=proof)


def further_references(task: Task, reference: Compiled) -> list[Compiled]:
    """The other right solutions of the exercise, in their order."""
    return [
        Compiled(reference.language, reference.sandbox, each.text.encode(), each.function, each.file)
        for each in task.references
    ]


def _paths(
    question: Question, paths: int, searched: Searched, voice: Voice, *, bound: int, lost: dict[str, int]
) -> list[str]:
    if not paths:
        return [voice.say("covered_unsearched")]
    lists, texts = searched.lengths
    kinds = set(_kinds_of(question.shapes))
    met = [kind for kind in ("lists", "texts") if kind in kinds]
    key = "_".join(["covered_paths", *met])
    said = [voice.say(key, paths=paths, bound=bound, lists=lists, texts=texts)]
    if searched.ours.runs:
        said.append(voice.say("covered_steps", steps=searched.ours.runs, bound=bound))
    if lost["concretised"]:
        said.append(voice.say("covered_concrete", concretised=lost["concretised"]))
    return said


def _kinds_of(shapes: Sequence[Shape]) -> Iterator[str]:
    """Which of what has a length is somewhere in values of these shapes."""
    todo = [*shapes, *(part for one in classes_in(shapes) for _, part in one.fields)]
    while todo:
        shape = todo.pop()
        todo += inner_shapes(shape)
        if isinstance(shape, Plain) and shape.kind in ("str", "bytes"):
            yield "texts"
        elif isinstance(shape, Many | Table):
            yield "lists"


def claim(shapes: Sequence[Shape], voice: Voice, *, narrow: bool) -> str:
    """What is proved, in one sentence: right for every list of whole numbers, say. `narrow`: not all values of the
    types count, because the exercise allows only some, or has an answer only to some."""
    kinds = list(dict.fromkeys(shapes))
    ending = "_allowed" if narrow or any(map(_is_bounded, kinds)) else ""
    named = [_named("every", kind, voice) for kind in kinds]
    if not named or None in named:
        return voice.say(f"claim_any{ending}")
    if len(kinds) == 1 < len(shapes):
        return voice.say(f"claim_all{ending}", inputs=_named("all", kinds[0], voice))
    return voice.say(f"claim{ending}", inputs=voice.say("claim_and").join(map(str, named)))


def _named(form: str, shape: Shape, voice: Voice) -> str | None:
    """A type as one speaks of it; `form` is how many are meant: every one, all of them, or those in a list."""
    match shape:
        case Plain(kind) if kind in ("int", "bool", "str", "float"):
            return voice.say(f"{form}_{kind}")
        case Many("list" | "tuple" as kind, element):
            inner = _named("of", element, voice)
            return None if inner is None else voice.say(f"{form}_{kind}", elements=inner)
        case Fixed(parts) if len(parts) == 2 and parts[0] == parts[1]:
            inner = _named("of", parts[0], voice)
            return None if inner is None else voice.say(f"{form}_pair", elements=inner)
    return None


def _is_bounded(shape: Shape) -> bool:
    match shape:
        case Plain(_, low, high):
            return low is not None or high is not None
        case Many(_, element):
            return _is_bounded(element)
        case Fixed(parts):
            return any(map(_is_bounded, parts))
    return False
