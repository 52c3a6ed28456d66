"""Findings for the ladder: three explanations of a wrong language, the best of them as hint and pattern."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.drawing import Drawing
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.texts import catalogue
from viva.core.where import State, Transition, Where
from viva.engines.automata import (
    DFA,
    Add,
    Edit,
    Explosion,
    Flip,
    Mending,
    Redirect,
    Regex,
    Wrong,
    apply,
    as_nfa,
    determinise,
    equivalent,
    fewest_edits,
    minimise,
    named,
    wrong_by_length,
)
from viva.engines.automata.diagram import Marks
from viva.engines.automata.diagram import draw as draw_machine
from viva.engines.automata.edits import MOST
from viva.engines.automata.machine import clipped, free_name
from viva.engines.automata.nfa_edits import GuessEdit, apply_to_machine, fewest_guess_edits
from viva.engines.automata.regex_edits import one_change
from viva.subjects.automata import guessing
from viva.subjects.automata.answer import Answer
from viva.subjects.automata.judge import ACCEPTED, Judgement, Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.nearness import Rule, rule
from viva.subjects.automata.runs import draw_run, run_text
from viva.subjects.automata.score import Distance, share

LENGTHS = 10
_LARGEST_EDITED = 20_000
_FEW_EDITS = 2
_NEAR = 0.5
_SHOWN_WORD = 60
_TEXTS = catalogue(__package__)


@dataclass(frozen=True, slots=True)
class Explanation:
    """`mending` is of the automaton as drawn, or else of the minimal one of the same language (`is_own` False); then
    `guess` mends the drawn NFA, and `expression` is the submitted one after a single change.

    `left_out` names what would have been too much work.
    """

    mending: Mending | None
    is_own: bool
    wrong: tuple[Wrong, ...] | None
    guess: tuple[GuessEdit, ...] | None
    expression: Regex | None
    rule: Rule | None
    left_out: tuple[str, ...]

    @property
    def best(self) -> str:
        """The one to begin with: a rule near the asked one, then few edits, then any rule, then the wrong words."""
        edits: Sequence[object] | None = self.guess
        if self.is_own and self.mending:
            edits = self.mending.edits
        if self.rule and self.rule.nearness >= _NEAR:
            return "rule"
        if edits is not None and len(edits) <= _FEW_EDITS:
            return "edits"
        return "rule" if self.rule else "words"

    @property
    def distance(self) -> Distance:
        # Where no script was found the answer counts as worse than any for which one was.
        edits = len(self.mending.edits) if self.mending and self.mending.edits is not None else MOST + 1
        if self.guess is not None:
            edits = len(self.guess)
        if self.expression is not None:
            edits = 1
        return Distance(edits, share(self.wrong) if self.wrong else 1.0, self.rule.nearness if self.rule else 0.0)


def explanation(answer: Answer, task: Task, limits: Limits) -> Explanation:
    """All three, as far as the work allows; an edit script that is told has been tried."""
    left_out: list[str] = []
    dfa = answer.deterministic
    wrong: tuple[Wrong, ...] | None = None
    mending: Mending | None = None
    if dfa is None:
        return Explanation(None, False, None, None, None, None, ("edits", "words"))
    small = len(dfa.moves) * len(dfa.alphabet) <= _LARGEST_EDITED
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    if small and (task.kind == "nfa" or not answer.is_deterministic):
        guess, expression = _nondeterministic(answer, task)
    own = answer.is_deterministic and guess is None
    if small:
        edited = dfa if own else minimise(dfa)
        mending = fewest_edits(edited, task.asked, work=limits.edits)
        if mending.edits is not None and not equivalent(apply(edited, mending.edits), task.asked):
            raise AssertionError("an edit script does not mend the automaton")
    else:
        left_out.append("edits")
    try:
        wrong = tuple(wrong_by_length(dfa, task.asked, LENGTHS, limits.lengths))
    except Explosion:
        left_out.append("words")
    found = rule(minimise(dfa), task.language) if not left_out else None
    return Explanation(mending, own, wrong, guess, expression, found, tuple(left_out))


def _nondeterministic(answer: Answer, task: Task) -> tuple[tuple[GuessEdit, ...] | None, Regex | None]:
    """Edits of an NFA as it was drawn, or an expression with one change; each was tried."""
    if answer.machine is not None:
        edits = fewest_guess_edits(answer.machine, task.asked, task.epsilon)
        if edits is not None:
            mended = determinise(as_nfa(apply_to_machine(answer.machine, edits), task.alphabet))
            if not equivalent(mended, task.asked):
                raise AssertionError("an edit script does not mend the automaton")
        return edits, None
    if answer.expression is None:
        return None, None
    return None, one_change(answer.expression, task.asked)


def findings(answer: Answer, judgement: Judgement, why: Explanation) -> tuple[Finding, ...]:
    """One ladder, lowest rung first."""
    signature = _signature(answer)
    found = [
        Finding(_hint(judgement, why), rung=Rung.HINT, signature=signature),
        *(Finding(text, rung=Rung.PATTERN, signature=signature) for text in _patterns(answer, judgement, why)),
        *(_example(answer, word, way, signature) for word, way in judgement.wrong),
        *_places(answer, judgement, why, signature),
    ]
    fix = _fix(answer, why, signature)
    if fix:
        found.append(fix)
    found += [Finding(_TEXTS.say(f"left_out_{what}"), About.QUALITY, signature="left_out") for what in why.left_out]
    return tuple(found)


def _signature(answer: Answer) -> str:
    """The language itself: two answers that accept the same words make the same mistake."""
    if answer.deterministic is None or len(answer.deterministic.moves) > _LARGEST_EDITED:
        return "language"
    minimal = minimise(answer.deterministic)
    text = repr((minimal.alphabet, minimal.moves, sorted(minimal.accepting)))
    return f"language:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _hint(judgement: Judgement, why: Explanation) -> str:
    if why.best == "edits" and why.guess:
        return _TEXTS.say("hint_guess", count=len(why.guess))
    if why.best == "edits" and why.mending and why.mending.edits:
        return _TEXTS.say(f"hint_{_kind(why.mending.edits)}", count=len(why.mending.edits))
    if why.best == "rule":
        return _TEXTS.say("hint_rule")
    return _TEXTS.say(f"hint_{_direction(judgement)}")


def _kind(edits: Sequence[Edit]) -> str:
    if any(isinstance(edit, Add) for edit in edits):
        return "add"
    flips = sum(isinstance(edit, Flip) for edit in edits)
    return "flip" if flips == len(edits) else "redirect" if not flips else "both"


def _direction(judgement: Judgement) -> str:
    if judgement.accepted is not None and judgement.rejected is not None:
        return "both_ways"
    if not judgement.every_direction:
        return "some_way"
    return "too_generous" if judgement.accepted is not None else "too_strict"


def _patterns(answer: Answer, judgement: Judgement, why: Explanation) -> list[str]:
    """The rule and the shares of wrong words, the better explanation first."""
    found = [_shares(judgement, why)]
    if why.rule:
        key = "rule_automaton" if answer.machine is not None else "rule_expression"
        said = why.rule.told(answer.automaton.alphabet)
        found.insert(0 if why.best == "rule" else 1, _TEXTS.say(key, contrast=said))
    return found


def _shares(judgement: Judgement, why: Explanation) -> str:
    sentences = [_TEXTS.say(f"pattern_{_direction(judgement)}")]
    if why.wrong:
        parts = []
        for first, last in ((0, 4), (5, 7), (8, LENGTHS)):
            rows = why.wrong[first : last + 1]
            bad = sum(row.accepted + row.rejected for row in rows)
            parts.append(
                _TEXTS.say(
                    "wrong_words", first=first, last=last, bad=f"{bad:,}", all=f"{sum(row.all for row in rows):,}"
                )
            )
        sentences.append(_TEXTS.say("pattern_words", parts="; ".join(parts)))
    return " ".join(sentences)


def _example(answer: Answer, word: str, way: str, signature: str) -> Finding:
    key = "example_accepted" if way == ACCEPTED else "example_rejected"
    what = _TEXTS.say("the_empty_word") if not word else _TEXTS.say("the_word", word=clipped(word, _SHOWN_WORD))
    text = _TEXTS.say(key, word=what) + "\n" + run_text(answer, word)
    witness = Witness("word", {"word": word, "direction": way})
    return Finding(text, rung=Rung.EXAMPLE, signature=signature, witness=witness, drawing=draw_run(answer, word))


def _places(answer: Answer, judgement: Judgement, why: Explanation, signature: str) -> list[Finding]:
    if why.guess is not None and answer.machine is not None:
        return guessing.places(answer.machine, why.guess, signature)
    if why.expression is not None and answer.expression is not None:
        return [guessing.place_in_expression(answer.expression, why.expression, signature)]
    edits = why.mending.edits if why.mending and why.is_own else None
    if edits is None or answer.machine is None:
        return _end_of_run(answer, judgement, signature)
    found = []
    drawing: Drawing | None = _marked(answer, edits)
    for edit in edits:
        told = _place(answer, edit)
        if told:
            text, where = told
            found.append(Finding(text, rung=Rung.PLACE, signature=signature, where=where, drawing=drawing))
            drawing = None
    return found


def _place(answer: Answer, edit: Edit) -> tuple[str, Where] | None:
    names = answer.names
    match edit:
        case Redirect(state=state, letter=letter, before=before) if state < len(names):
            label = answer.automaton.alphabet[letter]
            where: Where = Transition(names[state], label, names[before])
            key = "place_redirect" if _is_drawn(answer, state, before) else "place_missing"
            return _TEXTS.say(key, state=clipped(names[state]), letter=label, target=clipped(names[before])), where
        case Flip(state=state) if state < len(names):
            return _TEXTS.say("place_flip", state=clipped(names[state])), State(names[state])
        case _:
            return None


def _is_drawn(answer: Answer, *states: int) -> bool:
    """Whether these states are the student's own, and none is the trap that completes the automaton."""
    return answer.machine is not None and all(state < len(answer.machine.names) for state in states)


