"""Findings for the ladder: a hint, the pattern as a schema, the smallest call before and after, the place, the fix."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from viva.core.deciding.following import doing
from viva.core.report import About, Finding, Witness
from viva.core.rungs import Ladder
from viva.core.terms import Ended
from viva.core.text.escape import visible_line
from viva.engines.heaps.domain import Domain
from viva.engines.heaps.running import after
from viva.engines.heaps.schemas.generalising import Summary
from viva.engines.heaps.schemas.schema import Schema
from viva.languages.outcome import Outcome
from viva.subjects.structures.example import example, hidden_differences
from viva.subjects.structures.fix import find_repair, fix
from viva.subjects.structures.judge import Bench
from viva.subjects.structures.model import Failure, Judged, Shown, reason
from viva.subjects.structures.pattern import pattern, summary, thing
from viva.subjects.structures.places import places, places_of_repair
from viva.subjects.structures.suite import Prepared


def findings(
    bench: Bench, ready: Prepared, told: Sequence[tuple[Judged, Ladder | Finding]], shown: Shown
) -> tuple[Finding, ...]:
    """All that is told of the methods, in their order, and then what mends them."""
    ladders = [(judged, each) for judged, each in told if isinstance(each, Ladder)]
    mended = {judged.asked.method: _mended(bench, ready, judged, shown, each) for judged, each in ladders}
    found: list[Finding] = []
    for judged, each in told:
        found += mended[judged.asked.method][0].findings() if isinstance(each, Ladder) else [each]
    for _, fixed in mended.values():
        found += fixed.findings()
    return tuple(found)


def ladder(bench: Bench, ready: Prepared, judged: Judged, failure: Failure, shown: Shown) -> Ladder:
    """What is told of a method that is wrong, but for what takes long to look for."""
    domain = ready.domain
    found = Summary((), 0, len(judged.failures))
    place = None
    with suppress(Ended):  # the witness was seen twice: it stands, whether or not there is time for more
        if not failure.outcome.while_loading:
            found = summary(bench, ready, judged)
        if shown.placed:
            doing("place")
            place = places(bench, judged, failure, shown)
    return Ladder(
        f"{judged.asked.method}:{failure.difference.kind}",
        hint=_hint(domain, judged, failure, found, shown),
        pattern=pattern(domain, judged, found, shown.say),
        example=example(domain, judged, failure, shown),
        place=place,
    )


def _hint(domain: Domain, judged: Judged, failure: Failure, found: Summary, shown: Shown) -> str:
    """Which method and which situation; no key, no line."""
    method = judged.asked.method
    kind = failure.difference.kind
    if kind == ("left" if judged.asked.left else "result") and hidden_differences(domain, judged, failure):
        kind = "data"
    keys = [f"hint_{reason(failure)}" if failure.outcome.problem else f"hint_{kind}", "hint_other"]
    if failure.outcome.while_loading:
        keys = ["hint_loading"]
    text = shown.say(*keys, method=method)
    situation = (
        _situation(found.schemas[0], domain.layout.links or ("next",)) if found.complete and found.schemas else None
    )
    if situation == "end" and domain.layout.node is None:
        situation = "end_of_list"
    if situation == "end" and reason(failure) == "crash":
        situation = None  # that is what the hint asks already
    if situation is not None:
        links = domain.layout.links
        link, there = _telling_link(found.schemas[0], links) if situation == "first" else (None, False)
        key = f"situation_{'link' if there else 'no_link'}" if link else f"situation_{situation}"
        several = any(each.kind == "instance" for each in domain.methods[method].parameters)
        text += " " + shown.say(key, method=method, link=link or "", **thing(len(links), shown.say, several))
    return text


def _telling_link(schema: Schema, names: Sequence[str]) -> tuple[str | None, bool]:
    """The one link that the node has not, or else has, on which a method is called, where there are several; and
    whether it has it."""
    for null in (True, False):
        found = [names[part.link] for part in schema.parts if part.parent == 0 and part.null is null and len(names) > 1]
        if len(found) == 1:
            return found[0], not null
    return None, False


def _situation(schema: Schema, names: Sequence[str]) -> str | None:
    if schema.empty:
        return "empty"
    equal = [each for each in schema.conditions if each.sign == "="]
    if any(each.left >= 0 and each.right >= 0 for each in equal):
        return "equal"
    named = {each.right for each in equal if each.left < 0}
    if schema.entry is not None and 0 in named:
        return "argument_first"
    below = {number: [part for part in schema.parts if part.parent == number] for number in range(len(schema.parts))}
    if any(sum(not part.null for part in parts) == 2 for parts in below.values()):
        return "two_children"
    if schema.entry is not None and below[0] and all(part.null for part in schema.parts[1:]):
        return "single" if len(below[0]) == len(names) else "first"
    for number, parts in below.items():
        nulls = [part.null for part in parts]
        if len(nulls) == 2:
            return "one_child" if any(nulls) and not all(nulls) else "no_children"
        if len(nulls) == 1 and number in named:
            return "last" if nulls[0] else "followed"
    if any(part.null for part in schema.parts):
        return "end"
    if schema.entry is not None:
        return "later" if named else "first"
    if any(each.sign == "absent" for each in schema.conditions):
        return "absent"
    return "argument" if equal else None


def _mended(bench: Bench, ready: Prepared, judged: Judged, shown: Shown, told: Ladder) -> tuple[Ladder, Ladder]:
    """With the fix, if there is one and time enough: it takes longer than all the rest. The place is then where it
    changes something, and else where small changes mend a part."""
    fixed = Ladder(None)
    if shown.mending is None or not shown.given.whole:
        return told, fixed
    others = [each for method, each in shown.mending.methods.items() if method != judged.asked.method]
    doing("repair")
    with suppress(Ended):
        found = find_repair(bench, ready, judged, shown.mending.reference, shown.given.begin, others=others)
        if found is None:
            place = places(bench, judged, judged.failures[0], shown, with_edits=True)
        else:
            place = places_of_repair(found, shown)
        if place is not None and told.place is not None:
            told = replace(told, place=place)
        if found is not None and shown.mending.told:
            fixed = Ladder(None, fix=fix(found, shown))
    return told, fixed


def unsteady(judged: Judged, shown: Shown) -> Finding:
    assert judged.unsteady is not None
    failure, other = judged.unsteady
    call = shown.call(judged.asked.method, failure.expected.call)
    first, second = (_plainly(outcome, shown) for outcome in (failure.outcome, other))
    text = shown.say("inconsistent", call=call, first=first, second=second)
    witness = Witness("runs", {"call": call, "first": first, "second": second})
    return Finding(text, About.POLICY, signature="inconsistent", witness=witness)


def _plainly(outcome: Outcome, shown: Shown) -> str:
    if outcome.problem is not None:
        return visible_line(outcome.problem.kind or outcome.problem.reason)
    left = after(outcome)
    return shown.value(left) if left is not None else ""
