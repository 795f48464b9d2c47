/**
 * A stack as the bcc tools print it: one frame per line, leaf first, then the process, then a number.
 *
 *         __schedule
 *         schedule
 *         -                dd (25036)
 *             4
 */
import { offCpu } from '../event-meanings.ts';
import { inNanos } from '../kit/columns/clock.ts';
import { idOf } from '../kit/metrics/series.ts';

/** Maximum lines of one stack: user frames, kernel frames and those of the waker. */
const maxLines = 1024;

/** ns of an amount in that unit; NaN if it is not a unit of time. */
export const nanosOf = (amount: number, unit: string | null): number => Math.round(inNanos(amount, unit));

export interface StackText {
  readonly process: string | null;
  readonly pid: number;
  /** Leaf first. */
  readonly frames: readonly string[];
  /** The number printed with it. */
  readonly count: number;
  /** Bytes of the allocations (memleak only). */
  readonly bytes: number;
}

const scheduler = /^(?:[0-9a-f]+ )?(?:__)?schedule(?:\+|$)|^(?:[0-9a-f]+ )?finish_task_switch\b/;

export class StackBlock {
  private frames: string[] = [];
  private process: string | null = null;
  private pid = -1;
  private count = Number.NaN;
  private bytes = Number.NaN;
  private isWaker = false;

  /** True if a line named the process, as in the output of profile and offcputime. */
  get isProfile(): boolean {
    return this.process !== null;
  }

  get isOpen(): boolean {
    return this.frames.length > 0 || this.process !== null || this.isCounted;
  }

  /** True if the number came before the stack, as memleak prints it; a blank line ends such a stack. */
  get isCounted(): boolean {
    return !Number.isNaN(this.bytes);
  }

  /**
   * @returns `more` if lines may follow, `done` if this number ends the stack, `none` if the line is not part
   *   of a stack
   */
  add(line: string): 'more' | 'done' | 'none' {
    const text = line.trim();
    const first = text.charCodeAt(0);
    const number = first >= 0x30 && first <= 0x39 ? this.number(text) : null;
    if (number !== null) return number;
    if (this.frames.length >= maxLines) return 'none';
    const marked =
      first === 0x2d || first === 0x74 || first === 0x77
        ? /^(?:(-) {2,}|(waker:|target:) +)(\S.*)$/.exec(text)
        : null;
    if (marked !== null) return this.mark(marked[1] ?? marked[2]!, marked[3]!);
    if (text.includes('  ') || text.includes('\t')) return 'none';
    const owner = text.endsWith(']') ? /^(\S.*) \[(\d{1,9})\]$/.exec(text) : null;
    if (owner !== null && this.frames.length > 0) this.own(owner[1]!, owner[2]);
    else if (text !== '--') this.frames.push(text);
    return 'more';
  }

  /** Reads the number that ends a stack, or with which memleak begins one; null if the line is neither. */
  private number(text: string): 'more' | 'done' | 'none' | null {
    if (/^\d{1,18}$/.test(text)) {
      if (!this.isOpen) return 'none';
      this.count = Number(text);
      return 'done';
    }
    const leaked = /^(\d{1,18}) bytes in (\d{1,18}) allocations from stack$/.exec(text);
    if (leaked === null) return null;
    this.clear();
    this.bytes = Number(leaked[1]);
    this.count = Number(leaked[2]);
    return 'more';
  }

  /** `-  dd (25036)`, `target:  vmstat`, `waker:  swapper/1`; `-  -` separates two stacks. */
  private mark(mark: string, text: string): 'more' {
    if (mark === 'waker:') {
      this.isWaker = true;
      this.frames.push(`waker: ${text}`);
    } else if (text === '-') this.frames.push('--');
    else {
      const [, name = text, pid] = /^(.*?) \((\d{1,9})\)$/.exec(text) ?? [];
      this.own(name, pid);
    }
    return 'more';
  }

  private own(process: string, pid: string | undefined): void {
    this.process = process;
    this.pid = idOf(pid);
  }

  /** True if the thread went to sleep in this stack. */
  get isWait(): boolean {
    return !this.isWaker && this.frames.slice(0, 5).some(frame => scheduler.test(frame));
  }

  /** @param lastIsProcess true if the last line is the process name, as offcputime printed it before 2016 */
  take(lastIsProcess: boolean): StackText {
    const { frames, count, bytes } = this;
    const process = this.process ?? (lastIsProcess ? (frames.pop() ?? null) : null);
    const text = { process, pid: this.pid, frames, count, bytes };
    this.clear();
    return text;
  }

  clear(): void {
    this.frames = [];
    this.process = null;
    this.pid = -1;
    this.count = Number.NaN;
    this.bytes = Number.NaN;
    this.isWaker = false;
  }
}

/**
 * Kind of the samples, and unit of their number if it is not a count, by the tool's line about what it
 * traces.
 */
export function stackKind(
  tracing: string,
  tool: string,
): { readonly kind: string; readonly unit: string | null } | null {
  const time = /(off-CPU|blocked) time \((us|ms|ns)\)(.*)/.exec(tracing);
  if (time !== null) {
    const [, what, unit = null, by = ''] = time;
    return { kind: what === 'off-CPU' || by.includes('off-CPU') ? offCpu : 'wakeup', unit };
  }
  if (tool === 'offcputime' || tool === 'offwaketime') return { kind: offCpu, unit: 'us' };
  if (tool === 'wakeuptime') return { kind: 'wakeup', unit: 'us' };
  if (tool === 'profile' || /^Sampling at /.test(tracing)) return { kind: 'cpu-clock', unit: null };
  if (tool === 'stackcount' && !tracing.includes('"')) return { kind: 'stack', unit: null };
  const functions = /^Tracing \d+ functions? for "([^"]{1,200})"/.exec(tracing);
  return functions === null ? null : { kind: functions[1]!, unit: null };
}
