def requires(s: str) -> bool:
    return all(letter in "()" for letter in s)
