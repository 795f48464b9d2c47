import {
  type None,
  none,
  type Options,
  type Output,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { StartClock } from '../kit/metrics/start-clock.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { banner } from './entry.ts';

interface OpenStack {
  readonly ts: number;
  readonly thread: ThreadId;
  readonly kind: TextId;
  /** Leaf first. */
  readonly frames: string[];
}

/**
 * Turns lines into rows. `TextReader` splits the bytes into lines, keeps the ledger, and reports what `read` does not
 * understand.
 *
 * EXAMPLE: keep the methods for the rows that the format has, and delete the others. It decodes every line: if
 * captures have hundreds of MB, read bytes instead (`kit/lines.ts`, `kit/bytes.ts`).
 */
export class ExampleReader extends TextReader {
  // EXAMPLE: the source of times; `kit/README.md` says which clock class to use.
  private readonly clock = new StartClock(this.out, this.options, (...problem) => this.problem(...problem));
  private row = 0;
  /** The record of several lines whose end has not been read. */
  private open: OpenStack | null = null;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (/^\s/.test(line)) return this.frame(line.trim());
    this.close();
    if (line === banner) return 'used';
    const started = /^started (.*)$/.exec(line);
    if (started !== null) return this.started(started[1]!);
    const [time = '', what, ...cells] = words(line);
    if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(time)) return this.unknown();
    const ts = this.clock.at(Number(time));
    if (what === 'sample') return this.sample(ts, cells);
    if (what === 'metric') return this.metric(ts, cells);
    if (what === 'state') return this.state(ts, cells);
    if (what === 'stack') return this.begin(ts, cells);
    return this.unknown();
  }

  private started(text: string): Verdict {
    if (this.clock.begin(text)) return 'used';
    return this.unknown('The start could not be read, so times count from zero.');
  }

  /**
   * EXAMPLE: a record of several lines. Its lines are `held` until its end: the next record, a blank line
   * (`separator`) or the end of the file (`finish`). `settle` then sets the outcome of all of them.
   */
  private begin(ts: number, [tid, process, kind]: readonly string[]): Verdict {
    const thread = this.thread(tid, process);
    if (thread === null || kind === undefined) return this.unknown();
    this.open = { ts, thread, kind: this.out.string(kind), frames: [] };
    return 'held';
  }

  private frame(line: string): Verdict {
    if (this.open === null) return this.unknown('A frame that belongs to no record was skipped.');
    this.open.frames.push(line);
    return 'held';
  }

  private close(): void {
    if (this.open === null) return;
    const { ts, thread, kind, frames } = this.open;
    // The leaf is printed first.
    this.out.sample(ts, -1, thread, kind, 1, Number.NaN, this.stack(frames.reverse()));
    this.open = null;
    this.settle('used');
  }

  protected override separator(): void {
    this.close();
  }

  protected override finish(): void {
    this.close();
    this.clock.finish();
  }

  /** `718 postgres cpu-clock main@postgres;heap_update@postgres`: thread, process, kind, stack with the root first. */
  private sample(ts: number, [tid, process, kind, frames]: readonly string[]): Verdict {
    const thread = this.thread(tid, process);
    if (thread === null || kind === undefined) return this.unknown();
    const stack = this.stack(frames?.split(';') ?? []);
    this.out.sample(ts, -1, thread, this.out.string(kind), 1, Number.NaN, stack);
    return 'used';
  }

  /** Frames as `symbol@module`, root first. */
  private stack(frames: readonly string[]): StackId | None {
    let stack: StackId | None = none;
    for (const frame of frames) {
      const at = frame.lastIndexOf('@');
      const [symbol, module] = at < 0 ? [frame, '[unknown]'] : [frame.slice(0, at), frame.slice(at + 1)];
      const id = this.out.frame(this.out.string(symbol), this.out.string(module));
      stack = this.out.stack(stack, id);
    }
    return stack;
  }

  /** `cpu 0 user 12.5 %`: object, instance, counter, value, unit. */
  private metric(
    ts: number,
    [object, instance, counter, cell, unit = null]: readonly (string | null)[],
  ): Verdict {
    if (!object || !instance || !counter || !cell) return this.unknown();
    const value = this.value(cell, unit);
    // Missing is missing, never 0.
    if (Number.isNaN(value)) return 'used';
    const series = this.out.series({ object, instance, counter, unit, host: null, cumulative: false });
    this.out.metric(series, ts, value, this.row++, false);
    return 'used';
  }

  /**
   * `718 postgres waiting 4000000`: thread, process, state, ns. Rows of any table of `tables.ts` are written like
   * this, by column names.
   */
  private state(ts: number, [tid, process, state, duration]: readonly string[]): Verdict {
    const thread = this.thread(tid, process);
    if (thread === null || state === undefined) return this.unknown();
    if (Number.isNaN(ts)) return this.unknown('A state without a time was skipped.');
    this.out.row('state', {
      thread,
      ts,
      state: this.out.string(state),
      duration: this.value(duration ?? '', 'ns'),
    });
    return 'used';
  }

  /** null if the cells name no thread. */
  private thread(tid: string | undefined, process: string | undefined): ThreadId | null {
    if (tid === undefined || process === undefined || !/^\d{1,9}$/.test(tid)) return null;
    return this.out.thread(this.out.string(process), -1, Number(tid));
  }
}
