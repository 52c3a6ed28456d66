def palindrome(text: str) -> bool:
    """Whether the letters read the same in both directions, whatever else is between them."""
    letters = []
    for character in text:
        if character.isalpha():
            letters.append(character.lower())
    left = 0
    right = len(letters) - 1
    while left < right:
        if letters[left] != letters[right]:
            return False
        left += 1
        right -= 1
    return len(letters) > 0
