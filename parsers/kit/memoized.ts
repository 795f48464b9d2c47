/**
 * Caches the results of a function of a string, for strings that repeat, such as the processes and stacks of
 * rows. The cache has at most `maxEntries` entries and is cleared when it is full. `compute` must return the
 * same for the same string; `undefined` is not cached.
 */
export function memoized<T>(compute: (text: string) => T, maxEntries = 4096): (text: string) => T {
  const cache = new Map<string, T>();
  return text => {
    let value = cache.get(text);
    if (value === undefined) {
      value = compute(text);
      if (cache.size >= maxEntries) cache.clear();
      // Copies the text, because a slice keeps the whole line in memory.
      cache.set(` ${text}`.slice(1), value);
    }
    return value;
  };
}
