/** Time buckets of a round width, for pictures over time. */
const second = 1_000_000_000n;
const steps: readonly bigint[] = [
  ...Array.from({ length: 9 }, (_, power) =>
    [1n, 2n, 5n].map(factor => factor * 10n ** BigInt(power)),
  ).flat(),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map(factor => factor * second),
  ...[1n, 2n, 5n, 10n, 15n, 30n].map(factor => factor * 60n * second),
  ...[1n, 2n, 3n, 6n, 12n, 24n].map(factor => factor * 3600n * second),
];

export interface TimeBuckets {
  /** Epoch ns at which the first bucket begins: a multiple of the width. */
  readonly from: bigint;
  readonly width: bigint;
  readonly count: number;
}

/**
 * The narrowest round width, at least `minWidth` ns, with which at most `maxCount` (2 or more) buckets cover
 * `from` … `to` (epoch ns, exclusive).
 */
export function timeBuckets(from: bigint, to: bigint, maxCount: number, minWidth = 1n): TimeBuckets {
  const count = (width: bigint) => floor(to - 1n, width) - floor(from, width) + 1n;
  const fits = (width: bigint) => width >= minWidth && count(width) <= BigInt(maxCount);
  const last = steps.at(-1)!;
  let width = steps.find(fits) ?? last;
  while (!fits(width)) width += last;
  return { from: floor(from, width) * width, width, count: Number(count(width)) };
}

/** Floor division, also for times before 1970. */
function floor(time: bigint, width: bigint): bigint {
  const quotient = time / width;
  return time < 0n && quotient * width !== time ? quotient - 1n : quotient;
}
