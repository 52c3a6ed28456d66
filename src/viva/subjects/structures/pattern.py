"""The rung `pattern`: schemas that are true of failing calls and of no call that is right, in words and drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from viva.core.rungs import Clue
from viva.core.texts import Say
from viva.drawing import tree
from viva.engines.heaps.building.method_sequences import State
from viva.engines.heaps.comparing.canonical import Form, form
from viva.engines.heaps.comparing.judging import Expected
from viva.engines.heaps.domain import Domain, arguments_for, expectations
from viva.engines.heaps.layout import Method, is_back, spoken
from viva.engines.heaps.parts import items, join_arguments
from viva.engines.heaps.schemas.generalising import Input, Summary, generalise
from viva.engines.heaps.schemas.schema import OF_THE_WHOLE, Condition, Schema, matches, may_match
from viva.engines.heaps.view import View, view
from viva.languages.heap import Heap, Reference
from viva.subjects.structures import draw
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Judged
from viva.subjects.structures.suite import Prepared

_MOST_FAILING = 300
_MOST_RIGHT = 1200
_MOST_NEW = 1200
_BEYOND = 2
_ROUNDS = 5
_LARGEST = 5
_LONGEST = 40
_ARGUMENT = re.compile(r"\[(\d+)\](?=\.)")
_ARROW = " → "


def looked_at(domain: Domain, expected: Expected) -> Input:
    """A call as schemas see it: its structures, and its arguments."""
    given = items(expected.call)
    structures = sum(isinstance(slot, Reference) for slot in given)
    seen = view(expected.call, domain.layout, None if structures > 1 else given[0])
    return Input(seen, tuple(slot for slot in given[1:] if not isinstance(slot, Reference)))


def summary(bench: Bench, ready: Prepared, judged: Judged) -> Summary:
    """Schemas that hold for all calls on all structures of the domain, and on all of the next two sizes: those that
    match and were not run yet are run, and what comes of them is taken into account, until nothing new is found."""
    domain = ready.domain
    failing = [looked_at(domain, failure.expected) for failure in judged.failures[:_MOST_FAILING]]
    right = [looked_at(domain, expected) for expected in judged.right[:_MOST_RIGHT]]
    asked = judged.asked
    found = generalise(failing, right)
    largest = min(max(map(_nodes, found.schemas), default=0), _LARGEST)
    if largest == 0 and not any(schema.empty for schema in found.schemas):
        largest = 1
    known = {form(expected.call) for expected in (*judged.right, *(failure.expected for failure in judged.failures))}
    method = domain.methods[asked.method]
    larger = ready.larger(largest + _BEYOND)
    states = (*domain.states, *domain.orders, *domain.others, *domain.large, *larger.states)
    for _ in range(_ROUNDS + 1):
        suspects = list(itertools.islice(_matching(domain, method, states, found.schemas, known), _MOST_NEW))
        if not suspects:
            keys_matter = any(schema.conditions for schema in found.schemas)
            seen = (larger.whole if keys_matter else larger.shaped) - _BEYOND
            return _tellable(found, failing, min(largest, seen))
        expected = expectations(bench.reference, method, suspects)
        more = bench.judged(asked, expected)
        if more.tests < len(expected):  # some use up all they have: what the others do is not known
            return Summary((), 0, len(failing))
        known |= {form(call) for call in suspects}
        failing += [looked_at(domain, failure.expected) for failure in more.failures]
        right += [looked_at(domain, each) for each in more.right]
        found = generalise(failing, right) if more.right else _counted(found.schemas, failing)
    return Summary((), 0, len(failing))


def _matching(
    domain: Domain, method: Method, states: Sequence[State], schemas: Sequence[Schema], known: set[Form]
) -> Iterator[Heap]:
    """Calls that a schema matches and that were not made yet."""
    structures = any(parameter.kind == "instance" for parameter in method.parameters)
    for state in states:
        seen = view(state.heap, domain.layout)
        some = schemas if structures else [schema for schema in schemas if may_match(schema, seen)]
        for arguments in arguments_for(domain, method, state.heap) if some else ():
            call = join_arguments([state.heap, *arguments])
            if structures:
                each = looked_at(domain, Expected(call, call, call, 0, call))
            else:
                each = Input(seen, tuple(items(call)[1:]))
            if any(matches(schema, each.view, each.arguments) for schema in some) and form(call) not in known:
                yield call


def _nodes(schema: Schema) -> int:
    return sum(not part.null for part in schema.parts)


def _tellable(found: Summary, failing: Sequence[Input], largest: int) -> Summary:
    """Without schemas of more nodes than were looked beyond, and without what nobody would read."""
    kept = [schema for schema in found.schemas if _nodes(schema) <= largest and schema.size <= _LONGEST]
    return found if len(kept) == len(found.schemas) else _counted(kept, failing)


def _counted(schemas: Sequence[Schema], failing: Sequence[Input]) -> Summary:
    covered = sum(any(matches(schema, each.view, each.arguments) for schema in schemas) for each in failing)
    return Summary(tuple(schemas), covered, len(failing))


def lettered(schema: Schema) -> dict[int, str]:
    """Letters for the nodes that are spoken of: those whose keys are compared, and those with something below them."""
    used = {number for each in schema.conditions for number in (each.left, each.right)}
    above = {part.parent for part in schema.parts}
    spoken = [
        number
        for number, part in enumerate(schema.parts)
        if not part.null and (number in used or number in above or number == 0)
    ]
    return dict(zip(spoken, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=False))


def conditions(
    schema: Schema, names: Sequence[str], parameters: Sequence[str], say: Say, several: bool = False
) -> list[str]:
    """What a schema says, one thing after the other: first what the arguments have to do with it. There are `several`
    structures where an argument is one too."""
    letters = lettered(schema)
    things = thing(len(names), say, several)
    if several and schema.entry:
        things["thing"] = f"`{spoken(schema.entry)}`"
    given = [each for each in schema.conditions if each.left < 0 and each.sign == "="]
    told = [_compared(each, letters, parameters, say, things) for each in given]
    rest = [_compared(each, letters, parameters, say, things) for each in schema.conditions if each not in given]
    chain = _chain(schema, letters, say, things) if len(names) == 1 else None
    if chain is not None:
        return [*told, chain, *rest]
    shape: list[str] = []
    if schema.entry is not None and schema.parts:
        kind = "when_first_of" if schema.entry.endswith("[]") else "when_first" if schema.entry else "when_called_on"
        shape.append(say(kind, node=letters[0], entry=spoken(schema.entry.removesuffix("[]"))))
    for number, part in enumerate(schema.parts):
        if not part.null:
            shape += _below(schema, number, names, letters, say)
    if schema.empty:
        key = "when_all_empty" if several else "when_empty"
        shape.append(
            say(key, **things) if schema.entry is None else say("when_entry_empty", entry=spoken(schema.entry))
        )
    elif (
        schema.parts
        and len(shape) == (schema.entry is not None)
        and not any(_speaks_of(each, 0) for each in schema.conditions)
    ):
        key = "when_some_not_empty" if several else "when_not_empty"
        shape = [say("when_entry", entry=spoken(schema.entry)) if schema.entry else say(key, **things)]
    return [*told, *shape, *rest]


def thing(links: int, say: Say, several: bool = False) -> dict[str, str]:
    """What a structure is called in a sentence, by how many links of a node lead on."""
    key = "all" if several else {1: "list", 2: "tree"}.get(links, "other")
    return {"thing": say(f"thing_{key}"), "within": say(f"within_{key}")}


def _chain(schema: Schema, letters: dict[int, str], say: Say, things: dict[str, str]) -> str | None:
    """A list, or its beginning, as people write one: A → B → C. None where that is not all there is to say."""
    below = {part.parent: (number, part) for number, part in enumerate(schema.parts) if number}
    if schema.entry is None and len(schema.parts) == 2 and not below[0][1].null and not schema.conditions:
        return say("when_two_nodes") if below[0][1].then is None else None
    if not schema.entry or schema.entry.endswith("[]") or is_back(schema.entry) or 0 not in below:
        return None
    said, number = [letters[0]], 0
    while number in below:
        number, part = below[number]
        if part.then is not None:
            return None
        if part.null:
            return (
                say("when_chain_whole", chain=_ARROW.join(said), **things)
                if said[1:]
                else say("when_chain_one", node=said[0])
            )
        said.append(letters.get(number, "…"))
    return say("when_chain", chain=_ARROW.join(said), **things)


def _speaks_of(condition: Condition, number: int) -> bool:
    return number in (condition.left, condition.right)


def _below(schema: Schema, number: int, names: Sequence[str], letters: dict[int, str], say: Say) -> list[str]:
    children = {part.link: (place, part) for place, part in enumerate(schema.parts) if part.parent == number}
    plain = [part for _, part in children.values() if not part.null]
    told: list[str] = []
    both = len(names) == 2 and len(plain) == 2
    if both:
        told.append(say("when_two_children", node=letters[number]))
    for link, (place, part) in sorted(children.items()):
        slots = {"node": letters[number], "link": names[link], "child": letters.get(place, "?")}
        if part.null:
            told.append(say("when_last" if len(names) == 1 else "when_no_child", **slots))
        elif part.then is not None:
            told.append(say("when_later" if len(names) == 1 else "when_further", then=names[part.then], **slots))
        elif place in letters:
            told.append(say("when_followed" if len(names) == 1 else "when_child", **slots))
        elif not both:
            told.append(say("when_not_last" if len(names) == 1 else "when_some_child", **slots))
    return told


def _compared(
    each: Condition, letters: dict[int, str], parameters: Sequence[str], say: Say, things: dict[str, str]
) -> str:
    def name(number: int) -> str:
        place = -number - 1
        return f"`{parameters[place]}`" if number < 0 and place < len(parameters) else letters.get(number, "?")

    words = {"=": "equal", "<": "less", ">": "more", "!=": "unequal", "<=": "at_most", ">=": "at_least"}
    words |= {sign: sign for sign in OF_THE_WHOLE}
    return say(f"compare_{words[each.sign]}", one=name(each.left), two=name(each.right), **things)


def sentence(told: Sequence[str], say: Say) -> str:
    *first, last = told or [""]
    return f"{say('comma').join(first)}{say('and_last' if first[1:] else 'and')}{last}" if first else last


def pattern(domain: Domain, judged: Judged, found: Summary, say: Say) -> Clue | None:
    """The count, where nothing is true of failing calls and of no other, as far as schemas can say it, or of few."""
    if not found.schemas or 2 * found.covered < found.failing:
        failed = len(judged.failures)
        return Clue(say("pattern_count", method=judged.asked.method, failed=failed, tests=judged.tests))
    first: View = looked_at(domain, judged.failures[0].expected).view
    names = [spoken(name) for name in first.names or domain.layout.links]
    told = describe_schemas(found, domain, judged.asked.method, names, say)
    if found.complete:
        return told
    rest = say("pattern_others")
    return replace(told, text=told.text + (" " if len(found.schemas) == 1 else "\n") + rest)


def _in_an_argument(entry: str | None, arguments: Sequence[str]) -> str | None:
    """`[1].root` is in the first argument: it has a name. `[0].root` is in what the method is called on."""
    begins = _ARGUMENT.match(entry or "")
    if entry is None or begins is None or int(begins[1]) > len(arguments):
        return entry
    within = entry[begins.end() :]
    return arguments[int(begins[1]) - 1] + within if int(begins[1]) else within.removeprefix(".")


def parameters_of(domain: Domain, method: str) -> list[str]:
    """The names of what a method is given beside structures."""
    return [each.name for each in domain.methods[method].parameters if each.kind != "instance"]


def describe_schemas(
    found: Summary, domain: Domain, method: str, names: Sequence[str], say: Say, *, about: str = "pattern"
) -> Clue:
    """Schemas in words and drawn; `about` is what the sentences around them begin with in the catalogue."""
    given = [each.name for each in domain.methods[method].parameters]
    schemas = tuple(replace(each, entry=_in_an_argument(each.entry, given)) for each in found.schemas)
    found, parameters = replace(found, schemas=schemas), parameters_of(domain, method)
    several = len(parameters) < len(given)
    told = [sentence(conditions(schema, names, parameters, say, several), say) for schema in found.schemas]
    things = thing(len(names), say, several)
    if found.schemas == (Schema(()),):
        text = say(f"{about}_all", method=method)
    elif len(told) == 1:
        text = say(f"{about}_one", method=method, when=told[0])
    else:
        listed = "\n".join(say("pattern_item", number=number, when=when) for number, when in enumerate(told, 1))
        text = say(f"{about}_several", method=method, listed=listed)
    trees = [
        draw.schema_tree(schema, names, lettered(schema), _caption(number, found, say), say)
        for number, schema in enumerate(found.schemas, 1)
    ]
    signs = [
        _caption(number, found, say) + say("draw_conditions", listed=say("comma").join(compared)).replace("`", "")
        for number, schema in enumerate(found.schemas, 1)
        if (compared := [_compared(each, lettered(schema), parameters, say, things) for each in schema.conditions])
    ]
    drawing = tree.draw(say(f"draw_{about}", method=method), trees, [*signs, *_legend(trees, say)])
    return Clue(text, drawing=drawing)


def _caption(number: int, found: Summary, say: Say) -> str:
    return say("draw_schema", number=number) if len(found.schemas) > 1 else say("draw_only_schema")


def _legend(trees: Sequence[tree.Tree], say: Say) -> list[str]:
    """What the signs mean that are drawn."""
    drawn, todo = set[str](), [each.root for each in trees]
    while todo:
        node = todo.pop()
        drawn.add("unknown" if node.text == "?" else node.kind.value)
        todo += [child for _, child in node.below]
    return [say(f"draw_legend_{kind}") for kind in ("null", "unknown", "unexplored") if kind in drawn]
