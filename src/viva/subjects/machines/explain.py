"""Findings for the ladder: the misunderstanding, the situations, a shortest run as a table, the place, a fix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.escape import clipped
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Comparison, Finding, Report, Witness
from viva.core.texts import Say
from viva.core.where import State, Transition, Where
from viva.engines.machines.behaviour import Behaviour, Reaction
from viva.engines.machines.differences import Differences, differences
from viva.engines.machines.edits import Edit, Mending, fewest_edits
from viva.engines.machines.expressions import show
from viva.engines.machines.misreadings import misreadings
from viva.engines.machines.model import Signals, transitions_of
from viva.engines.machines.model import Transition as Step
from viva.subjects.machines import draw, fix
from viva.subjects.machines.model import Answer
from viva.subjects.machines.notation import in_words
from viva.subjects.machines.score import score

_SMALL = 2_000  # states up to which a misunderstanding is looked for
_TRANSITIONS = 80  # up to which a fix is
_WORK, _LITTLE_WORK = 400, 150  # pairs of changes for a fix; fewer where the misunderstanding is known
_SHOWN = 12


def refuted(
    report: Report, both: tuple[Behaviour, Behaviour], word: tuple[Signals, ...], answer: Answer, say: Say
) -> Report:
    """The report on a machine that parts from what is asked after this word; `both` are the asked and the given one."""
    asked, given = both
    found = differences(asked, given)
    small = len(asked) + len(given) <= _SMALL
    names = misreadings(asked, given, _SMALL) if small else ()
    mending = _mending(asked, answer, word, _LITTLE_WORK if names else _WORK) if small else Mending(None, 0)
    signature = _signature(names, mending, found)
    runs = asked.run(word), given.run(word)
    findings = [
        Finding(_hint(names, found, say), rung=Rung.HINT, signature=signature),
        Finding(_pattern(found, say), rung=Rung.PATTERN, signature=signature),
        example(runs, signature, say),
        _place(runs, mending, answer, signature, say),
    ]
    if mending.edits:
        findings.append(fix.told(mending.edits, answer, signature, say))
    if names:
        report = replace(
            report, evidence=replace(report.evidence, details={**report.evidence.details, "reading": list(names)})
        )
    return outcome.refuted(report, "wrong", score(found, asked, mending), findings)


def _mending(asked: Behaviour, answer: Answer, word: Sequence[Signals], work: int) -> Mending:
    if sum(1 for _ in transitions_of(answer.system.machine)) > _TRANSITIONS:
        return Mending(None, 0)
    return fewest_edits(asked, answer.system, word, work, _SMALL)


def _signature(names: tuple[str, ...], mending: Mending, found: Differences) -> str:
    if names:
        return "reading:" + "+".join(names)
    if mending.edits:
        return "edits:" + "+".join(sorted(edit.kind for edit in mending.edits))
    return "outputs:" + "+".join((*sorted(found.kinds), *found.outputs[:3]))


def _hint(names: tuple[str, ...], found: Differences, say: Say) -> str:
    if names:
        return " ".join(say(f"hint_{name}") for name in names)
    if found.together and found.whole:
        return say("hint_simultaneous_missed")
    kinds = [kind for kind in ("missing", "extra", "other") if kind in found.kinds]
    return say(f"hint_{kinds[0]}" if len(kinds) == 1 and found.whole else "hint_some")


def _pattern(found: Differences, say: Say) -> str:
    """Which outputs and which states, where that was looked through to the end."""
    if not found.whole or not found.wrong:
        return say("pattern_some")
    outputs = say("comma").join(f"`{name}`" for name in found.outputs)
    told = [say("pattern_outputs", count=len(found.outputs), outputs=outputs)] if found.outputs else []
    if found.together:
        told.append(say("pattern_together"))
    told.append(say("pattern_count", wrong=found.wrong, all=found.situations))
    return " ".join(told)


def example(runs: tuple[list[Reaction], list[Reaction]], signature: str, say: Say) -> Finding:
    """The run as a table, the first difference in its last row."""
    expected, actual = runs
    columns = tuple(say(f"column_{name}") for name in ("reaction", "inputs", "asked_state", "your_state"))
    columns += (say("column_asked"), say("column_yours"))
    rows = [
        (
            str(number),
            in_words(one.inputs, say),
            clipped(one.state, 60),
            clipped(other.state, 60),
            in_words(one.outputs, say),
            in_words(other.outputs, say),
        )
        for number, (one, other) in enumerate(zip(expected, actual, strict=True), 1)
    ]
    last = len(rows) - 1
    shown = rows if len(rows) <= _SHOWN else [*rows[: _SHOWN // 2], ("…",) * 6, *rows[-_SHOWN // 2 :]]
    text = say(
        "example",
        count=len(rows),
        inputs=say("arrow").join(in_words(one.inputs, say) for one in expected[-_SHOWN:]),
        asked=rows[last][4],
        yours=rows[last][5],
    )
    comparison = Comparison(say("example_caption", count=len(rows)), columns, tuple(shown), len(shown) - 1)
    witness = Witness(
        "machine",
        {
            "inputs": [_json(one.inputs) for one in expected],
            "expected": [_json(one.outputs) for one in expected],
            "actual": [_json(one.outputs) for one in actual],
        },
    )
    return Finding(text, rung=Rung.EXAMPLE, signature=signature, witness=witness, comparison=comparison)


def _json(signals: Signals) -> Json:
    return dict(signals)


def _place(
    runs: tuple[list[Reaction], list[Reaction]], mending: Mending, answer: Answer, signature: str, say: Say
) -> Finding:
    """What the fix changes, or else what the machine did in the last reaction."""
    edit = mending.edits[0] if mending.edits else None
    told, where = _edited_place(edit, say) if edit else _taken_place(runs, say)
    marked = draw.marked(answer, edit, runs[1], say)
    return Finding(told, rung=Rung.PLACE, signature=signature, where=where, drawing=marked)


def _edited_place(edit: Edit, say: Say) -> tuple[str, Where]:
    step = edit.before
    if step is not None:
        return say("place_transition", **_slots(step)), Transition(step.source, show(step.guard), step.target)
    if edit.after is not None:
        return say("place_missing", state=clipped(edit.after.source)), State(edit.after.source)
    return say("place_initial", state=clipped(edit.state)), State(edit.state)


def _taken_place(runs: tuple[list[Reaction], list[Reaction]], say: Say) -> tuple[str, Where]:
    expected, actual = runs[0][-1], runs[1][-1]
    wrong = {
        name for name in (*expected.outputs, *actual.outputs) if expected.outputs.get(name) != actual.outputs.get(name)
    }
    writing = [step for step in actual.taken if any(action.name in wrong for action in step.transition.actions)]
    taken = (writing or list(actual.taken))[-1:]
    if taken:
        step = taken[0].transition
        return say("place_taken", **_slots(step)), Transition(step.source, show(step.guard), step.target)
    state = actual.before[-1][1]
    return say("place_stays", state=clipped(state)), State(state)


def _slots(step: Step) -> dict[str, str]:
    return {"source": clipped(step.source), "target": clipped(step.target), "guard": clipped(show(step.guard), 60)}
