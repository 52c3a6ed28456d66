"""Findings for the ladder: three explanations of a wrong language, the best of them as hint and pattern."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from viva.core.escape import clipped
from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.terms import Meter
from viva.core.texts import Say
from viva.drawing.shapes import Emphasis
from viva.engines.automata import (
    DFA,
    Add,
    Edit,
    Explosion,
    Flip,
    Machine,
    Mending,
    MoveStart,
    Redirect,
    Regex,
    Wrong,
    apply,
    as_nfa,
    determinise,
    equivalent,
    fewest_edits,
    minimise,
    words,
    wrong_by_length,
)
from viva.engines.automata.alignment import aligned_edits, classes_of
from viva.engines.automata.constructions import subset_name
from viva.engines.automata.nfa_edits import GuessEdit, apply_to_machine, fewest_guess_edits
from viva.engines.automata.regex_edits import one_change
from viva.engines.automata.strips import Strip, draw_strips, steps
from viva.engines.logic.zhang_shasha import changed_labels, tree_size
from viva.subjects.automata import fix, places
from viva.subjects.automata.judge import ACCEPTED, Judgement, Limits
from viva.subjects.automata.model import Answer, Task
from viva.subjects.automata.pattern import Difference, Rule, difference, direction, few, rule, shares
from viva.subjects.automata.score import LENGTHS, Measures, by_description, by_edits, by_words

_LARGEST_EDITED = 20_000
_FEW_EDITS = 2
_NEAR = 0.5
_SHOWN_WORD = 60
_SHORT = 2
_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class Explanation:
    """`mending` is of the automaton as drawn, or else of the minimal one of the same language (`is_own` False); then
    `guess` mends the drawn NFA, and `expression` is the submitted one after a single change.

    `minimal` is the minimal automaton of the answer. `which` are the wrong words, `wrong` how many there are of each
    length. `left_out` names what would have been too much work.
    """

    measures: Measures
    minimal: DFA | None = None
    mending: Mending | None = None
    is_own: bool = False
    wrong: tuple[Wrong, ...] | None = None
    which: Difference | None = None
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    rule: Rule | None = None
    left_out: tuple[str, ...] = field(default=("edits", "words"))

    @property
    def best(self) -> str:
        """The one to begin with: finitely many wrong words, a near rule, few edits, any rule, the words."""
        edits: Sequence[object] | None = self.guess
        if self.is_own and self.mending:
            edits = self.mending.edits
        if self.expression is not None:
            edits = (self.expression,)
        if self.which is not None and self.which.longest is not None:
            return "words"
        plain = self.rule is not None and self.rule.is_plain
        if self.rule and plain and self.rule.nearness >= _NEAR:
            return "rule"
        if edits is not None and len(edits) <= _FEW_EDITS:
            return "edits"
        return "rule" if plain else "words"


def explanation(answer: Answer, task: Task, limits: Limits, meter: Meter) -> Explanation:
    """All three, as far as the work allows; an edit script that is told has been tried. The meter is only the net below
    the counted work: where it is spent, what is left is not explained."""
    left_out: list[str] = []
    dfa = answer.deterministic
    wrong: tuple[Wrong, ...] | None = None
    mending: Mending | None = None
    if dfa is None or meter.exhausted:
        return Explanation(Measures())
    small = len(dfa.moves) * len(dfa.alphabet) <= _LARGEST_EDITED
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    if small and not (task.deterministic and answer.is_deterministic):
        guess, expression = _nondeterministic(answer, task)
    own = answer.is_deterministic and guess is None
    minimal = minimise(dfa) if small else None
    edited = dfa if own or minimal is None else minimal
    if small and not meter.exhausted:
        mending = fewest_edits(edited, task.asked, work=limits.edits)
        if mending.edits is not None and not equivalent(apply(edited, mending.edits), task.asked):
            raise AssertionError("an edit script does not mend the automaton")
    else:
        left_out.append("edits")
    right = 0.0
    try:
        wrong = tuple(wrong_by_length(dfa, task.asked, LENGTHS, limits.lengths))
        right = by_words(dfa, task.asked, limits.lengths)
    except Explosion:
        left_out.append("words")
    found = rule(minimal, task.language) if minimal and not left_out and not meter.exhausted else None
    edits = 1 if expression is not None else _fewest(edited, task.asked, mending, guess)
    measures = Measures(
        right,
        by_edits(edits, task.asked) if minimal is None or len(minimal.moves) > 1 or _is_a_slip(mending) else 0.0,
        by_description(found.distance, tree_size(found.asked)) if found and found.asked is not None else 0.0,
    )
    which = difference(minimal, task.asked) if minimal else None
    return Explanation(measures, minimal, mending, own, wrong, which, guess, expression, found, tuple(left_out))


def _is_a_slip(mending: Mending | None) -> bool:
    """Whoever accepts nothing, or everything, has drawn no more than a stub, unless one change mends it or only the
    marks of the states were forgotten."""
    edits = mending.edits if mending else None
    return edits is not None and (len(edits) == 1 or all(isinstance(edit, Flip) for edit in edits))


def _fewest(edited: DFA, asked: DFA, mending: Mending | None, guess: Sequence[GuessEdit] | None) -> int:
    """The fewest edits, or where the search for them ended, those that need no search."""
    if guess is not None:
        return len(guess)
    if mending and mending.edits is not None:
        return len(mending.edits)
    return len(aligned_edits(edited, asked))


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


def findings(answer: Answer, task: Task, judgement: Judgement, why: Explanation, say: Say) -> tuple[Finding, ...]:
    """One ladder, lowest rung first."""
    signature = _signature(task.asked, judgement, why)
    found = [
        Finding(_hint(answer, judgement, why, say), rung=Rung.HINT, signature=signature),
        *(Finding(text, rung=Rung.PATTERN, signature=signature) for text in _patterns(answer, judgement, why, say)),
        *(_example(answer, word, way, signature, say) for word, way in judgement.wrong),
        *_all_wrong_words(why, signature, say),
        *_places(answer, judgement, why, signature, say),
    ]
    mended = _fix(answer, why, signature, say)
    if mended:
        found.append(mended)
    found += [Finding(say(f"left_out_{what}"), About.QUALITY, signature="left_out") for what in why.left_out]
    return tuple(found)


def _signature(asked: DFA, judgement: Judgement, why: Explanation) -> str:
    """The kind of difference, by what is accepted and not by how it was drawn: which lengths are wrong where there are
    finitely many wrong words, what changed in the description, which moves of the asked automaton are wrong; and
    where it is none of these, the language itself."""
    minimal = why.minimal
    if minimal is None or len(minimal.moves) > _LARGEST_EDITED:
        return "language"
    if why.which is not None and why.which.longest is not None:
        return f"lengths {' '.join(map(str, why.which.lengths))} {direction(judgement)}"
    if why.rule and why.rule.asked is not None and why.rule.distance <= _FEW_EDITS:
        gone, come = changed_labels(why.rule.asked, why.rule.accepted)
        if gone or come:
            return f"description {', '.join(gone)} -> {', '.join(come)}"
    edits = aligned_edits(minimal, asked)
    if len(edits) <= _FEW_EDITS:
        return f"edits {', '.join(sorted(_kind(edit, minimal, asked) for edit in edits))}"
    text = repr((minimal.alphabet, minimal.moves, sorted(minimal.accepting)))
    return f"language {hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _kind(edit: Edit, minimal: DFA, asked: DFA) -> str:
    """An edit by the class of the asked automaton that it is about."""
    part = classes_of(minimal, asked)
    match edit:
        case Redirect(state=state, letter=letter):
            return f"move s{part.get(state, 'new')} {asked.alphabet[letter]}"
        case Flip(state=state):
            return f"accept s{part.get(state, 'new')}"
        case Add():
            return "state"
        case MoveStart():
            return "start"


def _hint(answer: Answer, judgement: Judgement, why: Explanation, say: Say) -> str:
    constant = _constant(why)
    if constant:
        return say(f"hint_{constant}")
    if answer.incomplete and why.mending and why.mending.edits and _which(answer, why.mending.edits) == "missing":
        return say("hint_missing", count=len(why.mending.edits))
    if why.best == "edits" and why.expression is not None:
        return say("hint_expression")
    if why.best == "edits" and why.guess:
        return say("hint_guess", count=len(why.guess))
    if why.best == "edits" and why.mending and why.mending.edits:
        return say(f"hint_{_which(answer, why.mending.edits)}", count=len(why.mending.edits))
    if why.best == "rule":
        return say("hint_rule")
    if why.which is not None and why.which.longest is not None and why.measures.words >= _NEARLY_ALL:
        return say("hint_short" if why.which.longest <= _SHORT else "hint_finite")
    return say(f"hint_{direction(judgement)}")


def _constant(why: Explanation) -> str:
    """Whether the answer accepts nothing, or everything."""
    if why.minimal is None or len(why.minimal.moves) > 1:
        return ""
    return "everything" if why.minimal.accepting else "nothing"


def _which(answer: Answer, edits: Sequence[Edit]) -> str:
    if any(isinstance(edit, Add) for edit in edits):
        return "add"
    if any(isinstance(edit, MoveStart) for edit in edits):
        return "start" if len(edits) == 1 else "both"
    if all(isinstance(edit, Redirect) and not fix.is_drawn(answer, edit.before) for edit in edits):
        return "missing"
    flips = sum(isinstance(edit, Flip) for edit in edits)
    return "flip" if flips == len(edits) else "redirect" if not flips else "both"


def _patterns(answer: Answer, judgement: Judgement, why: Explanation, say: Say) -> list[str]:
    """The rule and the wrong words, the better explanation first. Beside finitely many wrong words a rule of another
    kind only confuses."""
    constant = _constant(why)
    if constant:
        return [say(f"pattern_{constant}")]
    found = [shares(judgement, why.wrong, why.which, say)]
    if why.rule and why.rule.is_plain and (why.best != "words" or why.measures.description > _NEAR):
        told = why.rule.told(answer.automaton.alphabet, say)
        if told is not None:
            found.insert(0 if why.best == "rule" else 1, told)
    return found


def _example(answer: Answer, word: str, way: str, signature: str, say: Say) -> Finding:
    """The run is that of the answer only: that of the asked automaton would give away where the transitions lead."""
    key = "example_accepted" if way == ACCEPTED else "example_rejected"
    text = say(key, word=the_word(word, say))
    witness = Witness("word", {"word": word, "direction": way})
    if answer.machine is None:
        told = f"{text}\n{say('run_expression_accepts' if way == ACCEPTED else 'run_expression_rejects')}"
        return Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=witness)
    states = _states(answer, answer.machine, word)
    drawn = len(states)
    if answer.incomplete:
        drawn = next((place for place, name in enumerate(states) if name not in answer.machine.names), drawn)
    end, last = ("accepts" if way == ACCEPTED else "rejects"), clipped(states[drawn - 1])
    if not answer.is_deterministic and states[-1] == "{}":
        how = say("run_is_lost")
    elif drawn < len(states):
        how, end = say("run_is_stuck", state=last, letter=word[drawn - 1]), "stuck"
    else:
        how = say("run_is_accepted" if way == ACCEPTED else "run_is_rejected", state=last)
    run = steps(word[: drawn - 1], states[:drawn])
    strip = Strip(say("yours"), run, way == ACCEPTED, say(f"run_{end}"), Emphasis.BAD)
    told = f"{text}\n{how}"
    drawing = draw_strips(say("drawing_run"), [strip])
    return Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=witness, drawing=drawing)


def _all_wrong_words(why: Explanation, signature: str, say: Say) -> list[Finding]:
    """All of them, where they are few and more than the examples."""
    if why.which is None or not few(why.which):
        return []
    told = []
    for key, language in (("all_accepted", why.which.accepted), ("all_rejected", why.which.rejected)):
        listed = [word_in_list(word, say) for word in words(language)]
        if len(listed) > 1:
            told.append(say(key, words=say("comma").join(listed)))
    return [Finding(text, rung=Rung.EXAMPLE, signature=signature) for text in told]


def word_in_list(word: str, say: Say) -> str:
    return say("listed_word", word=clipped(word, _SHOWN_WORD)) if word else say("listed_empty_word")


def the_word(word: str, say: Say) -> str:
    return say("the_word", word=clipped(word, _SHOWN_WORD)) if word else say("the_empty_word")


def _states(answer: Answer, machine: Machine, word: str) -> list[str]:
    """The states that a word visits."""
    if answer.is_deterministic and answer.deterministic is not None:
        return [answer.names[state] for state in answer.deterministic.run(word)]
    return [subset_name(machine, subset) for subset in answer.automaton.run(word)]


def _places(answer: Answer, judgement: Judgement, why: Explanation, signature: str, say: Say) -> list[Finding]:
    if why.guess is not None and answer.machine is not None:
        return places.of_guesses(answer.machine, why.guess, signature, say)
    if why.expression is not None and answer.expression is not None:
        return [places.of_expression(answer.expression, why.expression, signature, say)]
    edits = why.mending.edits if why.mending and why.is_own else None
    if edits is None or answer.machine is None:
        return places.of_run(answer, judgement, signature, say)
    return places.of_edits(answer, edits, signature, say)


def _fix(answer: Answer, why: Explanation, signature: str, say: Say) -> Finding | None:
    if why.guess is not None and answer.machine is not None:
        place = places.of_guess(answer.machine, why.guess[0], say)
        return fix.guessed(answer.machine, why.guess, place[1], signature, say)
    if why.expression is not None:
        return fix.rewritten(why.expression, signature, say)
    edits = why.mending.edits if why.mending else None
    if edits is None or not why.is_own or answer.deterministic is None:
        return None
    where = places.of_edit(answer, edits[0], say)
    return fix.edited(answer, edits, where[1] if where else None, signature, say)
