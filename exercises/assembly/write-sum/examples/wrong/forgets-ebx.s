start:  movl 4(%esp), %ebx
        movl 8(%esp), %ecx
        xorl %eax, %eax
again:  testl %ecx, %ecx
        je out
        decl %ecx
        addl (%ebx,%ecx,4), %eax
        jmp again
out:    ret
