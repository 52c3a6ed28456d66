start:  movl 4(%esp), %edx
        movl 8(%esp), %ecx
        xorl %eax, %eax
next:   testl %ecx, %ecx
        jne next
        ret
