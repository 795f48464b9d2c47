/** Columns of time of a round width, for pictures over time. */
const second = 1_000_000_000n;
const steps: readonly bigint[] = [
  ...Array.from({ length: 9 }, (_, power) => [1n, 2n, 5n].map(of => of * 10n ** BigInt(power))).flat(),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map(of => of * second),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map(of => of * 60n * second),
  ...[1n, 2n, 3n, 6n, 12n, 24n].map(of => of * 3600n * second),
];

export interface TimeColumns {
  /** Epoch ns at which the first column begins: a multiple of the width. */
  readonly from: bigint;
  readonly width: bigint;
  readonly columns: number;
}

/**
 * The narrowest round width, at least `least` ns, for which at most `most` (2 or more) columns hold `from` …
 * `to` (epoch ns, exclusive).
 */
export function timeColumns(from: bigint, to: bigint, most: number, least = 1n): TimeColumns {
  const count = (width: bigint) => floor(to - 1n, width) - floor(from, width) + 1n;
  const fits = (width: bigint) => width >= least && count(width) <= BigInt(most);
  const last = steps.at(-1)!;
  let width = steps.find(fits) ?? last;
  while (!fits(width)) width += last;
  return { from: floor(from, width) * width, width, columns: Number(count(width)) };
}

/** Floor division, also for times before 1970. */
function floor(time: bigint, width: bigint): bigint {
  const quotient = time / width;
  return time < 0n && quotient * width !== time ? quotient - 1n : quotient;
}
