# int sum(int *numbers, int count)
start:  movl 4(%esp), %edx
        movl 8(%esp), %ecx
        xorl %eax, %eax
        jecxz out
next:   addl (%edx), %eax
        addl $4, %edx
        loop next
out:    ret
