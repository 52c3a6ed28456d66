function quicksort(xs) {
  const items = [...xs];
  const sort = (from, until) => {
    if (from >= until) return;
    const pivot = items[(from + until) >> 1];
    let i = from;
    let j = until;
    while (i <= j) {
      while (items[i] < pivot) i++;
      while (items[j] > pivot) j--;
      if (i <= j) {
        [items[i], items[j]] = [items[j], items[i]];
        i++;
        j--;
      }
    }
    sort(from, j);
    sort(i, until);
  };
  sort(0, items.length - 1);
  return items;
}
