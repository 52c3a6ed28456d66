# Copies ecx bytes from esi to edi.
start:  xorl %edx, %edx
loop:   cmpl %ecx, %edx
        jae done
        movb (%esi,%edx), %al
        movb %al, (%edi,%edx)
        incl %edx
        jmp loop
done:
