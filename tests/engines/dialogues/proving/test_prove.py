"""Console programs that are right in every run, and such that are not: of the latter none is proved.

That each of these is wrong is shown by a run, which is held against what the specification allows.
"""

from __future__ import annotations

import builtins
import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any

import pytest

from viva.engines.dialogues.model import Spec
from viva.engines.dialogues.notations import readable
from viva.engines.dialogues.proving.prove import NotProvedRuns, ProvedRuns, shown_of
from viva.engines.dialogues.semantics import generalised_trace
from viva.engines.dialogues.traces import Run, Written, covers
from viva.languages.python.symbolic import compile_target, warm_sandbox
from viva.sandbox import Sandbox

SUM = 'read n: nat\nrepeat n:\n    read x: int\nwrite f"{...}{sum(x.all)}{...}"\n'
EXACT = "read n: nat\nrepeat n:\n    read x: int\nwrite sum(x.all)\n"
UNTIL = "read x: int\nwhile x != 0:\n    read x: int\nwrite max(x.all)\nwrite len(x.all)\n"
CHECKED = 'read age: 6..120 until valid\nif age < 18:\n    write "young"\nelse:\n    write "old"\n'
WORD = 'read word: text\nwrite f"Hello, {word}!"\n'
DOTTED = 'read n: nat\nwrite f"{...}.{n}{...}"\n'
ANY = 'read n: nat\nrepeat n:\n    read word: text\nwrite f"{...}"\n'
TWICE = "read n: nat\nwrite n\n"
NAMED = "read w: text\nwrite 1\n"
FIVE = "read x: int\nwrite 5\n"
TURNS = "read n: nat\nrepeat n:\n    read x: int\n    write optional n - len(x.all)\nwrite x.all\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with warm_sandbox() as found:
        yield found


def proof(sandbox: Sandbox, spec: str, program: str) -> ProvedRuns | NotProvedRuns:
    target = compile_target(sandbox, program.encode(), "")
    assert target is not None
    return shown_of(readable.parse(spec), target.tree)


RIGHT = [
    (SUM, "n = int(input())\ntotal = 0\nfor _ in range(n):\n    total += int(input('Next: '))\nprint('Sum:', total)\n"),
    (SUM, "n = int(input())\nprint(sum([int(input()) for i in range(n)]))\n"),
    (SUM, "n = int(input())\nprint(sum(int(input()) for i in range(n)))\n"),
    (
        SUM,
        "def read():\n    return int(input())\n\ndef main():\n    total = 0\n    for _ in range(read()):\n"
        "        total = total + read()\n    print(f'The sum is {total}.')\n\nmain()\n",
    ),
    (
        SUM,
        "def go(left, total):\n    if left == 0:\n        return total\n"
     "    return go(left - 1, total + int(input()))\n\n"
        "print(go(int(input()), 0))\n",
    ),
    (SUM, "import sys\nn = int(sys.stdin.readline())\nt = 0\nwhile n:\n    n -= 1\n    t += int(input())\nprint(t)\n"),
    (UNTIL, "x = int(input())\nbest, count = x, 1\nwhile x != 0:\n    x = int(input())\n    count += 1\n"
     "    if x > best:\n        best = x\nprint(best)\nprint(count)\n"),
    (UNTIL, "seen = []\nwhile True:\n    seen.append(int(input()))\n    if seen[-1] == 0:\n        break\n"
     "print(max(seen), len(seen), sep='\\n')\n"),
    (CHECKED, "while not 6 <= (age := int(input())) <= 120:\n    print('No.')\n"
     "print('young' if age < 18 else 'old')\n"),
    (CHECKED, "age = 0\nwhile age < 6 or age > 120:\n    age = int(input('Age: '))\nif age >= 18:\n    print('old')\n"
     "else:\n    print('young')\n"),
    (WORD, "print('Hello, ' + input() + '!')\n"),
    (TURNS, "xs = []\nn = int(input())\nwhile len(xs) < n:\n    xs.append(int(input()))\n"
     "    print(n - len(xs))\nprint(xs)\n"),
    (TURNS, "xs = []\nn = int(input())\nfor i in range(n):\n    xs.append(int(input()))\nprint(xs)\n"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "program"), RIGHT)
def test_every_run_of_a_right_program_is_proved(spec: str, program: str, sandbox: Sandbox) -> None:
    assert isinstance(proof(sandbox, spec, program), ProvedRuns)


WRONG = [
    (SUM, "n = int(input())\nprint(sum(int(input()) for i in range(n + 1)))\n", (1, 5)),
    (SUM, "n = int(input())\nt = 1\nfor _ in range(n):\n    t += int(input())\nprint(t)\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(t, t + 1, sep='')\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint('1', t, sep='')\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(f'{t}.5')\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(f'-{t}')\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(t)\nprint(t)\n", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(1 // (n - 7))\nprint(t)\n"
     "", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nassert t != 77\nprint(t)\n", (1, 77)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nif t == 123456:\n    t = 0\nprint(t)\n",
     (1, 123456)),
    (SUM, "n = int(input())\nt = 0\nfor i in range(n):\n    t += int(input()) if i < 6 else 0 * int(input())\n"
     "print(t)\n",
     (7, 1, 1, 1, 1, 1, 1, 1)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nwhile t == 5:\n    pass\n"
     "print(t)\n", (1, 5)),
    (SUM, "def go(first):\n    if first:\n        kept = 0\n    kept = kept + int(input())\n    return kept\n\n"
     "n = int(input())\nt = 0\nfor i in range(n):\n    t += go(i == 0)\nprint(t)\n", (2, 5, 6)),
    (SUM, "print(go(int(input())))\n\ndef go(n):\n    return sum(int(input()) for _ in range(n))\n", (1, 5)),
    (SUM, "t = 0\ndef more():\n    global t\n    t = 10\n    return int(input())\n\nn = int(input())\n"
     "for _ in range(n):\n    t = more() + t\nprint(t)\n", (2, 5, 6)),
    (SUM, "def print(x):\n    pass\n\nn = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\n"
     "print(t)\n", (1, 5)),
    (SUM, "xs = ys = []\nn = int(input())\nfor _ in range(n):\n    xs.append(int(input()))\n    ys.append(0)\n"
     "print(sum(xs[:n]))\n", (2, 5, 6)),
    (SUM, "n = int(input())\nxs = [int(input()) for n in range(n)]\nprint(sum(xs) + (n > 3) - (n > 4))\n"
     "", (4, 1, 1, 1, 1)),
    (EXACT, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint('Sum:', t)\n", (1, 5)),
    (EXACT, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nprint(t, end='')\nprint('.')\n"
     "", (1, 5)),
    (UNTIL, "best = count = 0\nwhile True:\n    x = int(input())\n    count += 1\n    best = max(best, x)\n"
     "    if x == 0:\n        break\nprint(count)\nprint(best)\n", (5, 0)),
    (UNTIL, "x = 1\nbest = count = 0\nwhile x != 0 and count < 9:\n    x = int(input())\n    count += 1\n"
     "    best = max(best, x)\nprint(best)\nprint(count)\n", (1, 1, 1, 1, 1, 1, 1, 1, 1, 0)),
    (CHECKED, "age = int(input())\nif age < 6 or age > 120:\n    age = int(input())\n"
     "print('young' if age < 18 else 'old')\n",
     (0, 0, 20)),
    (CHECKED, "while not 6 < (age := int(input())) <= 120:\n    pass\nprint('young' if age < 18 else 'old')\n", (6,)),
    (WORD, "print('Hello, ' + input().upper() + '!')\n", ("Ann",)),
    (WORD, "w = input()\nprint('Hello, ' + ('you' if w == 'me' else w) + '!')\n", ("me",)),
    (ANY, "made = ''\nn = int(input())\nfor _ in range(n):\n    made += input() + '\\n'\nprint(made)\n", (2, "a", "b")),
    (ANY, "n = int(input())\nmade = '\\n'.join([input() for _ in range(n)])\nprint(made)\n", (2, "a", "b")),
    (ANY, "n = int(input())\nfor _ in range(n):\n    made = input() + '\\n'\n"
     "    input(made * 2) if n > 5 else 0\nprint(1)\n",
     (6, *"abcdef")),
    (DOTTED, "n = int(input())\nprint(f'3.{n}')\n", (5,)),
    (SUM, "n: number = int(input())\nprint(sum([int(input()) for _ in range(n)]))\n", (1, 5)),
    (SUM, "def total(n: number):\n    return sum([int(input()) for _ in range(n)])\n\n"
     "print(total(int(input())))\n", (1, 5)),
    (SUM, "@print\ndef one():\n    input()\n\nn = int(input())\nprint(sum([int(input()) for _ in range(n)]))\n"
     "", (1, 5)),
    (SUM, "n = int(input())\nt = 0\nfor _ in range(n):\n    t += int(input())\nfor k in {0: 0, 1: 0}:\n"
     "    t += k\n    print(end='')\n"
     "print(t)\n", (1, 5)),
    (SUM, "n = int(input())\nrows = [[0]]\nlast = rows[0]\nfor _ in range(n):\n    last[0] += int(input())\n"
     "    rows.append([1])\n    last = rows[-1]\nprint(sum([row[0] for row in rows]))\n", (2, 5, 6)),
    (TURNS, "xs = []\nn = int(input())\nwhile len(xs) < n:\n    print(n - len(xs))\n"
     "    xs.append(int(input()))\nprint(xs)\n",
     (1, 5)),
    (TURNS, "xs = []\nn = int(input())\nfor i in range(n):\n    xs.append(int(input()))\nprint(xs[:9])\n",
     (10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
    (TWICE, "t = [7]\ndef read():\n    t[0] = 0\n    return int(input())\n\nt[0] += read()\nprint(t[0])\n", (1,)),
    (TWICE, "t = [7]\nt[-1] += int(input()) + (t.append(0) or 0)\nprint(t[-1])\n", (1,)),
    (NAMED, "t, s = ['a'], ['']\ndef read():\n    t[0] = 'b'\n    s[0] = input()\n    return s[0]\n\n"
     "print(1 if t[0].replace('a', read()) == t[0].replace('a', s[0]) else 0)\n", ("x",)),
    (FIVE, "import sys\nx = int(input())\nsys.stdout.write(5 if x == 77 else '5')\n", (77,)),
    (FIVE, "y = 0\nif 0 < int(input()) < (y := 5):\n    pass\nprint(y)\n", (-1,)),
    (FIVE, "y = 5\nx = int(input())\nfor _ in [1]:\n    try:\n        z = 1 // (x - 77)\n"
     "    except ZeroDivisionError as y:\n        pass\nprint(y)\n", (77,)),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "program", "inputs"), WRONG)
def test_what_is_wrong_in_some_run_is_not_proved(
    spec: str, program: str, inputs: tuple[int | str, ...], sandbox: Sandbox
) -> None:
    assert not is_right(readable.parse(spec), program, inputs)
    assert isinstance(proof(sandbox, spec, program), NotProvedRuns)


@pytest.mark.parametrize(("spec", "program"), RIGHT)
def test_the_programs_that_are_proved_are_right_in_the_runs_that_show_others_to_be_wrong(
    spec: str, program: str
) -> None:
    for other, _, inputs in WRONG:
        if spec == other:
            assert is_right(readable.parse(spec), program, inputs)


def is_right(spec: Spec, program: str, inputs: tuple[int | str, ...]) -> bool:
    """Whether the run of a program that we wrote is one that the specification allows."""
    blocks: list[Written] = []
    out, left = io.StringIO(), 20_000

    def read(prompt: object = "") -> str:
        blocks.append(Written(out.getvalue(), str(prompt)))
        out.seek(0)
        out.truncate()
        if len(blocks) > len(inputs):
            raise EOFError
        return str(inputs[len(blocks) - 1])

    def counted(*_: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TimeoutError
        return counted

    class Lines(io.StringIO):
        def readline(self, *_size: Any) -> str:  # type: ignore[override]
            return f"{read()}\n"

    before, sys.stdin = sys.stdin, Lines()
    traced = sys.gettrace()
    sys.settrace(counted)
    try:
        with redirect_stdout(out):
            exec(compile(program, "p", "exec", dont_inherit=True), {"__builtins__": {**vars(builtins), "input": read}})
    except Exception:  # noqa: BLE001 whatever it raises, it is not right
        return False
    finally:
        sys.settrace(traced)
        sys.stdin = before
    general = generalised_trace(spec, inputs)
    run = Run(inputs[: len(blocks)], (*blocks, Written(out.getvalue())))
    return general is not None and len(blocks) == len(inputs) and covers(general, run)


@pytest.mark.thorough
def test_guesses_that_take_too_many_steps_to_look_at_are_left_out(sandbox: Sandbox) -> None:
    spec = (
        "repeat 3:\n    read x: nat\n    if count(x.all, x) > 1:\n        write 'again'\n    else:\n"
        "        write 'new'\nwrite max(x.all) - min(x.all)\n"
    ).replace("'", '"')
    program = (
        "xs = []\nfor _ in range(3):\n    x = int(input())\n    xs.append(x)\n    if xs.count(x) > 1:\n"
        "        print('again')\n    else:\n        print('new')\nprint(max(xs) - min(xs))\n"
    )
    assert isinstance(proof(sandbox, spec, program), ProvedRuns | NotProvedRuns)
