"""Files of other tools: Ptolemy's modal models in, SpaceEx in and out."""

import itertools
import math
from fractions import Fraction

import pytest

from tests.engines.hybrid.systems import jumping_system, thermostat
from viva.core.text.reading import Misread
from viva.engines.hybrid import Network, System, compare, formats, pieces, summarise
from viva.engines.hybrid.formats import spaceex


def actor(name: str, kind: str, **properties: str) -> str:
    inside = "".join(
        f'<property name="{key}" class="ptolemy.data.expr.Parameter" value="{value}"/>'
        for key, value in properties.items()
    )
    return f'<entity name="{name}" class="ptolemy.actor.lib.{kind}">{inside}</entity>'


def relations(**links: str) -> str:
    found = "".join(f'<relation name="{name}" class="ptolemy.actor.TypedIORelation"/>' for name in links)
    ends = "".join(
        f'<link port="{port}" relation="{name}"/>' for name, ports in links.items() for port in ports.split()
    )
    return found + ends


def refinement(name: str, ports: str, inside: str) -> str:
    out = "".join(
        f'<port name="{port}" class="a.RefinementPort"><property name="output"/></port>' for port in ports.split()
    )
    return f'<entity name="{name}" class="ptolemy.domains.modal.modal.Refinement">{out}{inside}</entity>'


def state(name: str, refined: str = "", initial: bool = False) -> str:
    marks = f'<property name="refinementName" class="a.StringAttribute" value="{refined}"/>' if refined else ""
    marks += '<property name="isInitialState" class="a.Parameter" value="true"/>' if initial else ""
    return f'<entity name="{name}" class="ptolemy.domains.modal.kernel.State">{marks}</entity>'


def transition(
    name: str, source: str, target: str, guard: str, sets: str = "", reset: str = "false"
) -> tuple[str, str]:
    guard = guard.replace("&", "&amp;").replace("<", "&lt;")
    relation = (
        f'<relation name="{name}" class="ptolemy.domains.modal.kernel.Transition">'
        f'<property name="guardExpression" class="a" value="{guard}"/>'
        f'<property name="setActions" class="a" value="{sets}"/>'
        f'<property name="reset" class="a" value="{reset}"/></relation>'
    )
    links = (
        f'<link port="{target}.incomingPort" relation="{name}"/><link port="{source}.outgoingPort" relation="{name}"/>'
    )
    return relation, links


def modal(
    ports: str, states: str, transitions: list[tuple[str, str]], refinements: str, initial: str = "", inputs: str = ""
) -> str:
    out = "".join(f'<port name="{port}" class="a.ModalPort"><property name="output"/></port>' for port in ports.split())
    out += "".join(
        f'<port name="{port}" class="a.ModalPort"><property name="input"/></port>' for port in inputs.split()
    )
    controller = (
        '<entity name="_Controller" class="ptolemy.domains.modal.modal.ModalController">'
        f'<property name="initialStateName" class="a" value="{initial}"/>{states}'
        f"{''.join(one for one, _ in transitions)}{''.join(two for _, two in transitions)}</entity>"
    )
    return (
        '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE entity PUBLIC "-//UC Berkeley//DTD MoML 1//EN"\n'
        '    "http://ptolemy.eecs.berkeley.edu/xml/dtd/MoML_1.dtd">\n'
        '<entity name="Top" class="ptolemy.actor.TypedCompositeActor">'
        f'<entity name="Thermostat" class="ptolemy.domains.modal.modal.ModalModel">'
        f"{out}{controller}{refinements}</entity></entity>"
    )


def heating(name: str, rate: str) -> str:
    """Const into an integrator, as in the paper."""
    inside = actor("Rate", "Const", value=rate) + actor("Integrator", "Integrator", initialState="20.0")
    return refinement(name, "T", inside + relations(a="Rate.output Integrator.derivative", b="Integrator.state T"))


def moml_thermostat(initial: str = "off", **rates: str) -> str:
    moves = [
        transition("one", "off", "on", "T <= 18", "on.Integrator.initialState = T", "true"),
        transition("two", "on", "off", "T >= 21", "off.Integrator.initialState = T", "true"),
    ]
    states = state("off", "off", not initial) + state("on", "on")
    parts = heating("off", rates.get("off", "-1.0")) + heating("on", rates.get("on", "2.0"))
    return modal("T", states, moves, parts, initial)


def test_the_thermostat_of_the_paper_is_read_from_ptolemy() -> None:
    for initial in ("off", ""):
        system = formats.read(moml_thermostat(initial))
        assert system.outputs == ("T",)
        assert compare(system, thermostat(), Fraction(0), Fraction(40)).kind == "equal"
    wrong = formats.read(moml_thermostat(off="1.0"))
    assert compare(wrong, thermostat(), Fraction(1, 2), Fraction(40)).departures[0].start == Fraction(1, 4)


