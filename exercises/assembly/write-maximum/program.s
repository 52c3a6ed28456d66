start:  movl %eax, %ecx
        cmpl %ebx, %eax
        jge done
        movl %ebx, %ecx
done:
