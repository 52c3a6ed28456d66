start:  movl %eax, %ecx
        cmpl %ebx, %eax
        jae done
        movl %ebx, %ecx
done:
