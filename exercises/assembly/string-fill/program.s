# Fills ecx bytes at edi with 0.
start:  xorl %eax, %eax
loop:   rep stosb
done:
