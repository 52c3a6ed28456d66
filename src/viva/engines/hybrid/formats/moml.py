"""Ptolemy II's modal models: a controller with states and transitions, and a refinement of actors for each state.

The network of actors in a refinement is read as equations: integrators hold the state, and constants, gains, sums and
affine expressions between them, in any arrangement, say how fast it changes. Two states may share a refinement. What
transitions set (`heating.HeatSource.value = 35.0`) becomes a variable that only they change. Each output port is a
variable too: it follows what the refinement at hand sends there. `X_isPresent` is an event from outside, or that a
level-crossing detector of the refinement has its level just now. What cannot be read is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from viva.core.reading import Misread, in_quotes
from viva.engines import moml
from viva.engines.hybrid.draft import MOST_MODES, MOST_TRANSITIONS, MOST_VARIABLES
from viva.engines.hybrid.expressions import Scope, read_affine, read_condition, show_affine
from viva.engines.hybrid.model import (
    Affine,
    Assignments,
    Automaton,
    Condition,
    Event,
    Inputs,
    Mode,
    Signal,
    Span,
    System,
    Transition,
    constant,
    variable,
)
from viva.engines.moml import Entity, Relation
from viva.engines.moml.model import last_name

_OUTPUTS = {
    "Integrator": ("state", "output"),
    "Const": ("output",),
    "Scale": ("output",),
    "Gain": ("output",),
    "AddSubtract": ("output",),
    "MultiplyDivide": ("output",),
    "Expression": ("output",),
    "LevelCrossingDetector": ("output",),
}
_SET = re.compile(r"\s*([\w.]+)\s*=\s*(.+?)\s*", re.DOTALL)
_PRESENT = re.compile(r"\b([^\W\d]\w*)_isPresent\b")
_DEEPEST = 200


def read(text: str) -> System:
    """Raises Misread."""
    modal = _modal_model(moml.read(text).root)
    return _Reader(*modal).system()


def _modal_model(root: Entity) -> tuple[Entity, tuple[Entity, ...]]:
    """The one modal model of a file, and the entities around it, whose parameters it sees."""
    found: list[tuple[Entity, tuple[Entity, ...]]] = []
    waiting: list[tuple[Entity, tuple[Entity, ...]]] = [(root, ())]
    while waiting:
        here, around = waiting.pop(0)
        if here.entity("_Controller") is not None:
            found.append((here, around))
            continue
        waiting += [(each, (*around, here)) for each in here.entities]
    if not found:
        raise Misread("there is no modal model in this file", remedy="hand in a ModalModel with its refinements")
    if len(found) > 1:
        names = " and ".join(in_quotes(each.name) for each, _ in found[:2])
        raise Misread(f"there are several modal models: {names}", found[1][0].line, remedy="hand in one")
    return found[0]


@dataclass(slots=True)
class _Reader:
    modal: Entity
    around: tuple[Entity, ...]
    names: list[str] = field(default_factory=list)  # of the variables, by position
    places: dict[tuple[str, ...], int] = field(
        default_factory=dict
    )  # what each is: an output, an integrator, a setting
    values: dict[int, Fraction] = field(default_factory=dict)
    constants: dict[str, Fraction] = field(default_factory=dict)
    signals: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    @property
    def controller(self) -> Entity:
        found = self.modal.entity("_Controller")
        assert found is not None
        return found

    def system(self) -> System:
        states = self.controller.of_class("State")
        transitions = list(self._transitions())
        if len(states) > MOST_MODES or len(transitions) > MOST_TRANSITIONS:
            raise Misread("this state machine is too large to examine", self.controller.line, reason="too_large")
        for port in self.modal.ports:
            if port.is_output and not port.is_input and not self._only_events(port.name):
                self._variable(("output", port.name), port.name)
        outputs = tuple(self.names)
        if not outputs:
            raise Misread("the modal model has no output port", self.modal.line, remedy="add one for what is compared")
        self._parameters()
        self._inputs(transitions)
        settings = {path for relation, _, _ in transitions for path, _ in self._settings(relation)}
        for path in sorted(settings):
            self._setting(path)
        refinements = {state.name: self._refinement(state) for state in states}
        for refinement in filter(None, refinements.values()):
            for integrator in refinement.of_class("Integrator"):
                self._integrator(refinement.name, integrator)
        if len(self.names) > MOST_VARIABLES:
            raise Misread(f"there are more than {MOST_VARIABLES} variables", self.modal.line, reason="too_large")
        networks = {name: _Network(self, each) if each else None for name, each in refinements.items()}
        modes = tuple(self._mode(state, networks[state.name]) for state in states)
        numbers = {state.name: number for number, state in enumerate(states)}
        built = tuple(
            self._transition(relation, numbers[source], numbers[target], networks[source], networks[target])
            for relation, source, target in transitions
        )
        initial = numbers[self._initial(states)]
        entered = self._entry(networks[states[initial].name])
        starts = [self.values.get(index, Fraction(0)) for index in range(len(self.names))]
        for index, value in entered:
            starts[index] = value.at([*starts, *([Fraction(0)] * len(self.signals))])
        automaton = Automaton(self.modal.name, modes, built, initial)
        still = (Fraction(0), Fraction(0), Fraction(0))
        inputs = Inputs(
            tuple(Signal(name, (still,)) for name in self.signals), tuple(Event(name, ()) for name in self.events)
        )
        lines = {("mode", 0, number): state.line for number, state in enumerate(states)}
        lines |= {("transition", 0, number): each[0].line for number, each in enumerate(transitions)}
        return System(
            tuple(self.names), outputs, (automaton,), tuple(Span(each, each) for each in starts), inputs, lines
        )

    def _variable(self, place: tuple[str, ...], name: str) -> int:
        plain = re.sub(r"\W", "_", name)
        plain = plain if re.match(r"[^\W\d]", plain) else f"v_{plain}"
        while plain in self.names:
            plain += "_"
        self.names.append(plain)
        self.places[place] = len(self.names) - 1
        return len(self.names) - 1

    def scope(self) -> Scope:
        """What expressions may name: outputs, settings of the controller, constants, signals and events."""
        known = {place[-1]: index for place, index in self.places.items() if place[0] in ("output", "own")}
        known |= {name: len(self.names) + index for index, name in enumerate(self.signals)}
        return Scope(known, self.constants, frozenset(self.events))

    def expression(self, text: str, line: int, what: str) -> Affine:
        try:
            return read_affine(text, self.scope())
        except Misread as problem:
            raise Misread(f"{what}: {problem.problem}", line, None, problem.remedy, problem.reason) from None

    def _parameters(self) -> None:
        for entity in (*self.around, self.modal, self.controller):
            for each in entity.properties:
                if last_name(each.class_name) == "Parameter" and each.value and not each.name.startswith("_"):
                    try:
                        self.constants[each.name] = read_affine(each.value, Scope({}, self.constants)).constant
                    except Misread:
                        self.constants.pop(each.name, None)  # a text or a matrix; whoever asks for it is told

    def _inputs(self, transitions: list[tuple[Relation, str, str]]) -> None:
        guards = " ".join(relation.value("guardExpression") or "" for relation, _, _ in transitions)
        for port in self.modal.ports:
            if port.is_input:
                as_event = re.search(rf"\b{re.escape(port.name)}_isPresent\b", guards)
                (self.events if as_event else self.signals).append(port.name)

    def _settings(self, relation: Relation) -> Iterator[tuple[tuple[str, ...], str]]:
        """What a transition sets, by the path of it."""
        for key in ("setActions", "outputActions"):
            for piece in (relation.value(key) or "").split(";"):
                if piece.strip():
                    found = _SET.fullmatch(piece)
                    if found is None:
                        raise Misread(f"{key} cannot be read: {in_quotes(piece.strip())}", relation.line)
                    yield tuple(found[1].split(".")), found[2]

    def _setting(self, path: tuple[str, ...]) -> None:
        if ("output", path[-1]) in self.places and len(path) == 1:
            return
        if len(path) == 1:
            index = self._variable(("own", path[0]), path[0])
            self.values[index] = self.constants.pop(path[0], Fraction(0))
            return
        owner: Entity | None = self.modal
        for name in path[:-1]:
            owner = owner.entity(name) if owner else None
        if owner is None:
            remedy = "name a refinement, an actor and its parameter"
            raise Misread(f"there is no {'.'.join(path)} that a transition could set", self.modal.line, remedy=remedy)
        if last_name(owner.class_name) == "Integrator" and path[-1] == "initialState":
            return
        index = self._variable(("setting", *path), "_".join(path))
        self.values[index] = self.expression(owner.value(path[-1]) or "0", owner.line, ".".join(path)).constant

    def _refinement(self, state: Entity) -> Entity | None:
        name = (state.value("refinementName") or "").strip()
        if not name:
            return None
        if "," in name:
            raise Misread(f"the state {in_quotes(state.name)} has several refinements", state.line, remedy="use one")
        found = self.modal.entity(name)
        if found is None:
            raise Misread(f"there is no refinement {in_quotes(name)} of the state {in_quotes(state.name)}", state.line)
        if found.entity("_Controller") is not None:
            problem = f"the refinement {in_quotes(name)} is a state machine again, which is not read here"
            raise Misread(problem, found.line, remedy="use states side by side")
        return found

    def _integrator(self, refinement: str, integrator: Entity) -> None:
        place = ("integrator", refinement, integrator.name)
        if place not in self.places:
            index = self._variable(place, f"{refinement}_{integrator.name}")
            what = f"initialState of {refinement}.{integrator.name}"
            start = self.expression(integrator.value("initialState") or "0", integrator.line, what)
            self.values[index] = start.at([self.values.get(each, Fraction(0)) for each in range(len(self.names))])

    def _initial(self, states: tuple[Entity, ...]) -> str:
        """Both ways in which a file says it: by the name in the controller, or by a mark at the state."""
        name = (self.controller.value("initialStateName") or "").strip()
        marked = [state.name for state in states if (state.value("isInitialState") or "").strip() == "true"]
        if name:
            if name not in [state.name for state in states]:
                raise Misread(f"the initial state {in_quotes(name)} is not there", self.controller.line)
            return name
        if not marked:
            raise Misread("no state is the initial one", self.controller.line, remedy="mark a state as initial")
        return marked[0]

    def _transitions(self) -> Iterator[tuple[Relation, str, str]]:
        states = {state.name for state in self.controller.of_class("State")}
        for relation in self.controller.relations:
            ends: dict[str, str] = {}
            for link in self.controller.links:
                if link.relation == relation.name and link.port:
                    state, _, port = link.port.rpartition(".")
                    if state in states:
                        ends[port] = state
            if set(ends) != {"incomingPort", "outgoingPort"}:
                raise Misread(
                    f"the transition {in_quotes(relation.name)} does not lead from a state to one", relation.line
                )
            yield relation, ends["outgoingPort"], ends["incomingPort"]

    def _mode(self, state: Entity, network: _Network | None) -> Mode:
        if network is None:
            return Mode(state.name)
        flow = network.rates()
        for place, index in self.places.items():
            sent = network.sent(place[-1]) if place[0] == "output" else None
            if sent is not None:
                rate = constant(0)
                for each, factor in sent.terms:
                    rate = rate.plus(flow.get(each, constant(0)), factor)
                flow[index] = rate
        return Mode(state.name, tuple(sorted((index, rate) for index, rate in flow.items() if rate != Affine())))

    def _entry(self, network: _Network | None) -> Assignments:
        """What outputs are when a mode is entered."""
        if network is None:
            return ()
        sent = ((index, network.sent(place[-1])) for place, index in self.places.items() if place[0] == "output")
        return tuple((index, value) for index, value in sent if value is not None)

    def _transition(
        self, relation: Relation, source: int, target: int, old: _Network | None, new: _Network | None
    ) -> Transition:
        reset: dict[int, Affine] = {}
        set_states: set[int] = set()
        for path, text in self._settings(relation):
            value = self.expression(text, relation.line, f"what the transition {in_quotes(relation.name)} sets")
            integrator = ("integrator", *path[:-1])
            if path[-1] == "initialState" and integrator in self.places:
                set_states.add(self.places[integrator])
                reset[self.places[integrator]] = value
                continue
            reset[self.places[self._place(path)]] = value
        if new is not None and self._starts_afresh(relation):
            for index in new.integrators():
                if index not in set_states:
                    reset[index] = constant(self.values[index])
        for index, value in self._entry(new):
            reset[index] = value.after(reset)
        plain = tuple(sorted((index, value) for index, value in reset.items() if value != variable(index)))
        return Transition(source, target, self._guard(relation, old), plain)

    def _place(self, path: tuple[str, ...]) -> tuple[str, ...]:
        if len(path) > 1:
            return ("setting", *path)
        return ("output", path[0]) if ("output", path[0]) in self.places else ("own", path[0])

    @staticmethod
    def _starts_afresh(relation: Relation) -> bool:
        """Older files say `reset`, newer ones `history`, which is the opposite."""
        if relation.has("reset"):
            return (relation.value("reset") or "").strip() == "true"
        return (relation.value("history") or "").strip() != "true"

    def _guard(self, relation: Relation, network: _Network | None) -> Condition:
        text = (relation.value("guardExpression") or "true").strip()

        def present(found: re.Match[str]) -> str:
            name = found[1]
            if name in self.events:
                return name
            level = network.level(name) if network else None
            if level is None:
                raise Misread(f"nothing ever makes {in_quotes(name)} present", relation.line)
            names = [*self.names, *self.signals]
            return f"({show_affine(level, names)} == 0)"

        replaced = _PRESENT.sub(present, text)
        scope = Scope(
            {**{name: index for index, name in enumerate(self.names)}, **self.scope().positions},
            self.constants,
            frozenset(self.events),
        )
        try:
            return read_condition(replaced, scope)
        except Misread as problem:
            said = f"the guard {in_quotes(text)}: {problem.problem}"
            raise Misread(said, relation.line, None, problem.remedy, problem.reason) from None

    def _only_events(self, port: str) -> bool:
        """Whether an output port only carries the events of level-crossing detectors."""
        sources = []
        for entity in self.modal.entities:
            if entity.name != "_Controller" and any(each.name == port for each in entity.ports):
                wires = _wires(entity)
                ends = wires.get(port, ())
                sources += [entity.entity(each.partition(".")[0]) for each in ends if "." in each]
        kinds = {last_name(each.class_name) for each in sources if each is not None}
        return kinds == {"LevelCrossingDetector"}


def _wires(entity: Entity) -> dict[str, tuple[str, ...]]:
    """For each port the sources that are connected with it: ports of actors that send, and the entity's own inputs."""
    groups: dict[str, str] = {relation.name: relation.name for relation in entity.relations}

    def root(name: str) -> str:
        for _ in range(len(groups) + 1):
            if groups.get(name, name) == name:
                break
            name = groups[name]
        return name

    for link in entity.links:
        if link.port is None and link.other:
            groups[root(link.other)] = root(link.relation)
    at: dict[str, list[str]] = {}
    for link in entity.links:
        if link.port is not None:
            at.setdefault(root(link.relation), []).append(link.port)
    kinds = {each.name: last_name(each.class_name) for each in entity.entities}
    own = {port.name for port in entity.ports if port.is_input and not port.is_output}

    def sends(port: str) -> bool:
        actor, dot, name = port.rpartition(".")
        return name in _OUTPUTS.get(kinds.get(actor, ""), ("output",)) if dot else port in own

    found: dict[str, list[str]] = {}
    for ports in at.values():
        sources = [port for port in ports if sends(port)]
        for port in ports:
            if port not in sources:
                found.setdefault(port, []).extend(sources)
    return {port: tuple(sources) for port, sources in found.items()}


