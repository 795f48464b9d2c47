import { type None, none, type Options, type Output, type StackId, type ThreadId } from '../contract.ts';
import { threadStateOf } from '../event-meanings.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { BootClock } from './clock.ts';
import { header, task } from './entry.ts';
import { RuntimeSummary } from './summary.ts';

const beginning = /^ *(\d{1,12}\.\d{6}) \[(\d{1,5})\] /;
const times = /\] +(\d{1,9}\.\d{3}) +(\d{1,9}\.\d{3}) +(\d{1,9}\.\d{3})(?: (.*))?$/;
const awakened = /awakened: (.{1,64}\[[\d/]{1,20}\])$/;

/** Time, state and stack of a thread that stopped running. */
interface Stopped {
  readonly ts: number;
  /** null if the capture does not print it. */
  readonly state: string | null;
  readonly stack: StackId | None;
}

interface State {
  readonly thread: ThreadId;
  readonly ts: number;
  readonly end: number;
  readonly state: 'running' | 'ready' | 'waiting' | 'unknown';
  readonly reason?: string | null;
  readonly cpu?: number;
  readonly stack?: StackId | None;
  readonly waker?: ThreadId | None | undefined;
}

/**
 * One row per switch, about the thread that stops running. `wait time` lasts from when it stopped before to when it
 * ran again; `sch delay` is the end of that, from its wake-up on (`builtin-sched.c`, timehist_update_runtime_stats).
 */
export class TimehistReader extends TextReader {
  private readonly clock = new BootClock(this.out, this.options);
  private readonly summary = new RuntimeSummary(this.out);
  private readonly stopped = new Map<number, Stopped>();
  private readonly wakers = new Map<number, ThreadId>();
  /** Column at which tasks begin, after the drawing of CPUs, if there is one. */
  private column = 0;
  private hasState = false;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (header.test(line)) {
      this.column = line.indexOf('task name');
      this.hasState = /\bstate\b/.test(line);
      return 'used';
    }
    const begins = beginning.exec(line);
    if (begins !== null && this.column > 0) return this.row(line, begins[1]!, Number(begins[2]));
    if (/^ *\[tid\/pid\]/.test(line) || /^[- ]+$/.test(line) || /^Samples do not have/.test(line))
      return 'used';
    return this.summary.read(line) ? 'used' : this.unknown();
  }

  private row(line: string, time: string, cpu: number): Verdict {
    const ts = this.clock.at(time);
    const rest = line.slice(this.column);
    if (rest.startsWith('<idle>')) return 'used';
    const match = times.exec(rest);
    if (match === null) return this.otherRow(rest);
    const [, wait = '', delay = '', run = '', tail = ''] = match;
    const name = rest.slice(0, match.index + 1);
    const who = task.exec(name);
    if (who === null) return this.unknown();
    const thread = this.thread(who);
    const tid = Number(who[2]);
    const since = ts - ms(run);
    this.offCpu(thread, tid, since, ms(wait), ms(delay));
    if (ms(run) > 0) this.state({ thread, ts: since, end: ts, state: 'running', cpu });
    const words = tail.trim();
    const state = this.hasState ? (/^[A-Za-z]\b/.exec(words)?.[0] ?? null) : null;
    this.stopped.set(tid, { ts, state, stack: this.stack(state === null ? words : words.slice(1)) });
    return 'used';
  }

  /** Writes the states between the time the thread stopped and the time it ran again. */
  private offCpu(thread: ThreadId, tid: number, to: number, wait: number, delay: number): void {
    const before = this.stopped.get(tid);
    const waker = this.wakers.get(tid);
    this.wakers.delete(tid);
    if (wait === 0 && delay === 0) return;
    // Durations are printed in µs, so the time printed before is more exact.
    const from = before !== undefined && wait > 0 ? Math.min(before.ts, to) : to - Math.max(wait, delay);
    const woken = Math.max(from, to - delay);
    const stack = before?.stack ?? none;
    const said = before?.state === null || before === undefined ? null : threadStateOf(before.state);
    if (said?.state === 'ready')
      this.state({ thread, ts: from, end: to, state: 'ready', reason: said.reason, stack });
    else if (delay > 0 || said !== null) {
      const reason = said?.reason ?? null;
      this.state({ thread, ts: from, end: woken, state: 'waiting', reason, stack, waker });
      this.state({ thread, ts: woken, end: to, state: 'ready', reason: 'woken' });
    } else {
      const reason = 'waiting or preempted';
      this.state({ thread, ts: from, end: to, state: 'unknown', reason, stack });
    }
  }

  private state({
    thread,
    ts,
    end,
    state,
    reason = null,
    cpu = -1,
    stack = none,
    waker = none,
  }: State): void {
    if (end <= ts) return;
    const { out } = this;
    out.row('state', {
      thread,
      cpu,
      ts,
      duration: end - ts,
      state: out.string(state),
      reason: reason === null ? none : out.string(reason),
      stack,
      waker,
    });
  }

  /** `awakened: comm[tid/pid]`: the thread of the row wakes another; migrations name the next CPU. */
  private otherRow(rest: string): Verdict {
    const woken = awakened.exec(rest);
    if (woken === null) return /(?:migrated: |<idle>)/.test(rest) ? 'used' : this.unknown();
    const whom = task.exec(woken[1]!);
    const who = task.exec(rest.slice(0, woken.index).trimEnd());
    if (whom === null) return this.unknown();
    if (who !== null && !this.wakers.has(Number(whom[2]))) this.wakers.set(Number(whom[2]), this.thread(who));
    return 'used';
  }

  private thread([, name = '', tid = '', pid = tid]: RegExpExecArray): ThreadId {
    return this.out.thread(this.out.string(name.trim()), Number(pid), Number(tid));
  }

  /** `futex_do_wait <- __futex_wait <- …`, leaf first; user frames, if any, are not marked. */
  private stack(words: string): StackId | None {
    const { out } = this;
    const chain = words.replace(/^ *next: .{1,64}\[[\d/]{1,20}\]/, '').trim();
    if (chain === '') return none;
    let stack: StackId | None = none;
    for (const symbol of chain.split(' <- ').reverse())
      stack = out.stack(stack, out.frame(out.string(symbol.trim()), out.string('[unknown]')));
    return stack;
  }
}

/** ns of ms printed with three decimals. */
const ms = (text: string): number => Math.round(Number(text) * 1e6);
