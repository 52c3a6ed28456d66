# Writes 0 into the bytes from 10 to 19.
start:  movl $10, %eax          # the next address
        movl $10, %ecx          # how many are left
        xorl %ebx, %ebx
loop:   movb %bl, (%eax)
        incl %eax
        decl %ecx
        jne loop
done:
