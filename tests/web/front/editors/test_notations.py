"""The law of pictures, for every notation, in the browser: text to picture to text keeps the meaning, what a change
does not mean stays byte for byte, and comments stay. What a text means is what Viva's own readers say."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.windows import Server, window
from viva.core.text.reading import Misread
from viva.engines.automata import formats as automata
from viva.engines.automata.machine import Edge, Machine, as_nfa
from viva.engines.hybrid.formats import text as hybrid
from viva.engines.machines.expressions import TRUE, Expression, Name
from viva.engines.machines.formats import text as machines
from viva.engines.machines.model import FSM, Cascade, Parallel, Part, Signal, State, System
from viva.engines.machines.model import Machine as ModelOfMachine
from viva.engines.machines.model import Transition as Step
from viva.services.shipped import list_shipped

pytestmark = pytest.mark.needs_chromium
CASES = 40
RUN = """({notation, text, steps}) => {
  const of = customElements.get("viva-graph").notationOf;
  try {
    for (const [name, ...more] of steps) {
      const known = of(notation, text);
      text = name === "setPlaces" ? known.setPlaces(text, new Map(more[0])) : known[name](text, ...more);
    }
    const {states, arrows} = of(notation, text).read(text);
    return {text, states, arrows, places: [...of(notation, text).places(text)]};
  } catch (problem) { return {text, problem: problem.key ?? String(problem), line: problem.line}; }
}"""
ALL = f"(cases) => cases.map({RUN})"


@dataclass(frozen=True)
class Meaning:
    """Equal for texts that mean the same. `arrows` are (source, label, target)."""

    states: tuple[str, ...]
    starts: frozenset[str]
    accepting: frozenset[str]
    arrows: Counter[tuple[str, str, str]]
    parts: tuple[tuple[str, bool], ...] = ()
    """Machines that run side by side, and whether these have states of their own."""


def of_automaton(text: str) -> Meaning:
    read = automata.read("answer.txt", text)
    arrows = Counter({(read.names[each.source], each.label, read.names[each.target]): 1 for each in read.edges})
    starts, accepting = (frozenset(read.names[state] for state in states) for states in (read.starts, read.accepting))
    return Meaning(read.names, starts, accepting, arrows)


def of_machine(text: str) -> Meaning:
    system = machines.read(text)
    states: list[str] = []
    first: set[str] = set()
    arrows: Counter[tuple[str, str, str]] = Counter()
    parts: dict[str, bool] = {}

    def walk(machine: object, path: tuple[str, ...]) -> None:
        if isinstance(machine, Parallel | Cascade):
            for part in machine.parts:
                name = ".".join((*path, part.name))
                states.append(name)
                parts[name] = isinstance(part.machine, FSM)
                walk(part.machine, (*path, part.name))
            return
        assert isinstance(machine, FSM)
        for state in machine.states:
            name = ".".join((*path, state.name))
            states.append(name)
            if state.initial:
                first.add(name)
            if state.refinement is not None:
                walk(state.refinement, (*path, state.name))
        for each in machine.transitions:
            source, target = (".".join((*path, name)) for name in (each.source, each.target))
            arrows[source, repr(replace(each, line=0, source="", target="")), target] += 1

    walk(system.machine, ())
    return Meaning(tuple(states), frozenset(first), frozenset(), arrows, tuple(parts.items()))


def some_machine(rng: random.Random, *, several: bool = False) -> str:
    """With states in states, in the notation of machines, and with `several` machines side by side among them."""
    guards: list[Expression] = [Name("a"), Name("b"), TRUE]

    def single(depth: int) -> FSM:
        names = rng.sample(["A", "B", "Off", "On", "state", "two words", "ü1", "initial"], rng.randint(1, 4))
        first = rng.choice(names)
        states = tuple(
            State(name, name == first, some(depth + 1) if depth < 3 and rng.random() < 0.4 else None) for name in names
        )
        steps = tuple(
            Step(rng.choice(names), rng.choice(names), guard, (), *(rng.random() < 0.3 for _ in range(2)))
            for guard in rng.sample(guards, rng.randint(0, 3))
        )
        return FSM(states, steps)

    def some(depth: int) -> ModelOfMachine:
        if not several or depth > 2 or rng.random() < 0.4:
            return single(depth)
        names = rng.sample(["L", "two parts", "parallel", "R"], rng.randint(1, 3))
        parts = tuple(Part(name, some(depth + 1)) for name in names)
        return Parallel(parts) if rng.random() < 0.5 else Cascade(parts)

    return machines.write(System((Signal("a"), Signal("b")), (Signal("x"),), some(0)))


def machines_side_by_side(rng: random.Random) -> Iterator[str]:
    return (text for text in nested_machines(rng, several=True) if re.search(r"parallel|cascade", text))


def nested_machines(rng: random.Random, *, several: bool = False) -> Iterator[str]:
    while True:
        text = some_machine(rng, several=several)
        if rng.random() < 0.3:
            text = re.sub(r"\{\n\s*", "{ ", text)
        text = dressed(rng, text, "#")
        try:
            of_machine(text)
        except Misread:
            continue  # two transitions that may be taken at once, say
        yield text


def of_hybrid(text: str) -> Meaning:
    (only,) = hybrid.read(text).automata
    names = [mode.name for mode in only.modes]
    arrows = Counter(
        (names[each.source], repr((each.guard, each.reset)), names[each.target]) for each in only.transitions
    )
    inside = {mode.name: repr((mode.flow, mode.invariant)) for mode in only.modes}
    return Meaning(
        tuple(f"{name}: {inside[name]}" for name in names), frozenset([names[only.initial]]), frozenset(), arrows
    )


def some_automaton(rng: random.Random) -> Machine:
    names = rng.sample(["q0", "q1", "even", "ü", "x'", "{a}", "A,B", "s-1", "0", "läng_er", "q10"], rng.randint(1, 6))
    letters = rng.sample("ab01€", rng.randint(1, 3))
    moves = [
        Edge(source, letter, target, None)
        for source in range(len(names))
        for letter in [*letters, ""]
        for target in range(len(names))
        if rng.random() < 0.25
    ]
    accepting = frozenset(state for state in range(len(names)) if rng.random() < 0.4)
    return Machine(tuple(names), tuple(letters), (rng.randrange(len(names)),), accepting, tuple(moves))


def dressed(rng: random.Random, text: str, comment: str) -> str:
    """With comments, blank lines and odd spaces, none of which mean anything."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        if rng.random() < 0.3:
            lines.append(f"{comment} note {number} <b>&")
        if rng.random() < 0.15:
            lines.append("   ")
        lines.append(line + (f"   {comment} beside {number}" if rng.random() < 0.3 and line.strip() else ""))
    return "\n".join(lines) + rng.choice(["", "\n", "\n\n"])


def tables(rng: random.Random) -> Iterator[str]:
    while True:
        text = automata.write(some_automaton(rng), "table")
        if rng.random() < 0.3:
            text = "\n".join(re.sub(r" +(?=\S)", " | ", line.rstrip()) for line in text.splitlines()) + "\n"
        text = dressed(rng, text, "#")
        try:
            of_automaton(text)
        except Misread:
            continue  # a mark and a bar that mean something else together
        yield text


def jsons(rng: random.Random) -> Iterator[str]:
    while True:
        text = automata.write(some_automaton(rng), "json")
        if rng.random() < 0.3:
            text = re.sub(r"\s+", rng.choice([" ", "\n\t"]), text)
        yield text


def jflaps(rng: random.Random) -> Iterator[str]:
    """As JFLAP writes them, and as other programs and people do."""
    while True:
        text = automata.write(some_automaton(rng), "jff")
        if rng.random() < 0.3:
            text = re.sub(r"\n\s*", rng.choice(["", "\n", "\n\t\t"]), text)
        if rng.random() < 0.3:
            text = re.sub(r"<[xy]>[\d.]*</[xy]>", "", text)
        if rng.random() < 0.3:
            text = re.sub(r'(<state id="\d+" name="[^"]*")></state>', r"\1/>", text)
        if rng.random() < 0.3:
            text = text.replace("<initial/>", "<initial></initial>").replace('name="q0"', "name = 'q0'")
        text = re.sub(r"(?<=</state>)", lambda _: "<!-- note <b> & -->" if rng.random() < 0.3 else "", text)
        yield text


def shipped_texts(subject: str, suffixes: tuple[str, ...], meaning: Callable[[str], Meaning]) -> list[str]:
    found = []
    for each in list_shipped():
        if each.subject == subject:
            for path in sorted(each.folder.glob("examples/*/*")):
                if path.suffix in suffixes:
                    text = path.read_text("utf-8")
                    try:
                        meaning(text)
                    except (Misread, AssertionError, ValueError):
                        continue  # wrong on purpose, nested, or several side by side
                    found.append(text)
    return found


def dressed_texts(texts: list[str], rng: random.Random) -> Iterator[str]:
    while True:
        yield dressed(rng, rng.choice(texts), "#")


NOTATIONS: dict[str, tuple[str, Callable[[str], Meaning], Callable[[random.Random], Iterator[str]], str]] = {
    "table": ("automaton", of_automaton, tables, "a"),
    "json": ("automaton", of_automaton, jsons, "a"),
    "jflap": ("automaton", of_automaton, jflaps, "a"),
    "machine": (
        "machine",
        of_machine,
        lambda rng: dressed_texts(shipped_texts("machines", (".txt",), of_machine), rng),
        "",
    ),
    "nested": ("machine", of_machine, nested_machines, ""),
    "side by side": ("machine", of_machine, machines_side_by_side, ""),
    "hybrid": (
        "hybrid",
        of_hybrid,
        lambda rng: dressed_texts(shipped_texts("hybrid", (".hybrid",), of_hybrid), rng),
        "true",
    ),
}


@pytest.fixture(scope="module")
def picture(chromium: Browser, shipped: Server) -> Iterator[Page]:
    with window(chromium, shipped) as student:
        student.enter("Laws")
        student.page.goto(f"{shipped.start}/exercises/automata.exactly-two")
        student.page.wait_for_selector("viva-graph[drawn]", timeout=120_000)
        begins = [["automaton", "a"], ["automaton", "{"], ["automaton", "<"], ["machine", "m"], ["hybrid", "v"]]
        fetch = "(begins) => Promise.all(begins.map((each) => customElements.get('viva-graph').fetched(...each)))"
        student.page.evaluate(fetch, begins)
        yield student.page


def comments(text: str) -> Counter[str]:
    return Counter(re.findall(r"# (?:note|beside) \d+.*", text))


def label_of(name: str, meaning: Meaning, source: str, target: str, label: str) -> Counter[tuple[str, str, str]]:
    """The arrows with one more; of an automaton each is there once."""
    more = Counter({(source, label, target): 1})
    return meaning.arrows | more if name in ("table", "json", "jflap") else meaning.arrows + more


def outer(state: str) -> str:
    return state.rpartition(".")[0]


def own(state: str) -> str:
    return state.rpartition(".")[2]


def inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def is_in(state: str, other: str) -> bool:
    return state == other or state.startswith(f"{other}.")


def moved(state: str, old: str, new: str) -> str:
    """Its name when another, in which it may lie, has got a new one."""
    return new + state[len(old) :] if is_in(state, old) else state


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_change_in_the_picture_changes_what_it_means_and_nothing_else(picture: Page, name: str) -> None:
    notation, meaning_of, texts, label = NOTATIONS[name]
    rng = random.Random(f"pictures of {name}")
    cases: list[dict[str, Any]] = []
    claims: list[Callable[[dict[str, Any]], None]] = []

    def claim(text: str, steps: list[list[Any]], holds: Callable[[dict[str, Any]], None]) -> None:
        def whole(found: dict[str, Any]) -> None:
            assert "problem" not in found, (found, text, steps)
            assert not comments(text) - comments(found["text"]) or any(step[0] == "removeStates" for step in steps)
            holds(found)

        cases.append({"notation": notation, "text": text, "steps": steps})
        claims.append(whole)

    def bare(state: str) -> str:
        return state.partition(": ")[0] if name == "hybrid" else state

    for text, _ in zip(texts(rng), range(CASES), strict=False):
        before = meaning_of(text)
        names = [bare(state) for state in before.states]
        parts = dict(before.parts)
        one = rng.choice([each for each in names if each not in parts])
        home = next((each for each, holds_states in before.parts if holds_states), "") if names[0] in parts else ""
        fresh = ["addState", "fresh", *([home] if home else [])]
        other = rng.choice([each for each in names if outer(each) == outer(one)])

        def shows(found: dict[str, Any], before: Meaning = before, text: str = text, names: list[str] = names) -> None:
            assert found["text"] == text
            assert [state["name"] for state in found["states"]] == names
            assert {state["name"] for state in found["states"] if state["start"]} == before.starts
            assert {state["name"] for state in found["states"] if state["accepting"]} == before.accepting
            drawn = Counter((arrow["source"], arrow["target"]) for arrow in found["arrows"])
            ends = Counter((source, target) for source, _, target in before.arrows.elements())
            assert drawn == (Counter(set(ends)) if notation == "automaton" else ends)

        def added(found: dict[str, Any], before: Meaning = before, home: str = home) -> None:
            after = meaning_of(found["text"])
            assert after == replace(before, states=after.states)
            assert set(after.states) - set(before.states) == {inside(home, "fresh") if home else after.states[-1]}
            assert len(after.states) == len(before.states) + 1

        def same(found: dict[str, Any], text: str = text, before: Meaning = before) -> None:
            assert meaning_of(found["text"]) == before, (text, found["text"])

        def untouched(found: dict[str, Any], text: str = text) -> None:
            assert found["text"] == text

        def renamed(found: dict[str, Any], before: Meaning = before, one: str = one) -> None:
            def now(state: str) -> str:
                return moved(state, one, inside(outer(one), "fresh"))

            after = meaning_of(found["text"])
            assert [bare(state) for state in after.states] == [now(bare(state)) for state in before.states]
            assert after.starts == {now(state) for state in before.starts}
            assert after.arrows == Counter({(now(s), how, now(t)): n for (s, how, t), n in before.arrows.items()})

        def started(found: dict[str, Any], before: Meaning = before, one: str = one) -> None:
            others = {each for each in before.starts if outer(each) != outer(one)}
            assert meaning_of(found["text"]) == replace(before, starts=frozenset({one, *others})), found["text"]

        def connected(found: dict[str, Any], before: Meaning = before, one: str = one, other: str = other) -> None:
            after = meaning_of(found["text"])
            if notation == "automaton":
                assert after == replace(before, arrows=label_of(name, before, one, other, label)), found["text"]
            else:
                more = after.arrows - before.arrows
                assert not before.arrows - after.arrows
                assert [(source, target) for source, _, target in more.elements()] == [(one, other)]
                assert replace(after, arrows=before.arrows) == before

        def removed(found: dict[str, Any], before: Meaning = before, one: str = one) -> None:
            after = meaning_of(found["text"])
            assert [bare(state) for state in after.states] == [
                bare(each) for each in before.states if not is_in(bare(each), one)
            ]
            left = {key: n for key, n in before.arrows.items() if not is_in(key[0], one) and not is_in(key[2], one)}
            assert after.arrows == Counter(left), found["text"]

        claim(text, [], shows)
        claim(text, [fresh], added)
        claim(text, [fresh, ["removeStates", [inside(home, "fresh")]]], untouched)
        claim(text, [["rename", one, "fresh"]], renamed)
        claim(text, [["rename", one, "fresh"], ["rename", inside(outer(one), "fresh"), own(one)]], same)
        claim(text, [["setStart", one]], started)
        if notation == "automaton":
            flips = [["setAccepting", one, one not in before.accepting], ["setAccepting", one, one in before.accepting]]
            claim(text, flips, same)
        claim(text, [["setArrow", None, one, other, label]], connected)
        places = [[state, [number * 7, -number]] for number, state in enumerate(names)]
        claim(text, [["setPlaces", places]], same)
        if len(names) > 1 and one not in before.starts:
            claim(text, [["removeStates", [one]]], removed)
    for found, whole in zip(picture.evaluate(ALL, cases), claims, strict=True):
        whole(found)


def nested(before: Meaning, one: str, where: str) -> Meaning:
    """What it means once a state lies in another one, or where there is none among the outermost: arrows to those that
    stay are gone, and each level has a start."""
    new = inside(where, own(one))
    left = [state for state in before.states if outer(state) == outer(one) and state != one]
    starts = {moved(state, one, new) for state in before.starts if state != one}
    if not any(outer(state) == where for state in before.states if state != one):
        starts.add(new)
    if one in before.starts and left:
        starts.add(moved(left[0], one, new))
    arrows = {
        (moved(source, one, new), how, moved(target, one, new)): count
        for (source, how, target), count in before.arrows.items()
        if (source == one) == (target == one)
    }
    states = tuple(sorted(moved(state, one, new) for state in before.states))
    return Meaning(states, frozenset(starts), frozenset(), Counter(arrows))


def test_a_state_that_is_dropped_into_another_lies_there_and_back_again(picture: Page) -> None:
    rng = random.Random("dropped states")
    cases: list[dict[str, Any]] = []
    expected: list[Meaning | None] = []
    for text, _ in zip(nested_machines(rng), range(4 * CASES), strict=False):
        before = of_machine(text)
        one = rng.choice(before.states)
        where = rng.choice(["", *before.states])
        if outer(one) == where or (where and is_in(where, one)):
            continue
        after = nested(before, one, where)
        steps: list[list[Any]] = [["nest", [one], where or None]]
        cases.append({"notation": "machine", "text": text, "steps": steps})
        taken = len(set(after.states)) < len(after.states)
        expected.append(None if taken else after)
        if not taken and outer(one):
            back = ["nest", [inside(where, own(one))], outer(one)]
            if outer(one) in after.states and not (where and is_in(outer(one), inside(where, own(one)))):
                cases.append({"notation": "machine", "text": text, "steps": [*steps, back]})
                expected.append(nested(after, inside(where, own(one)), outer(one)))
    assert len(cases) > CASES and None in expected
    for case, found, meaning in zip(cases, picture.evaluate(ALL, cases), expected, strict=True):
        if meaning is None:
            assert found["problem"] == "taken_there" and found["text"] == case["text"]
            continue
        assert "problem" not in found, (found, case)
        got = of_machine(found["text"])
        assert replace(got, states=tuple(sorted(got.states))) == meaning, (case, found["text"])
        assert comments(found["text"]) == comments(case["text"]), (case["text"], found["text"])


def test_machines_side_by_side_are_neither_made_nor_taken_away_in_a_picture(picture: Page) -> None:
    text = "parallel { L { initial A state B parallel { I { initial X } J { initial Y } } } R { initial C } } # end\n"
    steps: list[list[Any]] = [
        ["addState", "fresh"], ["addState", "fresh", "L.B"], ["removeStates", ["R"]],
        ["removeStates", ["L.A", "L.B.I"]], ["setStart", "R"], ["setArrow", None, "L", "R", "x"],
        ["nest", ["L.A"], None], ["nest", ["R"], "L.A"], ["nest", ["L.A"], "L.B"], ["nest", ["L.B.I"], "R"],
    ]  # fmt: skip
    cases = [{"notation": "machine", "text": text, "steps": [step]} for step in steps]
    for step, found in zip(steps, picture.evaluate(ALL, cases), strict=True):
        assert (found["text"], found.get("problem")) == (text, "side_by_side"), step
    (found,) = picture.evaluate(ALL, [{"notation": "machine", "text": text, "steps": [["nest", ["L.A"], "R"]]}])
    assert of_machine(found["text"]).states == ("L", "L.B", "L.B.I", "L.B.I.X", "L.B.J", "L.B.J.Y", "R", "R.C", "R.A")


def test_interleaved_machines_are_drawn_too(picture: Page) -> None:
    text = (
        "input go\nvariable turn: {L, R} = L\n"
        "interleaved turn { L { initial A A -> A: go / turn = R } R { initial B } }\n"
    )
    machines.read(text)
    steps: list[list[Any]] = [["rename", "L.A", "C"], ["rename", "L", "M"]]
    first, second = picture.evaluate(ALL, [{"notation": "machine", "text": text, "steps": [step]} for step in steps])
    assert [each["name"] for each in first["states"]] == ["L", "L.C", "R", "R.B"]
    assert first["text"] == text.replace("initial A A -> A", "initial C C -> C")
    assert (second["text"], second["problem"]) == (text, "side_by_side"), "the variable has its name, too"


def test_places_are_kept_and_no_reader_looks_at_them(picture: Page) -> None:
    for name, (notation, meaning_of, texts, _) in NOTATIONS.items():
        if name == "jflap":
            continue  # a place there is that of a state; see below
        text = next(texts(random.Random(7)))
        text = text if text.endswith("\n") or name == "json" else text + "\n"
        places = [["q <b>\"'", [10, 20]], ["z", [-3, 4]]]
        case = {"notation": notation, "text": text, "steps": [["setPlaces", places]]}
        once = picture.evaluate(RUN, case)
        assert once["places"] == places and meaning_of(once["text"]) == meaning_of(text)
        if name != "json":
            assert once["text"].startswith(text), "the rest of the text stays as it is"
        moved = picture.evaluate(RUN, {"notation": notation, "text": once["text"], "steps": [["setPlaces", []]]})
        assert moved["places"] == [] and meaning_of(moved["text"]) == meaning_of(text)


def test_the_places_of_a_jflap_file_are_its_x_and_y_and_nothing_else_changes(picture: Page) -> None:
    def bare(text: str) -> str:
        return re.sub(r"<([xy])>[^<]*</\1>|(?<=[^\s<])/(?=>)", "", text).replace("></state>", ">")

    for text, _ in zip(jflaps(random.Random("places of files")), range(CASES), strict=False):
        case = {"notation": "automaton", "text": text, "steps": []}
        names = [state["name"] for state in picture.evaluate(RUN, case)["states"]]
        places = [[name, [-30 + 70 * number, 55 * number]] for number, name in enumerate(names)]
        found = picture.evaluate(RUN, case | {"steps": [["setPlaces", places]]})
        assert found["places"] == places
        assert of_automaton(found["text"]) == of_automaton(text)
        assert bare(found["text"]) == bare(text)
        again = picture.evaluate(RUN, case | {"text": found["text"], "steps": [["setPlaces", places]]})
        assert again["text"] == found["text"], "what lies where it lay is not written anew"


@pytest.mark.parametrize(
    ("notation", "text", "problem"),
    [
        ("automaton", "", "empty"),
        ("automaton", "  a b\n-> q q\n", "misread"),
        ("automaton", "  a a\n-> q q q\n", "misread"),
        ("automaton", "  a\n-> q r\n", "misread"),
        ("automaton", "  a\n-> q q\nq q\n", "misread"),
        ("automaton", "digraph {}", "other_file"),
        ("automaton", "<structure><automaton>", "misread"),
        ("automaton", "<structure><type>turing</type></structure>", "misread"),
        ("automaton", "<structure></automaton></structure>", "misread"),
        ("automaton", '<!DOCTYPE x [<!ENTITY a "b">]><structure/>', "misread"),
        ("automaton", "<structure><state/></structure>", "misread"),
        ("automaton", "<structure>" + "<a>" * 4000, "misread"),
        ("automaton", "{", "misread"),
        ("automaton", '{"states": [1]}', "misread"),
        ("automaton", '{"states": ["a"], "transitions": [["a", "x", "b"]]}', "misread"),
        ("automaton", "{" * 5 + "[" * 3000, "misread"),
        ("machine", "machine { state A parallel { } }", "misread"),
        ("machine", "parallel { A { initial B } B }", "misread"),
        ("machine", "cascade { A { initial B }", "misread"),
        ("machine", "cascade {" + "A parallel { B cascade {" * 40, "misread"),
        ("machine", "machine { initial A { initial B }", "misread"),
        ("machine", "machine { initial A { initial B } } }", "misread"),
        ("machine", 'machine { initial A { initial B } state "A.B" }', "misread"),
        ("machine", "machine {" + "initial A {" * 60 + "}" * 61, "misread"),
        ("machine", "machine { nonsense }", "misread"),
        ("machine", "machine { initial A A -> B }", "misread"),
        ("machine", "\0\0{{{", "misread"),
        ("hybrid", "mode a\n  when x > 1 go to nowhere\n", "misread"),
        ("hybrid", "mode a\nautomaton b\nmode c\n", "several"),
        ("hybrid", "mode a\nmode a\n", "misread"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_never_half_drawn(
    picture: Page, notation: str, text: str, problem: str
) -> None:
    assert picture.evaluate(RUN, {"notation": notation, "text": text, "steps": []})["problem"] == problem


def test_a_word_goes_through_the_picture_as_through_the_automaton(picture: Page) -> None:
    rng = random.Random("words of pictures")
    run = """(cases) => cases.map(([text, word]) => {
      const graph = customElements.get("viva-graph");
      const model = graph.notationOf("automaton", text).read(text);
      const last = graph.momentsOf(model, word).at(-1).states;
      return model.states.some((state) => state.accepting && last.has(state.name)); })"""
    cases, expected = [], []
    for text, _ in zip(tables(rng), range(CASES), strict=False):
        machine = automata.read("answer.txt", text)
        for length in range(6):
            word = "".join(rng.choice([*machine.alphabet, "a"]) for _ in range(length))
            cases.append([text, word])
            expected.append(set(word) <= set(machine.alphabet) and as_nfa(machine, machine.alphabet).accepts(word))
    assert picture.evaluate(run, cases) == expected
    assert 20 < sum(expected) < len(expected) - 20
