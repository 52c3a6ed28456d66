"""Findings for the ladder: three explanations of a wrong language, the best of them as hint and pattern."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from viva.core.report import About, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.drawing.shapes import Emphasis
from viva.engines.automata import DFA, Add, Edit, Flip, Machine, MoveStart, Redirect, words
from viva.engines.automata.constructions import subset_name
from viva.engines.automata.repair.alignment import aligned_edits, classes_of
from viva.engines.automata.strips import Strip, draw_strips, steps
from viva.engines.logic.zhang_shasha import changed_labels
from viva.subjects.automata.diagnosis import FEW_EDITS, Diagnosis
from viva.subjects.automata.fix import fix
from viva.subjects.automata.judge import ACCEPTED, Judgement
from viva.subjects.automata.model import Answer, Task
from viva.subjects.automata.pattern import constant, direction, few, pattern
from viva.subjects.automata.places import places

_SHOWN_WORD = 60
_SHORT = 2
_NEARLY_ALL = 0.9


def findings(answer: Answer, task: Task, judgement: Judgement, why: Diagnosis, say: Say) -> tuple[Finding, ...]:
    """What is told of a wrong language, and what would have been too much work."""
    ladder = Ladder(
        signature=_signature(task.asked, judgement, why),
        hint=_hint(answer, judgement, why, say),
        pattern=pattern(answer, judgement, why, say),
        example=[*(_example(answer, word, way, say) for word, way in judgement.wrong), *_all_wrong_words(why, say)],
        place=places(answer, judgement, why, say),
        fix=fix(answer, why, say),
    )
    left_out = (Finding(say(f"left_out_{what}"), About.QUALITY, signature="left_out") for what in why.left_out)
    return (*ladder.findings(), *left_out)


def _signature(asked: DFA, judgement: Judgement, why: Diagnosis) -> str:
    """The kind of difference, by what is accepted and not by how it was drawn: which lengths are wrong where there are
    finitely many wrong words, what changed in the description, which moves of the asked automaton are wrong; and
    where it is none of these, the language itself."""
    minimal = why.minimal
    if minimal is None:
        return "language"
    if why.which is not None and why.which.longest is not None:
        return f"lengths {' '.join(map(str, why.which.lengths))} {direction(judgement)}"
    if why.rule and why.rule.asked is not None and why.rule.distance <= FEW_EDITS:
        gone, come = changed_labels(why.rule.asked, why.rule.accepted)
        if gone or come:
            return f"description {', '.join(gone)} -> {', '.join(come)}"
    edits = aligned_edits(minimal, asked)
    if len(edits) <= FEW_EDITS:
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


def _hint(answer: Answer, judgement: Judgement, why: Diagnosis, say: Say) -> str:
    everything = constant(why)
    if everything:
        return say(f"hint_{everything}")
    if answer.incomplete and why.mending and why.mending.edits and _which(answer, why.mending.edits) == "missing":
        return say("hint_missing", count=len(why.mending.edits))
    if why.best == "edits" and why.expression is not None:
        return say("hint_expression")
    if why.best == "edits" and why.guess:
        return say("hint_guess", count=len(why.guess))
    if why.best == "edits" and why.mending and why.mending.edits:
        return say(f"hint_{_which(answer, why.mending.edits)}", count=len(why.mending.edits))
    if why.best == "rule" and why.mending and why.mending.edits and _is_telling(why.mending.edits):
        return say(f"hint_{_which(answer, why.mending.edits)}", count=len(why.mending.edits))
    if why.best == "rule" and why.guess and all(isinstance(edit, Flip) for edit in why.guess):
        return say("hint_flip", count=len(why.guess))
    if why.best == "rule":
        return say("hint_rule")
    if why.which is not None and why.which.longest is not None and why.measures.words >= _NEARLY_ALL:
        return say("hint_short" if why.which.longest <= _SHORT else "hint_finite")
    return say(f"hint_{direction(judgement)}")


def _is_telling(edits: Sequence[Edit]) -> bool:
    """Whether what mends an answer says more than the rule that it follows: one change, or accepting states only."""
    return all(isinstance(e, Flip) for e in edits) or (len(edits) == 1 and not isinstance(edits[0], Add))


def _which(answer: Answer, edits: Sequence[Edit]) -> str:
    if any(isinstance(edit, Add) for edit in edits):
        return "add"
    if any(isinstance(edit, MoveStart) for edit in edits):
        return "start" if len(edits) == 1 else "both"
    if all(isinstance(edit, Redirect) and not answer.has_drawn(edit.before) for edit in edits):
        return "missing"
    flips = sum(isinstance(edit, Flip) for edit in edits)
    return "flip" if flips == len(edits) else "redirect" if not flips else "both"


def _example(answer: Answer, word: str, way: str, say: Say) -> Clue:
    """The run is that of the answer only: that of the asked automaton would give away where the transitions lead."""
    key = "example_accepted" if way == ACCEPTED else "example_rejected"
    text = say(key, word=the_word(word, say))
    witness = Witness("word", {"word": word, "direction": way})
    if answer.machine is None:
        told = f"{text}\n{say('run_expression_accepts' if way == ACCEPTED else 'run_expression_rejects')}"
        return Clue(told, witness=witness)
    states = _states(answer, answer.machine, word)
    drawn = len(states)
    if answer.incomplete:
        drawn = next((place for place, name in enumerate(states) if name not in answer.machine.names), drawn)
    end, last = ("accepts" if way == ACCEPTED else "rejects"), clip(states[drawn - 1])
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
    return Clue(told, witness=witness, drawing=drawing)


def _all_wrong_words(why: Diagnosis, say: Say) -> list[Clue]:
    """All of them, where they are few and more than the examples."""
    if why.which is None or not few(why.which):
        return []
    told = []
    for key, language in (("all_accepted", why.which.accepted), ("all_rejected", why.which.rejected)):
        listed = [word_in_list(word, say) for word in words(language)]
        if len(listed) > 1:
            told.append(say(key, words=say("comma").join(listed)))
    return [Clue(text) for text in told]


def word_in_list(word: str, say: Say) -> str:
    return say("listed_word", word=clip(word, _SHOWN_WORD)) if word else say("listed_empty_word")


def the_word(word: str, say: Say) -> str:
    return say("the_word", word=clip(word, _SHOWN_WORD)) if word else say("the_empty_word")


def _states(answer: Answer, machine: Machine, word: str) -> list[str]:
    """The states that a word visits."""
    if answer.is_deterministic and answer.deterministic is not None:
        return [answer.names[state] for state in answer.deterministic.run(word)]
    return [subset_name(machine, subset) for subset in answer.automaton.run(word)]
