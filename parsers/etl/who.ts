/** Threads and processes of rows, by their ids and the time. */
import { type None, none, type Output, type TextId, type ThreadId } from '../contract.ts';
import type { Facts, Process } from './facts.ts';

interface Known {
  readonly name: TextId | None;
  readonly threads: Map<number, ThreadId>;
}

export class Who {
  private readonly byProcess = new Map<Process, Known>();
  private readonly nameless = new Map<number, Known>();
  private readonly idle: Process = { pid: 0, name: 'Idle' };
  private readonly system: Process = { pid: 4, name: 'System' };
  /** Thread that runs on each CPU, as far as switches and samples tell. */
  private readonly running: number[] = [];

  constructor(
    private readonly out: Output,
    private readonly facts: Facts,
  ) {}

  /** null where the trace does not name it. */
  processOf(pid: number, ts: number): Process | null {
    if (pid === 0) return this.idle;
    return this.facts.processes.find(pid, ts) ?? (pid === 4 ? this.system : null);
  }

  /** -1 where the trace does not tell. */
  pidOf(tid: number, ts: number): number {
    if (tid === 0) return 0;
    return tid < 0 ? -1 : (this.facts.threads.find(tid, ts) ?? this.facts.hints.get(tid) ?? -1);
  }

  nameOf(pid: number, ts: number): string | null {
    return pid < 0 ? null : (this.processOf(pid, ts)?.name ?? null);
  }

  thread(pid: number, tid: number, ts: number): ThreadId | None {
    if (pid < 0 && tid < 0) return none;
    const process = pid < 0 ? null : this.processOf(pid, ts);
    let known = process === null ? this.nameless.get(pid) : this.byProcess.get(process);
    if (known === undefined) {
      known = { name: process === null ? none : this.out.string(process.name), threads: new Map() };
      if (process === null) this.nameless.set(pid, known);
      else this.byProcess.set(process, known);
    }
    let thread = known.threads.get(tid);
    if (thread === undefined) {
      thread = this.out.thread(known.name, Math.max(pid, -1), Math.max(tid, -1));
      known.threads.set(tid, thread);
    }
    return thread;
  }

  ofTid(tid: number, ts: number): ThreadId | None {
    return this.thread(this.pidOf(tid, ts), tid, ts);
  }

  runs(cpu: number, tid: number): void {
    this.running[cpu] = tid;
  }

  /** -1 where no switch has told. */
  runningOn(cpu: number): number {
    return this.running[cpu] ?? -1;
  }
}
