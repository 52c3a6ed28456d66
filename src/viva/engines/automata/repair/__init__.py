"""What would make an automaton or an expression right, and automata near a given one."""
