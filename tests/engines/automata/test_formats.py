"""File formats: what was written is read back, what cannot be an automaton is told with its place."""

import json
from random import Random

import pytest

from viva.core.text.reading import Misread
from viva.engines.automata import as_dfa, as_nfa, determinise, formats, machine, minimise, name_states, named_nfa
from viva.engines.automata.formats import FORMATS

from .random_automata import random_dfa, random_nfa

NAMES = {"table": "a.txt", "json": "a.fa.json", "jff": "a.jff", "dot": "a.dot"}


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_is_read_back(form: str) -> None:
    randomness = Random(1)
    for _ in range(60):
        for given in (name_states(random_dfa(randomness, 4)), named_nfa(random_nfa(randomness, 4))):
            again = formats.read(NAMES[form], formats.write(given, form))
            assert again.names == given.names
            assert again.starts == given.starts
            assert again.accepting == given.accepting
            assert set(again.edges) == set(given.edges)


@pytest.mark.parametrize("form", ["json", "jff", "dot"])
def test_strange_names_and_labels_survive(form: str) -> None:
    given = machine(
        ['{p,"q"}', "<b> & c", "ü→"], '{p,"q"}', ["ü→"], [('{p,"q"}', "ab", "<b> & c"), ("<b> & c", "", "ü→")]
    )
    assert formats.read(NAMES[form], formats.write(given, form)) == given


def test_a_table_may_be_written_in_many_ways() -> None:
    plain = formats.read("a.txt", "   a b\n-> p q p\n* q q p\n")
    ways = [
        "a b\n->p q p\n*q q p",
        "# the first\n      a   b\n>  p  q   p   # start\n\n*  q  q   p\n",
        "| state | a | b |\n|-------|---|---|\n| ->p | q | p |\n| *q | q | p |\n",
        "δ a b\n→ p {q} {p}\n* q q p\n",
        "\ta\tb\r\n->\tp\tq\tp\r\n*\tq\tq\tp\r\n",
        "a b\n-> p q p\nq* q p\n",
    ]
    for text in ways:
        assert formats.read("a.txt", text) == plain, text
    guessing = formats.read("a", "a b eps\n->* p p,q - q\nq {p, q} ∅ -\n")
    assert {(edge.source, edge.label, edge.target) for edge in guessing.edges} == {
        (0, "a", 0), (0, "a", 1), (0, "", 1), (1, "a", 0), (1, "a", 1),
    }  # fmt: skip


def test_the_format_is_found_by_name_and_by_content() -> None:
    given = name_states(random_dfa(Random(3), 3))
    for form, name in NAMES.items():
        text = formats.write(given, form)
        assert formats.format_of(name, text) == form
        assert formats.format_of("answer", text) == form
        assert formats.format_of("answer.txt", text) == form


def test_jflap_files_have_words_and_epsilon_on_their_edges() -> None:
    text = """<?xml version="1.0" encoding="UTF-8" standalone="no"?><!--Created with JFLAP 6.4.--><structure>&#13;
    <type>fa</type>&#13;
    <state id="0" name="q0"><x>1.0</x><y>2.0</y><initial/></state>
    <state id="7"><x>1</x><y>2</y><final/><label>done</label></state>
    <transition><from>0</from><to>7</to><read>abb</read></transition>
    <transition><from>7</from><to>0</to><read/></transition>
    <transition><from>7</from><to>7</to><read>[a-b]</read></transition>
    </structure>"""
    given = formats.read("x.jff", text)
    assert given.names == ("q0", "q7")
    made = determinise(as_nfa(given, ("a", "b")))
    assert [word for word in ("", "abb", "abbabb", "abba", "ab", "abbabba") if made.accepts(word)] == [
        "abb", "abbabb", "abba", "abbabba",
    ]  # fmt: skip


def test_the_text_of_a_label_in_html_counts() -> None:
    text = """digraph { s [shape=point]; s -> <q<sub>0</sub>>; q0 -> q0 [label=<<i>a</i><br/>&lt;>]; "q1" [label=<
    <b>q</b>>] q0 -> q1 [label=<b>] }"""
    given = formats.read("x.dot", text)
    assert given.names == ("q0", "q1")
    assert [(edge.source, edge.label, edge.target) for edge in given.edges] == [(0, "a", 0), (0, "<", 0), (0, "b", 1)]
    assert given.starts == (0,)


def test_a_dot_file_may_set_defaults_and_hide_its_start() -> None:
    text = """// drawn by hand
    digraph finite_state_machine {
      rankdir=LR; size="8,5"
      node [shape = doublecircle]; LR_0 "LR 3";
      node [shape = circle];
      secret [style=invis]; secret -> LR_0
      LR_0 -> q2 -> "LR 3" [ label = "a, b" ];
      subgraph cluster { q2 -> q2 [label="ε"] }
    }"""
    given = formats.read("x.dot", text)
    assert given.names == ("LR_0", "LR 3", "q2")
    assert [given.names[state] for state in given.starts] == ["LR_0"]
    assert given.accepting == {0, 1}
    assert len(given.edges) == 5


@pytest.mark.parametrize(
    ("name", "text", "kind", "said"),
    [
        ("a.txt", "\n  \n", "empty", "no line"),
        ("a.txt", "a b\n", "syntax_error", "no state"),
        (
            "a.txt",
            "a bb\n-> p p p",
            "syntax_error",
            "line 1, column 3: expected one character",
        ),
        ("a.txt", "a a\n-> p p p", "syntax_error", "two columns"),
        ("a.txt", "a b\n-> p p", "syntax_error", "line 2: the state 'p' has 1 entries"),
        ("a.txt", "a b\n-> p p p\n* p p p", "duplicate_state", "line 3: the state 'p' is named twice"),
        ("a.txt", "a b\n-> p p q", "unknown_state", "line 2, column 8: there is no state 'q'"),
        ("a.json", "{", "syntax_error", "line 1, column 2: this is not JSON"),
        ("a.json", "[]", "syntax_error", "the file: expected an object"),
        ("a.json", "[" * 100_000, "too_complex", "too deep"),
        ("a.json", '{"states": ["p", "p"], "transitions": []}', "duplicate_state", "named twice"),
        (
            "a.json",
            '{"states": ["p"], "transitions": [["p", 1, "p"]]}',
            "syntax_error",
            "transitions[0]: expected a text in quotes, found a number",
        ),
        ("a.json", '{"states": ["p"], "transitions": [["p", "a"]]}', "syntax_error", "three texts"),
        ("a.json", '{"states": "p", "transitions": []}', "syntax_error", "states: expected a list, found a text"),
        (
            "a.json",
            '{"states": ["p"], "transitions": [["p", "a", "q"]]}',
            "unknown_state",
            "transitions[0]: there is no",
        ),
        ("a.json", '{"states": ["p"], "states": [], "transitions": []}', "syntax_error", "there twice"),
        ("a.json", '{"states": ["p"], "moves": [], "transitions": []}', "syntax_error", "'moves' is not a key"),
        ("a.json", '{"alphabet": ["ab"], "states": [], "transitions": []}', "syntax_error", "not a single character"),
        ("a.json", '{"alphabet": ["a", "a"], "states": [], "transitions": []}', "syntax_error", "twice"),
        ("a.json", '{"states": [""], "transitions": []}', "syntax_error", "empty name"),
        ("a.jff", "<structure><type>pda</type></structure>", "syntax_error", "'pda'"),
        ("a.jff", "<structure><automaton>", "syntax_error", "not XML"),
        ("a.jff", "<html></html>", "syntax_error", "expected <structure>, found <html>"),
        ("a.jff", "<structure>" + "<x>" * 100, "too_complex", "too deep"),
        ("a.jff", '<structure><state id="1"/><state id="1"/></structure>', "duplicate_state", "the id '1'"),
        ("a.dot", "graph { a -- b }", "syntax_error", "line 1, column 1: expected 'digraph', found 'graph'"),
        ("a.dot", "digraph { a -> b }", "syntax_error", "has no label"),
        ("a.dot", "digraph { a -> ", "syntax_error", "line 1, column 16: expected a name, found the end"),
        ("a.dot", "digraph { a [label=<b] }", "syntax_error", "line 1, column 20: this '<' is never closed"),
        ("a.dot", "digraph { a > b }", "syntax_error", "line 1, column 13: '>' means nothing here"),
    ],
)
def test_what_is_no_automaton_is_told_with_its_place(name: str, text: str, kind: str, said: str) -> None:
    with pytest.raises(Misread) as caught:
        formats.read(name, text)
    assert caught.value.reason == kind
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>',
        '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://example.org/x">%p;]>',
        "<!DOCTYPE structure>",
    ],
)
def test_entities_are_refused_before_they_are_expanded(head: str) -> None:
    text = f'<?xml version="1.0"?>\n{head}<structure><type>fa</type><state id="0" name="&lol2;"/></structure>'
    with pytest.raises(Misread) as caught:
        formats.read("a.jff", text)
    assert caught.value.reason == "forbidden"


def test_a_declared_encoding_does_not_matter_once_the_text_is_read() -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?><structure><state id="0" name="ä"><initial/></state></structure>'
    assert formats.read("a.jff", text).names == ("ä",)


def test_a_partial_automaton_is_completed_with_a_trap_of_its_own_name() -> None:
    given = machine(["trap", "p"], "p", ["p"], [("p", "a", "trap")])
    made, names = as_dfa(given, ("a", "b"))
    assert names == ("trap", "p", "trap2")
    assert [word for word in ("", "a", "b", "aa") if made.accepts(word)] == [""]


def test_every_format_opens_a_large_automaton() -> None:
    given = name_states(minimise(random_dfa(Random(4), 400)))
    for form, name in NAMES.items():
        assert len(formats.read(name, formats.write(given, form)).names) == len(given.names)
    assert json.loads(formats.write(given, "json"))["initial"] == "q0"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("a b\n-> {p} {p,q} {p}\n*{p,q} {q,p} {p}", [(0, 1), (0, 0), (1, 1), (1, 0)]),
        ("a\n-> p,q p,r\n*p,r p,q", [(0, 1), (1, 0)]),
        ("a\n-> (p,q) (p,r)\n*(p,r) (p, q)", [(0, 1), (1, 0)]),
        ("a\n-> {p} {{p},{q}}\n*{q} {p},{q}", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        ("a\n-> p ∅\n*∅ ∅", [(0, 1), (1, 1)]),
        ("a\n-> p {p,q}\n*q {q}", [(0, 0), (0, 1), (1, 1)]),
    ],
)
def test_an_entry_that_is_the_name_of_a_row_is_that_state(text: str, moves: list[tuple[int, int]]) -> None:
    assert [(edge.source, edge.target) for edge in formats.read("a.txt", text).edges] == moves
