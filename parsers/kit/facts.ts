/** Merges facts of a capture that are stated at different places of its file. */
import type { CaptureFacts } from '../contract.ts';
import { isSmall } from './bounds.ts';

/** Names of other facts, and kinds with a frequency, that a capture can have: its lines may name any number of them. */
const maxNames = 256;

/** The fact that says that others were left out. */
const further = 'further facts';

/**
 * Adds later facts to earlier ones. An impossible number of CPUs or frequency is left out: a damaged header may state
 * any number, and no row depends on it. Facts beyond {@link maxNames} are left out, which a fact states.
 */
export function mergeFacts(earlier: CaptureFacts, later: CaptureFacts): CaptureFacts {
  const { cpus, frequency: frequencies = {}, other, ...rest } = later;
  const rates = Object.entries(frequencies).filter(
    ([, hertz]) => hertz >= 0 && hertz < Number.POSITIVE_INFINITY,
  );
  const frequency = withNames(earlier.frequency, rates);
  const others = withNames(earlier.other, Object.entries(other ?? {}));
  if (frequency.isFull || others.isFull) others.values[further] = `left out: more than ${maxNames} names`;
  return {
    ...earlier,
    ...rest,
    ...(cpus !== undefined && isSmall(cpus) && cpus > 0 ? { cpus } : {}),
    ...(Object.keys(frequency.values).length > 0 ? { frequency: frequency.values } : {}),
    ...(Object.keys(others.values).length > 0 ? { other: others.values } : {}),
  };
}

/** Adds values by name until there are {@link maxNames}; a name that is there gets its later value. */
function withNames<Value>(
  earlier: Readonly<Record<string, Value>> | undefined,
  later: readonly (readonly [name: string, value: Value])[],
): { values: Record<string, Value>; isFull: boolean } {
  const values = { ...earlier };
  let size = Object.keys(values).length;
  let isFull = false;
  for (const [name, value] of later) {
    const isNew = !Object.hasOwn(values, name);
    if (isNew && size >= maxNames) {
      isFull = true;
      continue;
    }
    if (isNew) size++;
    values[name] = value;
  }
  return { values, isFull };
}
