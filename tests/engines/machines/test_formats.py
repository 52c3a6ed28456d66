"""Notations: what is written is read back, both generations of Ptolemy's files, and what is told of bad input."""

from __future__ import annotations

import json as standard
import re

import pytest

from tests.engines.machines.random_machines import random_system
from viva.core.text.reading import Misread
from viva.engines.machines.comparing.compare import compare
from viva.engines.machines.expressions import parse, show
from viva.engines.machines.formats import json, moml, read, text
from viva.engines.machines.model import FSM, System
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import told_apart


def same(one: System, other: System) -> bool:
    values = told_apart([one, other])
    names, shown = [each.name for each in one.inputs], [each.name for each in one.outputs]
    sides = [Behaviour(system, values=values, inputs=names, shown=shown) for system in (one, other)]
    return bool(compare(sides[0], sides[1]).equal)


def test_text_and_json_are_read_back_as_they_were() -> None:
    for number in range(150):
        system = random_system(number)
        assert text.read(text.write(system)) == system
        assert json.read(json.write(system)) == system


def test_moml_is_read_back_with_the_same_behaviour() -> None:
    written = 0
    for number in range(180):
        system = random_system(number)
        try:
            content = moml.write(system)
        except Misread:  # what MoML has no way to say
            continue
        written += 1
        assert same(system, read(content)), number
        assert same(system, read(as_older_file(content))), number
    assert written > 80


def as_older_file(content: str) -> str:
    """As Ptolemy 8 wrote it: other packages, `reset` where newer files say `history`, and no mark where it resumes."""
    marks = re.compile(r'<property name="history" (class="[^"]*") value="(true|false)">\s*</property>')
    turned = marks.sub(lambda m: f'<property name="reset" {m[1]} value="true"/>' if m[2] == "false" else "", content)
    assert '"history"' not in turned
    older = turned.replace("ptolemy.domains.modal.", "ptolemy.domains.fsm.").replace(
        'value="11.0.devel"', 'value="8.0.1"'
    )
    assert 'value="8.0.1"' in older
    return older


@pytest.mark.parametrize("written", ["a & !b | c", "!(a | b) & c", "a.present & !(n + 1 > 2 * 3)", "c == red", "true"])
def test_expressions_are_read_back(written: str) -> None:
    assert parse(show(parse(written))) == parse(written)


@pytest.mark.parametrize("written", ["a && !b || c", "a and not b or c", "a ∧ ¬b ∨ c"])
def test_other_spellings_mean_the_same(written: str) -> None:
    assert parse(written) == parse("a & !b | c")


OLD = """
input press, more: bool
output light: bool
machine {
  initial Off
  state On { initial Dim state Bright Dim -> Bright: more / light  Bright -> Dim: more / light = false }
  Off -> On: press FLAG
  On -> Off: press [preemptive]
}
"""
HISTORY, RESET = OLD.replace("FLAG", "[history]"), OLD.replace("FLAG", "")
MARK = re.compile(r'\s*<property name="history" [^>]*>\s*</property>')


@pytest.mark.parametrize(
    ("version", "mark", "expected"),
    [
        ("8.1.devel", "", HISTORY),
        ("9.0.devel", "", HISTORY),
        ("9.1.devel", "", RESET),
        ("11.0.devel", "", RESET),
        ("8.1.devel", "reset", RESET),
        ("11.0.devel", "history", HISTORY),
    ],
)
def test_what_no_mark_means_depends_on_the_version_that_made_the_file(version: str, mark: str, expected: str) -> None:
    content = MARK.sub("", moml.write(text.read(RESET))).replace("11.0.devel", version)
    if mark:
        given = f'<property name="{mark}" class="ptolemy.data.expr.Parameter" value="true"/>'
        content = content.replace('<property name="guardExpression"', f'{given}<property name="guardExpression"')
    assert same(text.read(expected), read(content))


def test_a_guard_that_reads_an_absent_value_does_not_hold_in_ptolemy() -> None:
    content = moml.write(text.read("input a: bool\noutput x\nmachine { initial S  S -> S: a / x }"))
    system = read(content.replace("(a_isPresent &amp;&amp; a)", "!a"))
    run = Behaviour(system).run([{}, {"a": False}, {"a": True}])
    assert [one.outputs for one in run] == [{}, {"x": True}, {}]


