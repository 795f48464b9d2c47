/** Finds the thread and the process of a row by their ids and the time. */
import { type None, none, type Output, type ThreadId } from '../contract.ts';
import { Word } from './emit.ts';
import type { Facts, Process } from './facts.ts';
import { Space } from './frames.ts';

/** A thread of a process, with all that rows need of both; valid from `from` to `to`. */
export interface Task {
  readonly pid: number;
  readonly tid: number;
  readonly id: ThreadId | None;
  /** Name of the process; null: unknown. */
  readonly name: Word | null;
  readonly space: Space;
  /** Time in which the ids mean this thread. */
  readonly from: number;
  readonly to: number;
}

interface Known {
  /** Name of the process; null if it has none. */
  readonly name: Word | null;
  readonly space: Space;
  readonly threads: Map<number, ThreadId>;
}

/** Size of the caches of tasks, whose slots are chosen by a hash of the id. */
const slotBits = 12;
const slots = 1 << slotBits;
/** A multiplicative hash, because ids of Windows are multiples of 4. */
const slotOf = (id: number): number => Math.imul(id, 0x9e3779b1) >>> (32 - slotBits);

export class Who {
  private readonly byProcess = new Map<Process, Known>();
  private readonly nameless = new Map<number, Known>();
  private readonly idle: Process = { pid: 0, name: 'Idle' };
  private readonly system: Process = { pid: 4, name: 'System' };
  /** The kernel's modules. */
  readonly kernel = new Space();
  /** Cached tasks by thread id alone, and by thread id and process id. */
  private readonly byThread: (Task | undefined)[] = new Array(slots).fill(undefined);
  private readonly byBoth: (Task | undefined)[] = new Array(slots).fill(undefined);
  /** Id of the running thread by CPU, from switches. */
  private readonly running: number[] = [];
  /** Time in which the result of the last {@link processOf} is valid. */
  private from = 0;
  private to = 0;

  constructor(
    private readonly out: Output,
    private readonly facts: Facts,
  ) {}

  /** The task of a thread whose process the record does not name. */
  ofThread(tid: number, ts: number): Task {
    const slot = slotOf(tid);
    const last = this.byThread[slot];
    if (last !== undefined && last.tid === tid && last.from <= ts && ts < last.to) return last;
    const pid = this.pidOf(tid, ts);
    const { from, to } = this.facts.threads;
    const hasThread = tid > 0;
    const task = this.makeTask(
      pid,
      tid,
      ts,
      hasThread ? from : Number.NEGATIVE_INFINITY,
      hasThread ? to : Number.POSITIVE_INFINITY,
    );
    this.byThread[slot] = task;
    return task;
  }

  of(pid: number, tid: number, ts: number): Task {
    const slot = slotOf(tid < 0 ? pid : tid);
    const last = this.byBoth[slot];
    if (last !== undefined && last.tid === tid && last.pid === pid && last.from <= ts && ts < last.to)
      return last;
    const task = this.makeTask(pid, tid, ts, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.byBoth[slot] = task;
    return task;
  }

  /** The task of the thread in the record's header, or else of the thread running on `cpu`. */
  onCpu(pid: number, tid: number, cpu: number, ts: number): Task {
    const id = tid >= 0 ? tid : this.runningOn(cpu);
    return pid >= 0 ? this.of(pid, id, ts) : this.ofThread(id, ts);
  }

  runs(cpu: number, tid: number): void {
    this.running[cpu] = tid;
  }

  /** -1: no switch on this CPU yet. */
  runningOn(cpu: number): number {
    return this.running[cpu] ?? -1;
  }

  /** -1: unknown. */
  private pidOf(tid: number, ts: number): number {
    if (tid === 0) return 0;
    return tid < 0 ? -1 : (this.facts.threads.find(tid, ts) ?? this.facts.hints.get(tid) ?? -1);
  }

  private makeTask(pid: number, tid: number, ts: number, from: number, to: number): Task {
    const process = pid < 0 ? null : this.processOf(pid, ts);
    const since = pid < 0 ? from : Math.max(from, this.from);
    const until = pid < 0 ? to : Math.min(to, this.to);
    const known = this.known(pid, process);
    const { space } = known;
    if (pid < 0 && tid < 0) return { pid, tid, id: none, name: null, space, from: since, to: until };
    let id = known.threads.get(tid);
    if (id === undefined) {
      id = this.out.thread(
        known.name === null ? none : known.name.idIn(this.out),
        Math.max(pid, -1),
        Math.max(tid, -1),
      );
      known.threads.set(tid, id);
    }
    return { pid, tid, id, name: known.name, space, from: since, to: until };
  }

  private known(pid: number, process: Process | null): Known {
    let known = process === null ? this.nameless.get(pid) : this.byProcess.get(process);
    if (known === undefined) {
      known = {
        name: process === null ? null : new Word(process.name),
        space: pid === 0 ? this.kernel : new Space(),
        threads: new Map(),
      };
      if (process === null) this.nameless.set(pid, known);
      else this.byProcess.set(process, known);
    }
    return known;
  }

  /** The process with an id at a time; null if the trace does not name it. */
  private processOf(pid: number, ts: number): Process | null {
    this.from = Number.NEGATIVE_INFINITY;
    this.to = Number.POSITIVE_INFINITY;
    if (pid === 0) return this.idle;
    const { processes } = this.facts;
    const found = processes.find(pid, ts);
    this.from = processes.from;
    this.to = processes.to;
    return found ?? (pid === 4 ? this.system : null);
  }
}
