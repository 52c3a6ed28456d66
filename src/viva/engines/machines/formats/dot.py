"""Graphviz: states as nodes, refined states and parts as clusters. Only written."""

from __future__ import annotations

from collections.abc import Iterator

from viva.core.text.escape import visible_line
from viva.engines.machines.diagram import label
from viva.engines.machines.model import FSM, Machine, System


def write(given: System) -> str:
    return "\n".join(
        [
            "digraph {",
            "  rankdir=LR; compound=true; node [shape=box, style=rounded];",
            *_inside(given.machine, (), "  "),
            "}\n",
        ]
    )


def _inside(machine: Machine, path: tuple[str, ...], indent: str) -> Iterator[str]:
    if not isinstance(machine, FSM):
        for part in machine.parts:
            yield from _cluster((*path, part.name), part.name, part.machine, indent)
        return
    for state in machine.states:
        here = (*path, state.name)
        if state.refinement is None:
            yield f"{indent}{_quoted(_key(here))} [label={_quoted(state.name)}];"
        else:
            yield from _cluster(here, state.name, state.refinement, indent)
        if state.initial:
            yield f'{indent}{_quoted("start " + _key(path))} [shape=point, label=""];'
            yield f"{indent}{_quoted('start ' + _key(path))} -> {_quoted(_key(here))};"
    for step in machine.transitions:  # an arrow to a refined state leads to an invisible node inside
        source, target = (_quoted(_key((*path, name))) for name in (step.source, step.target))
        yield f"{indent}{source} -> {target} [label={_quoted(label(step))}];"


def _cluster(path: tuple[str, ...], name: str, machine: Machine, indent: str) -> Iterator[str]:
    yield f"{indent}subgraph {_quoted('cluster ' + _key(path))} {{"
    yield f"{indent}  label={_quoted(name)};"
    yield f'{indent}  {_quoted(_key(path))} [shape=point, style=invis, label=""];'
    yield from _inside(machine, path, indent + "  ")
    yield f"{indent}}}"


def _key(path: tuple[str, ...]) -> str:
    return "/".join(path)


def _quoted(text: str) -> str:
    escaped = visible_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
