start:  movl 4(%esp), %edx
        movl 8(%esp), %ecx
        xorl %eax, %eax
next:   addl (%edx), %eax
        addl $4, %edx
        decl %ecx
        jg next
        ret
