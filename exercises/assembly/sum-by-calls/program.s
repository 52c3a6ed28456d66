# Calls `three` ecx times.
start:  xorl %ebx, %ebx
        movl %eax, %esi
loop:   cmpl %ecx, %ebx
        jae done
        call three
        incl %ebx
        jmp loop
three:  pushl %ebp
        movl %esp, %ebp
        addl $3, %esi
        popl %ebp
        ret
done:
