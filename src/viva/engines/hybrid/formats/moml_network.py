"""The actors of a refinement, read as expressions in the variables of the whole model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.reading import Misread, in_quotes
from viva.core.texts import Sentence
from viva.engines.hybrid.expressions import Scope, read_affine
from viva.engines.hybrid.model import Affine, constant, variable
from viva.engines.hybrid.sentences import sentence
from viva.engines.moml import Entity
from viva.engines.moml.modal import joined_relations
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
_DEEPEST = 200


@dataclass(slots=True)
class Known:
    """The variables of a model by position, with what each is (an output, an integrator, a setting) and begins with,
    and the other names that expressions may use."""

    names: list[str] = field(default_factory=list)
    places: dict[tuple[str, ...], int] = field(default_factory=dict)
    values: dict[int, Fraction] = field(default_factory=dict)
    constants: dict[str, Fraction] = field(default_factory=dict)
    signals: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def add(self, place: tuple[str, ...], name: str) -> int:
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

    def expression(self, text: str, line: int, what: str | Sentence) -> Affine:
        try:
            return read_affine(text, self.scope())
        except Misread as problem:
            raise Misread(
                sentence("placed", where=what, problem=problem.said), line, None, problem.what_to_do, problem.reason
            ) from None


def wires_of(entity: Entity) -> dict[str, tuple[str, ...]]:
    """For each port the sources that are connected with it: ports of actors that send, and the entity's own inputs."""
    groups = joined_relations(entity)
    at: dict[str, list[str]] = {}
    for link in entity.links:
        if link.port is not None:
            at.setdefault(groups.get(link.relation, link.relation), []).append(link.port)
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
class Network:
    """The actors of a refinement as expressions in the variables."""

    known: Known
    refinement: Entity
    wires: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _sent: dict[str, Affine] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wires = wires_of(self.refinement)

    def integrators(self) -> list[int]:
        found = self.refinement.of_class("Integrator")
        return [self.known.places["integrator", self.refinement.name, each.name] for each in found]

    def rates(self) -> dict[int, Affine]:
        found = {}
        for each in self.refinement.of_class("Integrator"):
            index = self.known.places["integrator", self.refinement.name, each.name]
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
            problem = sentence("the_actors_in_feed_themselves_without", name=in_quotes(self.refinement.name))
            raise Misread(problem, self.refinement.line, remedy=sentence("put_an_integrator_into_every_loop"))
        name, dot, _ = source.rpartition(".")
        if not dot:
            return self.known.expression(source, self.refinement.line, sentence("the_input", name=in_quotes(source)))
        if source not in self._sent:
            actor = self.refinement.entity(name)
            assert actor is not None
            self._sent[source] = self._value(actor, depth)
        return self._sent[source]

    def _value(self, actor: Entity, depth: int) -> Affine:
        def into(*ports: str) -> Affine:
            wired = [source for port in ports for source in self.wires.get(f"{actor.name}.{port}", ())]
            return self._sum(wired, depth)

        match last_name(actor.class_name):
            case "Integrator":
                return variable(self.known.places["integrator", self.refinement.name, actor.name])
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
                where = sentence("actor_in", actor=in_quotes(actor.name), refinement=in_quotes(self.refinement.name))
                remedy = sentence("use_integrator_const_scale_addsubtract_multiplydivide")
                raise Misread(
                    sentence("is_of_the_kind_which_is", where=where, other=in_quotes(other)), actor.line, remedy=remedy
                )

    def _product(self, actor: Entity, depth: int) -> Affine:
        total = constant(1)
        for source in self.wires.get(f"{actor.name}.multiply", ()):
            total = self._times(actor, total, self._from(source, depth + 1))
        for source in self.wires.get(f"{actor.name}.divide", ()):
            by = self._from(source, depth + 1)
            if not by.is_constant or not by.constant:
                raise Misread(sentence("the_actor_divides_by_a_variable", name=in_quotes(actor.name)), actor.line)
            total = total.times(1 / by.constant)
        return total

    def _times(self, actor: Entity, one: Affine, other: Affine) -> Affine:
        if one.is_constant:
            return other.times(one.constant)
        if other.is_constant:
            return one.times(other.constant)
        problem = sentence("the_actor_multiplies_two_variables_which", name=in_quotes(actor.name))
        raise Misread(problem, actor.line, remedy=sentence("only_sums_of_variables_times_numbers_2"))

    def _expression(self, actor: Entity, into: Callable[[str], Affine]) -> Affine:
        """The ports of the actor are names in its expression."""
        scope = self.known.scope()
        ports = [port.name for port in actor.ports if port.is_input]
        base = len(self.known.names) + len(self.known.signals)
        positions = {**scope.positions, **{name: base + index for index, name in enumerate(ports)}}
        text = actor.value("expression") or "0"
        try:
            read_in = read_affine(text, Scope(positions, scope.parameters, scope.events))
        except Misread as problem:
            said = sentence("the_expression_of", name=in_quotes(actor.name), problem=problem.said)
            raise Misread(said, actor.line, None, problem.what_to_do, problem.reason) from None
        return read_in.after({base + index: into(name) for index, name in enumerate(ports)})

    def _parameter(self, actor: Entity, *names: str) -> Affine:
        for name in names:
            place = ("setting", self.refinement.name, actor.name, name)
            if place in self.known.places:
                return variable(self.known.places[place])
            if actor.value(name):
                what = sentence("part_of", name=name, owner=f"{self.refinement.name}.{actor.name}")
                return self._in_scope(actor.value(name) or "", actor.line, what)
        return constant(1)

    def _in_scope(self, text: str, line: int, what: str | Sentence) -> Affine:
        """A value may name parameters of the refinement too."""
        own = dict(self.known.constants)
        for each in self.refinement.properties:
            is_set = ("setting", self.refinement.name, each.name) in self.known.places
            if last_name(each.class_name) == "Parameter" and each.value and not is_set:
                try:
                    own[each.name] = read_affine(each.value, Scope({}, own)).constant
                except Misread:
                    continue
        scope = self.known.scope()
        positions = dict(scope.positions)
        for place, index in self.known.places.items():
            if place[:2] == ("setting", self.refinement.name) and len(place) == 3:
                positions[place[2]] = index
        try:
            return read_affine(text, Scope(positions, own, scope.events))
        except Misread as problem:
            raise Misread(
                sentence("placed", where=what, problem=problem.said), line, None, problem.what_to_do, problem.reason
            ) from None
