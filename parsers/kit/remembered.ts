/**
 * A function of texts that come again and again, such as processes and stacks of rows, which remembers what it gave for the last
 * `most` of them. It must give the same for the same text.
 */
export function remembered<T>(of: (text: string) => T, most = 4096): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = of(text);
      if (known.size >= most) known.clear();
      // A copy: a slice keeps the whole line that it is of.
      known.set(` ${text}`.slice(1), value);
    }
    return value;
  };
}
