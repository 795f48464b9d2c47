/** Formats times. */

/** ns since a start that is not a date: `T+12.345678901s`. */
export function sinceStart(ns: bigint): string {
  const text = String(ns < 0n ? -ns : ns).padStart(10, '0');
  return `T${ns < 0n ? '-' : '+'}${text.slice(0, -9)}.${text.slice(-9)}s`;
}

/** Epoch ns as ISO 8601 UTC with nine digits of a second; times out of range of a date (from SQL) as ns. */
export function iso(ns: bigint): string {
  const second = 1_000_000_000n;
  const rest = ((ns % second) + second) % second;
  const whole = new Date(Number((ns - rest) / 1_000_000n));
  if (Number.isNaN(whole.getTime())) return `${ns} ns`;
  return `${whole.toISOString().slice(0, -5)}.${rest.toString().padStart(9, '0')}Z`;
}