@pytest.mark.parametrize(
    ("version", "anew"), [("8.0.1", False), ("9.0.devel", False), ("11.0.devel", True), (None, True)]
)
def test_without_a_mark_old_files_resume_a_refinement_and_new_ones_begin_it_anew(
    version: str | None, anew: bool
) -> None:
    moves = [transition("one", "off", "on", "T <= 18"), transition("two", "on", "off", "T >= 21")]
    states = state("off", "off", True) + state("on", "on")
    text = modal("T", states, moves, heating("off", "-1.0") + heating("on", "2.0"))
    text = text.replace('<property name="reset" class="a" value="false"/>', "")
    if version:
        made_by = f'<property name="_createdBy" class="a.VersionAttribute" value="{version}"/>'
        text = text.replace('CompositeActor">', f'CompositeActor">{made_by}', 1)
    system = formats.read(text)
    set_by_first = [system.variables[index] for index, _ in system.automata[0].transitions[0].reset]
    assert ("on_Integrator" in set_by_first) is anew


def test_a_shared_refinement_with_settings_and_a_level_crossing_is_read() -> None:
    """As in the demonstration that comes with Ptolemy: T' = source - 0.4 T, heated from 70 to 80."""
    network = refinement(
        "heating",
        "output event",
        actor("Sum", "AddSubtract")
        + actor("Integrator", "Integrator", initialState="65.0")
        + actor("Level", "LevelCrossingDetector", level="70.0")
        + actor("Scale", "Scale", factor="0.4")
        + actor("Source", "Const", value="0.0")
        + relations(
            a="Sum.output Integrator.derivative",
            b="Integrator.state output Scale.input Level.trigger",
            c="Scale.output Sum.minus",
            d="Source.output Sum.plus",
            e="Level.output event",
        ),
    )
    moves = [
        transition(
            "r",
            "init",
            "heating",
            "true",
            "heating.Integrator.initialState = 65.0; heating.Source.value = 35.0; heating.Level.level = 80.0",
            "true",
        ),
        transition(
            "r4", "heating", "cooling", "event_isPresent", "heating.Source.value = 0.0; heating.Level.level = 70.0"
        ),
        transition(
            "r5", "cooling", "heating", "output < 70.0", "heating.Source.value = 35.0; heating.Level.level = 80.0"
        ),
    ]
    states = state("cooling", "heating") + state("heating", "heating") + state("init", initial=True)
    system = formats.read(modal("output event", states, moves, network))
    assert system.outputs == ("output",)
    times = [float(jump.time) for each in pieces(Network(system, False), 20.0) for jump in each.jumps]
    first = 2.5 * math.log((87.5 - 65) / (87.5 - 80))
    assert times[:3] == pytest.approx([0.0, first, first + 2.5 * math.log(80 / 70)], abs=1e-9)


def test_expressions_gains_and_events_are_read() -> None:
    network = refinement(
        "run",
        "x",
        '<entity name="E" class="ptolemy.actor.lib.Expression"><property name="expression" class="a" value="2*in - 3"/>'
        '<port name="in" class="a"><property name="input"/></port>'
        '<port name="output" class="a"><property name="output"/></port></entity>'
        + actor("G", "Scale", factor="0.5")
        + actor("I", "Integrator", initialState="4")
        + relations(a="I.state G.input x", b="G.output E.in", c="E.output I.derivative"),
    )
    moves = [transition("go", "wait", "run", "ring_isPresent", "", "true")]
    system = formats.read(modal("x", state("wait") + state("run", "run"), moves, network, "wait", "ring"))
    assert [event.name for event in system.inputs.events] == ["ring"]
    rates = Network(system).rates((1,))
    assert rates[system.position("run_I")] == formats.read("variables x\nmode a\n x' = x - 3\n").automata[0].modes[
        0
    ].flow[0][1].moved([1])


