"""Findings for the ladder: what an obligation is called, why it fails, the run that shows it, and where to look."""

from __future__ import annotations

from viva.core.json import Json
from viva.core.report import Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.texts import Say
from viva.engines.x86 import trace
from viva.engines.x86.annotations import Expression, show
from viva.engines.x86.comparing import Failure
from viva.engines.x86.obligations.cases import Key
from viva.engines.x86.obligations.proving import Obligation, Proof
from viva.engines.x86.obligations.replaying import Replay
from viva.engines.x86.obligations.theory import Theory
from viva.subjects.assembly.diagnosis import Diagnosis, expression_text
from viva.subjects.assembly.fix import fix
from viva.subjects.assembly.pattern import pattern
from viva.subjects.assembly.places import place_of_failure, places

_BY_HAND = 4  # up to this size a program is followed by hand


def findings(one: Obligation, proof: Proof, file: str, say: Say) -> tuple[Finding, ...]:
    """About an obligation that fails."""
    why = Diagnosis(one, proof)
    return Ladder(
        why.signature,
        hint=why.sentence("hint", say),
        pattern=pattern(why, say),
        example=None if one.replay is None else _example(why, one.replay, say),
        place=places(why, file, say),
        fix=fix(proof, say),
    ).findings()


def findings_of_part(one: Obligation, proof: Proof, say: Say) -> tuple[Finding, ...]:
    """For the part of an obligation: the run only, for machines and for who looks there."""
    why = Diagnosis(one, proof)
    example = None
    if one.replay is not None:
        told = say("example_short", values=values(one.replay, proof.theory, why.expression))
        example = Clue(told, witness=_witness(why, one.replay, say))
    return Ladder(why.signature, pattern=pattern(why, say), example=example).findings()


def findings_of_program(found: Failure, theory: Theory, say: Say) -> tuple[Finding, ...]:
    """About a program that does not do what it should."""
    kept = found.line is not None and not found.line.line
    kind = "convention" if kept else found.kind
    signature = f"{kind}:{found.line.text}" if found.line is not None else kind
    expression = found.line.expression if found.line else None
    told = show(expression) if expression else ""
    slots = {
        "annotation": told,
        "register": found.line.text if found.line else "",
        "values": values(found.replay, theory, expression) or say("example_anything"),
        "expected": ", ".join(f"{name} = {trace.number(value)}" for name, value in found.expected.items()),
        "actual": ", ".join(f"{name} = {trace.number(value)}" for name, value in found.actual.items()),
    }
    if found.expected:
        kind = "different"
    slots["results"] = ", ".join(f"`{name}`" for name in found.actual)
    slots["size"] = ", ".join(f"{name} = {found.replay.constants[name]}" for name in theory.constants)
    sized = theory.constants and max(found.replay.constants[name] for name in theory.constants) <= _BY_HAND
    jumps = any(
        step.instruction.text.startswith("j") and not step.instruction.text.startswith("jmp")
        for step in found.replay.steps
    )
    about = "_sized" if sized else "_jump" if jumps else ""
    program = theory.program
    steps = "\n".join(f"    {row}" for row in trace.table(found.replay, program))
    example = f"{say('example_real', **slots)}\n\n{steps}\n\n{say(f'failure_{kind}', **slots)}"
    fields: dict[str, Json] = {
        "obligation": told or kind,
        "start": trace.start_json(found.replay.start, program),
        "trace": trace.trace_json(found.replay, program),
        "expected": {**found.expected},
        "actual": {**found.actual},
    }
    return Ladder(
        signature,
        hint=say(f"hint_{kind}{about}", f"hint_{kind}", **slots),
        pattern=say(f"pattern_{kind}", **slots),
        example=Clue(example, witness=Witness("obligation", fields)),
        place=place_of_failure(found, program, say),
    ).findings()


def name(key: Key, proof: Proof, say: Say) -> str:
    """What an obligation is called."""
    place = proof.theory.program.named(key.place)
    label = key.annotation.label if key.what == "call" and key.annotation else place
    if key.annotation is None and key.what in ("call", "returns"):
        return say("name_direction", label=place)
    return say(f"name_{key.what}", label=label, place=place, annotation=expression_text(key))


def values(replay: Replay, theory: Theory, expression: Expression | None) -> str:
    """What a replay begins with, on one line."""
    told = [f"{constant} = {trace.number(replay.constants[constant])}" for constant in theory.constants]
    begin = replay.start.registers
    told += [f"{name} = {trace.number(begin[name])}" for name in trace.mentioned(replay, expression)]
    told += trace.memory(replay.start, theory.program)
    if replay.start.otherwise:
        told.append(f"b[…] = {replay.start.otherwise}")
    return ", ".join(told)


def _example(why: Diagnosis, replay: Replay, say: Say) -> Clue:
    one, theory = why.one, why.proof.theory
    stated = "example_after" if one.called else "example_stated" if one.cut is not None else "example_procedure"
    begin = say(
        "example_real" if replay.real else stated,
        label=why.label(one.cut if one.called else replay.start.at),
        values=values(replay, theory, why.expression) or say("example_anything"),
    )
    steps = "\n".join(f"    {row}" for row in trace.table(replay, theory.program))
    key = f"example_end_{one.key.what}" if why.missing_loop is None else "example_end_bound"
    if key == "example_end_decreases" and one.key.annotation is None:
        key = "example_end_unmeasured"
    end = say(key, "example_end", **why.slots, rounds=replay.rounds)
    text = f"{begin}\n\n{steps}\n\n{end}" if steps else f"{begin}\n{end}"
    return Clue(text, witness=_witness(why, replay, say))


def _witness(why: Diagnosis, replay: Replay, say: Say) -> Witness:
    proof = why.proof
    program = proof.theory.program
    fields: dict[str, Json] = {
        "obligation": name(why.one.key, proof, say),
        "result": why.one.result,
        "from": "start" if replay.real else "loop",
        "start": trace.start_json(replay.start, program),
        "at_program_start": trace.start_json(replay.old, program),
        "constants": {each: replay.constants[each] for each in proof.theory.constants},
        "trace": trace.trace_json(replay, program),
        "rounds": replay.rounds,
        "breaking_step": replay.breaking,
    }
    return Witness("obligation", fields)
