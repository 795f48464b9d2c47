/** Facts of a capture, as outputs gather them. */
import type { CaptureFacts } from '../contract.ts';
import { isSmall } from './bounds.ts';

/**
 * Later facts add to earlier ones. A number that cannot be one of CPUs, or a rate, is left out: a header may state
 * any, and no row depends on it.
 */
export function mergeFacts(earlier: CaptureFacts, later: CaptureFacts): CaptureFacts {
  const { cpus, frequency: given, other, ...rest } = later;
  const rates = Object.entries(given ?? {}).filter(
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
