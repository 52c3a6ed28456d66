start:  movl 4(%esp), %edx
        movl 8(%esp), %ecx
        xorl %eax, %eax
next:   jecxz out
        decl %ecx
        imull $4, %ecx, %eax
        jmp next
out:    ret
