"""What the table of an exercise says, and answers in text."""

import pytest

from viva.core.fault import Fault
from viva.core.source import Source
from viva.core.submission import Unreadable
from viva.core.texts import catalogue
from viva.engines.dialogues import notations
from viva.engines.dialogues.notations.symbols import parse
from viva.services.registry import read_source
from viva.subjects.console.model import Task
from viva.subjects.console.notation import read_inputs, read_run
from viva.subjects.console.subject import Console

CODE = "def prime(n: int) -> bool:\n    return n > 1 and all(n % d for d in range(2, n))\n"
SAY = catalogue("viva.subjects.console").say
ECHO = parse("[>x]^Z [{x_C} >]")


def exercise(settings: str, spec: str, **files: str) -> Task:
    manifest = f'subject = "console"\n[console]\n{settings}\n'
    named = {name.replace("_", "."): text.encode() for name, text in files.items()}
    source = Source("made-here", {"exercise.toml": manifest.encode(), "spec.txt": spec.encode(), **named})
    return Console().read(source).task_as(Task)


def test_an_exercise_names_its_functions_and_restricts_them() -> None:
    settings = 'spec = "spec.txt"\npython = "functions.py"\nfunctions = ["prime", "len"]'
    task = exercise(settings, "read n: nat\nif prime(n): write len(n.all)", functions_py=CODE)
    assert task.functions == ("prime", "len")
    with pytest.raises(Fault, match=r"spec.txt:2:7: .* not allow the function sum; it allows len, prime"):
        exercise(settings, "read n: nat\nwrite sum(n.all)", functions_py=CODE)
    with pytest.raises(Fault, match="no function 'prime'"):
        exercise('spec = "spec.txt"', "read n: nat\nif prime(n): write 1")


def test_a_run_that_a_student_wrote_is_read_or_told_to_be_none() -> None:
    assert len(read_run("?3 !3 stop", ECHO, "answer.txt", SAY)) == 2
    with pytest.raises(Unreadable) as caught:
        read_run("?3 reads 3", ECHO, "answer.txt", SAY)
    problem = "answer.txt: expected ?value, !output or stop, found 'reads 3'. "
    assert str(caught.value) == f'{problem}A run is written like this: `?3 !"text" !6 stop`.'


def test_inputs_are_those_that_a_program_is_given() -> None:
    assert read_inputs("3\n", ECHO) == (3,)
    assert read_inputs("three\n", ECHO) is None
    assert read_inputs("", ECHO) is None


def test_a_specification_built_in_python_may_import_from_the_subject() -> None:
    text = "from viva.subjects.console.builder import *\nx, = variables('x')\nspec = steps(read(x, INT), write(x))\n"
    assert notations.of("spec.py").parse(text, "spec.py") == parse("[>x]^Z [{x_C} >]")


def test_a_misspelt_key_is_told_before_what_follows_from_it() -> None:
    files = {
        "exercise.toml": 'subject = "console"\n[console]\nspec = "spec.txt"\npyton = "functions.py"\n',
        "spec.txt": "read x: int\nwrite double(x)\n",
        "functions.py": "def double(x: int) -> int:\n    return 2 * x\n",
    }
    with pytest.raises(Fault, match=r"`pyton` in \[console\] is not a key Viva knows here") as caught:
        read_source(Source("made-here", {name: text.encode() for name, text in files.items()}))
    assert (caught.value.file, caught.value.line) == ("exercise.toml", 4)
    assert caught.value.remedy == "did you mean 'python'?"
    files["exercise.toml"] = 'subject = "console"\n[console]\nspec = "spec.txt"\nprompts = "any"\n'
    with pytest.raises(Fault, match="there is no function 'double'"):
        read_source(Source("made-here", {name: text.encode() for name, text in files.items()}))
