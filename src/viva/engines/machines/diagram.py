"""A system as a picture: nested boxes with legible arcs, and a run of it step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from viva.core.drawing import Drawing
from viva.core.records import dataclass
from viva.core.text.escape import clip, visible_line
from viva.drawing import graph
from viva.drawing.graph import Edge, Graph, Node, strongest
from viva.drawing.shapes import Emphasis, Label, Shape, text_size
from viva.drawing.svg import animation, bounds, picture
from viva.engines.machines.actions import show_actions
from viva.engines.machines.expressions import TRUE, show
from viva.engines.machines.model import FSM, Machine, Signals, System, Transition, machines_of
from viva.engines.machines.running.behaviour import Behaviour, Reaction, show_value

MOST_STATES, MOST_ARROWS = 60, 160
_GAP = 50.0
_WIDEST = 44
_MOST_FRAMES, _MOST_MOVING = 10, 60

Place = tuple[tuple[str, ...], str]
Arc = tuple[tuple[str, ...], Transition]


@dataclass(frozen=True, slots=True)
class Marks:
    """What to point at: states and transitions, each with the names that lead to its machine."""

    good_states: Collection[Place] = ()
    bad_states: Collection[Place] = ()
    good_arcs: Collection[Arc] = ()
    bad_arcs: Collection[Arc] = ()

    def state(self, place: Place) -> Emphasis:
        if place in self.bad_states:
            return Emphasis.BAD
        return Emphasis.GOOD if place in self.good_states else Emphasis.PLAIN

    def arc(self, arc: Arc) -> Emphasis:
        if arc in self.bad_arcs:
            return Emphasis.BAD
        return Emphasis.GOOD if arc in self.good_arcs else Emphasis.PLAIN


def draw(system: System, title: str, marks: Marks | None = None) -> Drawing:
    """The picture, and as its twin in text the states with their arrows."""
    marks = marks or Marks()
    return picture(title, shapes_of(system, marks), text_of(system, marks))


def text_of(system: System, marks: Marks) -> str:
    too_large = _too_large(system)
    apart = Graph(tuple(_nodes(system.machine, (), marks)), tuple(_edges(system, marks, merged=False)))
    return too_large or graph.words(apart)


def shapes_of(system: System, marks: Marks, left: float = 0.0, top: float = 0.0) -> list[Shape]:
    too_large = _too_large(system)
    if too_large:
        return [Label((left + text_size(too_large)[0] / 2, top + 20), too_large)]
    return graph.shapes_of(graph.fit_to_width(graph_of(system, marks)), (left, top))


def _too_large(system: System) -> str:
    states = arrows = 0
    for _, machine in machines_of(system.machine):
        states += len(machine.states)
        arrows += len({(step.source, step.target) for step in machine.transitions})
    if states > MOST_STATES:
        return f"{states:,} states; at most {MOST_STATES} are drawn"
    return f"{arrows:,} arrows; at most {MOST_ARROWS} are drawn" if arrows > MOST_ARROWS else ""


def graph_of(system: System, marks: Marks) -> Graph:
    """A node for each state and each part, by the names that lead to it; an edge for all labels between two states."""
    return Graph(tuple(_nodes(system.machine, (), marks)), tuple(_edges(system, marks)))


def _nodes(machine: Machine, path: tuple[str, ...], marks: Marks) -> Iterator[Node]:
    if isinstance(machine, FSM):
        for state in machine.states:
            inside = () if state.refinement is None else tuple(_nodes(state.refinement, (*path, state.name), marks))
            name, emphasis = _key(path, state.name), marks.state((path, state.name))
            yield Node(name, _text(state.name), start=state.initial, emphasis=emphasis, inside=inside)
        return
    for part in machine.parts:
        inside = tuple(_nodes(part.machine, (*path, part.name), marks))
        yield Node(f"part {_key(path, part.name)}", _text(part.name), inside=inside)


def _key(path: tuple[str, ...], name: str) -> str:
    return repr((*path, name))


def _text(name: str) -> str:
    return clip(visible_line(name), 30)


def _edges(system: System, marks: Marks, *, merged: bool = True) -> Iterator[Edge]:
    for path, machine in machines_of(system.machine):
        groups: dict[tuple[str, str, int], list[Transition]] = {}
        for number, step in enumerate(machine.transitions):
            groups.setdefault((step.source, step.target, 0 if merged else number), []).append(step)
        for (source, target, _), steps in groups.items():
            emphasis = strongest([marks.arc((path, step)) for step in steps])
            text = "\n".join(label(step) for step in steps)
            yield Edge(_key(path, source), _key(path, target), text, emphasis)


def label(step: Transition) -> str:
    """guard / actions [history, preemptive]"""
    guard = "" if step.guard == TRUE and (step.actions or step.default) else show(step.guard)
    actions = f" / {show_actions(step.actions)}" if step.actions else ""
    flags = [flag for flag in ("history", "preemptive", "default") if getattr(step, flag)]
    text = f"{guard}{actions}{' [' + ', '.join(flags) + ']' if flags else ''}".strip()
    return visible_line(clip(text, _WIDEST))


def run_frames(behaviour: Behaviour, word: Sequence[Signals], title: str, *, animated: bool = False) -> Drawing:
    """A run step by step: before it the machine with its first states, then for each reaction the transitions that were
    taken and the states that it led to; under each other, or one after the other."""
    run = behaviour.run(word[: _MOST_MOVING if animated else _MOST_FRAMES])
    frames: list[tuple[str, tuple[Place, ...], tuple[Arc, ...]]] = [("", _first(behaviour), ())]
    frames += [
        (show_reaction(number, reaction), after, tuple((step.path, step.transition) for step in reaction.taken))
        for number, (reaction, after) in enumerate(zip(run, _afters(behaviour, run), strict=True), 1)
    ]
    pictures: list[list[Shape]] = []
    texts = []
    top = 0.0
    for caption, states, arcs in frames:
        drawn: list[Shape] = [Label((text_size(caption)[0] / 2, top + 8.0), caption)] if caption else []
        drawn += shapes_of(behaviour.system, Marks(good_states=states, good_arcs=arcs), 0.0, top + 26.0)
        pictures.append(drawn)
        _, first, _, height = bounds(drawn)
        top = 0.0 if animated else first + height + _GAP
        names = ", ".join(".".join((*path, name)) for path, name in states)
        texts.append(f"{caption}\n  {visible_line(names)}" if caption else visible_line(names))
    if animated:
        return animation(title, pictures, "\n".join(texts))
    return picture(title, [shape for drawn in pictures for shape in drawn], "\n".join(texts))


def run_stills(
    behaviour: Behaviour, word: Sequence[Signals], title: str
) -> Iterator[tuple[Reaction | None, tuple[Place, ...], Drawing]]:
    """The machine before the first reaction, and after each with the transitions that were taken and the states that
    they led to. Raises the first fault of the run."""
    run = behaviour.run(word)
    first = _first(behaviour)
    yield None, first, draw(behaviour.system, title, Marks(good_states=first))
    for reaction, after in zip(run, _afters(behaviour, run), strict=True):
        arcs = tuple((step.path, step.transition) for step in reaction.taken)
        yield reaction, after, draw(behaviour.system, title, Marks(good_states=after, good_arcs=arcs))


def show_reaction(number: int, reaction: Reaction) -> str:
    """1. a, b -> x"""
    inputs, outputs = (
        ", ".join(name if value is True else f"{name} = {show_value(value)}" for name, value in signals.items()) or "-"
        for signals in (reaction.inputs, reaction.outputs)
    )
    return visible_line(f"{number}. {inputs} -> {outputs}")


def _first(behaviour: Behaviour) -> tuple[Place, ...]:
    probe = behaviour.run([{}])
    return probe[0].before if probe else ()


def _afters(behaviour: Behaviour, run: Sequence[Reaction]) -> list[tuple[Place, ...]]:
    """The states at all levels after each reaction: those before the next one."""
    words = [reaction.inputs for reaction in run]
    return [behaviour.run([*words[: index + 1], {}])[-1].before for index in range(len(words))]
