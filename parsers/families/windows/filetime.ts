import { isInstant } from '../../kit/civil.ts';

/** Time from 1601 to 1970, in 100 ns. */
const epochDifference = 116_444_736_000_000_000n;

/** Epoch ns of a FILETIME: 100 ns since 1601, UTC. */
export const epochOfFiletime = (filetime: bigint): bigint => (filetime - epochDifference) * 100n;

/** True if 64 bits hold the time in ns since 1970; a damaged file may state any time. */
export const isFiletime = (filetime: bigint): boolean => isInstant(Number(epochOfFiletime(filetime)) / 1e9);
