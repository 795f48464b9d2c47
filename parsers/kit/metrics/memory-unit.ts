/**
 * The unit of amounts of memory that a tool prints without one: `free -b`, `-m`, `-g`, `vmstat -S M`. Their titles are
 * those of the default, kB.
 */

export interface MemoryUnit {
  /** kB per unit. */
  readonly factor: number;
  /** A sentence that says what was guessed, and on what it rests; null for the default. */
  readonly guess: string | null;
}

const kilo: MemoryUnit = { factor: 1, guess: null };

/** No machine that these tools run on has less memory, MiB. */
const leastMebibytes = 256;

/** @param amounts of one moment, as printed */
export function memoryUnitOf(amounts: readonly number[]): MemoryUnit {
  const some = amounts.filter(amount => amount > 0);
  const most = Math.max(...some);
  const areMultiplesOf = (size: number) => some.every(amount => amount % size === 0);
  // The kernel counts pages of 4 KiB or a multiple.
  if (some.length === 0) return kilo;
  if (most >= 2 ** 30 && areMultiplesOf(4096))
    return guessed(1 / 1024, 'bytes', 'they are whole pages in bytes');
  if (areMultiplesOf(4)) return kilo;
  const why = 'pages of 4 kB would make every amount in kB a multiple of 4';
  if (most >= 2 ** 20) return guessed(1000 / 1024, '1,000 bytes', why);
  if (most >= leastMebibytes) return guessed(1024, 'MiB', why);
  return guessed(1024 ** 2, 'GiB', `${why}, and no machine has so little MiB`);
}

const guessed = (factor: number, name: string, why: string): MemoryUnit => ({
  factor,
  guess: `The text does not state the unit of its amounts of memory: they are taken as ${name}, because ${why}.`,
});
