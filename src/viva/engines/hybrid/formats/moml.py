"""Ptolemy II's modal models: a controller with states and transitions, and a refinement of actors for each state.

The network of actors in a refinement is read as equations: integrators hold the state, and constants, gains, sums and
affine expressions between them, in any arrangement, say how fast it changes. Two states may share a refinement. What
transitions set (`heating.HeatSource.value = 35.0`) becomes a variable that only they change. Each output port is a
variable too: it follows what the refinement at hand sends there. `X_isPresent` is an event from outside, or that a
level-crossing detector of the refinement has its level just now. What cannot be read is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Misread, in_quotes
from viva.engines import moml
from viva.engines.hybrid.draft import MOST_MODES, MOST_TRANSITIONS, MOST_VARIABLES
from viva.engines.hybrid.expressions import Scope, read_affine, read_condition, show_affine
from viva.engines.hybrid.formats.moml_network import Known, Network, wires_of
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
from viva.engines.hybrid.sentences import sentence
from viva.engines.moml import Entity, Relation
from viva.engines.moml.modal import CONTROLLER, ends, is_true, marks_resets, resumes
from viva.engines.moml.model import last_name

_SET = re.compile(r"\s*([\w.]+)\s*=\s*(.+?)\s*", re.DOTALL)
_PRESENT = re.compile(r"\b([^\W\d]\w*)_isPresent\b")


def read(text: str) -> System:
    """Raises Misread."""
    model = moml.read(text)
    modal, around = _modal_model(model.root)
    return _HybridMomlReader(modal, around, marks_resets(model)).system()


def _modal_model(root: Entity) -> tuple[Entity, tuple[Entity, ...]]:
    """The one modal model of a file, and the entities around it, whose parameters it sees."""
    found: list[tuple[Entity, tuple[Entity, ...]]] = []
    waiting: list[tuple[Entity, tuple[Entity, ...]]] = [(root, ())]
    while waiting:
        here, around = waiting.pop(0)
        if here.entity(CONTROLLER) is not None:
            found.append((here, around))
            continue
        waiting += [(each, (*around, here)) for each in here.entities]
    if not found:
        raise Misread(sentence("there_is_no_modal_model_in"), remedy=sentence("hand_in_a_modalmodel_with_its"))
    if len(found) > 1:
        names = " and ".join(in_quotes(each.name) for each, _ in found[:2])
        raise Misread(
            sentence("there_are_several_modal_models", names=names), found[1][0].line, remedy=sentence("hand_in_one")
        )
    return found[0]


@dataclass(slots=True)
class _HybridMomlReader:
    modal: Entity
    around: tuple[Entity, ...]
    resets_are_marked: bool
    known: Known = field(default_factory=Known)

    @property
    def controller(self) -> Entity:
        found = self.modal.entity(CONTROLLER)
        assert found is not None
        return found

    def system(self) -> System:
        states = self.controller.of_class("State")
        transitions = list(self._transitions())
        if len(states) > MOST_MODES or len(transitions) > MOST_TRANSITIONS:
            raise Misread(sentence("this_state_machine_is_too_large"), self.controller.line, reason="too_large")
        for port in self.modal.ports:
            if port.is_output and not port.is_input and not self._only_events(port.name):
                self.known.add(("output", port.name), port.name)
        outputs = tuple(self.known.names)
        if not outputs:
            raise Misread(
                sentence("the_modal_model_has_no_output"),
                self.modal.line,
                remedy=sentence("add_one_for_what_is_compared"),
            )
        self._parameters()
        self._inputs(transitions)
        settings = {path for relation, _, _ in transitions for path, _ in self._settings(relation)}
        for path in sorted(settings):
            self._setting(path)
        refinements = {state.name: self._refinement(state) for state in states}
        for refinement in filter(None, refinements.values()):
            for integrator in refinement.of_class("Integrator"):
                self._integrator(refinement.name, integrator)
        if len(self.known.names) > MOST_VARIABLES:
            raise Misread(
                sentence("there_are_more_than_variables", most_variables=MOST_VARIABLES),
                self.modal.line,
                reason="too_large",
            )
        networks = {name: Network(self.known, each) if each else None for name, each in refinements.items()}
        modes = tuple(self._mode(state, networks[state.name]) for state in states)
        numbers = {state.name: number for number, state in enumerate(states)}
        built = tuple(
            self._transition(relation, numbers[source], numbers[target], networks[source], networks[target])
            for relation, source, target in transitions
        )
        initial = numbers[self._initial(states)]
        entered = self._entry(networks[states[initial].name])
        starts = [self.known.values.get(index, Fraction(0)) for index in range(len(self.known.names))]
        for index, value in entered:
            starts[index] = value.at([*starts, *([Fraction(0)] * len(self.known.signals))])
        automaton = Automaton(self.modal.name, modes, built, initial)
        still = (Fraction(0), Fraction(0), Fraction(0))
        inputs = Inputs(
            tuple(Signal(name, (still,)) for name in self.known.signals),
            tuple(Event(name, ()) for name in self.known.events),
        )
        lines = {("mode", 0, number): state.line for number, state in enumerate(states)}
        lines |= {("transition", 0, number): each[0].line for number, each in enumerate(transitions)}
        return System(
            tuple(self.known.names), outputs, (automaton,), tuple(Span(each, each) for each in starts), inputs, lines
        )

    def _parameters(self) -> None:
        for entity in (*self.around, self.modal, self.controller):
            for each in entity.properties:
                if last_name(each.class_name) == "Parameter" and each.value and not each.name.startswith("_"):
                    try:
                        self.known.constants[each.name] = read_affine(
                            each.value, Scope({}, self.known.constants)
                        ).constant
                    except Misread:
                        self.known.constants.pop(each.name, None)  # a text or a matrix; whoever asks for it is told

    def _inputs(self, transitions: list[tuple[Relation, str, str]]) -> None:
        guards = " ".join(relation.value("guardExpression") or "" for relation, _, _ in transitions)
        for port in self.modal.ports:
            if port.is_input:
                as_event = re.search(rf"\b{re.escape(port.name)}_isPresent\b", guards)
                (self.known.events if as_event else self.known.signals).append(port.name)

    def _settings(self, relation: Relation) -> Iterator[tuple[tuple[str, ...], str]]:
        """What a transition sets, by the path of it."""
        for key in ("setActions", "outputActions"):
            for piece in (relation.value(key) or "").split(";"):
                if piece.strip():
                    found = _SET.fullmatch(piece)
                    if found is None:
                        raise Misread(
                            sentence("cannot_be_read", key=key, piece=in_quotes(piece.strip())), relation.line
                        )
                    yield tuple(found[1].split(".")), found[2]

    def _setting(self, path: tuple[str, ...]) -> None:
        if ("output", path[-1]) in self.known.places and len(path) == 1:
            return
        if len(path) == 1:
            index = self.known.add(("own", path[0]), path[0])
            self.known.values[index] = self.known.constants.pop(path[0], Fraction(0))
            return
        owner: Entity | None = self.modal
        for name in path[:-1]:
            owner = owner.entity(name) if owner else None
        if owner is None:
            remedy = sentence("name_a_refinement_an_actor_and")
            raise Misread(
                sentence("there_is_no_that_a_transition", path=str(".".join(path))), self.modal.line, remedy=remedy
            )
        if last_name(owner.class_name) == "Integrator" and path[-1] == "initialState":
            return
        index = self.known.add(("setting", *path), "_".join(path))
        self.known.values[index] = self.known.expression(
            owner.value(path[-1]) or "0", owner.line, ".".join(path)
        ).constant

    def _refinement(self, state: Entity) -> Entity | None:
        name = (state.value("refinementName") or "").strip()
        if not name:
            return None
        if "," in name:
            raise Misread(
                sentence("the_state_has_several_refinements", name=in_quotes(state.name)),
                state.line,
                remedy=sentence("use_one"),
            )
        found = self.modal.entity(name)
        if found is None:
            raise Misread(
                sentence("there_is_no_refinement_of_the", name=in_quotes(name), name2=in_quotes(state.name)), state.line
            )
        if found.entity(CONTROLLER) is not None:
            problem = sentence("the_refinement_is_a_state_machine", name=in_quotes(name))
            raise Misread(problem, found.line, remedy=sentence("use_states_side_by_side"))
        return found

    def _integrator(self, refinement: str, integrator: Entity) -> None:
        place = ("integrator", refinement, integrator.name)
        if place not in self.known.places:
            index = self.known.add(place, f"{refinement}_{integrator.name}")
            what = sentence("part_of", name="initialState", owner=f"{refinement}.{integrator.name}")
            start = self.known.expression(integrator.value("initialState") or "0", integrator.line, what)
            self.known.values[index] = start.at(
                [self.known.values.get(each, Fraction(0)) for each in range(len(self.known.names))]
            )

    def _initial(self, states: tuple[Entity, ...]) -> str:
        """Both ways in which a file says it: by the name in the controller, or by a mark at the state."""
        name = (self.controller.value("initialStateName") or "").strip()
        marked = [state.name for state in states if is_true(state, "isInitialState")]
        if name:
            if name not in [state.name for state in states]:
                raise Misread(sentence("the_initial_state_is_not_there", name=in_quotes(name)), self.controller.line)
            return name
        if not marked:
            raise Misread(
                sentence("no_state_is_the_initial_one"),
                self.controller.line,
                remedy=sentence("mark_a_state_as_initial"),
            )
        return marked[0]

    def _transitions(self) -> Iterator[tuple[Relation, str, str]]:
        states = {state.name for state in self.controller.of_class("State")}
        ends_of = ends(self.controller)
        for relation in self.controller.relations:
            found = {port: state for port, state in ends_of.get(relation.name, {}).items() if state in states}
            if set(found) != {"incomingPort", "outgoingPort"}:
                raise Misread(
                    sentence("the_transition_does_not_lead_from", name=in_quotes(relation.name)), relation.line
                )
            yield relation, found["outgoingPort"], found["incomingPort"]

    def _mode(self, state: Entity, network: Network | None) -> Mode:
        if network is None:
            return Mode(state.name)
        flow = network.rates()
        for place, index in self.known.places.items():
            sent = network.sent(place[-1]) if place[0] == "output" else None
            if sent is not None:
                rate = constant(0)
                for each, factor in sent.terms:
                    rate = rate.plus(flow.get(each, constant(0)), factor)
                flow[index] = rate
        return Mode(state.name, tuple(sorted((index, rate) for index, rate in flow.items() if rate != Affine())))

    def _entry(self, network: Network | None) -> Assignments:
        """What outputs are when a mode is entered."""
        if network is None:
            return ()
        sent = ((index, network.sent(place[-1])) for place, index in self.known.places.items() if place[0] == "output")
        return tuple((index, value) for index, value in sent if value is not None)

    def _transition(
        self, relation: Relation, source: int, target: int, old: Network | None, new: Network | None
    ) -> Transition:
        reset: dict[int, Affine] = {}
        set_states: set[int] = set()
        for path, text in self._settings(relation):
            value = self.known.expression(
                text, relation.line, sentence("set_by_transition", name=in_quotes(relation.name))
            )
            integrator = ("integrator", *path[:-1])
            if path[-1] == "initialState" and integrator in self.known.places:
                set_states.add(self.known.places[integrator])
                reset[self.known.places[integrator]] = value
                continue
            reset[self.known.places[self._place(path)]] = value
        if new is not None and not resumes(relation, self.resets_are_marked):
            for index in new.integrators():
                if index not in set_states:
                    reset[index] = constant(self.known.values[index])
        for index, value in self._entry(new):
            reset[index] = value.after(reset)
        plain = tuple(sorted((index, value) for index, value in reset.items() if value != variable(index)))
        return Transition(source, target, self._guard(relation, old), plain)

    def _place(self, path: tuple[str, ...]) -> tuple[str, ...]:
        if len(path) > 1:
            return ("setting", *path)
        return ("output", path[0]) if ("output", path[0]) in self.known.places else ("own", path[0])

    def _guard(self, relation: Relation, network: Network | None) -> Condition:
        text = (relation.value("guardExpression") or "true").strip()

        def present(found: re.Match[str]) -> str:
            name = found[1]
            if name in self.known.events:
                return name
            level = network.level(name) if network else None
            if level is None:
                raise Misread(sentence("nothing_ever_makes_present", name=in_quotes(name)), relation.line)
            names = [*self.known.names, *self.known.signals]
            return f"({show_affine(level, names)} == 0)"

        replaced = _PRESENT.sub(present, text)
        scope = Scope(
            {**{name: index for index, name in enumerate(self.known.names)}, **self.known.scope().positions},
            self.known.constants,
            frozenset(self.known.events),
        )
        try:
            return read_condition(replaced, scope)
        except Misread as problem:
            said = sentence("the_guard", text=in_quotes(text), problem=problem.said)
            raise Misread(said, relation.line, None, problem.what_to_do, problem.reason) from None

    def _only_events(self, port: str) -> bool:
        """Whether an output port only carries the events of level-crossing detectors."""
        sources = []
        for entity in self.modal.entities:
            if entity.name != CONTROLLER and any(each.name == port for each in entity.ports):
                wires = wires_of(entity)
                ends = wires.get(port, ())
                sources += [entity.entity(each.partition(".")[0]) for each in ends if "." in each]
        kinds = {last_name(each.class_name) for each in sources if each is not None}
        return kinds == {"LevelCrossingDetector"}
