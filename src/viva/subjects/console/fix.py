"""The smallest change of a program that makes it pass, for the simple slips: by search, with the suite as judge."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from viva.core.rungs import Clue
from viva.core.text.escape import visible_line
from viva.engines.dialogues.model import AnyText, Spec, Text, Write, parts
from viva.engines.dialogues.running import right_run
from viva.engines.dialogues.suites.cases import Case, Suite
from viva.engines.dialogues.suites.mentioned import further_tests
from viva.engines.dialogues.suites.values import pool
from viva.engines.dialogues.trials.judging import Failure, judge, lines, observe, place
from viva.engines.dialogues.trials.trial import OUTPUT, Trial
from viva.engines.edits import blamed_line, edit_clue, kind_named, smallest
from viva.languages.edits import Edit, Edited
from viva.languages.program import Program
from viva.sandbox import Limits

_STEPS = 20_000
_SECONDS = 0.4
_SLOW = 2
_SCREENED = 300
_SCREENS = 2
_CONSTANTS = 6


def fix(edit: Edit | None, text: str, file: str, locale: str) -> Clue | None:
    """The change of the program's `text`, if one was found."""
    return edit_clue(edit, text, file, locale) if edit else None


def smallest_fix(
    spec: Spec,
    tests: Suite,
    further: Sequence[Case],
    failures: Sequence[Failure],
    trial: Trial,
    *,
    secret: bool = False,
) -> Edit | None:
    """The edit of a program that passes as one that is handed in does: all tests, those with values that only it
    mentions, and the `further` ones that were run beside them. The first of the `failures` is the one that is told; a
    few others are asked before all tests are, as a lot of what is wrong is right once by chance. Of those that were
    tried it is the one with the least that is new; None too where the language proposes none. Where the specification
    is `secret`, the constants in it that an edit may put in are those that the failing run shows."""
    mends, failure = trial.language.mends, failures[0]
    if mends is None:
        return None
    texts = [item.value for part in parts(spec) if isinstance(part, Write) for item in _texts(part)]
    source = trial.program.text.encode()
    numbers = pool(spec).numbers
    if secret:
        shown = " ".join((right_run(failure.case.general).show(), *lines(failure.case.inputs)))
        texts = [text for text in texts if text in shown]
        numbers = tuple(number for number in numbers if re.search(rf"(?<!\d){abs(number)}(?!\d)", shown))
    burnt = replace(trial)
    others = failures[1:]
    screens = [failure, *others[:: len(others) // _SCREENS + 1]]

    def right(one: Edited) -> bool | None:
        if burnt.tired:
            return None
        again = replace(burnt, program=one.program, passed={}, took={}, alone=False, agreed=0)
        mentioned = further_tests(spec, tests, one.program.constants)
        passes = all(found is None for _, found in again.failures((*tests.tests, *further, *mentioned)))
        burnt.limited, burnt.burnt = again.limited, again.burnt
        return passes

    found = smallest(
        mends.edited(trial.sandbox, source, numbers[:_CONSTANTS], texts[:_CONSTANTS], _SCREENED),
        lambda one: one.edit,
        place(failure) or 0,
        lambda near: reduce(lambda left, one: _screened(left, one, trial), screens, near),
        right,
        known={str(number) for number in (*numbers, 0, 1)},
    )
    return found.edit if found else None


def _screened(candidates: Sequence[Edited], failure: Failure, trial: Trial) -> Sequence[Edited]:
    """Those that do what is right on the failing test. A change may make a program endless; after some that do, no
    more are tried."""
    case = failure.case
    slow = 0

    def runs() -> Iterator[tuple[Program, list[str]]]:
        for one in candidates:
            if trial.meter.exhausted or slow >= _SLOW:
                return
            yield one.program, lines(case.inputs)

    found = []
    limits = Limits(cpu_seconds=_SECONDS, wall_seconds=10 * _SECONDS, memory=trial.meter.budget.memory)
    ran = trial.language.runs.run_console_often(trial.sandbox, runs(), steps=_STEPS, output=OUTPUT, limits=limits)
    for one, transcript in zip(candidates, ran, strict=False):
        slow += transcript.ended == "time_limit"
        trial.meter.charge(min(transcript.steps or 1, _STEPS), transcript.cpu_seconds)
        if judge(case, observe(transcript, case.inputs, trial.rules.batch), trial.rules) is None:
            found.append(one)
    return found


def _texts(write: Write) -> list[Text]:
    items = [item for alternative in write.alternatives for item in alternative]
    return [item for item in items if isinstance(item, Text) and not isinstance(item, AnyText)]


_CONDITION = re.compile(r"\s*(?:if|elif|while|assert)\b|.*\b(?:and|or|not)\b|.*[<>]|.*[!=]=")
_ASSIGNED = re.compile(r"\s*([^\W\d]\w*)\s*(?:[-+*/%]|//|\*\*)?=(?!=)")
_NAMES = re.compile(r"[^\W\d]\w*(?!\w|\s*\()")
_OPENS_A_BLOCK = re.compile(r"\s*(?:if|elif|else|while|for|def)\b")
_NUMBER = re.compile(r"-?\d")
_FIXED = re.compile(r"-?\d.*|True|False|None|true|false|null|\[\]")
_QUOTED = re.compile(r"""(["'])([^"'\n]*)\1""")
_JAVASCRIPT = "let const var function new typeof of this null undefined true false void switch case do catch throw"
_NO_NAMES = {*keyword.kwlist, *dir(builtins), *_JAVASCRIPT.split()}
_PLAIN = re.compile(r"(?<![\w.])[^\W\d]\w*(?!\w|\s*\()")


def asked_by_fix(edit: Edit, text: str) -> tuple[str, dict[str, str]]:
    """What a fix is about, as the key of a question and the names in it: only names that stand in the program already,
    and nothing of what the fix puts there."""
    line = text.split("\n")[blamed_line(edit) - 1] if blamed_line(edit) <= text.count("\n") + 1 else ""
    about = kind_named(edit.kind).about or _about(edit, line)
    if about == "update" and -1 < line.find("range(") < edit.column - 1:
        about = "boundary"
    target = _ASSIGNED.match(edit.new if about == "again" else line)
    if about == "word" and edit.new.strip()[1:-1] in _texts_in(text):
        about = "start" if target and text.index(target[1]) == text.index(line) + target.start(1) else "case"
    names = [name for name in _NAMES.findall(edit.old or line) if name not in _NO_NAMES]
    names_in_old = [name for name in _NAMES.findall(edit.old) if name not in _NO_NAMES]
    if about == "update" and not target and line.lstrip().startswith("print("):
        told = [f"`{visible_line(name)}`" for name in dict.fromkeys(names)]
        return ("printed_of", {"names": ", ".join(told)}) if told else ("printed", {})
    if about in ("start", "update", "superfluous", "again"):
        name = target[1] if target else ""
    elif about == "condition":
        before = _PLAIN.findall(line[: edit.column - 1]) if blamed_line(edit) == edit.line and not names_in_old else []
        beside = [name for name in before if name not in _NO_NAMES][-1:]  # of an operator alone, what stands before it
        name = next(iter([*beside, *names]), "") or next((n for n in _NAMES.findall(line) if n not in _NO_NAMES), "")
    else:
        name = ""
    if about == "missing":
        about = "missing_print" if "print" in edit.new else "missing_read" if "input" in edit.new else about
    return (f"{about}_of" if name else about), ({"name": visible_line(name)} if name else {})


def _texts_in(text: str) -> set[str]:
    """What stands between two quotes of one kind in a program."""
    return {found[2] for found in _QUOTED.finditer(text)}


def _about(edit: Edit, line: str) -> str:
    """Where the kind of an edit does not say what it is about, the line does."""
    if not edit.old.strip():
        return "missing"
    if edit.new.strip() in ("", "pass"):
        return "superfluous"
    if "range(" in line and _NUMBER.match(edit.old):
        return "boundary"
    if _CONDITION.match(edit.old) or (_OPENS_A_BLOCK.match(line) and _CONDITION.match(line)):
        return "condition"
    if edit.old.strip()[:1] in "\"'":
        return "word"
    if (
        _FIXED.fullmatch(edit.old.strip())
        and _ASSIGNED.match(line)
        and line.rpartition("=")[2].strip() == edit.old.strip()
    ):
        return "start"
    return "update"
