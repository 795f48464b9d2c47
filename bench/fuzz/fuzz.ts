/** Reads mutants and keeps the first of each kind of fault, shrunk. */
import type { Format } from '../../parsers/contract.ts';
import { type Fault, faultOf, shrunk } from './faults.ts';
import { mutantOf, repeated, type Sources } from './mutants.ts';
import { Random } from './random.ts';
import { type Way, wayOf } from './ways.ts';

export interface FoundFault {
  readonly fault: Fault;
  readonly times: number;
  readonly input: Uint8Array;
  readonly way: Way;
}

interface FuzzRun {
  /** Number of mutants. */
  readonly count: number;
  readonly seed: number;
  readonly sources: Sources;
  /** Called with each input before it is read. */
  readonly onInput?: (input: Uint8Array) => void;
}

export function fuzz(format: Format, { count, seed, sources, onInput }: FuzzRun): readonly FoundFault[] {
  const random = new Random(seed);
  const found = new Map<string, { fault: Fault; times: number; input: Uint8Array; way: Way }>();
  for (let n = 0; n < count; n++) {
    const capture = sources.own[n % sources.own.length]!;
    const isLong = !sources.isBinary && random.below(8) === 0;
    const mutant = mutantOf(capture, random, sources);
    const input = isLong ? repeated(mutant, capture, random) : mutant;
    const way = wayOf(input.length, random, isLong);
    onInput?.(input);
    const fault = faultOf(format, input, way);
    if (!fault) continue;
    const known = found.get(fault.kind);
    if (known) known.times++;
    else found.set(fault.kind, { fault, times: 1, input, way });
  }
  return [...found.values()].map(({ input, ...finding }) => {
    onInput?.(input);
    return { ...finding, input: shrunk(format, input, finding.fault.kind, finding.way) };
  });
}
