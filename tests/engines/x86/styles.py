"""Programs as other people write them: frames with ebp, string instructions, small operands, Intel syntax, tricks with
bits. Each has a property, annotations that prove it, and one changed instruction with which they must not."""

from __future__ import annotations

from dataclasses import dataclass

from tests.engines.x86.programs import Proven


@dataclass(frozen=True)
class Styled:
    """`change` is an instruction, as it is written, and what stands in its place in the broken program."""

    proven: Proven
    change: tuple[str, str]

    @property
    def broken(self) -> Proven:
        old, new = self.change
        assert old in self.proven.text
        text = self.proven.text.replace(old, new, 1)
        return Proven(self.proven.name, text, self.proven.contract, self.proven.annotations, self.proven.syntax)


FRAME = Styled(
    Proven(
        "a frame with ebp, as gcc makes it",
        """
start:  pushl %ebp
        movl %esp, %ebp
        subl $16, %esp
        movl 8(%ebp), %eax
        movl %eax, -4(%ebp)
        movl 12(%ebp), %eax
        cmpl %eax, -4(%ebp)
        jge first
        movl %eax, -4(%ebp)
first:  movl -4(%ebp), %eax
        leave
        ret
""",
        "requires esp > 100 && esp < 0xfffff000\n"
        "ensures eax >=s old(w[esp + 4]) && eax >=s old(w[esp + 8])\n"
        "ensures eax == old(w[esp + 4]) || eax == old(w[esp + 8])\n"
        "ensures ebp == old(ebp) && esp == old(esp) + 4\n",
        "first: assert w[ebp - 4] >=s w[ebp + 12]\n",
    ),
    ("jge first", "jae first"),
)
LOCAL_COUNTER = Styled(
    Proven(
        "a loop whose counter lies in the frame, unoptimised",
        """
start:  push ebp
        mov ebp, esp
        sub esp, 16
        mov dword ptr [ebp - 4], 0
        mov dword ptr [ebp - 8], 0
        jmp test
body:   mov eax, dword ptr [ebp - 4]
        add dword ptr [ebp - 8], 3
        add dword ptr [ebp - 4], 1
test:   mov eax, dword ptr [ebp - 4]
        cmp eax, dword ptr [ebp + 8]
        jb body
        mov eax, dword ptr [ebp - 8]
        leave
        ret
""",
        "const n\nrequires esp > 100 && esp < 0xfffff000 && w[esp + 4] == n\n"
        "ensures eax == 3 * n\nensures ebp == old(ebp)\n",
        "test: invariant ebp == old(esp) - 4 && w[ebp] == old(ebp) && w[ebp + 8] == n\n"
        "test: invariant w[ebp - 8] == 3 * w[ebp - 4] && w[ebp - 4] <= n\n",
        "intel",
    ),
    ("add dword ptr [ebp - 8], 3", "add dword ptr [ebp - 8], 2"),
)
REP_MOVSB = Styled(
    Proven(
        "rep movsb",
        """
start:  mov esi, 0x1000
        mov edi, 0x2000
        mov ecx, 100
        cld
copy:   rep movsb
done:
""",
        "ensures forall i. i < 100 => b[0x2000 + i] == old(b[0x1000 + i])\n",
        "copy: invariant ecx <= 100 && esi == 0x1000 + (100 - ecx) && edi == esi + 0x1000\n"
        "copy: invariant forall i. i < 100 => b[0x1000 + i] == old(b[0x1000 + i])\n"
        "copy: invariant forall i. i < 100 - ecx => b[0x2000 + i] == old(b[0x1000 + i])\n",
        "intel",
    ),
    ("mov ecx, 100", "mov ecx, 99"),
)
REP_STOSD = Styled(
    Proven(
        "rep stosl",
        """
start:  cld
        movl $0x4000, %edi
        movl $50, %ecx
        xorl %eax, %eax
fill:   rep stosl
done:
""",
        "ensures forall i. i < 50 => w[0x4000 + 4 * i] == 0\nensures edi == 0x4000 + 200\n",
        "fill: invariant ecx <= 50 && edi == 0x4000 + 4 * (50 - ecx)\n"
        "fill: invariant forall x. 0x4000 <= x && x < edi => b[x] == 0\n",
    ),
    ("rep stosl", "rep stosw"),
)
STRLEN_SCAS = Styled(
    Proven(
        "repne scasb, the length of a text",
        """
start:  movl %edi, %edx
        xorl %eax, %eax
        movl $-1, %ecx
        cld
scan:   repne scasb
        notl %ecx
        decl %ecx
done:
""",
        "requires exists k. k < 1000 && b[edi + k] == 0\n"
        "ensures b[edx + ecx] == 0\nensures forall i. i < ecx => b[edx + i] != 0\n",
        "scan: invariant edx == old(edi) && edi == edx + (-1 - ecx) && al == 0\n"
        "scan: invariant forall i. i < -1 - ecx => b[edx + i] != 0\n"
        "scan: invariant exists k. k < 1000 && b[edx + k] == 0 && k >= -1 - ecx\n",
    ),
    ("decl %ecx", "incl %ecx"),
)
COMPARE_STRINGS = Styled(
    Proven(
        "repe cmpsb, whether two pieces are the same",
        """
start:  cmp eax, eax
comp:   repe cmpsb
        sete al
        movzx eax, al
done:
""",
        "const n\nconst p\nconst q\nrequires ecx == n && esi == p && edi == q\n"
        "ensures eax == 1 <=> (forall i. i < n => b[p + i] == b[q + i])\nensures eax <= 1\n",
        "comp: invariant ecx <= n && esi == p + (n - ecx) && edi == q + (n - ecx)\n"
        "comp: invariant ZF && (forall i. i < n - ecx => b[p + i] == b[q + i])\n",
        "intel",
    ),
    ("sete al", "setne al"),
)
LOOP_INSTRUCTION = Styled(
    Proven(
        "the instruction loop, words of 16 bits",
        """
start:  movl $8, %ecx
        xorw %ax, %ax
next:   addw $5, %ax
        loop next
done:
""",
        "ensures ax == 40\n",
        "next: invariant 1 <= ecx && ecx <= 8 && ax == 5 * (8 - ecx)\n",
    ),
    ("movl $8, %ecx", "movl $9, %ecx"),
)
SIXTEEN_BITS = Styled(
    Proven(
        "a sum of 16 bits that keeps what lies above",
        """
start:  mov bx, 0
        mov cx, 20
again:  add bx, cx
        dec cx
        jnz again
done:
""",
        "ensures bx == 210\nensures ebx >> 16 == old(ebx) >> 16\n",
        "again: invariant 1 <= cx && cx <= 20 && ebx >> 16 == old(ebx) >> 16\n"
        "again: invariant 2 * bx == (20 - cx) * (21 + cx)\n",
        "intel",
    ),
    ("add bx, cx", "add ebx, ecx"),
)
ABSOLUTE = Styled(
    Proven(
        "the absolute value without a jump",
        """
start:  movl %eax, %edx
        sarl $31, %edx
        xorl %edx, %eax
        subl %edx, %eax
done:
""",
        "ensures old(eax) >=s 0 => eax == old(eax)\nensures old(eax) <s 0 => eax == -old(eax)\n",
        "",
    ),
    ("sarl $31", "shrl $31"),
)
CONDITIONAL_MOVES = Styled(
    Proven(
        "clamped by cmov",
        """
start:  cmp eax, ebx
        cmovl eax, ebx
        cmp eax, ecx
        cmovg eax, ecx
done:
""",
        "requires ebx <=s ecx\nensures ebx <=s eax && eax <=s ecx\n"
        "ensures ebx <=s old(eax) && old(eax) <=s ecx => eax == old(eax)\n",
        "",
        "intel",
    ),
    ("cmovl", "cmovb"),
)
POWER_OF_TWO = Styled(
    Proven(
        "whether one bit is set, by setcc",
        """
start:  leal -1(%eax), %ecx
        testl %ecx, %eax
        sete %bl
        testl %eax, %eax
        setne %bh
        andb %bh, %bl
        movzbl %bl, %ebx
done:
""",
        "ensures ebx == 1 <=> (exists k. k < 32 && eax == 1 << k)\n",
        "",
    ),
    ("setne %bh", "sete %bh"),
)
SIXTY_FOUR = Styled(
    Proven(
        "a sum of 64 bits with adc",
        """
start:  add eax, ebx
        adc edx, ecx
done:
""",
        "ensures eax == old(eax) + ebx\nensures edx == old(edx) + ecx + 1 <=> old(eax) + ebx < ebx\n",
        "",
        "intel",
    ),
    ("adc", "add"),
)
NESTED = Styled(
    Proven(
        "nested loops that fill a table",
        """
start:  xor esi, esi
rows:   cmp esi, 10
        jae done
        xor ebx, ebx
columns:
        cmp ebx, 16
        jae next
        mov eax, esi
        shl eax, 4
        add eax, ebx
        mov byte ptr [eax + 0x3000], 1
        inc ebx
        jmp columns
next:   inc esi
        jmp rows
done:
""",
        "ensures forall x. x < 160 => b[0x3000 + x] == 1\n",
        "rows: invariant esi <= 10\n"
        "rows: invariant forall x. x < 16 * esi => b[0x3000 + x] == 1\n"
        "columns: invariant esi < 10 && ebx <= 16\n"
        "columns: invariant forall x. x < 16 * esi + ebx => b[0x3000 + x] == 1\n",
        "intel",
    ),
    ("shl eax, 4", "shl eax, 3"),
)
THREE_EXITS = Styled(
    Proven(
        "a search with three ways out",
        """
start:  xorl %edx, %edx
look:   cmpl %ecx, %edx
        je none
        movb (%esi,%edx), %bl
        testb %bl, %bl
        jz none
        cmpb %al, %bl
        je found
        incl %edx
        jmp look
none:   movl $-1, %edx
found:  nop
done:
""",
        "const n\nrequires ecx == n && al != 0\n"
        "ensures edx != -1 => edx < n && b[esi + edx] == al && (forall i. i < edx => b[esi + i] != al)\n",
        "look: invariant edx <= n && ecx == n\n"
        "look: invariant forall i. i < edx => b[esi + i] != al && b[esi + i] != 0\n",
    ),
    ("je found", "jne found"),
)
POPCOUNT = Styled(
    Proven(
        "bits taken away one by one, with an end",
        """
start:  xor ecx, ecx
bits:   test eax, eax
        jz done
        lea edx, [eax - 1]
        and eax, edx
        inc ecx
        jmp bits
done:
""",
        "ensures eax == 0\nensures ecx == 0 <=> old(eax) == 0\n",
        "bits: invariant eax <= old(eax) && ecx <= old(eax) - eax && (ecx == 0 <=> eax == old(eax))\n"
        "bits: decreases eax\n",
        "intel",
    ),
    ("and eax, edx", "or eax, edx"),
)
DIVISION = Styled(
    Proven(
        "the greatest common divisor comes to an end",
        """
start:  testl %ebx, %ebx
        je done
        xorl %edx, %edx
        divl %ebx
        movl %ebx, %eax
        movl %edx, %ebx
        jmp start
done:
""",
        "ensures ebx == 0\nensures old(ebx) == 0 => eax == old(eax)\n",
        "start: invariant old(ebx) == 0 => eax == old(eax) && ebx == 0\nstart: decreases ebx\n",
    ),
    ("movl %edx, %ebx", "movl %ebx, %edx"),
)
STACK_REVERSE = Styled(
    Proven(
        "two words exchanged over the stack",
        """
start:  push dword ptr [esi]
        push dword ptr [esi + 4]
        pop dword ptr [esi]
        pop dword ptr [esi + 4]
done:
""",
        "requires esi > 0x10000 && esi < 0x20000 && esp > 0x30000 && esp < 0x40000\n"
        "ensures w[esi] == old(w[esi + 4]) && w[esi + 4] == old(w[esi]) && esp == old(esp)\n",
        "",
        "intel",
    ),
    ("pop dword ptr [esi + 4]", "pop dword ptr [esi + 8]"),
)
TABLE = Styled(
    Proven(
        "a jump table with a check of the bound",
        """
start:  cmpl $2, %eax
        ja other
        jmp *table(,%eax,4)
zero:   movl $10, %ebx
        jmp done
one:    movl $20, %ebx
        jmp done
two:    movl $30, %ebx
        jmp done
other:  movl $0, %ebx
        jmp done
        .align 4
table:  .long zero, one, two
done:
""",
        "ensures eax <= 2 => ebx == 10 * (eax + 1)\nensures eax > 2 => ebx == 0\n",
        "two: assert eax == 2\n",
    ),
    ("ja other", "jg other"),
)
MINIMUM_WORDS = Styled(
    Proven(
        "the smallest of signed 16-bit numbers, by pointer",
        """
start:  movsx eax, word ptr [esi]
        lea edi, [esi + 2]
more:   cmp edi, ebx
        jae done
        movsx edx, word ptr [edi]
        cmp edx, eax
        jge keep
        mov eax, edx
keep:   add edi, 2
        jmp more
done:
""",
        "const p\nconst n\nrequires esi == p && ebx == p + 2 * n && n >= 1 && n < 1000 && p < 100000\n"
        "ensures forall i. i < n => eax <=s (b[p + 2 * i] | (b[p + 2 * i + 1] << 8)) || b[p + 2 * i + 1] >= 128\n",
        "more: invariant esi == p && ebx == p + 2 * n && p + 2 <= edi && edi <= ebx && ((edi - p) & 1) == 0\n"
        "more: invariant forall i. i < n && p + 2 * i < edi =>"
        " eax <=s (b[p + 2 * i] | (b[p + 2 * i + 1] << 8)) || b[p + 2 * i + 1] >= 128\n",
        "intel",
    ),
    ("jge keep", "jle keep"),
)
STYLED = (
    FRAME, LOCAL_COUNTER, REP_MOVSB, REP_STOSD, STRLEN_SCAS, COMPARE_STRINGS, LOOP_INSTRUCTION, SIXTEEN_BITS, ABSOLUTE,
    CONDITIONAL_MOVES, POWER_OF_TWO, SIXTY_FOUR, NESTED, THREE_EXITS, POPCOUNT, DIVISION, STACK_REVERSE, TABLE,
    MINIMUM_WORDS,
)  # fmt: skip
