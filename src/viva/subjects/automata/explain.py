"""Findings for the ladder: three explanations of a wrong language, the best of them as hint and pattern."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.drawing import Drawing
from viva.core.escape import clipped
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.terms import Meter
from viva.core.texts import Say
from viva.core.where import State, Transition, Where
from viva.drawing.shapes import Emphasis
from viva.engines.automata import (
    Add,
    Edit,
    Explosion,
    Flip,
    Machine,
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
from viva.engines.automata.constructions import subset_name
from viva.engines.automata.diagram import Marks, draw
from viva.engines.automata.edits import MOST
from viva.engines.automata.nfa_edits import AddEdge, GuessEdit, RemoveEdge, apply_to_machine, fewest_guess_edits
from viva.engines.automata.regex import show
from viva.engines.automata.regex_edits import one_change
from viva.engines.automata.strips import Strip, draw_strips, in_line, steps
from viva.subjects.automata import fix
from viva.subjects.automata.judge import ACCEPTED, Judgement, Limits, place_of
from viva.subjects.automata.model import Answer, Task
from viva.subjects.automata.pattern import LENGTHS, Rule, direction, rule, shares
from viva.subjects.automata.score import Distance, share

_LARGEST_EDITED = 20_000
_FEW_EDITS = 2
_NEAR = 0.5
_SHOWN_WORD = 60


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


def explanation(answer: Answer, task: Task, limits: Limits, meter: Meter) -> Explanation:
    """All three, as far as the work allows; an edit script that is told has been tried. The meter is only the net below
    the counted work: where it is spent, what is left is not explained."""
    left_out: list[str] = []
    dfa = answer.deterministic
    wrong: tuple[Wrong, ...] | None = None
    mending: Mending | None = None
    if dfa is None or meter.exhausted:
        return Explanation(None, False, None, None, None, None, ("edits", "words"))
    small = len(dfa.moves) * len(dfa.alphabet) <= _LARGEST_EDITED
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    if small and not (task.deterministic and answer.is_deterministic):
        guess, expression = _nondeterministic(answer, task)
    own = answer.is_deterministic and guess is None
    if small and not meter.exhausted:
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
    found = rule(minimise(dfa), task.language) if not left_out and not meter.exhausted else None
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


def findings(answer: Answer, judgement: Judgement, why: Explanation, say: Say) -> tuple[Finding, ...]:
    """One ladder, lowest rung first."""
    signature = _signature(answer)
    found = [
        Finding(_hint(judgement, why, say), rung=Rung.HINT, signature=signature),
        *(Finding(text, rung=Rung.PATTERN, signature=signature) for text in _patterns(answer, judgement, why, say)),
        *(_example(answer, word, way, signature, say) for word, way in judgement.wrong),
        *_places(answer, judgement, why, signature, say),
    ]
    mended = _fix(answer, why, signature, say)
    if mended:
        found.append(mended)
    found += [Finding(say(f"left_out_{what}"), About.QUALITY, signature="left_out") for what in why.left_out]
    return tuple(found)


def _signature(answer: Answer) -> str:
    """The language itself: two answers that accept the same words make the same mistake."""
    if answer.deterministic is None or len(answer.deterministic.moves) > _LARGEST_EDITED:
        return "language"
    minimal = minimise(answer.deterministic)
    text = repr((minimal.alphabet, minimal.moves, sorted(minimal.accepting)))
    return f"language:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _hint(judgement: Judgement, why: Explanation, say: Say) -> str:
    if why.best == "edits" and why.guess:
        return say("hint_guess", count=len(why.guess))
    if why.best == "edits" and why.mending and why.mending.edits:
        return say(f"hint_{_which(why.mending.edits)}", count=len(why.mending.edits))
    if why.best == "rule":
        return say("hint_rule")
    return say(f"hint_{direction(judgement)}")


def _which(edits: Sequence[Edit]) -> str:
    if any(isinstance(edit, Add) for edit in edits):
        return "add"
    flips = sum(isinstance(edit, Flip) for edit in edits)
    return "flip" if flips == len(edits) else "redirect" if not flips else "both"


def _patterns(answer: Answer, judgement: Judgement, why: Explanation, say: Say) -> list[str]:
    """The rule and the shares of wrong words, the better explanation first."""
    found = [shares(judgement, why.wrong, say)]
    if why.rule:
        key = "rule_automaton" if answer.machine is not None else "rule_expression"
        said = why.rule.told(answer.automaton.alphabet)
        found.insert(0 if why.best == "rule" else 1, say(key, contrast=said))
    return found


def _example(answer: Answer, word: str, way: str, signature: str, say: Say) -> Finding:
    """The run is that of the answer only: that of the asked automaton would give away where the transitions lead."""
    key = "example_accepted" if way == ACCEPTED else "example_rejected"
    text = say(key, word=the_word(word, say))
    end = say("run_accepts" if way == ACCEPTED else "run_rejects")
    witness = Witness("word", {"word": word, "direction": way})
    if answer.machine is None:
        told = f"{text}\n{say('run_expression', end=end)}"
        return Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=witness)
    run = steps(word, _states(answer, answer.machine, word))
    strip = Strip(say("yours"), run, way == ACCEPTED, end, Emphasis.BAD)
    told = f"{text}\n{say('run', run=in_line(run), end=end)}"
    drawing = draw_strips(say("drawing_run"), [strip])
    return Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=witness, drawing=drawing)


def the_word(word: str, say: Say) -> str:
    return say("the_word", word=clipped(word, _SHOWN_WORD)) if word else say("the_empty_word")


def _states(answer: Answer, machine: Machine, word: str) -> list[str]:
    """The states that a word visits."""
    if answer.is_deterministic and answer.deterministic is not None:
        return [answer.names[state] for state in answer.deterministic.run(word)]
    return [subset_name(machine, subset) for subset in answer.automaton.run(word)]


def _places(answer: Answer, judgement: Judgement, why: Explanation, signature: str, say: Say) -> list[Finding]:
    if why.guess is not None and answer.machine is not None:
        told: list[tuple[str, Where]] = [_guessed_place(answer.machine, edit, say) for edit in why.guess]
        return _pointed_at(list(dict.fromkeys(told)), _marked_guess(answer.machine, why.guess, say), signature)
    if why.expression is not None and answer.expression is not None:
        return [_place_in_expression(answer.expression, why.expression, signature, say)]
    edits = why.mending.edits if why.mending and why.is_own else None
    if edits is None or answer.machine is None:
        return _end_of_run(answer, judgement, signature, say)
    told = [place for edit in edits if (place := _place(answer, edit, say))]
    return _pointed_at(told, _marked(answer, edits, say), signature)


def _pointed_at(told: list[tuple[str, Where]], drawing: Drawing, signature: str) -> list[Finding]:
    """The first carries the drawing, in which all of them are marked."""
    return [
        Finding(text, rung=Rung.PLACE, signature=signature, where=where, drawing=None if number else drawing)
        for number, (text, where) in enumerate(told)
    ]


def _place(answer: Answer, edit: Edit, say: Say) -> tuple[str, Where] | None:
    names = answer.names
    match edit:
        case Redirect(state=state, letter=letter, before=before) if state < len(names):
            label = answer.automaton.alphabet[letter]
            where: Where = Transition(names[state], label, names[before])
            key = "place_redirect" if fix.is_drawn(answer, state, before) else "place_missing"
            return say(key, state=clipped(names[state]), letter=label, target=clipped(names[before])), where
        case Flip(state=state) if state < len(names):
            return say("place_flip", state=clipped(names[state])), State(names[state])
        case _:
            return None


def _guessed_place(machine: Machine, edit: GuessEdit, say: Say) -> tuple[str, Where]:
    """Of a transition that is missing only the state is told: the letter and the target are the fix."""
    match edit:
        case Flip(state=state):
            return say("place_flip", state=clipped(machine.names[state])), State(machine.names[state])
        case RemoveEdge(edge=edge):
            return say("place_redirect", **fix.ends(machine, edge)), place_of(edge, machine)
        case AddEdge(edge=edge):
            name = machine.names[edge.source]
            return say("place_add_edge", state=clipped(name)), State(name)


def _place_in_expression(before: Regex, after: Regex, signature: str, say: Say) -> Finding:
    """The part of the expression that changes, with the character on either side."""
    old, new = show(before), show(after)
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    part = old[max(0, start - 1) : len(old) - end + 1]
    text = say("place_expression", expression=clipped(old, 120), part=clipped(part or old, 60))
    return Finding(text, rung=Rung.PLACE, signature=signature)


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((index for index, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _end_of_run(answer: Answer, judgement: Judgement, signature: str, say: Say) -> list[Finding]:
    """Where the shortest wrong word ends, if no edits tell more."""
    if not answer.is_deterministic or answer.deterministic is None:
        return []
    word, way = judgement.wrong[0]
    state = answer.deterministic.run(word)[-1]
    key = "place_end_accepting" if way == ACCEPTED else "place_end_rejecting"
    name = answer.names[state]
    return [Finding(say(key, state=clipped(name)), rung=Rung.PLACE, signature=signature, where=State(name))]


def _marked(answer: Answer, edits: Sequence[Edit], say: Say) -> Drawing:
    assert answer.deterministic is not None
    letters = answer.deterministic.alphabet
    edges = [
        (edit.state, letters[edit.letter], edit.before)
        for edit in edits
        if isinstance(edit, Redirect) and edit.state < len(answer.names)
    ]
    states = [edit.state for edit in edits if isinstance(edit, Flip) and edit.state < len(answer.names)]
    drawn = named(answer.deterministic, answer.names)
    return draw(drawn, say("drawing_place"), Marks(bad_states=states, bad_edges=edges))


def _marked_guess(machine: Machine, edits: Sequence[GuessEdit], say: Say) -> Drawing:
    removed = [(edit.edge.source, edit.edge.label, edit.edge.target) for edit in edits if isinstance(edit, RemoveEdge)]
    states = {edit.state for edit in edits if isinstance(edit, Flip)}
    states |= {edit.edge.source for edit in edits if isinstance(edit, AddEdge)}
    return draw(machine, say("drawing_place"), Marks(bad_states=sorted(states), bad_edges=removed))


def _fix(answer: Answer, why: Explanation, signature: str, say: Say) -> Finding | None:
    if why.guess is not None and answer.machine is not None:
        place = _guessed_place(answer.machine, why.guess[0], say)
        return fix.guessed(answer.machine, why.guess, place[1], signature, say)
    if why.expression is not None:
        return fix.rewritten(why.expression, signature, say)
    edits = why.mending.edits if why.mending else None
    if edits is None or not why.is_own or answer.deterministic is None:
        return None
    where = _place(answer, edits[0], say)
    return fix.edited(answer, edits, where[1] if where else None, signature, say)
