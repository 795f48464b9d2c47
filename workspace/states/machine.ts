/**
 * Computes what each thread was doing from switches, wake-ups and system calls: arithmetic over typed arrays, without
 * a database.
 *
 * Every thread has exactly one state at any time from the first to the last of the scheduler's events, unless it was
 * created later or ended before. Whatever was not recorded is `unknown`, never guessed: the time before a thread is
 * first seen, unless it is known to have existed, on no CPU; and the time between two events that contradict each other
 * because one between them was lost.
 */
import type { EarlierThreads } from './earlier.ts';

/** Meaning of an event: `event-meanings.ts`. */
export enum EventType {
  Switch,
  Wakeup,
  Fork,
  Enter,
  Exit,
}

/** Events in the order of time; -1 is none. */
export interface SchedulerEvents {
  readonly rows: number;
  readonly type: Int32Array;
  /** ns */
  readonly ts: Float64Array;
  readonly cpu: Int32Array;
  /**
   * thread.id of the running thread: for a switch the one that stops, or the one that begins to run; for a wake-up
   * the waker.
   */
  readonly thread: Int32Array;
  readonly stack: Int32Array;
  /** Thread id of the thread that stops running, is woken or created; for a call the same as `thread`. */
  readonly tid: Int32Array;
  /** Its name: text.id. */
  readonly process: Int32Array;
  readonly pid: Int32Array;
  /** Fate of the thread that stops running; for a call, its name or number. Numbered by {@link Fates}. */
  readonly fate: Int32Array;
  readonly nextTid: Int32Array;
  readonly nextProcess: Int32Array;
  readonly nextPid: Int32Array;
}

/** State of a thread after it stops running. */
export interface Fate {
  readonly phase: Phase.Ready | Phase.Waiting | Phase.Ended;
  /** text.id */
  readonly reason: number;
}

export interface Fates {
  /** @param call the system call it is in, -1 outside of any */
  of(fate: number, call: number): Fate;
  /** text.id of the reason `ready` has for a woken or new thread. */
  readonly woken: number;
  readonly born: number;
  /** text.id of the reason of an unknown state. */
  readonly unseen: number;
  readonly lost: number;
}

/** Activities of a thread; also the numbers of states in {@link States}. */
export enum Phase {
  Unseen,
  Running,
  Ready,
  Waiting,
  Unknown,
  Ended,
}

/** Receives intervals. The intervals of one thread never overlap. */
export interface States {
  /** `thread`: a result of {@link Threads.make}, or from an event. `piece`: the one in which it began. */
  add(
    phase: Phase,
    thread: number,
    cpu: number,
    ts: number,
    duration: number,
    reason: number,
    stack: number,
    waker: number,
    piece: number,
  ): void;
}

/** Rows of the table `thread`. */
export interface Threads {
  /** tid of a thread.id. */
  tidOf(thread: number): number;
  /** thread.id of a new row for a thread of which only this is known. */
  make(process: number, pid: number, tid: number): number;
}

/** An interval of a thread whose row in the table `thread` is not known yet. */
type Pending = Parameters<States['add']>;

const none = -1;

/** One thread. */
class Slot {
  phase = Phase.Unseen;
  since = 0;
  cpu = none;
  reason = none;
  stack = none;
  /** The system call it is in. */
  call = none;
  /** The piece of the recording in which the phase began or continues. */
  piece = 0;
  /** thread.id; -1 until one of its own events has it. */
  thread = none;
  process = none;
  /** Its name at its last event: text.id. */
  name = none;
  pid = none;
  pending: Pending[] = [];
  /** A finished wait whose stack becomes known when the thread runs again. */
  wait: Pending | null = null;

  constructor(readonly tid: number) {}
}

export class StateMachine {
  private readonly slots = new Map<number, Slot>();
  /** The thread that each CPU runs, according to switches; 0 is idle. */
  private readonly current: (number | undefined)[] = [];
  private readonly since: number[] = [];
  /** By CPU: the slot switched to last, which is nearly always the next to be switched from. */
  private readonly lastSlot: (Slot | undefined)[] = [];
  /** True if the stack of a switch is that of the thread that begins to run. */
  private stacksAtNext = false;
  private first = Number.NaN;
  private last = Number.NaN;
  /** Number of switches that contradict the thread known to run. */
  lost = 0;
  /** The piece of the recording that events are from. */
  piece = 0;

  /** @param earlier null if the system is not Linux, or if wake-ups were recorded: then a thread first seen running was ready */
  constructor(
    private readonly states: States,
    private readonly threads: Threads,
    private readonly fates: Fates,
    private readonly earlier: EarlierThreads | null = null,
  ) {}

  take(events: SchedulerEvents): void {
    for (let row = 0; row < events.rows; row++) this.event(events, row);
  }

  event(events: SchedulerEvents, row: number): void {
    const { type: said, ts, tid, thread } = events;
    const now = ts[row]!;
    if (Number.isNaN(this.first)) this.first = now;
    this.last = now;
    const eventType = said[row]!;
    if (eventType === EventType.Switch) {
      this.stop(events, row, now);
      this.run(events, row, now);
    } else if (eventType === EventType.Enter || eventType === EventType.Exit) {
      const caller = this.ofThread(thread[row]!);
      if (caller) caller.call = eventType === EventType.Enter ? events.fate[row]! : none;
    } else if (tid[row]! > 0) {
      const slot = this.slotOf(tid[row]!);
      this.setNames(slot, events.process[row]!, events.pid[row]!);
      if (eventType === EventType.Wakeup) this.wake(slot, now, thread[row]!);
      else this.create(slot, now);
    }
  }

  /** Ends a piece: threads continue in the next one what they did. A thread first seen there is unknown until then. */
  endPiece(piece: number, next: number, now: number): void {
    this.first = now;
    for (const slot of this.slots.values()) {
      if (slot.piece !== piece || slot.phase === Phase.Ended || slot.phase === Phase.Unseen) continue;
      this.close(slot, now);
      slot.since = now;
      slot.piece = next;
    }
  }

  /** Ends all open intervals. */
  end(): void {
    for (const slot of this.slots.values()) {
      if (slot.phase !== Phase.Ended && slot.phase !== Phase.Unseen) this.close(slot, this.last);
      this.emitWait(slot);
      this.emitPending(slot);
    }
  }

  /** Handles the thread that a CPU switches from. */
  private stop(events: SchedulerEvents, row: number, now: number): void {
    const cpu = events.cpu[row]!;
    const thread = events.thread[row]!;
    let tid = events.tid[row]!;
    if (tid < 0 && thread >= 0 && !this.isOfNext(events, row)) tid = this.threads.tidOf(thread);
    const ran = cpu < 0 ? undefined : this.current[cpu];
    if (ran !== undefined && ran > 0 && ran !== tid) this.markLost(this.slotOf(ran), cpu);
    if (tid <= 0) return;
    const last = this.lastSlot[cpu];
    const slot = last?.tid === tid ? last : this.slotOf(tid);
    if (thread >= 0 && this.threads.tidOf(thread) === tid && slot.thread !== thread)
      this.setThread(slot, thread);
    this.setNames(slot, events.process[row]!, events.pid[row]!);
    this.see(slot, events.process[row]!, now);
    if (slot.phase === Phase.Running && (cpu < 0 || slot.cpu === cpu)) {
      this.close(slot, now);
    } else if (slot.phase === Phase.Unseen && ran === undefined) {
      // The first switch on this CPU: the thread has run since the capture began.
      this.begin(slot, Phase.Running, this.first, none);
      slot.cpu = cpu;
      this.close(slot, now);
    } else this.unknown(slot, now, cpu);
    const { phase, reason } = this.fates.of(events.fate[row]!, slot.call);
    this.begin(slot, phase, now, reason);
    slot.cpu = cpu;
    slot.stack = phase === Phase.Ended || this.isOfNext(events, row) ? none : events.stack[row]!;
    if (phase !== Phase.Ended) return;
    // The thread id may be reused.
    this.emitWait(slot);
    this.emitPending(slot);
    slot.call = slot.thread = slot.process = slot.pid = none;
  }

  /** Handles the thread that a CPU switches to. */
  private run(events: SchedulerEvents, row: number, now: number): void {
    const cpu = events.cpu[row]!;
    const tid = events.nextTid[row]!;
    if (cpu >= 0) {
      this.current[cpu] = tid;
      this.since[cpu] = now;
    }
    if (tid <= 0) return;
    const slot = this.slotOf(tid);
    if (cpu >= 0) this.lastSlot[cpu] = slot;
    const name = events.nextProcess[row]!;
    const since = slot.phase === Phase.Unseen ? this.earlier?.existsSince(tid, name) : undefined;
    this.setNames(slot, name, events.nextPid[row]!);
    this.see(slot, name, now);
    if (this.isOfNext(events, row)) {
      if (slot.thread !== events.thread[row]!) this.setThread(slot, events.thread[row]!);
      this.setWaitStack(slot, events.stack[row]!);
    }
    if (slot.phase === Phase.Ready || slot.phase === Phase.Waiting) {
      if (slot.phase === Phase.Ready) slot.cpu = cpu;
      this.close(slot, now);
      this.emitWait(slot);
    } else if (since !== undefined && since < now) {
      const from = Math.max(since, this.first);
      this.unknown(slot, from);
      this.begin(slot, Phase.Waiting, from, this.fates.unseen);
      this.close(slot, now);
      this.emitWait(slot);
    } else this.unknown(slot, now);
    this.begin(slot, Phase.Running, now, none);
    slot.cpu = cpu;
  }

  private wake(slot: Slot, now: number, waker: number): void {
    if (slot.phase === Phase.Running || slot.phase === Phase.Ready) return;
    if (slot.phase === Phase.Waiting) this.close(slot, now, waker);
    else if (slot.phase === Phase.Unseen) {
      // Only a waiting thread can be woken.
      this.begin(slot, Phase.Waiting, this.first, this.fates.unseen);
      this.close(slot, now, waker);
    } else this.unknown(slot, now);
    this.begin(slot, Phase.Ready, now, this.fates.woken);
  }

  private create(slot: Slot, now: number): void {
    if (slot.phase === Phase.Unseen || slot.phase === Phase.Ended)
      this.begin(slot, Phase.Ready, now, this.fates.born);
  }

  /** Another thread runs on its CPU, since an unknown time. */
  private markLost(slot: Slot, cpu: number): void {
    if (slot.phase !== Phase.Running || slot.cpu !== cpu) return;
    this.lost++;
    slot.phase = Phase.Unknown;
    slot.reason = this.fates.lost;
    slot.cpu = none;
  }

  private begin(slot: Slot, phase: Phase, since: number, reason: number): void {
    slot.phase = phase;
    slot.since = since;
    slot.reason = reason;
    slot.cpu = none;
    slot.stack = none;
    slot.piece = this.piece;
  }

  /**
   * Ends a state at an event that contradicts it: what the thread did in between is unknown.
   *
   * @param cpu on which it runs without a recorded switch: not before the last switch there
   */
  private unknown(slot: Slot, now: number, cpu = none): void {
    const { phase, since } = slot;
    if (phase === Phase.Ended) return;
    const { unseen, lost } = this.fates;
    const isNew = phase === Phase.Unseen;
    if (!isNew && phase !== Phase.Unknown) this.lost++;
    let from = isNew ? this.first : since;
    const last = cpu < 0 ? undefined : this.since[cpu];
    if (last !== undefined && last > since && (phase === Phase.Ready || phase === Phase.Waiting)) {
      this.close(slot, last);
      from = last;
    }
    this.begin(slot, Phase.Unknown, from, isNew ? unseen : lost);
    if (now > from) this.close(slot, now);
  }

  /** True if the switch was recorded for the thread that begins to run, with the stack at which it had stopped. */
  private isOfNext({ thread, nextTid }: SchedulerEvents, row: number): boolean {
    const threadId = thread[row]!;
    if (threadId < 0 || nextTid[row]! <= 0 || this.threads.tidOf(threadId) !== nextTid[row]) return false;
    this.stacksAtNext = true;
    return true;
  }

  /** Sets the stack of the wait that has just ended. */
  private setWaitStack(slot: Slot, stack: number): void {
    if (slot.wait) slot.wait[6] = stack;
    else if (slot.stack < 0) slot.stack = stack;
  }

  private emitWait(slot: Slot): void {
    const { wait } = slot;
    if (!wait) return;
    slot.wait = null;
    wait[1] = slot.thread;
    if (slot.thread >= 0) this.states.add(...wait);
    else slot.pending.push(wait);
  }

  private close(slot: Slot, now: number, waker = none): void {
    const { phase, thread, cpu, since, reason, stack, piece } = slot;
    const on = phase === Phase.Running || phase === Phase.Ready ? cpu : none;
    if (this.stacksAtNext) {
      this.emitWait(slot);
      if (phase === Phase.Waiting && stack < 0) {
        slot.wait = [phase, thread, on, since, now - since, reason, stack, waker, piece];
        return;
      }
    }
    if (thread >= 0) this.states.add(phase, thread, on, since, now - since, reason, stack, waker, piece);
    else slot.pending.push([phase, thread, on, since, now - since, reason, stack, waker, piece]);
  }

  private setNames(slot: Slot, process: number, pid: number): void {
    if (slot.process < 0) slot.process = process;
    if (slot.pid < 0) slot.pid = pid;
  }

  private see(slot: Slot, name: number, now: number): void {
    if (this.earlier === null || slot.name === name) return;
    slot.name = name;
    this.earlier.see(slot.tid, name, now);
  }

  private setThread(slot: Slot, thread: number): void {
    slot.thread = thread;
    this.emitPending(slot);
  }

  /** Passes on a wait that was held back until its thread is known. */
  private emitPending(slot: Slot): void {
    if (slot.pending.length === 0) return;
    if (slot.thread < 0) slot.thread = this.threads.make(slot.process, slot.pid, slot.tid);
    for (const each of slot.pending) {
      each[1] = slot.thread;
      this.states.add(...each);
    }
    slot.pending = [];
  }

  private ofThread(thread: number): Slot | null {
    const tid = thread < 0 ? 0 : this.threads.tidOf(thread);
    return tid > 0 ? this.slotOf(tid) : null;
  }

  private slotOf(tid: number): Slot {
    let slot = this.slots.get(tid);
    if (!slot) {
      slot = new Slot(tid);
      this.slots.set(tid, slot);
    }
    return slot;
  }
}
