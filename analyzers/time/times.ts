/**
 * Times (64-bit integers) of many rows to and from ns since a zero, by their 32-bit halves: a bigint per row takes ten
 * times as long. Little-endian, as DuckDB's vectors are read elsewhere.
 */
const half = 2 ** 32;

/** By row: `zero` + `since`, rounded to whole ns. */
export function timesFrom(zero: bigint, since: Float64Array): BigInt64Array {
  const times = new BigInt64Array(since.length);
  const words = new Uint32Array(times.buffer);
  const [zeroLow, zeroHigh] = halves(zero);
  for (let row = 0; row < since.length; row++) {
    const ns = Math.round(since[row]!);
    const high = Math.floor(ns / half);
    const low = zeroLow + (ns - high * half);
    // Stores are modulo 2^32.
    words[2 * row] = low;
    words[2 * row + 1] = zeroHigh + high + (low >= half ? 1 : 0);
  }
  return times;
}

/** By row: ns since `zero`; exact below 2^53. */
export function sinceZero(times: BigInt64Array, zero: bigint): Float64Array {
  const since = new Float64Array(times.length);
  const low = new Uint32Array(times.buffer, times.byteOffset, 2 * times.length);
  const high = new Int32Array(times.buffer, times.byteOffset, 2 * times.length);
  const [zeroLow, zeroHigh] = halves(zero);
  for (let row = 0; row < times.length; row++)
    since[row] = (high[2 * row + 1]! - zeroHigh) * half + (low[2 * row]! - zeroLow);
  return since;
}

const halves = (time: bigint): readonly [low: number, high: number] => [
  Number(BigInt.asUintN(32, time)),
  Number(BigInt.asIntN(32, time >> 32n)),
];
