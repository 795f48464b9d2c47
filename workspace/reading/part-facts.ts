/** Facts about a part: its clock, facts, problems and ledger, and the span of its rows' times. */
import type { CaptureFacts, Clock, Problem } from '../../parsers/contract.ts';
import { mergeFacts } from '../../parsers/kit/facts.ts';
import { maxExamples, type ProblemExample, type ProblemTally } from './batch.ts';

const exampleLength = 200;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class PartFacts {
  used = 0;
  blank = 0;
  skipped = 0;
  lastClock: Clock | null = null;
  facts: CaptureFacts = {};
  /** Smallest and largest time of any row; NaN if there is none. */
  first = Number.NaN;
  last = Number.NaN;

  /** Offset of the part in the file. */
  protected offset = 0;
  /** Zero of the part's first clock, on which its batches' times count. The last clock's zero is the valid one. */
  zero: bigint | null = null;
  private tallies = new Map<
    string,
    { severity: Problem['severity']; count: number; examples: ProblemExample[] }
  >();

  protected beginFacts(offset: number): void {
    this.offset = offset;
    this.used = this.blank = this.skipped = 0;
    this.zero = this.lastClock = null;
    this.facts = {};
    this.first = this.last = Number.NaN;
    this.tallies = new Map();
  }

  clock(clock: Clock): void {
    this.zero ??= clock.zero;
    this.lastClock = { ...clock };
  }

  about(facts: CaptureFacts): void {
    this.facts = mergeFacts(this.facts, facts);
  }

  problem({ code, severity, line, offset, message, example }: Problem): void {
    const tally = this.tally(code, severity);
    if (tally.examples.length >= maxExamples) return;
    const shown = example
      ? decoder.decode(
          example.bytes.subarray(example.start, Math.min(example.end, example.start + exampleLength)),
        )
      : null;
    tally.examples.push({ line, offset, message, example: shown });
  }

  ledger(used: number, blank: number, skipped: number): void {
    this.used += used;
    this.blank += blank;
    this.skipped += skipped;
  }

  problems(): ProblemTally[] {
    return [...this.tallies].map(([code, tally]) => ({ code, ...tally }));
  }

  /** Widens the part's span by a time. NaN compares as false, as a time and before the first time of all. */
  see(ts: number): void {
    if (!(ts >= this.first) && !Number.isNaN(ts)) this.first = ts;
    if (!(ts <= this.last) && !Number.isNaN(ts)) this.last = ts;
  }

  /** {@link see} for many times. */
  protected seeAll(times: Float64Array): void {
    let { first, last } = this;
    for (const ts of times) {
      if (!(ts >= first) && !Number.isNaN(ts)) first = ts;
      if (!(ts <= last) && !Number.isNaN(ts)) last = ts;
    }
    this.first = first;
    this.last = last;
  }

  /** Widens the part's span by the ends of slices. */
  protected seeEnds(times: Float64Array, durations: Float64Array): void {
    let { last } = this;
    for (let at = 0; at < times.length; at++) {
      const end = (times[at] as number) + (durations[at] as number);
      if (end > last) last = end;
    }
    this.last = last;
  }

  private tally(code: string, severity: Problem['severity']) {
    let tally = this.tallies.get(code);
    if (!tally) {
      tally = { severity, count: 0, examples: [] };
      this.tallies.set(code, tally);
    }
    tally.count++;
    return tally;
  }

  offsetInFile(offset: number): number {
    return this.offset + offset;
  }

  protected hasProblem(code: string): boolean {
    return this.tallies.has(code);
  }
}
