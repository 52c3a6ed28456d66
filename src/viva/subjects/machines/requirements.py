"""Judges a machine by formulas: each requirement is a part of the report, proved for all runs or broken by one."""

from __future__ import annotations

from dataclasses import replace

from viva.core.deciding import outcome
from viva.core.deciding.proof_basis import Decision
from viva.core.json import Json
from viva.core.report import Comparison, Evidence, Finding, Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.engines.machines.comparing.compare import Over, never
from viva.engines.machines.expressions import names_in
from viva.engines.machines.logic.ltl import Requirement, guards_of, holds
from viva.engines.machines.logic.model_checking import Answer, Violation, check
from viva.engines.machines.running.behaviour import Behaviour, Reaction
from viva.subjects.machines.model import Task
from viva.subjects.machines.notation import in_words
from viva.subjects.machines.places import breaking_place

_SHOWN = 12


def judge_requirements(report: Report, task: Task, given: Behaviour, say: Say, over: Over = never) -> Report:
    """The whole report: proved where every requirement holds in every run."""
    parts, broken, undecided = [], [], False
    for requirement in task.requirements:
        answer = check(_telling(given, requirement), requirement.formula, task.states, over)
        part = replace(report, title=requirement.name, findings=(), parts=(), evidence=_evidence(report, answer, say))
        if answer.holds is None:
            undecided = True
            parts.append(outcome.undecided(part, say("undecided")))
        elif answer.violation is None:
            parts.append(
                outcome.proved(part, Decision("all runs, by a search of the states with what is left to oblige"))
            )
        else:
            findings = _findings(requirement, answer.violation, given, say)
            broken.append(findings)
            parts.append(outcome.refuted(part, "wrong", 0.0, findings))
    report = replace(report, parts=tuple(parts))
    if broken:
        share = sum(part.verdict.right for part in parts) / len(parts)
        return outcome.refuted(report, "wrong", share, broken[0])
    if undecided:
        return outcome.undecided(report, say("undecided"))
    covered = say("covered_requirements", count=len(parts))
    report = replace(report, evidence=replace(report.evidence, covered=covered))
    return outcome.proved(report, Decision("all runs, by a search of the states with what is left to oblige"))


def _telling(given: Behaviour, requirement: Requirement) -> Behaviour:
    """The same behaviour, with the inputs that the requirement speaks of told apart in every state."""
    read = {name for guard in guards_of(requirement.formula) for name in names_in(guard)}
    always = [name for name in given.inputs if name in read]
    return Behaviour(given.system, values=given.values, shown=given.shown, inputs=given.inputs, always=always)


def _evidence(report: Report, answer: Answer, say: Say) -> Evidence:
    return replace(report.evidence, covered=say("covered_runs", count=answer.nodes))


def _findings(requirement: Requirement, violation: Violation, given: Behaviour, say: Say) -> tuple[Finding, ...]:
    run = given.run(violation.word)
    _replay(requirement, violation, given)
    slots = {"name": clip(requirement.name, 120)}
    rows = tuple(
        (
            str(number),
            in_words(one.inputs, say),
            clip(one.state, 60),
            in_words(one.outputs, say),
        )
        for number, one in enumerate(run, 1)
    )
    note = say("example_again", number=violation.loop + 1) if violation.loop is not None else ""
    shown = rows if len(rows) <= _SHOWN else (*rows[: _SHOWN // 2], ("…",) * 4, *rows[-_SHOWN // 2 :])
    columns = tuple(say(f"column_{name}") for name in ("reaction", "inputs", "your_state", "yours"))
    text = say("example_broken", **slots, run=say("arrow").join(_step(one, say) for one in run[-_SHOWN:]))
    comparison = Comparison(say("example_broken_table", **slots), columns, shown, len(shown) - 1, note)
    witness = Witness("run", {**_json(run), "loop": violation.loop, "requirement": requirement.text})
    return Ladder(
        f"requirement:{requirement.name}",
        hint=say("hint_requirement", **slots),
        pattern=say("pattern_broken", count=len(run)) if violation.loop is None else say("pattern_endless"),
        example=Clue(f"{text} {note}".strip(), witness=witness, comparison=comparison),
        place=breaking_place(run[-1], say) if violation.loop is None else None,
    ).findings()


def _step(one: Reaction, say: Say) -> str:
    return say("step", inputs=in_words(one.inputs, say), outputs=in_words(one.outputs, say))


def _json(run: list[Reaction]) -> dict[str, Json]:
    return {"inputs": [dict(one.inputs) for one in run], "actual": [dict(one.outputs) for one in run]}


def _replay(requirement: Requirement, violation: Violation, given: Behaviour) -> None:
    """The run once more, and the formula evaluated on it by definition. A run that is broken whatever comes goes on
    without inputs until it repeats."""
    word, loop = list(violation.word), violation.loop
    if loop is None:
        state = 0
        for letter in word:
            state = given.following(state, letter)
        seen: dict[int, int] = {}
        while state not in seen:
            seen[state] = len(word)
            word.append({})
            state = given.following(state, {})
        loop = seen[state]
    letters = [{**one.inputs, **one.outputs} for one in given.run(word)]
    if holds(requirement.formula, letters, loop, given.system.types):
        raise AssertionError("the run does not break the requirement")
