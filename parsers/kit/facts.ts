/** Merges facts of a capture that are stated at different places of its file. */
import type { CaptureFacts } from '../contract.ts';
import { isSmall } from './bounds.ts';

/**
 * Adds later facts to earlier ones. An impossible number of CPUs or frequency is left out: a damaged header may state
 * any number, and no row depends on it.
 */
export function mergeFacts(earlier: CaptureFacts, later: CaptureFacts): CaptureFacts {
  const { cpus, frequency: frequencies = {}, other, ...rest } = later;
  const rates = Object.entries(frequencies).filter(
    ([, hertz]) => hertz >= 0 && hertz < Number.POSITIVE_INFINITY,
  );
  const frequency = { ...earlier.frequency, ...Object.fromEntries(rates) };
  const others = { ...earlier.other, ...other };
  return {
    ...earlier,
    ...rest,
    ...(cpus !== undefined && isSmall(cpus) && cpus > 0 ? { cpus } : {}),
    ...(Object.keys(frequency).length > 0 ? { frequency } : {}),
    ...(Object.keys(others).length > 0 ? { other: others } : {}),
  };
}
