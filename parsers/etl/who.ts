/** Threads and processes of rows, by their ids and the time. */
import { type None, none, type Output, type ThreadId } from '../contract.ts';
import { Word } from './emit.ts';
import type { Facts, Process } from './facts.ts';
import { Space } from './frames.ts';

/** A thread of a process while both live; all that rows need to know of it. */
export class Task {
  constructor(
    readonly pid: number,
    readonly tid: number,
    readonly id: ThreadId | None,
    /** Name of the process; null where the trace does not tell. */
    readonly name: Word | null,
    readonly space: Space,
    /** From when to when the ids mean this. */
    readonly from: number,
    readonly to: number,
  ) {}
}

interface Known {
  /** null: the process has no name. */
  readonly name: Word | null;
  readonly space: Space;
  readonly threads: Map<number, ThreadId>;
}

/** Tasks that are known again, in a slot by the hash of their id. */
const slotBits = 12;
const slots = 1 << slotBits;
/** Ids of Windows are multiples of 4. */
const slotOf = (id: number): number => Math.imul(id, 0x9e3779b1) >>> (32 - slotBits);

export class Who {
  private readonly byProcess = new Map<Process, Known>();
  private readonly nameless = new Map<number, Known>();
  private readonly idle: Process = { pid: 0, name: 'Idle' };
  private readonly system: Process = { pid: 4, name: 'System' };
  /** The kernel's modules. */
  readonly kernel = new Space();
  /** Tasks by thread alone, whose processes the trace tells, and by thread and process. */
  private readonly byThread: (Task | undefined)[] = new Array(slots).fill(undefined);
  private readonly byBoth: (Task | undefined)[] = new Array(slots).fill(undefined);
  /** Thread that runs on each CPU, as far as switches and samples tell. */
  private readonly running: number[] = [];
  /** From when to when the process is what {@link processOf} says. */
  private from = 0;
  private to = 0;

  constructor(
    private readonly out: Output,
    private readonly facts: Facts,
  ) {}

  /** Of a thread whose process no record names. */
  ofThread(tid: number, ts: number): Task {
    const slot = slotOf(tid);
    const last = this.byThread[slot];
    if (last !== undefined && last.tid === tid && last.from <= ts && ts < last.to) return last;
    const pid = this.pidOf(tid, ts);
    const { from, to } = this.facts.threads;
    const isTold = tid > 0;
    const task = this.made(
      pid,
      tid,
      ts,
      isTold ? from : Number.NEGATIVE_INFINITY,
      isTold ? to : Number.POSITIVE_INFINITY,
    );
    this.byThread[slot] = task;
    return task;
  }

  of(pid: number, tid: number, ts: number): Task {
    const slot = slotOf(tid < 0 ? pid : tid);
    const last = this.byBoth[slot];
    if (last !== undefined && last.tid === tid && last.pid === pid && last.from <= ts && ts < last.to)
      return last;
    const task = this.made(pid, tid, ts, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.byBoth[slot] = task;
    return task;
  }

  /** The thread of its header, else the one that runs there. */
  onCpu(pid: number, tid: number, cpu: number, ts: number): Task {
    const id = tid >= 0 ? tid : this.runningOn(cpu);
    return pid >= 0 ? this.of(pid, id, ts) : this.ofThread(id, ts);
  }

  runs(cpu: number, tid: number): void {
    this.running[cpu] = tid;
  }

  /** -1 where no switch has told. */
  runningOn(cpu: number): number {
    return this.running[cpu] ?? -1;
  }

  /** -1 where the trace does not tell. */
  private pidOf(tid: number, ts: number): number {
    if (tid === 0) return 0;
    return tid < 0 ? -1 : (this.facts.threads.find(tid, ts) ?? this.facts.hints.get(tid) ?? -1);
  }

  private made(pid: number, tid: number, ts: number, from: number, to: number): Task {
    const process = pid < 0 ? null : this.processOf(pid, ts);
    const since = pid < 0 ? from : Math.max(from, this.from);
    const until = pid < 0 ? to : Math.min(to, this.to);
    const known = this.known(pid, process);
    if (pid < 0 && tid < 0) return new Task(pid, tid, none, null, known.space, since, until);
    let id = known.threads.get(tid);
    if (id === undefined) {
      id = this.out.thread(
        known.name === null ? none : known.name.idIn(this.out),
        Math.max(pid, -1),
        Math.max(tid, -1),
      );
      known.threads.set(tid, id);
    }
    return new Task(pid, tid, id, known.name, known.space, since, until);
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

  /** null where the trace does not name it. */
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
