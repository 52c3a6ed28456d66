"""Every form of every instruction of the subset, in AT&T syntax, as the tests run it."""

WIDTHS = {"b": ("%al", "%dh"), "w": ("%ax", "%dx"), "l": ("%eax", "%edx")}
CONDITIONS = ("o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g")


def forms() -> list[str]:
    found = []
    for letter, (one, two) in WIDTHS.items():
        place = "8(%ebx,%ecx,4)"
        for name in ("add", "sub", "adc", "sbb", "and", "or", "xor", "cmp", "test", "mov"):
            found += [f"{name}{letter} {one}, {two}", f"{name}{letter} $0x7f, {one}", f"{name}{letter} {one}, {place}"]
            if name != "test":
                found += [f"{name}{letter} {place}, {two}", f"{name}{letter} $-3, {place}"]
        for name in ("inc", "dec", "neg", "not", "mul", "imul"):
            found += [f"{name}{letter} {two}", f"{name}{letter} {place}"]
        for name in ("shl", "shr", "sar", "rol", "ror", "rcl", "rcr"):
            found += [f"{name}{letter} {one}", f"{name}{letter} $5, {two}", f"{name}{letter} %cl, {one}"]
            found += [f"{name}{letter} $9, {place}", f"{name}{letter} $31, {one}"]
        found += [
            f"xchg{letter} {one}, {two}",
            f"xchg{letter} {one}, {place}",
            f"div{letter} {two}",
            f"idiv{letter} {two}",
            f"div{letter} {place}",
            f"idiv{letter} {place}",
            f"test{letter} $0x41, {place}",
            f"xchg{letter} {place}, {two}",
        ]
        for name in ("shl", "shr", "sar", "rol", "ror", "rcl", "rcr"):
            found += [f"{name}{letter} %cl, {place}", f"{name}{letter} {place}", f"{name}{letter} $0, {two}"]
        found += [f"{prefix}{name}{letter}" for name in ("stos", "movs", "lods") for prefix in ("", "rep ")]
        found += [f"{prefix}{name}{letter}" for name in ("cmps", "scas") for prefix in ("", "repe ", "repne ")]
    found += ["imull %edx, %eax", "imulw %dx, %ax", "imull $-7, %edx, %eax", "imull $1000, 8(%ebx), %ecx"]
    found += ["imulw $300, %dx, %ax", "imulw 8(%ebx), %dx", "imull 8(%ebx), %edx", "imulw $-3, 8(%ebx), %dx"]
    found += ["addb %ah, %dh", "subb %bh, %ch", "xchgb %ah, %al", "movb %dh, 8(%ebx)", "cmpb $-1, %ah", "negb %ch"]
    found += ["movl %ds:8(%ebx), %eax", "addl %esp, %ebp", "movw $7, 8(%ebx)", "leaw 4(%ebx,%esi), %dx", "incb %ah"]
    found += [
        "lea 8(%ebx,%esi,4), %eax",
        "lea -1(%edx), %ax",
        "lea (,%edi,8), %ecx",
        "cdq",
        "cwde",
        "cbw",
        "cwd",
        "nop",
    ]
    found += [f"mov{kind}{sizes}" for kind in "zs" for sizes in ("bl %dh, %eax", "bw %al, %dx", "wl %dx, %ecx")]
    found += [
        f"mov{kind}{sizes}" for kind in "zs" for sizes in ("bl 8(%ebx), %eax", "wl 8(%ebx), %edx", "bw 8(%ebx), %ax")
    ]
    found += [
        "push %eax",
        "push $-2",
        "pushl 8(%ebx)",
        "pushw %dx",
        "pushw $-5",
        "pushw 8(%ebx)",
        "popw 8(%ebx)",
        "push $0x12345",
        "pop %edx",
        "popl 8(%ebx)",
        "popw %dx",
        "push %esp",
    ]
    found += ["pop %esp", "leave", "xchg %eax, %esp", "clc", "stc", "cmc", "cld", "std", "movb $3, %ah", "popl 4(%esp)"]
    found += [f"set{name} %dl" for name in CONDITIONS] + [f"cmov{name} %edx, %eax" for name in CONDITIONS]
    found += [f"cmov{name}w 8(%ebx), %ax" for name in CONDITIONS] + [f"set{name} 8(%ebx)" for name in CONDITIONS]
    found += [f"cmov{name}l 8(%ebx), %edx" for name in CONDITIONS[::3]] + [f"set{name} %ah" for name in CONDITIONS[::3]]
    found += [f"j{name} away" for name in CONDITIONS] + ["jmp away", "jmp *%eax", "call away", "call *%eax", "ret"]
    found += [
        "call *8(%ebx)",
        "jmp *(%ebx,%ecx,4)",
        "endbr32",
        "rep ret",
        "ret $8",
        "loop away",
        "loope away",
        "loopne away",
        "jecxz away",
        "jcxz away",
        "jmp *8(%ebx)",
    ]
    return found
