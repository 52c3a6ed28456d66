"""A certificate in sentences: the loops with their lines, the invariant, lemmas and measures."""

from __future__ import annotations

from collections.abc import Mapping

from viva.core.terms import ENGLISH
from viva.core.texts import Say, catalogue
from viva.engines.proofs.certificate import Certificate
from viva.engines.proofs.claims import Claim
from viva.engines.proofs.loops import Seen
from viva.engines.proofs.system import system_of
from viva.engines.proofs.terms import INT, Term, add, number, scaled, shown

_MOST = 12


def in_words(claim: Claim, certificate: Certificate, locale: str = ENGLISH) -> list[str]:
    """One sentence for each part of the proof; the first say which loop is meant by what."""
    say = catalogue(__package__, locale).say
    induction = certificate.induction
    told: list[str] = []
    sides = (
        ("model", claim.reference, certificate.measures.reference),
        ("submission", claim.submission, certificate.measures.submission),
    )
    names: dict[Term, str] = {}
    for side, translated, measures in sides:
        for loop in translated.loops:
            if isinstance(loop, Seen):
                for name, term in loop.folds:
                    names.setdefault(term, say("name", name=name, side=say(side), line=loop.line))
        told += [say("measure", side=say(side), measure=each) for each in measures]
    told += [say("lemma", formula=f"{shown(each.left)} = {shown(each.right)}") for each in certificate.lemmas]
    if not induction.way:
        return [say("at_once"), *told]
    system = system_of([*claim.known, claim.goal], induction.way, induction.ahead)
    assert system is not None
    known = {state: names[each] for each, state in system.names.items() if each in names}
    plainest = sorted(induction.invariant, key=lambda each: (each.size, each.key))[:_MOST]
    return [say("rounds"), *(_told(each, known, say) for each in plainest), *told]


def _told(term: Term, known: Mapping[Term, str], say: Say) -> str:
    """A formula in words as far as there are words for it."""
    match term.op:
        case "=":
            one, two = _sides(term) if term.args[0].sort == INT else term.args
            return say("equal", one=_thing(one, known), two=_thing(two, known))
        case "<=":
            one, two = _sides(term)
            return say("no_more", one=_thing(one, known), two=_thing(two, known))
        case "or" if len(term.args) == 2:
            guard, claim = term.args
            if claim.op == "not" and guard.op != "not":
                guard, claim = claim, guard
            first = (
                _told(guard.args[0], known, say) if guard.op == "not" else say("not_true", one=_told(guard, known, say))
            )
            return say("implies", one=first, two=_told(claim, known, say))
        case "not":
            return say("not_true", one=_told(term.args[0], known, say))
    return _thing(term, known)


def _sides(term: Term) -> tuple[Term, Term]:
    """A comparison as one would write it: what is taken away stands on the other side."""
    left = term.args[0].args if term.args[0].op == "+" else (term.args[0],)
    plus, minus = [], [term.args[1]]
    for each in left:
        if each.op == "*" and each.args[0].op == "num" and each.args[0].data < 0:
            minus.append(scaled(-1, each))
        else:
            plus.append(each)
    return add(*plus) if plus else number(0), add(*minus)


def _thing(term: Term, known: Mapping[Term, str]) -> str:
    if term in known:
        return known[term]
    text = shown(term)
    for state, name in sorted(known.items(), key=lambda item: -len(item[0].data)):
        text = text.replace(state.data, name)
    return text
