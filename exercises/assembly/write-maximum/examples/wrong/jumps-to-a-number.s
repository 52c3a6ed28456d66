start:  movl %eax, %ecx
        cmpl %ebx, %eax
        jge 1
        movl %ebx, %ecx
1:
done:
