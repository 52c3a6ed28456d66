# The place of the byte al among ecx bytes at esi, or -1, in edx.
start:  xorl %edx, %edx
loop:   cmpl %ecx, %edx
        je missing
        cmpb %al, (%esi,%edx)
        je done
        incl %edx
        jmp loop
missing: movl $-1, %edx
done:
