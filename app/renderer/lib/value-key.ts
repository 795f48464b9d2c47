/** A text that is equal for equal plain values, including bigint, for use as a key. */
export function valueKey(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? { bigint: String(member) } : member,
  );
}
