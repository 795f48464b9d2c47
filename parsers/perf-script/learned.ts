import type { BulkOutput } from '../bulk.ts';
import { borrowScanner, returnScanner, type Scanner } from '../kit/scanner/scanner.ts';
import { type Event, Meaning, type Other, type Thread } from './meaning.ts';
import { Stacks } from './stacks.ts';

/**
 * Caches shared by all parts of one capture: interned frames and stacks, and parsed headers by scanner id. Without it
 * each part of a large file would intern the same few thousand frames again.
 */
export class Learned {
  readonly scanner: Scanner = borrowScanner();
  readonly stacks: Stacks;
  readonly meaning: Meaning;
  threads: Thread[] = [];
  events: Event[] = [];
  others: Other[] = [];

  private constructor(out: BulkOutput, machine: string | null) {
    this.stacks = new Stacks(out);
    this.meaning = new Meaning(out, this.stacks, machine);
  }

  static of(out: BulkOutput, machine: string | null): Learned {
    const learned = out.keep(
      () => new Learned(out, machine),
      ({ scanner }) => returnScanner(scanner),
    );
    learned.scanner.restart();
    return learned;
  }

  forgetPrefixes(): void {
    this.scanner.clearPrefixes();
    this.threads = [];
    this.others = [];
  }

  forgetSuffixes(): void {
    this.scanner.clearSuffixes();
    this.events = [];
  }

  forgetStacks(): void {
    this.scanner.clearStacks();
    this.stacks.forgetNodes();
  }
}
