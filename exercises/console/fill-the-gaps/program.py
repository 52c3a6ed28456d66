{what.program}
