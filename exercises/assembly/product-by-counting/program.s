# esi times edi, by counting.
start:  xorl %eax, %eax
        xorl %ecx, %ecx
outer:  cmpl %esi, %ecx
        jae done
        xorl %edx, %edx
inner:  cmpl %edi, %edx
        jae next
        incl %eax
        incl %edx
        jmp inner
next:   incl %ecx
        jmp outer
done:
