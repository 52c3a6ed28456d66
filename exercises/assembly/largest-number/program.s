# The largest of ecx signed numbers at esi, in eax.
start:  mov eax, [esi]
        mov edx, 1
loop:   cmp edx, ecx
        jae done
        mov ebx, [esi + edx*4]
        cmp ebx, eax
        jle skip
        mov eax, ebx
skip:   inc edx
        jmp loop
done:
