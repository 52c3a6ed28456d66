"""Findings for the ladder: what an obligation is called, why it fails, the run that shows it, and where to look."""

from __future__ import annotations

from collections.abc import Sequence

from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Finding, Witness
from viva.core.texts import Say
from viva.core.where import Instruction, Passage, Where
from viva.engines.x86 import trace
from viva.engines.x86.annotations import Cell, Expression, Name, show, walk
from viva.engines.x86.cases import Key
from viva.engines.x86.comparing import Failure
from viva.engines.x86.interpreter import Step
from viva.engines.x86.machine import PARTS
from viva.engines.x86.proving import Obligation, Proof
from viva.engines.x86.replaying import Replay
from viva.engines.x86.theory import Theory

_FIRST = ("false", "not_inductive", "insufficient", "not_proved")
_WHATS = ("target", "call", "entry", "kept", "bound", "returns", "assert", "decreases", "ensures")


def first_of(obligations: Sequence[Obligation]) -> Obligation | None:
    """The one to look at first: what is false before what is too weak, and what comes early before what follows."""
    failing = [each for each in obligations if each.result != "proved"]
    return min(failing, key=lambda each: (_FIRST.index(each.result), _WHATS.index(each.key.what)), default=None)


def name(key: Key, proof: Proof, say: Say) -> str:
    """What an obligation is called."""
    place = proof.theory.program.named(key.place)
    label = key.annotation.label if key.what == "call" and key.annotation else place
    if key.annotation is None and key.what in ("call", "returns"):
        return say("name_direction", label=place)
    return say(f"name_{key.what}", label=label, place=place, annotation=expression_text(key))


def expression_text(key: Key) -> str:
    line = key.annotation
    if line is None:
        return ""
    return ", ".join(show(part) for part in line.measure) if line.measure else show(line.expression)


def findings(one: Obligation, proof: Proof, file: str, say: Say) -> list[Finding]:
    """One for each rung."""
    signature = f"{one.result}:{one.key.what}"
    found = [
        Finding(_hint(one, proof, say), rung=Rung.HINT, signature=signature),
        Finding(_pattern(one, proof, say), rung=Rung.PATTERN, signature=signature),
    ]
    if one.replay is not None:
        found.append(
            Finding(
                _example(one, one.replay, proof, say),
                rung=Rung.EXAMPLE,
                signature=signature,
                witness=witness(one, proof, say),
            )
        )
    place, where = _place(one, proof, file, say)
    found.append(Finding(place, rung=Rung.PLACE, signature=signature, where=where))
    if proof.additions:
        lines = "\n".join(f"    {line}" for line in proof.additions)
        text = say("fix_add" if len(proof.additions) == 1 else "fix_add_more", lines=lines)
        found.append(Finding(text, rung=Rung.FIX, signature=signature))
    return found


def short(one: Obligation, proof: Proof, file: str, say: Say) -> tuple[Finding, ...]:
    """For the part of an obligation: the run only, for machines and for who looks there."""
    signature = f"{one.result}:{one.key.what}"
    found = [Finding(_pattern(one, proof, say), rung=Rung.PATTERN, signature=signature)]
    if one.replay is not None:
        told = say("example_short", values=values(one.replay, proof.theory, _expression(one)))
        found.append(Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=witness(one, proof, say)))
    del file
    return tuple(found)


def _expression(one: Obligation) -> Expression | None:
    return one.key.annotation.expression if one.key.annotation else None


def _label(address: int | None, proof: Proof) -> str:
    return "" if address is None else proof.theory.program.named(address)


def _memory_forgotten(one: Obligation, proof: Proof) -> list[str]:
    """Pieces of memory of which an obligation speaks, and of which the loop before leaves nothing known."""
    expression = _expression(one)
    if expression is None or one.result != "insufficient" or one.cut is None or not one.forgotten:
        return []
    lines = proof.theory.invariants.get(one.cut, ())
    told = {_about(part) for line in lines for part in walk(line.expression) if isinstance(part, Cell)}
    cells = [part for part in walk(expression) if isinstance(part, Cell) and _about(part) not in told]
    return list(dict.fromkeys(show(cell) for cell in cells))


def _about(cell: Cell) -> frozenset[str]:
    """Which registers say where a piece of memory is: two with the same ones are taken for the same piece."""
    return frozenset(part.name for part in walk(cell.address) if isinstance(part, Name) and part.is_register)


def _missing_loop(one: Obligation, proof: Proof) -> int | None:
    """The loop without an invariant that keeps everything behind it from being shown."""
    if one.key.what == "bound":
        return one.key.place
    bounded = {each.key.place for each in proof.obligations if each.key.what == "bound" and each.result != "proved"}
    return one.cut if one.result == "insufficient" and one.cut in bounded else None


def _hint(one: Obligation, proof: Proof, say: Say) -> str:
    missing = _missing_loop(one, proof)
    if missing is not None:
        return say("hint_bound", label=_label(missing, proof))
    return say(*_texts("hint", one, proof), **_slots(one, proof))


def _texts(rung: str, one: Obligation, proof: Proof) -> tuple[str, str]:
    """The key of what is told on a rung, and the one to take where that is not there."""
    if _memory_forgotten(one, proof):
        return f"{rung}_frame", ""
    if one.called:
        return f"{rung}_called", ""
    if one.result == "insufficient" and one.cut is None and one.key.what not in ("call", "returns", "target"):
        return f"{rung}_procedure", ""
    return f"{rung}_{one.result}_{one.key.what}", f"{rung}_{one.result}"


def _slots(one: Obligation, proof: Proof) -> dict[str, str]:
    line = one.key.annotation
    label = _label(one.key.place, proof)
    return {
        "label": line.label or label if line is not None and one.key.what == "call" else label,
        "place": label,
        "loop": _label(one.cut, proof),
        "annotation": expression_text(one.key),
        "cells": "`, `".join(_memory_forgotten(one, proof)[:4]),
    }


def _pattern(one: Obligation, proof: Proof, say: Say) -> str:
    missing = _missing_loop(one, proof)
    if missing is not None:
        return say("pattern_bound", label=_label(missing, proof))
    return say(*_texts("pattern", one, proof), **_slots(one, proof))


def values(replay: Replay, theory: Theory, expression: Expression | None) -> str:
    """What a replay begins with, on one line."""
    told = [f"{constant} = {trace.number(replay.constants[constant])}" for constant in theory.constants]
    begin = replay.start.registers
    told += [f"{name} = {trace.number(begin[name])}" for name in trace.mentioned(replay, expression)]
    told += [f"b[{trace.number(at)}] = {byte}" for at, byte in trace.cells(replay.start, theory.program).items()]
    if replay.start.otherwise:
        told.append(f"b[…] = {replay.start.otherwise}")
    return ", ".join(told)


def _example(one: Obligation, replay: Replay, proof: Proof, say: Say) -> str:
    theory = proof.theory
    stated = "example_after" if one.called else "example_stated" if one.cut is not None else "example_procedure"
    begin = say(
        "example_real" if replay.real else stated,
        label=_label(one.cut if one.called else replay.start.at, proof),
        values=values(replay, theory, _expression(one)) or say("example_anything"),
    )
    steps = "\n".join(f"    {row}" for row in trace.table(replay, theory.program))
    slots = {**_slots(one, proof), "rounds": replay.rounds}
    missing = _missing_loop(one, proof) is not None
    key = "example_end_bound" if missing else f"example_end_{one.key.what}"
    end = say(key, "example_end", **slots)
    return f"{begin}\n\n{steps}\n\n{end}" if steps else f"{begin}\n{end}"


def witness(one: Obligation, proof: Proof, say: Say) -> Witness | None:
    replay = one.replay
    if replay is None:
        return None
    program = proof.theory.program
    fields: dict[str, Json] = {
        "obligation": name(one.key, proof, say),
        "result": one.result,
        "from": "start" if replay.real else "loop",
        "start": trace.start_json(replay.start, program),
        "at_program_start": trace.start_json(replay.old, program),
        "constants": {each: replay.constants[each] for each in proof.theory.constants},
        "trace": trace.trace_json(replay, program),
        "rounds": replay.rounds,
        "breaking_step": replay.breaking,
    }
    return Witness("obligation", fields)


def _place(one: Obligation, proof: Proof, file: str, say: Say) -> tuple[str, Where | None]:
    program = proof.theory.program
    replay, line = one.replay, one.key.annotation
    own = line is not None and one.key.what != "ensures"
    if replay is not None and replay.breaking is not None and replay.breaking < len(replay.steps):
        step = replay.steps[replay.breaking].instruction
        where: Where = Instruction(hex(step.address), step.line)
        place = program.named(step.address)
        key = "place_breaking" if own else "place_breaking_property"
        told = say(
            key,
            instruction=step.text,
            place=place,
            source=say("place_line", line=step.line) if step.line else "",
            line=line.line if line else 0,
        )
        return told, where
    if own and line is not None:
        return say("place_annotation", line=line.line), Passage(file, line.line)
    missing = _missing_loop(one, proof)
    at = missing if missing is not None else (one.cut if one.cut is not None else one.key.place)
    return say("place_loop", label=program.named(at), line=program.lines.get(at, 0)), Instruction(
        hex(at), program.lines.get(at)
    )


def _to_blame(found: Failure) -> Step:
    """The last step that wrote what is wrong, or else the last one of all."""
    steps = found.replay.steps
    names = {found.line.text} if found.line is not None and not found.line.line else set()
    names |= {name for name, value in found.actual.items() if found.expected.get(name) != value}
    wholes = {PARTS[name].whole for name in names if name in PARTS}
    return next((step for step in reversed(steps) if wholes & set(step.registers)), steps[-1])


def failure(found: Failure, theory: Theory, file: str, say: Say) -> list[Finding]:
    """Findings about a program that does not do what it should."""
    del file
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
    steps = "\n".join(f"    {row}" for row in trace.table(found.replay, theory.program))
    example = f"{say('example_real', **slots)}\n\n{steps}\n\n{say(f'failure_{kind}', **slots)}"
    program = theory.program
    fields: dict[str, Json] = {
        "obligation": told or kind,
        "start": trace.start_json(found.replay.start, program),
        "trace": trace.trace_json(found.replay, program),
        "expected": {**found.expected},
        "actual": {**found.actual},
    }
    findings = [
        Finding(say(f"hint_{kind}", **slots), rung=Rung.HINT, signature=signature),
        Finding(say(f"pattern_{kind}", **slots), rung=Rung.PATTERN, signature=signature),
        Finding(example, rung=Rung.EXAMPLE, signature=signature, witness=Witness("obligation", fields)),
    ]
    if found.replay.steps:
        last = _to_blame(found).instruction
        source = say("place_line", line=last.line) if last.line else ""
        text = say("place_last", instruction=last.text, place=program.named(last.address), source=source)
        findings.append(
            Finding(text, rung=Rung.PLACE, signature=signature, where=Instruction(hex(last.address), last.line))
        )
    return findings
