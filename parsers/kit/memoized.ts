/**
 * Caches a function of texts that repeat, such as processes and stacks of rows. The cache holds at most
 * `maxEntries` texts and is cleared when it is full. The function must return the same for the same text.
 */
export function memoized<T>(compute: (text: string) => T, maxEntries = 4096): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = compute(text);
      if (known.size >= maxEntries) known.clear();
      // Copies the text, because a slice keeps the whole line in memory.
      known.set(` ${text}`.slice(1), value);
    }
    return value;
  };
}
