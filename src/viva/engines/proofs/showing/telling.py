"""A certificate in sentences: the invariant, lemmas and measures, with the names and lines of the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.engines.proofs.checking.certificate import Certificate, Lemma
from viva.engines.proofs.checking.checker import Refused
from viva.engines.proofs.checking.claims import Claim
from viva.engines.proofs.checking.nests import NEST, PLACES, nest_of
from viva.engines.proofs.checking.system import CLOCK, System, system_of
from viva.engines.proofs.prove import Differs, Unknown
from viva.engines.proofs.showing.expressing import express, sides
from viva.engines.proofs.showing.refusing import not_covered
from viva.engines.proofs.terms import BOOL, FALSE, INT, TRUE, Term, equal, is_list, land, parts_of, substitute
from viva.engines.proofs.terms.folds import components, loops_in, split
from viva.engines.proofs.terms.recursive import Recursive, calls_in
from viva.engines.proofs.translation.loops.loop_summary import LoopSummary
from viva.engines.proofs.translation.translate import Translated
from viva.engines.proofs.translation.values import terms_of
from viva.engines.shapes import Choice, Many, Plain, Shape

_TEXTS = "viva.engines.proofs"
_MOST, _MOST_NESTED = 12, 5
_LISTS, _OTHERS = ("xs", "ys", "zs"), ("x", "y", "z", "n", "m")
_PLACES, _PLACE_NAMES = frozenset(place.data for place in PLACES), ("p", "q")
_MOST_REPEATS = 4
_EACH = "each"  # the variable of what is said of all values
MODEL, SUBMISSION = "model", "submission"


@dataclass(frozen=True, slots=True)
class _Name:
    """What a person calls the value of a loop: `word` begins with `=` where the source has no name for it."""

    word: str
    side: str
    line: int


def in_words(
    claim: Claim, certificate: Certificate, locale: str = ENGLISH, inputs: Sequence[str] = (), model: str = "",
    *, property: bool = False,
) -> list[str]:  # fmt: skip
    """One sentence for each part of the proof. `inputs` are the names of the parameters, `model` is what the reference
    is called where it is not the model solution. A `property` is about one module."""
    say = _saying(locale, model, property)
    seen = {MODEL: claim.reference.loops, SUBMISSION: claim.submission.loops}
    names = {
        term: _Name(word, side, loop.line)
        for side, loops in reversed(seen.items()) for loop in loops for word, term in reversed(loop.folds)
    }  # fmt: skip
    given = {each.data: name for each, name in zip(claim.inputs, inputs, strict=False)}
    functions = {
        loop.function[1]: loop.function[0] for loops in reversed(seen.values()) for loop in loops if loop.function
    }
    told = _invariant(claim, certificate, names, functions, given, say)
    for each in certificate.lemmas:
        told += _lemma(each, names, functions, say)
    told += [_measure(loop, side, given, say) for side, loops in seen.items() for loop in loops if loop.measure]
    # The same claim for smaller values is told above.
    facts = [kind for kind in claim.facts if kind != "lemmas" or certificate.lemmas]
    if facts:
        told.append(say("facts", facts=say("between").join(say(f"fact_{kind}") for kind in facts)))
    return list(dict.fromkeys(told))


def refusal(refused: Refused, locale: str = ENGLISH) -> str:
    """Which step of a certificate does not hold."""
    say = catalogue(_TEXTS, locale).say
    what = say("of_claim") if refused.lemma is None else say("of_lemma", number=refused.lemma)
    return say(f"refused_{refused.step}", what=what)


def missing(unknown: Unknown | Differs, locale: str = ENGLISH) -> str:
    """Why there is no proof, as a part of a sentence."""
    say = catalogue(_TEXTS, locale).say
    if isinstance(unknown, Differs):
        return say("unknown_differs")
    if unknown.word == "uncovered":
        return say("unknown_uncovered", detail=not_covered(unknown.detail, say))
    if unknown.word == "unchecked":
        step, _, of = unknown.detail.partition(" of ")
        lemma = of.removeprefix("lemma ")
        what = say("of_lemma", number=lemma) if lemma.isdigit() else say("of_claim")
        return say("unknown_unchecked", detail=say(f"refused_{step}", what=what))
    reason = say(f"unknown_{unknown.word}", detail=unknown.detail)
    where = [say("repeats", what=what, line=line) for what, line in unknown.repeats[:_MOST_REPEATS]]
    return say("unknown_where", reason=reason, where=", ".join(where)) if where else reason


def _saying(locale: str, model: str, property: bool) -> Say:
    texts = catalogue(_TEXTS, locale)
    own = {"model": model} if model else {}
    if property:
        own = {MODEL: texts.say("module"), SUBMISSION: texts.say("module")}
    return replace(texts, templates={**texts.templates, **own}).say if own else texts.say


def loop_lines(claim: Claim) -> tuple[list[int], list[int]]:
    """The lines with loops of the model solution and of the submission; outermost ones first, where they are apart."""
    one, two = (sorted({loop.line for loop in each.loops}) for each in _programs(claim))
    return one, two


def folds_told(claim: Claim, inputs: Sequence[str] = ()) -> list[dict[str, Json]]:
    """The loops as functions of the number of rounds: for each variable its value before them, and after one more."""
    given = {each.data: name for each, name in zip(claim.inputs, inputs, strict=False)}
    told: list[dict[str, Json]] = []
    for side, translated in (("reference", claim.reference), ("submission", claim.submission)):
        for loop in translated.loops:
            names = {term: name.lstrip("=").partition("#")[0] for name, term in loop.folds}
            for term, name in names.items():
                _, first, parameters = split(term)
                states = {f"s{place}": names.get(each) for place, each in enumerate(components(term.data, term.args))}
                after = substitute(term.data.steps[0], {f"p{place}": each for place, each in enumerate(parameters)})

                def named(each: Term, own: Mapping[str, str | None] = states) -> str | None:
                    return (own.get(each.data) or given.get(each.data)) if each.op == "var" else None

                row: dict[str, Json] = {
                    "program": side, "line": loop.line, "name": name, "fold": term.data.name,
                    "rounds": express(loop.rounds, named), "before": express(first[0], named),
                    "after_a_round": express(after, named),
                }  # fmt: skip
                if row not in told:  # it may have other numbers of rounds in other cases
                    told.append(row)
    return told


def keeps_arguments(claim: Claim, shapes: Sequence[Shape]) -> bool:
    """Whether neither program changes a list that it is given. The cells of arguments are those before all others, one
    for each list."""
    if not all(isinstance(shape, Plain | Choice | Many) and getattr(shape, "kind", "") != "set" for shape in shapes):
        return False  # a part of it may be a list, or it may be changed itself
    given = zip(claim.inputs, shapes, strict=True)
    lists = [each for each, shape in given if isinstance(shape, Many) and shape.kind == "list"]
    return all(
        translated.state.heap[place].terms == (each,)
        and place not in translated.state.passed | translated.state.rebound
        for translated in _programs(claim)
        for place, each in enumerate(lists, 1)
    )


def never_raises(claim: Claim) -> bool:
    """Whether the model solution gives a value for all arguments; what it raises nothing on is what is claimed."""
    return claim.reference.error is FALSE


def is_without_loops(claim: Claim) -> bool:
    """Whether neither program has a loop, calls itself, or goes through a list by a function of the library."""
    for each in _programs(claim):
        given = [each.error, *terms_of(each.value, each.state)]
        if each.loops or loops_in(*given) or calls_in(*given):
            return False
    return True


def _programs(claim: Claim) -> tuple[Translated, Translated]:
    return claim.reference, claim.submission


def _invariant(  # noqa: PLR0917 what is told, and the names for it
    claim: Claim, certificate: Certificate, names: Mapping[Term, _Name], functions: Mapping[Recursive, str],
    given: Mapping[str, str], say: Say,
) -> list[str]:  # fmt: skip
    induction = certificate.induction
    if induction.measure is not None:
        measure = express(induction.measure, lambda term: given.get(term.data) if term.op == "var" else None)
        return [say("smaller", measure=measure)]
    if not induction.way:
        one, two = ({term for loop in each.loops for _, term in loop.folds} for each in _programs(claim))
        return [say("same_steps" if two and two <= one else "at_once")]
    if induction.way == NEST:
        return _nest([*claim.known, claim.goal], induction.invariant, names, functions, given, say)
    system = system_of([*claim.known, claim.goal], induction.way, induction.ahead)
    assert system is not None
    known = {state: names[each] for each, state in system.names.items() if each in names}
    speaker = _Speaker(known, names, given, say, functions)
    # What is known of elements says most about a search; of the rest, the plainest.
    plainest = sorted(
        induction.invariant,
        key=lambda each: (all(inner.op != "at" for inner in parts_of(each)), each.size, each.key),
    )[:_MOST]
    told = [say("rounds", facts=say("between").join(dict.fromkeys(speaker.fact(each) for each in plainest)))]
    return [*told, *_alignment(system, induction.ahead, say)]


def _nest(  # noqa: PLR0917 what is told, and the names for it
    terms: Sequence[Term], invariant: Sequence[Term], names: Mapping[Term, _Name], functions: Mapping[Recursive, str],
    given: Mapping[str, str], say: Say,
) -> list[str]:  # fmt: skip
    """What holds in the rounds of loops and of those inside of them; loops that are given other values than in the
    source are called as they are there."""
    nest = nest_of(terms)
    assert nest is not None
    by_loop = {each.data: name for each, name in reversed(list(names.items()))}
    states, own = dict[Term, _Name](), dict(given)
    own |= {place.data: name for place, name in zip(PLACES, _PLACE_NAMES, strict=True)}
    todo = list(nest.heads)
    while todo:
        head = todo.pop(0)
        todo += head.inside
        own[head.clock.data] = f"k{head.number or ''}"
        for fold, variable in zip(head.folds, head.variables, strict=True):
            name = names.get(fold) or by_loop.get(fold.data)
            if name is not None:
                states[variable] = name
    speaker = _Speaker(states, names, own, say, functions)
    told = []
    # What is said of all places and of all values says most about an order.
    plainest = sorted(invariant, key=lambda one: (one.free.isdisjoint(_PLACES | {_EACH}), one.size, one.key))
    for each in plainest[:_MOST_NESTED]:
        fact = speaker.fact(each)
        told.append(say("for_places", fact=fact) if _PLACES & each.free else fact)
    return [say("nest", facts=say("between").join(dict.fromkeys(told)))] if told else []


def _alignment(system: System, ahead: Sequence[str], say: Say) -> list[str]:
    told = [say("ahead")] if ahead else []
    return [*told, say("waits")] if len(set(system.ends)) > 1 else told


def _lemma(lemma: Lemma, names: Mapping[Term, _Name], functions: Mapping[Recursive, str], say: Say) -> list[str]:
    """With names for what the two loops depend on: any list, any value."""
    free = [each for each in dict.fromkeys(parts_of(lemma.left, lemma.right)) if each.op == "var"]
    lists, others = iter(_LISTS), iter(_OTHERS)
    given = {each.data: next(lists if is_list(each) else others, each.data) for each in free}
    by_loop = {each.data: name for each, name in reversed(list(names.items()))}
    speaker = _Speaker({}, names, given, say, functions, by_loop)
    one, two = speaker.thing(lemma.left), speaker.thing(lemma.right)
    if lemma.right is FALSE:
        told = [say("lemma_never", one=one)]
    else:
        told = [say("lemma_truth" if lemma.left.sort == BOOL else "lemma", one=one, two=two)]
    if lemma.induction.way == NEST:
        told += _nest([equal(lemma.left, lemma.right)], lemma.induction.invariant, names, functions, given, say)
    known = land(*lemma.known)
    if known is not TRUE:
        told[0] = say("lemma_where", condition=speaker.sentence(known), lemma=told[0])
    return told


def _measure(loop: LoopSummary, side: str, given: Mapping[str, str], say: Say) -> str:
    assert loop.measure is not None
    own = dict(loop.names)
    text = express(loop.measure, lambda term: (own | dict(given)).get(term.data) if term.op == "var" else None)
    return say("measure", side=say(side), line=loop.line, measure=text)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Puts formulas into words. `states` are the variables of loops side by side, `loops` results of loops, `by_loop`
    results of loops that may have been given other values."""

    states: Mapping[Term, _Name]
    loops: Mapping[Term, _Name]
    given: Mapping[str, str]
    say: Say
    functions: Mapping[Recursive, str]
    by_loop: Mapping[object, _Name] | None = None

    def fact(self, term: Term) -> str:
        """A part of the invariant; what is said of each value holds for all of them."""
        said = self.sentence(term)
        return self.say("for_each", fact=said) if _EACH in term.free else said

    def sentence(self, term: Term) -> str:
        say = self.say
        name = self._name(term)
        if name is not None:
            return say(f"flag{name.word.replace('=', '_')}" if _is_flag(name) else "true", **self._slots(name))
        match term.op:
            case "=" if term.args[0].sort == BOOL:
                return say("same_truth", one=self.sentence(term.args[0]), two=self.sentence(term.args[1]))
            case "=":
                return self._compared("equal", term)
            case "<=":
                return self._compared("no_more", term)
            case "and":
                return say("and").join(map(self.sentence, term.args))
            case "or":
                return self._either(term.args)
            case "not":
                return self._denied(term.args[0])
        return say("holds", formula=self.thing(term))

    def _either(self, parts: Sequence[Term]) -> str:
        """What holds under conditions: those are the parts that are denied, or all but the last."""
        guards = [each.args[0] for each in parts if each.op == "not"]
        rest = [each for each in parts if each.op != "not"]
        first = [self.sentence(each) for each in guards]
        first += [self._denied(each) for each in rest[:-1]]
        last = self.sentence(rest[-1]) if rest else self._denied(guards[-1])
        if not rest:
            first = first[:-1]
        waiting = [each for each in rest[:-1] if _is_flag(self._name(each))]
        key = "as_long_as" if waiting and len(first) == 1 else "implies"
        return self.say(key, one=self.say("and").join(first), two=last)

    def _denied(self, term: Term) -> str:
        say = self.say
        name = self._name(term)
        if name is not None:
            return say(f"flag{name.word.replace('=', '_')}_not" if _is_flag(name) else "false", **self._slots(name))
        match term.op:
            case "=" if term.args[0].sort == BOOL:
                return say("same_truth", one=self.sentence(term.args[0]), two=self._denied(term.args[1]))
            case "=":
                return self._compared("differ", term)
            case "<=":
                return self._compared("more", term)
            case "not":
                return self.sentence(term.args[0])
        return say("holds_not", formula=self.thing(term))

    def _compared(self, key: str, term: Term) -> str:
        one, two = sides(term) if term.args[0].sort == INT else term.args
        if one.op == "num" or (two in self.states and one not in self.states):
            if key == "no_more":
                return self.say("no_less", one=self.thing(two), two=self.thing(one))
            if key == "more":
                return self.say("less", one=self.thing(two), two=self.thing(one))
            one, two = two, one
        return self.say(key, one=self.thing(one), two=self.thing(two))

    def thing(self, term: Term) -> str:
        """A value: its name with the side that it is of, or an expression."""
        name = self._name(term)
        if name is not None:
            own = name.word.startswith("=")
            key = f"value{name.word.replace('=', '_')}" if own else "name"
            return self.say(key, "value_carried", **self._slots(name))
        used = {found for each in parts_of(term) if (found := self._name(each)) is not None}
        text = express(term, lambda each: self._code(each, both=len({name.side for name in used}) > 1), self.functions)
        if len({(name.side, name.line) for name in used}) == 1:
            side, line = next((name.side, name.line) for name in used)
            return self.say("expression_of", text=text, side=self.say(side), line=line)
        return self.say("expression", text=text)

    def _name(self, term: Term) -> _Name | None:
        found = self.states.get(term) or self.loops.get(term)
        return found or (self.by_loop.get(term.data) if self.by_loop and term.op == "fold" else None)

    def _code(self, term: Term, *, both: bool) -> str | None:
        """The name within an expression; where both programs are spoken of, the model solution's are marked."""
        if term is CLOCK:
            return "k"
        name = self._name(term)
        if name is None:
            return self._given(term.data) if term.op == "var" else None
        own = name.word.startswith("=")
        word = self.say(f"code{name.word.replace('=', '_')}", "code_carried") if own else name.word
        return self.say("of_model", name=word) if both and name.side == MODEL else word

    def _given(self, variable: str) -> str | None:
        """The name of an argument; where a loop changes something of that name, what is meant is what was given."""
        word = self.given.get(variable)
        changed = word is not None and any(word == each.word for each in self.states.values())
        return self.say("as_given", name=word) if changed else word

    def _slots(self, name: _Name) -> dict[str, object]:
        return {"name": name.word, "side": self.say(name.side), "line": name.line}


def _is_flag(name: _Name | None) -> bool:
    return name is not None and name.word in ("=returned", "=left", "=raised")


__all__ = [
    "MODEL",
    "SUBMISSION",
    "folds_told",
    "in_words",
    "keeps_arguments",
    "loop_lines",
    "missing",
    "never_raises",
    "refusal",
]
