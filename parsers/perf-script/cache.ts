import type { BulkOutput } from '../bulk.ts';
import { borrowScanner, returnScanner, type Scanner } from '../kit/scanner/scanner.ts';
import { UNSET } from '../kit/scanner/shared/found.ts';
import { type Event, Meaning, type Thread, type UntimedLine } from './meaning.ts';
import { Stacks } from './stacks.ts';

/**
 * Caches shared by all parts of one capture: interned frames and stacks, and parsed headers by scanner id. Without it
 * each part of a large file would intern the same few thousand frames again.
 */
export class PerfScriptCache {
  readonly scanner: Scanner = borrowScanner();
  readonly stacks: Stacks;
  readonly meaning: Meaning;
  threads: Thread[] = [];
  events: Event[] = [];
  untimedLines: UntimedLine[] = [];
  /** True if a frame began with a tab, as perf prints them below a header. */
  hasTabs = false;

  private constructor(out: BulkOutput, machine: string | null) {
    this.stacks = new Stacks(out, line => this.scanner.setFrame(line, UNSET));
    this.meaning = new Meaning(out, this.stacks, machine);
  }

  static of(out: BulkOutput, machine: string | null): PerfScriptCache {
    const learned = out.keep(
      () => new PerfScriptCache(out, machine),
      ({ scanner }) => returnScanner(scanner),
    );
    learned.scanner.restart();
    return learned;
  }

  forgetPrefixes(): void {
    this.scanner.clearPrefixes();
    this.threads = [];
    this.untimedLines = [];
  }

  forgetSuffixes(): void {
    this.scanner.clearSuffixes();
    this.events = [];
  }

  forgetFrames(): void {
    this.scanner.clearFrames();
    this.stacks.forgetLines();
  }

  forgetStacks(): void {
    this.scanner.clearStacks();
    this.stacks.forgetNodes();
  }
}
