/** Reads mutants and keeps the first of each kind of fault, shrunk. */
import type { Format } from '../../parsers/contract.ts';
import { type Fault, faultOf, shrunk } from './faults.ts';
import { mutantOf } from './mutants.ts';
import { Random } from './random.ts';

export interface Found {
  readonly fault: Fault;
  readonly times: number;
  readonly input: Uint8Array;
}

interface Series {
  /** Number of mutants. */
  readonly count: number;
  readonly seed: number;
  /** Captures from which pieces are spliced in. */
  readonly others: readonly Uint8Array[];
}

export function fuzz(
  format: Format,
  captures: readonly Uint8Array[],
  { count, seed, others }: Series,
): readonly Found[] {
  const random = new Random(seed);
  const found = new Map<string, { fault: Fault; times: number; input: Uint8Array }>();
  for (let n = 0; n < count; n++) {
    const mutant = mutantOf(captures[n % captures.length]!, random, others);
    const fault = faultOf(format, mutant, random);
    if (!fault) continue;
    const known = found.get(fault.kind);
    if (known) known.times++;
    else found.set(fault.kind, { fault, times: 1, input: mutant });
  }
  return [...found.values()].map(each => ({ ...each, input: shrunk(format, each.input, each.fault.kind) }));
}
