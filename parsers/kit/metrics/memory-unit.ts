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

/**
 * @param amounts of one moment, as printed
 * @param totals of the machine, as printed
 */
export function memoryUnitOf(
  amounts: readonly number[],
  totals: { readonly memory: number; readonly swap: number } | null = null,
): MemoryUnit {
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
  if (most >= leastMebibytes && !(totals && isTotalInGibibytes(totals.memory, totals.swap)))
    return guessed(1024, 'MiB', why);
  const also =
    most < leastMebibytes ? 'no machine has so little MiB' : 'the total is what remains of modules of GiB';
  return guessed(1024 ** 2, 'GiB', `${why}, and ${also}`);
}

/**
 * Shares of the installed memory, a multiple of 128 GiB, that the kernel of a large machine states as its total: 98 %, on
 * some clouds 97 %. Of 1 GiB it states 97 % at most, of 2 GiB up to 97.3 %.
 */
const leastShare = 0.97;
const leastShareOfMost = 0.978;
const modules = 128;

/** True if a total of memory, beside a total of swap, is more likely in GiB than in MiB. */
function isTotalInGibibytes(total: number, swap: number): boolean {
  const share = total / (Math.ceil(total / modules) * modules);
  const least = total > 12 * modules ? leastShareOfMost : leastShare;
  return total <= 16 * modules && swap < leastMebibytes && share >= least;
}

const guessed = (factor: number, name: string, why: string): MemoryUnit => ({
  factor,
  guess: `The text does not state the unit of its amounts of memory: they are taken as ${name}, because ${why}.`,
});
