word = input("A word: ")
left, right = 0, len(word) - 1
while left < right and word[left] == word[right]:
    left += 1
    right -= 1
if left < right:
    print("Sorry: no.")
else:
    print("yes, it is one")
