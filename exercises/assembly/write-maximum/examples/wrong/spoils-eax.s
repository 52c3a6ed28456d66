start:  cmpl %ebx, %eax
        jge keep
        movl %ebx, %eax
keep:   movl %eax, %ecx
done:
