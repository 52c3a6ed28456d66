"""Programs with a property and annotations that prove it, one for each shape of loop: for tests and the benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from viva.engines.x86.assembling import Assembler
from viva.engines.x86.program import Program
from viva.engines.x86.worker import Job
from viva.sandbox import sandbox_for

EXERCISES = Path(__file__).parents[3] / "exercises" / "assembly"


@dataclass(frozen=True)
class Proven:
    name: str
    text: str
    contract: str
    annotations: str
    syntax: str = "att"

    def job(self, annotations: str | None = None) -> Job:
        return Job(
            program(self.text, self.syntax), self.contract, self.annotations if annotations is None else annotations
        )


@cache
def program(text: str, syntax: str = "att") -> Program:
    with sandbox_for(()) as sandbox:
        return Assembler(sandbox).assemble(text, syntax)


def shipped(name: str) -> Proven:
    folder = EXERCISES / name
    syntax = "intel" if 'syntax = "intel"' in (folder / "exercise.toml").read_text() else "att"
    text, contract, solution = ((folder / file).read_text() for file in ("program.s", "contract.inv", "solution.inv"))
    return Proven(name, text, contract, solution, syntax)


FIGURE_4 = Proven(
    "figure 4 of the paper",
    """
start:  movl $10, %eax
        movl $10, %ecx
        xor %ebx, %ebx
1:      movb %bl, (%eax)
        incl %eax
        decl %ecx
        jne 1b
done:
""",
    "ensures forall x. x >= 10 && x < 20 => b[x] == 0\n",
    "1: invariant forall x. x >= 10 && x < eax => b[x] == 0\n1: invariant eax + ecx == 20\n",
)
SHIPPED = (
    "fill-with-zero", "copy-bytes", "length-of-text", "largest-number", "product-by-counting", "two-fills",
    "find-a-byte", "sum-by-calls", "string-fill", "jump-table",
)  # fmt: skip
WORDS_DOWN = Proven(
    "words, downwards",
    """
start:  movl %ecx, %edx
loop:   testl %edx, %edx
        je done
        decl %edx
        movl %eax, (%edi,%edx,4)
        jmp loop
done:
""",
    "const n\nrequires ecx == n && n < 1000\nensures forall i. i < n => w[edi + 4 * i] == eax\n",
    "loop: invariant edx <= n\nloop: invariant forall i. i >= edx && i < n => w[edi + 4 * i] == eax\n",
)
SORTING_PASS = Proven(
    "one pass of sorting",
    """
start:  movl $1, %edx
loop:   cmpl %ecx, %edx
        jae done
        movl -4(%esi,%edx,4), %eax
        movl (%esi,%edx,4), %ebx
        cmpl %ebx, %eax
        jle skip
        movl %ebx, -4(%esi,%edx,4)
        movl %eax, (%esi,%edx,4)
skip:   incl %edx
        jmp loop
done:
""",
    "const n\nrequires ecx == n && n >= 1 && n < 1000\n"
    "ensures forall i. i < n => w[esi + 4 * i] <=s w[esi + 4 * n - 4]\n",
    "loop: invariant 1 <= edx && edx <= n\n"
    "loop: invariant forall i. i < edx => w[esi + 4 * i] <=s w[esi + 4 * edx - 4]\n",
)
POINTERS = Proven(
    "pointers instead of an index",
    """
start:  movl %edi, %ebx
        addl %ecx, %ebx
loop:   cmpl %ebx, %edi
        je done
        movb $7, (%edi)
        incl %edi
        jmp loop
done:
""",
    "const p\nconst n\nrequires edi == p && ecx == n && p + n >= p\n"
    "ensures forall x. p <= x && x < p + n => b[x] == 7\n",
    "loop: invariant p <= edi && edi <= p + n && ebx == p + n\n"
    "loop: invariant forall x. p <= x && x < edi => b[x] == 7\n",
)
NO_LOOP = Proven(
    "no loop",
    """
start:  movl (%esi), %eax
        movl (%edi), %ebx
        movl %ebx, (%esi)
        movl %eax, (%edi)
done:
""",
    "requires esi + 4 <= edi && esi + 4 >= esi && edi + 4 >= edi\n"
    "ensures w[esi] == old(w[edi]) && w[edi] == old(w[esi])\n",
    "done: assert eax == old(w[esi])\n",
)
SHORT = Proven(
    "a short loop without an invariant",
    """
start:  movl %eax, %ecx
        andl $7, %ecx
        xorl %edx, %edx
loop:   testl %ecx, %ecx
        je done
        addl $2, %edx
        decl %ecx
        jmp loop
done:
""",
    "ensures edx == 2 * (eax & 7)\n",
    "done: assert ecx == 0\n",
)
OWN = (FIGURE_4, WORDS_DOWN, SORTING_PASS, POINTERS, NO_LOOP, SHORT)


def everything() -> list[Proven]:
    return [*OWN, *map(shipped, SHIPPED)]
