start:  movl %ebx, %ecx
        cmpl %ebx, %eax
        cmovgl %eax, %ecx
done:
