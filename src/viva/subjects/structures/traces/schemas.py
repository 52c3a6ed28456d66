"""All schemas of a method, each with its constraints and with data made from it, as in the paper's Figures 4, 5 and 7.

A schema is one path of the symbolic runs: the part of a structure that the method looked at. What is made of it is a
legal structure on which a plain run of the reference has an answer. Where there is a submission, both are run on that,
and "fails" or "is right" is said of the schema by its data, which is what the paper proposes in its section 3.1.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from viva.core.drawing import Drawing
from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.terms import Meter, Terms
from viva.core.text.escape import markup, visible_line
from viva.core.texts import Say
from viva.drawing import tree
from viva.drawing.sheet import sheet
from viva.engines.calls.programs import sandbox_of
from viva.engines.heaps.building.completing import Completing
from viva.engines.heaps.building.legality import legal
from viva.engines.heaps.candidate import fitting
from viva.engines.heaps.comparing.canonical import form
from viva.engines.heaps.comparing.judging import Expected
from viva.engines.heaps.domain import Domain, expectations
from viva.engines.heaps.layout import spoken
from viva.engines.heaps.running import Runner
from viva.engines.heaps.schemas.lazy_initialization import (
    NULL,
    UNKNOWN,
    Explored,
    Found,
    compile_lazily,
    explorable,
    explore_paths,
    fits,
)
from viva.engines.heaps.schemas.questions import Question, asked_by
from viva.engines.heaps.view import View
from viva.engines.heaps.written import show
from viva.languages.finding import language_named
from viva.languages.program import NoProgram
from viva.languages.protocol import reads_of
from viva.subjects.structures import draw
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Task
from viva.subjects.structures.suite import Prepared, prepare
from viva.subjects.structures.traces.naming import Naming

_MOST = 200
_DATA = 2
_STYLE = (
    "body{font:16px system-ui,sans-serif;margin:2em;color:var(--ink);background:var(--paper)}"
    "section{border-top:1px solid var(--rule);padding:.5em 0;overflow-x:auto}svg{max-width:none}h2{font-size:1.1em}"
)


@dataclass(frozen=True, slots=True)
class Case:
    """A schema, and some of the calls that it stands for. Of those that there are, so many were `tried` on the
    submission, and it went `wrong` on so many."""

    schema: Found
    data: tuple[Expected, ...]
    tried: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Cases:
    """`whole`: these are all there are on so many nodes."""

    task: Task
    method: str
    domain: Domain
    cases: tuple[Case, ...]
    whole: bool
    nodes: int
    judged: bool


def all_cases(task: Task, method: str, source: str | None, nodes: int) -> Cases:
    """Of the reference; of another source, its own schemas, with what comes out on their data."""
    ready = prepare(task, 0, None)
    domain, asked = ready.domain, ready.domain.methods[method]
    language = language_named(task.languages[0])
    with sandbox_of(language) as sandbox:
        reference = Runner(language, sandbox, ready.program, task.cls)
        bench = None if source is None else _bench(task, ready, reference, source)
        text = task.reference if bench is None else bench.submission.program.text
        program = compile_lazily(language, sandbox, text.encode())
        found: Explored | None = None
        if program is not None and explorable(domain.layout, asked) and domain.kind != "mixed":
            names = None if bench is None else {**bench.fitting.classes, **bench.fitting.fields}
            found = explore_paths(
                sandbox, program, domain.layout, asked, domain.kept, names=names, nodes=nodes, most=_MOST, traces=True
            )
        if found is None or not found.schemas:
            raise Fault(
                f"the runs of {method!r} cannot be followed with lazily made fields",
                task.file,
                remedy="these follow nodes with links and one key, with keys or structures as arguments",
            )
        completing = Completing(domain.layout, domain.kept, domain.rules, domain.usual, domain.kind)
        kinds = [parameter.kind for parameter in asked.parameters if not parameter.optional]
        made = [
            expectations(reference, asked, list(legal(domain, calls.values(), ready.exactly or ready.own)))
            for schema in found.schemas
            for calls in [{form(call): call for call in completing.calls(schema, kinds)}]
        ]
        pool = ready.methods[method].expected if set(kinds) <= {"key"} and domain.kind == "key" else ()
        tried = {form(each.call): each for each in (*itertools.chain(*made), *pool)}
        judged = None if bench is None else bench.judged(ready.methods[method].asked, list(tried.values()))
    failing = set() if judged is None else {form(failure.expected.call) for failure in judged.failures}
    right = set() if judged is None else {form(each.call) for each in judged.right}
    asked_of = {form(each.call): asked_by(domain, method, each.call) for each in pool}
    cases: list[Case] = []
    for schema, own in zip(found.schemas, made, strict=True):
        inside = dict.fromkeys(form(each.call) for each in own)
        inside |= dict.fromkeys(name for name, question in asked_of.items() if _is_of(schema, question))
        wrong = [name for name in inside if name in failing]
        shown = [tried[name] for name in dict.fromkeys([*wrong[:1], *inside])]
        known = len(wrong) + sum(name in right for name in inside)
        cases.append(Case(schema, tuple(shown[:_DATA]), known, len(wrong)))
    return Cases(task, method, domain, tuple(cases), found.whole, nodes, bench is not None)


def _is_of(schema: Found, question: Question) -> bool:
    keys = [each for each in question.arguments if isinstance(each, int)]
    return len(keys) == len(question.arguments) and fits(schema, question.before, keys)


def _bench(task: Task, ready: Prepared, reference: Runner, source: str) -> Bench:
    language = reference.language
    program = language.runs.prepare(reference.sandbox, source.encode())
    if isinstance(program, NoProgram):
        raise Fault(program.message, None, program.line, program.column)
    defined = [cls.name for cls in program.classes]
    joined = reads_of(language).with_classes(source, task.reference, task.cls, defined)
    whole = program if joined is None else language.runs.prepare(reference.sandbox, joined.text.encode())
    if isinstance(whole, NoProgram):
        whole = program
    submitted = Runner(language, reference.sandbox, whole, task.cls)
    asked = [state.arguments for state in ready.domain.fresh]
    fit = fitting(submitted, reference, ready.domain, submitted.construct(asked or [()]))
    if fit.lacking or fit.unknown or fit.otherwise or fit.own is not None:
        raise Fault(
            f"this file does not keep structures as the reference of {task.cls} does",
            remedy="see what viva check says of it",
        )
    return Bench(submitted, reference, fit, ready.own, Meter(Terms().budget))


def drawings(found: Cases, say: Say) -> list[Drawing]:
    """One for each schema: the schema, and structures made from it."""
    naming = _naming(found)
    return [_drawing(found, case, number, naming, say) for number, case in enumerate(found.cases, 1)]


def _naming(found: Cases) -> Naming:
    parameters = [each.name for each in found.domain.methods[found.method].parameters]
    return Naming(parameters, found.domain.layout.links or ("next",))


def _drawing(found: Cases, case: Case, number: int, naming: Naming, say: Say) -> Drawing:
    schema = _tree(case.schema, naming, caption(case, number, say))
    trees, examples = [schema], list[str]()
    for data in case.data:
        question = asked_by(found.domain, found.method, data.call)
        given = ", ".join(show(each) if isinstance(each, View) else repr(each) for each in question.arguments)
        trees += draw.structure(f"{found.method}({given})", question.before)
        examples.append(say("schemas_example", question=question.written))
    told = naming.constraints(case.schema)
    where = [say("schemas_constraints", listed=", ".join(told))] if told else []
    none = [] if case.data else [say("schemas_no_data")]
    text = "\n".join([schema.caption, tree.text(schema), *where, *examples, *none])
    return replace(tree.draw(schema.caption, trees, [*where, *none], wrap=True), text=text)


def caption(case: Case, number: int, say: Say) -> str:
    words = say("draw_schema", number=number)
    ended = case.schema.outcome
    if ended[0] == "raised":
        words = say("schemas_raises", case=words, kind=visible_line(ended[-1]))
    elif ended[0] != "returned":
        words = say("schemas_cut", case=words)
    if not case.tried:
        return words
    return say("schemas_fails" if case.wrong else "schemas_right", case=words, wrong=case.wrong, tried=case.tried)


def _tree(schema: Found, naming: Naming, caption: str) -> tree.Tree:
    """With the paper's four kinds of nodes."""
    names, across = naming.links, len(naming.links) == 1
    letters, _ = naming.of(schema)

    def build(number: int, path: frozenset[int]) -> tree.Node:
        if number == NULL:
            return tree.Node("", tree.Kind.NULL)
        if number == UNKNOWN:
            return tree.Node("", tree.Kind.UNEXPLORED)
        thing = schema.things[number]
        text = letters[number] if thing.used else "?"
        if number in path:
            return tree.Node(text, tree.Kind.AGAIN)
        below = tuple(
            (spoken(name), build(link, path | {number})) for name, link in zip(names, thing.links, strict=False)
        )
        return tree.Node(text, below=below)

    first = schema.things[0]
    root = build(0, frozenset()) if first.is_node else build(first.links[0] if first.links else NULL, frozenset())
    return tree.Tree(caption, root, across)


def legend(say: Say) -> str:
    return "; ".join(say(f"draw_legend_{kind}") for kind in ("null", "unknown", "letter", "unexplored"))


def summary(found: Cases, say: Say) -> str:
    told = say("schemas_count" if found.whole else "schemas_some", count=len(found.cases), nodes=found.nodes)
    wrong = sum(case.wrong > 0 for case in found.cases)
    return f"{told} {say('schemas_verdicts', wrong=wrong)}" if found.judged else told


def as_text(found: Cases, say: Say) -> str:
    parts = [drawing.text for drawing in drawings(found, say)]
    return "\n\n".join([summary(found, say), *parts, legend(say)])


def as_page(found: Cases, title: str, say: Say) -> str:
    heading = say("schemas_title", method=found.method, of=title)
    body = "".join(f"<section>{drawing.svg}</section>" for drawing in drawings(found, say))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{markup(heading)}</title><style>{_STYLE}{sheet('shapes')}</style></head>"
        f'<body class="drawing"><h1>{markup(heading)}</h1><p>{markup(summary(found, say))}</p>'
        f"<p>{markup(legend(say))}.</p>{body}</body></html>\n"
    )
