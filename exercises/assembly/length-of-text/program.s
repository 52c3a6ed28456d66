# Counts the bytes at esi before the first 0.
start:  xorl %eax, %eax
loop:   cmpb $0, (%esi,%eax)
        je done
        incl %eax
        jmp loop
done:
