/** Checks that must hold for any input. */
import type { Format } from '../../parsers/contract.ts';
import { formats } from '../../parsers/formats.ts';
import { differenceOf } from '../../parsers/kit/differences.testing.ts';
import { binaryHint } from '../../parsers/kit/magic.ts';
import { rowsOfParts } from '../../parsers/kit/parts.testing.ts';
import { readAll } from '../../parsers/kit/recorder.ts';
import { contentFault } from './checks.ts';
import type { Way } from './ways.ts';

export interface Fault {
  /** Equal for inputs that fail in the same way. Shrinking preserves the kind, and faults are counted by it. */
  readonly kind: string;
  readonly message: string;
}

/** Maximum ms of processor time for a mutant of some KB, and for recognising it: a hundred times the usual. */
const maxMs = 400;
/** Maximum MB by which reading some KB may raise the peak memory of the process. */
const maxMemoryGrowth = 128;

/** What a read takes; tests have one that counts. */
export interface Meter {
  /** ms. */
  elapsed(): number;
  /** ms of processor time. */
  busy(): number;
  /** Peak memory of the process, MB. */
  peak(): number;
}

const ofProcess: Meter = {
  elapsed: () => performance.now(),
  busy: () => process.cpuUsage().user / 1e3,
  peak: () => process.resourceUsage().maxRSS / 1024,
};

/** The first fault of reading these bytes; null if there is none. */
export function faultOf(format: Format, bytes: Uint8Array, way: Way, meter = ofProcess): Fault | null {
  try {
    return (
      limited('sniff', meter, () => sniffFault(format, bytes, way)) ??
      limited('read', meter, () => readFault(format, bytes, way)) ??
      partsFault(format, bytes, way)
    );
  } catch (error) {
    return crash(error);
  }
}

function readFault(format: Format, bytes: Uint8Array, { options, chunking }: Way): Fault | null {
  const whole = readAll(format, bytes, options);
  const fault = contentFault(format, bytes, whole);
  if (fault) return fault;
  const difference = differenceOf(whole, readAll(format, bytes, options, chunking));
  if (difference === null) return null;
  return { kind: `chunks ${difference.content}`, message: `cut at ${chunking}: ${difference.message}` };
}

/** How often work that took long is measured again. */
const attempts = 3;

let peakMemory = 0;

/** Runs the work; a fault if it takes long, or much memory. */
function limited(name: string, meter: Meter, work: () => Fault | null): Fault | null {
  const began = meter.elapsed();
  const fault = work();
  if (fault) return fault;
  if (meter.elapsed() - began > maxMs) {
    // The machine may have been busy with something else, which also makes the processor slower: the least counts.
    const ms = Math.min(
      ...Array.from({ length: attempts }, () => {
        const before = meter.busy();
        work();
        return meter.busy() - before;
      }),
    );
    if (ms > maxMs) return { kind: `slow ${name}`, message: `takes ${Math.round(ms)} ms` };
  }
  if (name === 'sniff') return null;
  const mb = meter.peak();
  const more = peakMemory === 0 ? 0 : mb - peakMemory;
  peakMemory = mb;
  return more > maxMemoryGrowth
    ? { kind: `memory ${name}`, message: `takes ${Math.round(more)} MB more` }
    : null;
}

const answers = ['no', 'maybe', 'likely', 'yes'];

/** A format must answer all calls that are made before it reads a file. */
function sniffFault(ownFormat: Format, bytes: Uint8Array, { options, sniffs }: Way): Fault | null {
  if (sniffs === 'none') return null;
  const head = bytes.subarray(0, 64 << 10);
  const name = options.name ?? 'capture';
  for (const format of sniffs === 'all' ? [ownFormat, ...formats] : [ownFormat]) {
    const answer = format.sniff(head, name);
    if (!answers.includes(answer))
      return { kind: 'sniff', message: `the answer of ${format.id} is ${answer}` };
    if (sniffs === 'own') continue;
    format.belongsTo?.(name);
    format.isBetterThanNothing?.(head);
    format.nearness?.(head)?.why();
  }
  if (sniffs === 'all') binaryHint(head);
  return null;
}

/** Reading two parts, split at a boundary that the format chooses, must give the rows of the whole file. */
function partsFault(format: Format, bytes: Uint8Array, { options, part }: Way): Fault | null {
  if (part === null || format.boundary === undefined) return null;
  const from = Math.floor(part * bytes.length);
  const start = format.boundary(bytes, from);
  if (start < 0) return null;
  if (!(start >= from && start <= bytes.length))
    return { kind: 'boundary', message: `the boundary from ${from} of ${bytes.length} is ${start}` };
  const [one, two] = [rowsOfParts(format, bytes, [], options), rowsOfParts(format, bytes, [start], options)];
  if (one === two) return null;
  let at = 0;
  while (one[at] === two[at]) at++;
  const excerpt = (rows: string) => rows.slice(Math.max(0, at - 60), at + 160);
  return { kind: 'parts', message: `in two parts at ${start}: ${excerpt(one)}\n  and ${excerpt(two)}` };
}

function crash(error: unknown): Fault {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [first = '', place = ''] = stack.split('\n').map(line => line.trim());
  return { kind: `crash ${first.replace(/\d+/g, 'N').slice(0, 60)} ${place.slice(0, 80)}`, message: stack };
}

/** Upper bounds of shrinking an input: reads, and ms of processor time. */
const maxTries = 3000;
const maxShrinkingMs = 2000;

/** Shortens an input as long as it has the same kind of fault, by leaving out pieces, large ones first. */
export function shrunk(format: Format, bytes: Uint8Array, kind: string, way: Way): Uint8Array {
  let tries = 0;
  const before = process.cpuUsage();
  const mayContinue = () => tries < maxTries && process.cpuUsage(before).user / 1e3 < maxShrinkingMs;
  const fails = (candidate: Uint8Array): boolean => {
    const cuts =
      kind.startsWith('chunks') && typeof way.chunking !== 'number' ? Math.min(candidate.length, 400) : 1;
    for (let i = 0; i < cuts && mayContinue(); i++, tries++) {
      const chunking = cuts === 1 ? way.chunking : [Math.floor((i * candidate.length) / cuts)];
      if (
        faultOf(format, candidate, { ...way, chunking: cutsWithin(chunking, candidate.length) })?.kind ===
        kind
      )
        return true;
    }
    return false;
  };
  let smallest = bytes;
  for (let size = smallest.length >> 1; size >= 1 && mayContinue(); size >>= 1)
    for (let at = 0; at < smallest.length && mayContinue(); ) {
      const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (shorter.length < smallest.length && fails(shorter)) smallest = shorter;
      else at += size;
    }
  return smallest;
}

const cutsWithin = (chunking: Way['chunking'], length: number): Way['chunking'] =>
  typeof chunking === 'number' ? chunking : chunking.filter(cut => cut <= length);