def _end_of_run(answer: Answer, judgement: Judgement, signature: str) -> list[Finding]:
    """Where the shortest wrong word ends, if no edits tell more."""
    if not answer.is_deterministic or answer.deterministic is None:
        return []
    word, way = judgement.wrong[0]
    state = answer.deterministic.run(word)[-1]
    key = "place_end_accepting" if way == ACCEPTED else "place_end_rejecting"
    name = answer.names[state]
    return [Finding(_TEXTS.say(key, state=clipped(name)), rung=Rung.PLACE, signature=signature, where=State(name))]


def _marked(answer: Answer, edits: Sequence[Edit]) -> Drawing:
    assert answer.deterministic is not None
    letters = answer.deterministic.alphabet
    edges = [
        (edit.state, letters[edit.letter], edit.before)
        for edit in edits
        if isinstance(edit, Redirect) and edit.state < len(answer.names)
    ]
    states = [edit.state for edit in edits if isinstance(edit, Flip) and edit.state < len(answer.names)]
    drawn = named(answer.deterministic, answer.names)
    return draw_machine(drawn, _TEXTS.say("drawing_place"), Marks(bad_states=states, bad_edges=edges))


def _fix(answer: Answer, why: Explanation, signature: str) -> Finding | None:
    if why.guess is not None and answer.machine is not None:
        return guessing.fix(answer.machine, why.guess, signature)
    if why.expression is not None:
        return guessing.fix_of_expression(why.expression, signature)
    edits = why.mending.edits if why.mending else None
    if edits is None or not why.is_own or answer.deterministic is None:
        return None
    mended, names = apply(answer.deterministic, tuple(edits)), list(answer.names)
    for edit in edits:
        if isinstance(edit, Add):
            names.append(free_name("new", names))
    lines = [_TEXTS.say("fix", count=len(edits))]
    lines += [f"- {said(edit, names, mended, answer)}" for edit in edits]
    letters = mended.alphabet
    marks = Marks(
        good_states=[edit.state for edit in edits if isinstance(edit, Flip | Add)],
        good_edges=[(edit.state, letters[edit.letter], edit.target) for edit in edits if isinstance(edit, Redirect)],
    )
    drawing = draw_machine(named(mended, names), _TEXTS.say("drawing_fix"), marks)
    where = _place(answer, edits[0])
    return Finding(
        "\n".join(lines), rung=Rung.FIX, signature=signature, where=where[1] if where else None, drawing=drawing
    )


def said(edit: Edit, names: Sequence[str], mended: DFA, answer: Answer) -> str:
    """One edit in words."""
    match edit:
        case Add(state=state):
            return _TEXTS.say("edit_add", state=clipped(names[state]))
        case Flip(state=state, accepting=accepting):
            return _TEXTS.say("edit_accept" if accepting else "edit_reject", state=clipped(names[state]))
        case Redirect(state=state, letter=letter, before=before, target=target):
            key = "edit_redirect" if before >= len(answer.names) or _is_drawn(answer, before) else "edit_add_move"
            return _TEXTS.say(
                key,
                letter=mended.alphabet[letter],
                state=clipped(names[state]),
                before=clipped(names[before]),
                target=clipped(names[target]),
            )
