# Puts 1 into ecx bytes at edi, then 2 into ecx bytes at esi.
start:  xorl %edx, %edx
one:    cmpl %ecx, %edx
        jae second
        movb $1, (%edi,%edx)
        incl %edx
        jmp one
second: xorl %edx, %edx
two:    cmpl %ecx, %edx
        jae done
        movb $2, (%esi,%edx)
        incl %edx
        jmp two
done:
