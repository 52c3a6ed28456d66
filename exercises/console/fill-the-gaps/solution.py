{what.solution}
