/** Checks that must hold for any input. */
import type { Format, Options } from '../../parsers/contract.ts';
import { countLines } from '../../parsers/kit/lines.ts';
import { type Recorder, readAll } from '../../parsers/kit/recorder.ts';
import type { Random } from './random.ts';

export interface Fault {
  /** Equal for inputs that fail alike; shrinking preserves it, and faults are counted by it. */
  readonly kind: string;
  readonly message: string;
}

/** Facts of the file system, the same for each read. */
const given: Partial<Options> = { modified: 1_700_000_000_000_000_000n };

/** ms of processor time allowed for a mutant of some KB: a hundred times the usual. */
const longest = 400;

/** Larger amounts are neither times nor counts: 2^63 ns. */
const most = 2 ** 63;

/** The first fault of reading these bytes; null if there is none. */
export function faultOf(format: Format, bytes: Uint8Array, random: Random): Fault | null {
  const before = process.cpuUsage();
  let whole: Recorder;
  try {
    format.sniff(bytes.subarray(0, 64 << 10), 'capture');
    whole = readAll(format, bytes, given);
  } catch (error) {
    return crash(error);
  }
  const { user } = process.cpuUsage(before);
  if (user / 1e3 > longest) return { kind: 'slow', message: `takes ${Math.round(user / 1e3)} ms` };
  const open = ledgerFault(format, bytes, whole) ?? numberFault(whole);
  if (open) return open;
  const cuts = chunking(bytes.length, random);
  try {
    const [parts, one] = [told(readAll(format, bytes, given, cuts)), told(whole)];
    const other = Object.keys(one).find(name => one[name] !== parts[name]);
    if (other !== undefined)
      return {
        kind: `chunks ${other}`,
        message: `cut at ${cuts.join(', ')}: ${differing(one[other]!, parts[other]!)}`,
      };
  } catch (error) {
    return crash(error);
  }
  return null;
}

function crash(error: unknown): Fault {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [first = '', place = ''] = stack.split('\n').map(line => line.trim());
  return { kind: `crash ${first.replace(/\d+/g, 'N').slice(0, 60)} ${place.slice(0, 80)}`, message: stack };
}

function ledgerFault({ unit }: Format, bytes: Uint8Array, { failed, counts }: Recorder): Fault | null {
  if (failed !== null)
    return failed.offset !== null && failed.offset > bytes.length
      ? { kind: 'offset', message: `fails at ${failed.offset} of ${bytes.length} bytes` }
      : null;
  const size = unit === 'lines' ? countLines(bytes) : bytes.length;
  const ledger = counts.used + counts.blank + counts.skipped;
  return ledger === size ? null : { kind: 'ledger', message: `the ledger has ${ledger} of ${size} ${unit}` };
}

/** Times and counts must be finite and within range. NaN is a missing value. */
function numberFault(recorder: Recorder): Fault | null {
  let fault: Fault | null = null;
  const look = (where: string, value: unknown): void => {
    if (fault) return;
    const isWild =
      typeof value === 'number'
        ? value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
        : typeof value === 'bigint' && (value > most || value < -most);
    if (isWild) fault = { kind: `number ${where.replace(/\d+/g, 'N')}`, message: `${where} is ${value}` };
    else if (Array.isArray(value) || (typeof value === 'object' && value !== null))
      // Addresses, and offsets in a module, are unsigned 64-bit numbers.
      for (const [name, each] of Object.entries(value))
        if (name !== 'address' && !(name === 'offset' && typeof each === 'bigint'))
          look(`${where}.${name}`, each);
  };
  const { samples, events, metrics, counts, lastClock } = recorder;
  look('', { samples, events, metrics, rows: Object.fromEntries(recorder.rows), counts, clock: lastClock });
  for (const { ts } of [...samples, ...events, ...metrics])
    if (ts !== null && !(Math.abs(ts) <= most)) return { kind: 'time', message: `a row is at ${ts} ns` };
  return fault;
}

/** Excerpts of two texts around their first difference. */
function differing(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at++;
  const from = Math.max(0, at - 60);
  return `${one.slice(from, at + 120)}\n  and ${other.slice(from, at + 120)}`;
}

/** Everything that was read, as JSON per kind of content. */
function told(recorder: Recorder): Readonly<Record<string, string>> {
  const { samples, events, metrics, problems, counts, lastClock, facts, failed } = recorder;
  const error = failed && [failed.code, failed.message, failed.offset, failed.line];
  const rows = [...recorder.rows];
  const sorts = { error, counts, problems, samples, events, metrics, rows, clock: lastClock, facts };
  const json = (of: unknown) =>
    JSON.stringify(of, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? '';
  return Object.fromEntries(Object.entries(sorts).map(([name, of]) => [name, json(of)]));
}

function chunking(length: number, random: Random): number[] {
  const cuts = Array.from({ length: 1 + random.below(6) }, () => random.below(length + 1));
  return [...new Set(cuts)].sort((a, b) => a - b);
}

/** Upper bound of reads while shrinking an input. */
const mostTries = 3000;

/** A shorter input with the same kind of fault: leaves out pieces, large ones first. */
export function shrunk(format: Format, bytes: Uint8Array, kind: string): Uint8Array {
  let tries = 0;
  const fails = (of: Uint8Array): boolean => {
    const cuts = kind.startsWith('chunks') ? Math.min(of.length, 400) : 1;
    for (let i = 0; i < cuts && tries < mostTries; i++, tries++) {
      const cut = cuts === 1 ? 0 : Math.floor((i * of.length) / cuts);
      if (faultOf(format, of, onlyAt(cut))?.kind === kind) return true;
    }
    return false;
  };
  let smallest = bytes;
  for (let size = smallest.length >> 1; size >= 1 && tries < mostTries; size >>= 1)
    for (let at = 0; at < smallest.length && tries < mostTries; ) {
      const without = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (without.length < smallest.length && fails(without)) smallest = without;
      else at += size;
    }
  return smallest;
}

/** A `Random` that makes one cut, at a given place. */
function onlyAt(cut: number): Random {
  let asked = 0;
  return { below: () => (asked++ === 0 ? 0 : cut) } as unknown as Random;
}