@dataclass(slots=True)
class _Network:
    """The actors of a refinement as expressions in the variables."""

    reader: _Reader
    refinement: Entity
    wires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _known: dict[str, Affine] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wires = _wires(self.refinement)

    def integrators(self) -> list[int]:
        found = self.refinement.of_class("Integrator")
        return [self.reader.places["integrator", self.refinement.name, each.name] for each in found]

    def rates(self) -> dict[int, Affine]:
        found = {}
        for each in self.refinement.of_class("Integrator"):
            index = self.reader.places["integrator", self.refinement.name, each.name]
            found[index] = self._into(each, "derivative", "input")
        return found

    def sent(self, port: str) -> Affine | None:
        """What is sent to an output port of the refinement, if anything is."""
        sources = self.wires.get(port, ())
        return self._sum(sources) if sources else None

    def level(self, port: str) -> Affine | None:
        """How far the trigger of the detector behind a port is from its level."""
        for source in self.wires.get(port, ()):
            actor = self.refinement.entity(source.partition(".")[0])
            if actor is not None and last_name(actor.class_name) == "LevelCrossingDetector":
                level = self._parameter(actor, "level")
                return self._into(actor, "trigger").plus(level, Fraction(-1))
        return None

    def _into(self, actor: Entity, *ports: str) -> Affine:
        return self._sum([source for port in ports for source in self.wires.get(f"{actor.name}.{port}", ())])

    def _sum(self, sources: tuple[str, ...] | list[str], depth: int = 0) -> Affine:
        total = constant(0)
        for source in sources:
            total = total.plus(self._from(source, depth + 1))
        return total

    def _from(self, source: str, depth: int) -> Affine:
        """What a sending port sends."""
        if depth > _DEEPEST:
            problem = f"the actors in {in_quotes(self.refinement.name)} feed themselves without an integrator"
            raise Misread(problem, self.refinement.line, remedy="put an Integrator into every loop")
        name, dot, _ = source.rpartition(".")
        if not dot:
            return self.reader.expression(source, self.refinement.line, f"the input {in_quotes(source)}")
        if source not in self._known:
            actor = self.refinement.entity(name)
            assert actor is not None
            self._known[source] = self._value(actor, depth)
        return self._known[source]

    def _value(self, actor: Entity, depth: int) -> Affine:
        def into(*ports: str) -> Affine:
            wired = [source for port in ports for source in self.wires.get(f"{actor.name}.{port}", ())]
            return self._sum(wired, depth)

        match last_name(actor.class_name):
            case "Integrator":
                return variable(self.reader.places["integrator", self.refinement.name, actor.name])
            case "Const":
                return self._parameter(actor, "value")
            case "Scale" | "Gain":
                return self._times(actor, into("input"), self._parameter(actor, "factor", "gain"))
            case "AddSubtract":
                return into("plus").plus(into("minus"), Fraction(-1))
            case "MultiplyDivide":
                return self._product(actor, depth)
            case "Expression":
                return self._expression(actor, into)
            case other:
                where = f"the actor {in_quotes(actor.name)} in {in_quotes(self.refinement.name)}"
                remedy = (
                    "use Integrator, Const, Scale, AddSubtract, MultiplyDivide, Expression and LevelCrossingDetector"
                )
                raise Misread(
                    f"{where} is of the kind {in_quotes(other)}, which is not read", actor.line, remedy=remedy
                )

    def _product(self, actor: Entity, depth: int) -> Affine:
        total = constant(1)
        for source in self.wires.get(f"{actor.name}.multiply", ()):
            total = self._times(actor, total, self._from(source, depth + 1))
        for source in self.wires.get(f"{actor.name}.divide", ()):
            by = self._from(source, depth + 1)
            if not by.is_constant or not by.constant:
                raise Misread(f"the actor {in_quotes(actor.name)} divides by a variable or by 0", actor.line)
            total = total.times(1 / by.constant)
        return total

    def _times(self, actor: Entity, one: Affine, other: Affine) -> Affine:
        if one.is_constant:
            return other.times(one.constant)
        if other.is_constant:
            return one.times(other.constant)
        problem = f"the actor {in_quotes(actor.name)} multiplies two variables, which is not affine"
        raise Misread(problem, actor.line, remedy="only sums of variables times numbers can be read")

    def _expression(self, actor: Entity, into: Callable[[str], Affine]) -> Affine:
        """The ports of the actor are names in its expression."""
        reader = self.reader
        scope = reader.scope()
        ports = [port.name for port in actor.ports if port.is_input]
        base = len(reader.names) + len(reader.signals)
        positions = {**scope.positions, **{name: base + index for index, name in enumerate(ports)}}
        text = actor.value("expression") or "0"
        try:
            read_in = read_affine(text, Scope(positions, scope.parameters, scope.events))
        except Misread as problem:
            said = f"the expression of {in_quotes(actor.name)}: {problem.problem}"
            raise Misread(said, actor.line, None, problem.remedy, problem.reason) from None
        return read_in.after({base + index: into(name) for index, name in enumerate(ports)})

    def _parameter(self, actor: Entity, *names: str) -> Affine:
        for name in names:
            place = ("setting", self.refinement.name, actor.name, name)
            if place in self.reader.places:
                return variable(self.reader.places[place])
            if actor.value(name):
                what = f"{name} of {self.refinement.name}.{actor.name}"
                return self._in_scope(actor.value(name) or "", actor.line, what)
        return constant(1)

    def _in_scope(self, text: str, line: int, what: str) -> Affine:
        """A value may name parameters of the refinement too."""
        own = dict(self.reader.constants)
        for each in self.refinement.properties:
            is_set = ("setting", self.refinement.name, each.name) in self.reader.places
            if last_name(each.class_name) == "Parameter" and each.value and not is_set:
                try:
                    own[each.name] = read_affine(each.value, Scope({}, own)).constant
                except Misread:
                    continue
        scope = self.reader.scope()
        positions = dict(scope.positions)
        for place, index in self.reader.places.items():
            if place[:2] == ("setting", self.refinement.name) and len(place) == 3:
                positions[place[2]] = index
        try:
            return read_affine(text, Scope(positions, own, scope.events))
        except Misread as problem:
            raise Misread(f"{what}: {problem.problem}", line, None, problem.remedy, problem.reason) from None
