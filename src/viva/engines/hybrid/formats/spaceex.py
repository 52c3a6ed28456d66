"""SpaceEx: the XML of components, and the configuration with the initial states, in and out.

Base components are automata, a network component binds them together: what it maps to one name is one variable or one
label. SpaceEx lets a transition wait as long as the invariant allows; here it is taken as soon as its guard holds, as
everywhere in Viva, which is the same where invariants end where guards begin. So what is written has such invariants
(`urgency.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from viva.core.records import dataclass
from viva.core.text.escape import clip, markup
from viva.core.text.reading import Misread, in_quotes
from viva.core.text.xmltext import go_over
from viva.core.texts import Sentence
from viva.engines.hybrid.draft import AutomatonDraft, Draft, ModeDraft, Text, TransitionDraft, build
from viva.engines.hybrid.expressions import read_number, show_affine, show_condition, show_number
from viva.engines.hybrid.model import TRUE, Condition, Span, System
from viva.engines.hybrid.sentences import sentence
from viva.engines.hybrid.urgency import with_ending_invariants

_DEEPEST, _MOST_ELEMENTS = 60, 50_000
_NAME = r"[^\W\d]\w*"
_ASSIGNED = re.compile(rf"\s*({_NAME})\s*(:=|'\s*==|==|')\s*=?=?\s*(.+?)\s*", re.DOTALL)
_SETTING = re.compile(rf"\s*({_NAME}(?:-\w+)*)\s*=\s*(.*)")


@dataclass(slots=True)
class _Element:
    tag: str
    attributes: Mapping[str, str]
    line: int
    text: str = ""
    inside: list[_Element] = field(default_factory=list)

    def all(self, tag: str) -> list[_Element]:
        return [each for each in self.inside if each.tag == tag]

    def words(self, tag: str) -> str:
        return " ".join(each.text.strip() for each in self.all(tag)).strip()

    def get(self, name: str) -> str:
        if name not in self.attributes:
            raise Misread(sentence("has_no", tag=self.tag, name=name), self.line)
        return self.attributes[name]


def is_spaceex(text: str) -> bool:
    return re.search(r"<\s*sspaceex\b", text[:2000]) is not None


def read(text: str, configuration: str = "") -> System:
    """The model with its configuration, which says how all begins. Raises Misread, with the reason `incomplete` where
    that is not said: SpaceEx would begin anywhere."""
    root = _tree(text)
    if not configuration.strip():
        problem = sentence("the_model_does_not_say_how")
        raise Misread(problem, remedy=sentence("hand_in_the_cfg_file_beside"), reason="incomplete")
    components = {each.get("id"): each for each in root.all("component")}
    settings = _settings(configuration)
    name = settings.get("system", "").strip('"') or (list(components)[-1] if components else "")
    if name not in components:
        raise Misread(sentence("there_is_no_component", name=in_quotes(name)), root.line)
    instances = list(_instances(components, name))
    known: dict[str, None] = {}
    constants: set[str] = set()
    for _, component, names in instances:
        for param in component.all("param"):
            if param.attributes.get("type", "real") == "real":
                shown = names.get(param.get("name"), param.get("name"))
                known[shown] = None
                if param.attributes.get("dynamics") == "const":
                    constants.add(shown)
    values, places, parameters = _initially(settings.get("initially", ""), constants)
    variables = [each for each in known if each not in parameters]
    automata = tuple(_automaton(instance, component, names, places) for instance, component, names in instances)
    outputs = [each.strip() for each in settings.get("output-variables", "").strip('"').split(",") if each.strip()]
    told = tuple(Text(each, "output-variables") for each in outputs if each in variables) or None
    for each in variables:
        if each not in values:
            raise _incomplete(sentence("nothing_says_with_which_value_begins", each=each), f"{each} == 0")
    start: dict[str, Span | Text] = {key: value for key, value in values.items() if key in variables}
    return build(Draft(tuple(Text(each, "param") for each in variables), automata, told, start, parameters))


def _instances(components: Mapping[str, _Element], name: str) -> list[tuple[str, _Element, dict[str, str]]]:
    """The automata of a component: itself, or what it binds, with what their names are called outside."""
    component = components[name]
    binds = component.all("bind")
    if not binds:
        return [(name, component, {})]
    found = []
    for bind in binds:
        inner = components.get(bind.get("component"))
        if inner is None or inner.all("bind"):
            what = bind.get("component")
            problem = sentence("the_component_is_not_there_or", what=in_quotes(what))
            raise Misread(problem, bind.line, remedy=sentence("bind_base_components"))
        names = {each.get("key"): each.text.strip() for each in bind.all("map")}
        found.append((bind.attributes.get("as", bind.get("component")), inner, names))
    return found


def _automaton(
    instance: str, component: _Element, names: Mapping[str, str], places: Mapping[str, str]
) -> AutomatonDraft:
    labels = {each.get("name") for each in component.all("param") if each.attributes.get("type") == "label"}
    renamed = {name: names.get(name, name) for name in [each.get("name") for each in component.all("param")]}

    def outside(text: str) -> str:
        return re.sub(_NAME, lambda found: renamed.get(found[0], found[0]), text)

    modes, by_id = [], {}
    for location in component.all("location"):
        name = location.attributes.get("name") or location.get("id")
        by_id[location.get("id")] = name
        where = f"location {clip(name, 24)}"
        flow = _assignments(outside(location.words("flow")), location, f"{where}, flow")
        invariant = location.words("invariant")
        conditions = (Text(outside(invariant), f"{where}, invariant", location.line),) if invariant else ()
        modes.append(ModeDraft(name, flow, conditions, {}, where, location.line))
    transitions = []
    for each in component.all("transition"):
        source, target = (by_id.get(each.get(key), each.get(key)) for key in ("source", "target"))
        where = f"transition {clip(source, 24)} to {clip(target, 24)}"
        guard = each.words("guard")
        label = each.words("label")
        if label and label not in labels:
            raise Misread(sentence("the_label_is_no_parameter_of", where=where, label=in_quotes(label)), each.line)
        reset = _assignments(outside(each.words("assignment")), each, f"{where}, assignment")
        guards = (Text(outside(guard), f"{where}, guard", each.line),) if guard else ()
        transitions.append(TransitionDraft(source, target, guards, reset, renamed.get(label, label), where, each.line))
    if not modes:
        raise Misread(sentence("the_component_has_no_location", instance=in_quotes(instance)), component.line)
    first = places.get(instance, places.get("", modes[0].name if len(modes) == 1 else ""))
    if not first:
        raise _incomplete(
            sentence("nothing_says_in_which_location_begins", instance=instance), f"loc({instance}) == {modes[0].name}"
        )
    return AutomatonDraft(instance, tuple(modes), tuple(transitions), Text(first, "initially"))


def _incomplete(problem: Sentence, example: str) -> Misread:
    return Misread(
        sentence("initially", problem=problem),
        remedy=sentence("write_in_the_cfg_file", example=example),
        reason="incomplete",
    )


def _assignments(text: str, element: _Element, where: str) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for piece in re.split(r"&&?", text):
        if not piece.strip() or piece.strip() == "true":
            continue
        matched = _ASSIGNED.fullmatch(piece)
        if matched is None:
            raise Misread(
                sentence("cannot_be_read_2", where=where, piece=in_quotes(piece.strip())),
                element.line,
                remedy=sentence("write_2_y_1"),
            )
        found[matched[1]] = Text(matched[3].lstrip("= "), where, element.line)
    return found


def _settings(configuration: str) -> dict[str, str]:
    """The lines `key = value` of a configuration; a value in quotes may go on over lines."""
    found: dict[str, str] = {}
    joined = re.sub(r'"[^"]*"', lambda quoted: quoted[0].replace("\n", " "), configuration)
    for line in joined.splitlines():
        bare = line.split("#", 1)[0]
        if matched := _SETTING.fullmatch(bare):
            found.setdefault(matched[1], matched[2].strip())
    return found


def _initially(text: str, constants: set[str]) -> tuple[dict[str, Span], dict[str, str], dict[str, Fraction]]:
    """Values, initial locations by component (`""` where there is one only), and the values of constants."""
    bounds: dict[str, list[Fraction | None]] = {}
    places: dict[str, str] = {}
    for piece in re.split(r"&&?", text.strip().strip('"')):
        part = piece.strip()
        if not part:
            continue
        if found := re.fullmatch(r"loc\(\s*([\w.]*)\s*\)\s*==?\s*(.+)", part):
            places[found[1].rpartition(".")[2]] = found[2].strip()
            continue
        chain = re.fullmatch(rf"(?:([-+\d./eE]+)\s*(<=|<)\s*)?({_NAME})\s*(==?|<=|>=|<|>)\s*([-+\d./eE]+)", part)
        if chain is None:
            raise Misread(
                sentence("initially_cannot_be_read", part=in_quotes(part)), remedy=sentence("write_2_loc_automaton_off")
            )
        low, high = bounds.setdefault(chain[3], [None, None])
        value = read_number(chain[5])
        if chain[4].startswith("="):
            low = high = value
        elif chain[4].startswith("<"):
            high = value
        else:
            low = value
        if chain[1]:
            low = read_number(chain[1])
        bounds[chain[3]] = [low, high]
    values: dict[str, Span] = {}
    for name, (low, high) in bounds.items():
        if low is None or high is None or low > high:
            raise Misread(sentence("initially_has_no_lower_or_no", name=name), remedy=sentence("give_both"))
        values[name] = Span(low, high)
    fixed = {name: values[name].low for name in constants if name in values and values[name].is_point}
    return values, places, fixed


def _tree(text: str) -> _Element:
    reader = _SpaceExReader()
    go_over(text, reader, "SpaceEx", deepest=_DEEPEST, most=_MOST_ELEMENTS)
    if not reader.roots or reader.roots[0].tag != "sspaceex":
        raise Misread(sentence("this_is_no_model_of_spaceex"))
    return reader.roots[0]


class _SpaceExReader:
    def __init__(self) -> None:
        self.roots: list[_Element] = []
        self.open: list[_Element] = []

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        element = _Element(tag.rpartition(":")[2], attributes, line)
        (self.open[-1].inside if self.open else self.roots).append(element)
        self.open.append(element)

    def end(self, tag: str, text: str, line: int) -> None:  # noqa: ARG002 the shape of a handler
        self.open.pop().text = text


def write(given: System) -> str:
    """The model; a network component binds all automata. Raises Misread for what SpaceEx has not."""
    names = given.names
    if given.inputs.names:
        raise Misread(sentence("inputs_from_outside_have_no_place"), remedy=sentence("make_them_automata_of_their_own"))
    given = with_ending_invariants(given)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<sspaceex version="0.2" math="SpaceEx">']
    labels = sorted({each.label for automaton in given.automata for each in automaton.transitions if each.label})
    params = [
        f'<param name="{name}" type="real" d1="1" d2="1" local="false" dynamics="any" />' for name in given.variables
    ]
    params += [f'<param name="{markup(label)}" type="label" local="false" />' for label in labels]
    for number, automaton in enumerate(given.automata):
        lines.append(f'<component id="{_component(number)}">')
        lines += params
        for index, mode in enumerate(automaton.modes):
            lines.append(f'<location id="{index + 1}" name="{markup(mode.name)}">')
            if mode.invariant != TRUE:
                lines.append(f"<invariant>{markup(_conjunction(mode.invariant, names))}</invariant>")
            rates = dict(mode.flow)
            own = [at for at in range(len(given.variables)) if number == 0 or at in rates]
            zero = [at for at in own if not _flows_elsewhere(given, number, at)]
            flow = " & ".join(f"{names[at]}' == {show_affine(rates[at], names) if at in rates else '0'}" for at in zero)
            lines += [f"<flow>{markup(flow)}</flow>", "</location>"]
        for each in automaton.transitions:
            for case in each.guard:
                lines.append(f'<transition source="{each.source + 1}" target="{each.target + 1}">')
                lines += [f"<label>{markup(each.label)}</label>"] if each.label else []
                lines.append(f"<guard>{markup(_conjunction((case,), names))}</guard>")
                reset = " & ".join(f"{names[at]} := {show_affine(value, names)}" for at, value in each.reset)
                lines += [f"<assignment>{markup(reset)}</assignment>"] if reset else []
                lines.append("</transition>")
        lines.append("</component>")
    lines += ['<component id="system">', *params]
    for number in range(len(given.automata)):
        maps = "".join(f'<map key="{name}">{name}</map>' for name in (*given.variables, *map(markup, labels)))
        lines.append(f'<bind component="{_component(number)}" as="a{number + 1}">{maps}</bind>')
    return "\n".join([*lines, "</component>", "</sspaceex>"]) + "\n"


def write_configuration(given: System, horizon: Fraction, forbidden: str = "") -> str:
    """With `forbidden` the states that are to be looked for."""
    begun = []
    for name, span in zip(given.variables, given.initial, strict=True):
        low, high = show_number(span.low), show_number(span.high)
        begun.append(f"{name} == {low}" if span.is_point else f"{name} >= {low} & {name} <= {high}")
    for number, automaton in enumerate(given.automata):
        begun.append(f"loc(a{number + 1}) == {automaton.modes[automaton.initial].name}")
    unsafe = f'forbidden = "{forbidden}"\n' if forbidden else ""
    return (
        f'system = "system"\n{unsafe}initially = "{" & ".join(begun)}"\nscenario = "supp"\ndirections = "box"\n'
        f"sampling-time = 0.1\ntime-horizon = {show_number(horizon)}\niter-max = 200\n"
        f'output-variables = "{", ".join(given.outputs)}"\noutput-format = "INTV"\nrel-err = 1e-12\nabs-err = 1e-13\n'
    )


def _component(number: int) -> str:
    return f"automaton{number + 1}"


def _flows_elsewhere(given: System, number: int, index: int) -> bool:
    others = [each for other, each in enumerate(given.automata) if other != number]
    return any(index in dict(mode.flow) for each in others for mode in each.modes)


def _conjunction(condition: Condition, names: tuple[str, ...]) -> str:
    return show_condition(condition, names).replace("&&", "&")