BAD = {
    "another actor": (moml_thermostat().replace("lib.Const", "lib.Sine"), "'Sine'"),
    "no initial": (moml_thermostat("").replace("isInitialState", "x"), "no state is the initial one"),
    "no modal model": ("<entity name='a' class='b'/>", "no modal model"),
    "entities": ('<!DOCTYPE a [<!ENTITY b "c">]><entity name="&b;"/>', ""),
    "bad guard": (moml_thermostat().replace("T &lt;= 18", "T * T > 1"), "two variables"),
    "unknown refinement": (moml_thermostat().replace('value="on"/>', 'value="gone"/>'), "no refinement 'gone'"),
    "not closed": ("<entity name='a'>", ""),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_of_ptolemy_is_named(name: str) -> None:
    text, words = BAD[name]
    with pytest.raises(Misread) as problem:
        formats.read(text)
    assert words in str(problem.value)


SPACEEX = """<?xml version="1.0" encoding="iso-8859-1"?>
<sspaceex xmlns="http://www-verimag.imag.fr/xml-namespaces/sspaceex" version="0.2" math="SpaceEx">
  <component id="Thermostat">
    <param name="t" type="real" local="false" d1="1" d2="1" dynamics="any" />
    <param name="up" type="real" local="false" d1="1" d2="1" dynamics="const" />
    <location id="1" name="off"><invariant>t &gt;= 18</invariant><flow>t' == -1</flow></location>
    <location id="2" name="on"><invariant>t &lt;= 21</invariant><flow>t'==up</flow></location>
    <transition source="1" target="2"><guard>t &lt;= 18</guard></transition>
    <transition source="2" target="1"><guard>t &gt;= 21</guard><assignment>t := t</assignment></transition>
  </component>
  <component id="net">
    <param name="T" type="real" local="false" d1="1" d2="1" dynamics="any" />
    <param name="u" type="real" local="false" d1="1" d2="1" dynamics="const" />
    <bind component="Thermostat" as="bound"><map key="t">T</map><map key="up">u</map></bind>
  </component>
</sspaceex>
"""
CONFIGURATION = """# a comment
system = "net"
initially = "T == 20 & u == 2
   & loc(bound) == off"
output-variables = "T"
time-horizon = 40
"""


def test_a_spaceex_model_with_its_configuration_is_read() -> None:
    system = spaceex.read(SPACEEX, CONFIGURATION)
    assert system.variables == ("T",)
    assert compare(system, thermostat(), Fraction(0), Fraction(40)).kind == "equal"


def written(system: System) -> System | None:
    try:
        return spaceex.read(spaceex.write(system), spaceex.write_configuration(system, Fraction(10)))
    except Misread:
        return None


@pytest.mark.some(6)
@pytest.mark.parametrize("block", range(30))
def test_what_is_written_for_spaceex_behaves_the_same_and_cannot_wait(block: int) -> None:
    told = jumping = 0
    for seed in range(60 * block, 60 * block + 60):
        system = jumping_system(seed)
        again = written(system)
        if again is None:
            continue
        told += 1
        assert again.variables == system.variables
        one, other = summarise(system, Fraction(6)), summarise(again, Fraction(6))
        if any(jump.options for jump in one.jumps):
            continue
        assert [(jump.time, jump.after) for jump in one.jumps] == [(jump.time, jump.after) for jump in other.jumps]
        assert one.bounds == other.bounds
        network = Network(again)
        for piece, following in itertools.pairwise(other.pieces):
            jumping += 1
            assert piece.end is not None and following.jumps
            lasts = piece.flow.until(network.invariant(piece.modes), None)
            assert lasts == piece.end - piece.start, "the mode may be left later than at once"
    assert told >= 10 and jumping >= 20


def test_what_cannot_be_said_without_urgency_is_not_written() -> None:
    line = (
        "variables x, y\nmode a\n x' = 1\n y' = 1\n when {} go to b{}\nmode b\n x' = 1\n when x >= 5 go to a, x := 0\n"
    )
    assert written(formats.read(line.format("x >= 2", ""))) is not None
    for guard, reset in (("x >= 2 && y >= 1", ""), ("x == 2", ""), ("x >= 2", ", x := 7"), ("x >= 0 - 1", "")):
        assert written(formats.read(line.format(guard, reset))) is None


def test_a_spaceex_model_that_does_not_say_how_it_begins_is_incomplete() -> None:
    for configuration in (
        "",
        CONFIGURATION.replace("T == 20 & ", ""),
        CONFIGURATION.replace("& loc(bound) == off", ""),
    ):
        with pytest.raises(Misread) as problem:
            spaceex.read(SPACEEX, configuration)
        assert problem.value.reason == "incomplete" and problem.value.remedy


def test_what_spaceex_files_have_wrong_is_told() -> None:
    for text, words in (
        (SPACEEX.replace("t' == -1", "t' == t * t"), "two variables"),
        (SPACEEX.replace('<bind component="Thermostat"', '<bind component="Gone"'), "Gone"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>' + SPACEEX.partition("\n")[2], "entities"),
        (SPACEEX.replace("</sspaceex>", ""), "not XML"),
    ):
        with pytest.raises(Misread, match=words):
            spaceex.read(text, CONFIGURATION)
    with pytest.raises(Misread, match="initially"):
        spaceex.read(SPACEEX, CONFIGURATION.replace("T == 20", "T near 20"))
