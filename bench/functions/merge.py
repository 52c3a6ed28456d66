def merge(left: list[int], right: list[int]) -> list[int]:
    """Two sorted lists as one; whatever is not sorted is refused."""
    if left != sorted(left) or right != sorted(right):
        return []
    result: list[int] = []
    i = 0
    j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    while i < len(left):
        result.append(left[i])
        i += 1
    while j < len(right):
        result.append(right[j])
        j += 1
    return result
