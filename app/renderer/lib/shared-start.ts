/**
 * Length of the start that a name shares with another of `names`, up to the last separator; 0 if there is none. The rest
 * distinguishes the names: `kworker/u8:1-events` and `kworker/u8:2-events` share `kworker/u8:`.
 */
export function sharedStart(name: string, names: readonly string[]): number {
  let longest = 0;
  for (const other of names) {
    if (other === name) continue;
    let length = 0;
    while (length < name.length && name[length] === other[length]) length++;
    longest = Math.max(longest, length);
  }
  return name.slice(0, longest).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1;
}
