# Traffic lights, ecx times on to the next: 0 red, 1 green, 2 yellow in eax. Walkers may go while ebx is 1.
start:  xorl %eax, %eax
        movl $1, %ebx
loop:   jecxz done
        decl %ecx
        jmp *table(,%eax,4)
red:    incl %eax
        xorl %ebx, %ebx
        jmp loop
green:  incl %eax
        jmp loop
yellow: xorl %eax, %eax
        incl %ebx
        jmp loop
done:   nop
        .data
table:  .long red, green, yellow