def test_immediate_transitions_are_refused() -> None:
    content = moml.write(text.read("input a\noutput x\nmachine { initial S  S -> S: a / x }"))
    mark = '<property name="immediate" class="ptolemy.data.expr.Parameter" value="true"/>'
    with pytest.raises(Misread, match="immediate"):
        read(content.replace('<property name="guardExpression"', f'{mark}<property name="guardExpression"'))


def test_a_cascade_of_ptolemy_is_read_by_its_connections() -> None:
    machine = """
    input a
    output x
    cascade {
      Second { initial S state T  S -> T: m  T -> S: m / x }
    }
    """
    parts = "One { initial S S -> S: a / m } Two { initial S state T S -> T: m T -> S: m / x }"
    one = text.read(f"input a\noutput x\ncascade {{ {parts} }}")
    system = read(moml.write(one))
    assert [signal.name for signal in system.inputs] == ["a"]
    assert [signal.name for signal in system.outputs] == ["x"]
    assert same(one, system)
    with pytest.raises(Misread, match="'m'"):
        text.read(machine)


def test_feedback_between_ptolemys_machines_is_refused() -> None:
    one = text.read("input a\noutput x\ncascade { One { initial S S -> S: a / m } Two { initial S S -> S: m / x } }")
    content = moml.write(one).replace('<link port="One.a" relation="r_a"/>', '<link port="One.a" relation="r_x"/>')
    with pytest.raises(Misread, match="feedback"):
        read(content)


FSM_JSON = {"kind": "fsm", "states": [{"name": "S", "initial": True}], "transitions": []}


def with_transition(**given: object) -> str:
    machine = {**FSM_JSON, "transitions": [{"from": "S", "to": "S", "guard": "a", **given}]}
    data = {
        "inputs": [{"name": "a", "type": "pure"}, {"name": "n", "type": {"int": [0, 3]}}],
        "outputs": [{"name": "x", "type": "pure"}, {"name": "c", "type": {"enum": ["red", "green"]}}],
        "machine": machine,
    }
    return standard.dumps(data, indent=1)


@pytest.mark.parametrize("output", ["x", ["x"], {"x": True}, {"x": "present"}, "x = true", {"x": "true"}, "x;"])
def test_an_output_can_be_written_in_several_ways(output: object) -> None:
    system = json.read(with_transition(output=output))
    assert Behaviour(system).run([{"a": True}])[0].outputs == {"x": True}


@pytest.mark.parametrize("output", [{"c": "red"}, "c = red", ["c = red"], 'c = "red"'])
def test_a_value_can_be_written_in_several_ways(output: object) -> None:
    system = json.read(with_transition(output=output))
    assert Behaviour(system).run([{"a": True}])[0].outputs == {"c": "red"}


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (with_transition(guard="a & & b"), "column 5"),
        (with_transition(guard="b"), "no signal or variable is called 'b'"),
        (with_transition(guard="n"), "a number, and true or false is needed"),
        (with_transition(guard="n == red"), "red"),
        (with_transition(guard="c < red"), "order|no earlier part"),
        (with_transition(output={"c": "blue"}), "not a value here"),
        (with_transition(output={"a": True}), "which is an input"),
        (with_transition(to="T"), "no state 'T'"),
        (with_transition(guard="x"), "feedback"),
        (with_transition(gard="a"), "did you mean 'guard'"),
        (with_transition(history="yes"), "true or false"),
        (with_transition(immediate=True), "immediate"),
        (with_transition(guard="(" * 500 + "a"), "nested"),
        (with_transition(guard="n == 99999999999999999999"), "too long"),
        ('{"machine": {"kind": "asynchronous", "parts": []}}', "asynchronous composition is not supported"),
        ('{"machine": {"kind": "fsm", "states": []}}', "no state"),
        ('{"machine": {"kind": "fsm", "states": [{"name": "A"}]}}', "no initial state"),
        ('{"machine": {"kind": "fsm", "states": ["A", {"name": "A", "initial": true}]}}', "two states"),
        ('{"inputs": [{"name": "a", "type": {"int": [3, 1]}}], "machine": {}}', "is not a kind|bounds"),
        ('{"inputs": [{"name": "a", "type": "float"}], "machine": {"states": []}}', "not a type"),
        ('{"inputs": [{"name": "a"}, {"name": "a"}], "machine": {"states": []}}', "there twice"),
        ("[]", "expected an object"),
        ("{", "not JSON"),
        ("machine { initial S S -> T: a }", "T"),
        ("machine { initial S S -> S: }", "expected"),
        ("machine { initial S", "expected"),
        ("input a: int 5..1 machine { initial S }", "bounds"),
        ("<!DOCTYPE e [<!ENTITY a 'b'>]><entity name='&a;'/>", "entities"),
        ("<entity name='x' class='y'/>", "no modal model"),
        ('<scxml xmlns="http://www.w3.org/2005/07/scxml"/>', "SCXML.*hand in"),
        ('<?xml version="1.0"?>\n<structure><type>fa</type></structure>', "JFLAP"),
        ("<nta><template/></nta>", "UPPAAL"),
        ("MODULE main\nVAR a : boolean;", "SMV"),
        ("digraph { a -> b }", "Graphviz"),
        ('{"id": "xstate", "initial": "a", "states": {"a": {}}}', "not a key that is known"),
    ],
)
def test_bad_input_is_told(content: str, part: str) -> None:
    with pytest.raises(Misread, match=part):
        read(content)


CYCLE = """<entity name="M" class="ptolemy.domains.modal.modal.ModalModel">
 <property name="_createdBy" class="ptolemy.kernel.attributes.VersionAttribute" value="11.0.devel"/>
 <entity name="_Controller" class="ptolemy.domains.modal.modal.ModalController">
  <entity name="A" class="ptolemy.domains.modal.kernel.State">
   <property name="isInitialState" class="ptolemy.data.expr.Parameter" value="true"/>
   <property name="refinementName" class="ptolemy.kernel.util.StringAttribute" value="Inner"/>
  </entity>
 </entity>
 <entity name="Inner" class="ptolemy.domains.modal.modal.ModalModel">
  <entity name="_Controller" class="ptolemy.domains.modal.modal.ModalController">
   <entity name="B" class="ptolemy.domains.modal.kernel.State">
    <property name="isInitialState" class="ptolemy.data.expr.Parameter" value="true"/>
    <property name="refinementName" class="ptolemy.kernel.util.StringAttribute" value="NAME"/>
   </entity>
  </entity>
 </entity>
</entity>"""


@pytest.mark.parametrize(("name", "part"), [("Inner", "'Inner' refines itself"), ("Missing", "which is not there")])
def test_a_refinement_that_refines_itself_is_told(name: str, part: str) -> None:
    with pytest.raises(Misread, match=part) as problem:
        read(CYCLE.replace("NAME", name))
    assert problem.value.line in {9, 11}


def test_moml_refuses_what_two_machines_beside_each_other_write() -> None:
    one, two = "One { initial S  S -> S: a / x }", "Two { initial S  S -> S: !a / x }"
    for kind in ("parallel", "cascade"):
        with pytest.raises(Misread, match="no way to say"):
            moml.write(text.read(f"input a\noutput x\n{kind} {{ {one} {two} }}"))


def test_a_mistake_in_text_has_a_line_and_a_column() -> None:
    with pytest.raises(Misread) as problem:
        text.read("input a\nmachine {\n  initial S\n  S -> S: a &\n}\n")
    assert (problem.value.line, problem.value.column) == (5, 1)


def test_deep_refinements_are_read_and_too_deep_ones_refused() -> None:
    deep = "machine { initial S" + " { initial S" * 30 + " }" * 31
    system = text.read(deep)
    assert isinstance(system.machine, FSM)
    assert Behaviour(system).name(0).count(".") == 30
    with pytest.raises(Misread, match="deep"):
        text.read("machine { initial S" + " { initial S" * 300 + " }" * 301)


PTOLEMY = """<?xml version="1.0" standalone="no"?>
<!DOCTYPE entity PUBLIC "-//UC Berkeley//DTD MoML 1//EN" "http://ptolemy.eecs.berkeley.edu/xml/dtd/MoML_1.dtd">
<entity name="Model" class="ptolemy.actor.TypedCompositeActor">
  <property name="_createdBy" class="ptolemy.kernel.attributes.VersionAttribute" value="7.0.1"/>
  <entity name="Source" class="ptolemy.actor.lib.Const"/>
  <entity name="Modal" class="ptolemy.domains.fsm.modal.ModalModel">
    <port name="level" class="ptolemy.domains.fsm.modal.ModalPort">
      <property name="input"/><property name="_type" class="ptolemy.actor.TypeAttribute" value="int"/>
    </port>
    <port name="alarm" class="ptolemy.domains.fsm.modal.ModalPort">
      <property name="output"/><property name="_type" class="ptolemy.actor.TypeAttribute" value="boolean"/>
    </port>
    <entity name="_Controller" class="ptolemy.domains.fsm.modal.ModalController">
      <property name="initialStateName" class="ptolemy.kernel.util.StringAttribute" value="Low"/>
      <entity name="Low" class="ptolemy.domains.fsm.kernel.State"/>
      <entity name="High" class="ptolemy.domains.fsm.kernel.State">
        <property name="refinementName" class="ptolemy.kernel.util.StringAttribute" value="Inside"/>
      </entity>
      <relation name="up" class="ptolemy.domains.fsm.kernel.Transition">
        <property name="guardExpression" class="ptolemy.kernel.util.StringAttribute" value="level &gt; 10"/>
        <property name="outputActions" class="ptolemy.domains.fsm.kernel.OutputActionsAttribute" value="alarm = true"/>
      </relation>
      <relation name="down" class="ptolemy.domains.fsm.kernel.Transition">
        <property name="guardExpression" class="ptolemy.kernel.util.StringAttribute" value="!(level &gt;= 5)"/>
      </relation>
      <link port="Low.outgoingPort" relation="up"/><link port="High.incomingPort" relation="up"/>
      <link port="High.outgoingPort" relation="down"/><link port="Low.incomingPort" relation="down"/>
    </entity>
    <entity name="Inside" class="ptolemy.domains.fsm.modal.Refinement">
      <entity name="Blink" class="ptolemy.domains.fsm.modal.ModalModel">
        <port name="level" class="ptolemy.domains.fsm.modal.ModalPort"><property name="input"/></port>
        <port name="alarm" class="ptolemy.domains.fsm.modal.ModalPort"><property name="output"/></port>
        <entity name="_Controller" class="ptolemy.domains.fsm.modal.ModalController">
          <entity name="A" class="ptolemy.domains.fsm.kernel.State">
            <property name="isInitialState" class="ptolemy.data.expr.Parameter" value="true"/>
          </entity>
          <entity name="B" class="ptolemy.domains.fsm.kernel.State"/>
          <relation name="t" class="ptolemy.domains.fsm.kernel.Transition">
            <property name="guardExpression" class="ptolemy.kernel.util.StringAttribute" value="level == 20"/>
            <property name="outputActions" class="x.OutputActionsAttribute" value="alarm = false"/>
          </relation>
          <link port="A.outgoingPort" relation="t"/><link port="B.incomingPort" relation="t"/>
        </entity>
      </entity>
      <relation name="r" class="ptolemy.actor.TypedIORelation"/>
      <link port="level" relation="r"/><link port="Blink.level" relation="r"/>
    </entity>
  </entity>
  <relation name="water" class="ptolemy.actor.TypedIORelation"/>
  <link port="Source.output" relation="water"/><link port="Modal.level" relation="water"/>
</entity>
"""


def test_an_older_file_with_a_composite_refinement_and_unbounded_integers_is_read() -> None:
    system = read(PTOLEMY)
    assert [(each.name, str(each.type)) for each in system.inputs] == [("level", "int 4..21")]
    run = Behaviour(system).run([{"level": 11}, {"level": 20}, {}, {"level": 4}, {"level": 11}, {"level": 20}])
    assert [one.outputs for one in run] == [{"alarm": True}, {"alarm": False}, {}, {}, {"alarm": True}, {}]
    assert run[-1].state == "High.B"  # no mark in a file of version 7: resumed
