import type { Output } from '../contract.ts';
import { borrowKernel, type Kernel, returnKernel } from '../kit/kernel/kernel.ts';
import { type Event, Meaning, type Other, type Thread } from './meaning.ts';
import { Stacks } from './stacks.ts';

/**
 * What was worked out once and holds for every later part of the capture: frames and stacks, and, by the kernel's ids,
 * what headers mean. Without it each part of a large file learns the same few thousand frames again.
 */
export class Learned {
  readonly kernel: Kernel = borrowKernel();
  readonly stacks: Stacks;
  readonly meaning: Meaning;
  threads: Thread[] = [];
  events: Event[] = [];
  others: Other[] = [];

  private constructor(out: Output) {
    this.stacks = new Stacks(out);
    this.meaning = new Meaning(out, this.stacks);
  }

  static of(out: Output): Learned {
    const learned = out.keep(
      () => new Learned(out),
      ({ kernel }) => returnKernel(kernel),
    );
    learned.kernel.restart();
    return learned;
  }

  forgetPrefixes(): void {
    this.kernel.clearPrefixes();
    this.threads = [];
    this.others = [];
  }

  forgetSuffixes(): void {
    this.kernel.clearSuffixes();
    this.events = [];
  }

  forgetStacks(): void {
    this.kernel.clearStacks();
    this.stacks.forgetNodes();
  }
}
