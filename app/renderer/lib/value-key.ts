/** A text that is equal for equal plain values, bigint included: the key under which what belongs to a value is kept. */
export function valueKey(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? { bigint: String(member) } : member,
  );
}
