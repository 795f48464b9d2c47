import { type None, none, type Output, type TextId, type ThreadId } from '../../contract.ts';
import { isSmall } from '../../kit/bounds.ts';
import { ascii, decode, indexOf, startsWith } from '../../kit/bytes.ts';
import type { Prefix, Result } from './line.ts';

interface KnownThread {
  readonly pid: number;
  readonly process: TextId | None;
  readonly thread: ThreadId;
}

const execve = ascii('execve("');
const clone = ascii('clone');
const fork = ascii('fork(');
const vfork = ascii('vfork(');
const sameProcess = ascii('CLONE_THREAD');

/** Maximum number of remembered thread ids. */
const maxKnown = 1 << 20;

/**
 * Maps threads to processes. strace prints only the thread's id; the process follows from the results of `execve` and
 * `clone`, and is unknown on the lines before them.
 */
export class Threads {
  private readonly known = new Map<number, KnownThread>();

  constructor(private readonly out: Output) {}

  /** The thread of a line. Without `-f` there is one thread, whose id is not printed. */
  at({ tid, nameStart, nameEnd }: Prefix, bytes: Uint8Array): ThreadId | None {
    const known = this.known.get(tid);
    if (known !== undefined) return known.thread;
    if (tid < 0) return none;
    const process = nameEnd > nameStart ? this.out.text(bytes, nameStart, nameEnd) : none;
    return this.set(tid, -1, process);
  }

  /**
   * strace attached to a process. Lines without an id are about the first, until there are others; those that are
   * attached later are threads or children, whose process follows from `clone`.
   */
  attach(pid: number): void {
    if (this.known.size > 0 || !isSmall(pid)) return;
    this.set(pid, pid, none);
    this.known.set(-1, this.known.get(pid)!);
  }

  /** Derives processes and threads from a call that succeeded. */
  learn(tid: number, bytes: Uint8Array, start: number, open: number, result: Result): void {
    if (!isSmall(result.number)) return;
    if (result.number === 0) {
      if (startsWith(bytes, start, result.end, execve))
        this.executed(tid, bytes, start + execve.length, result.end);
      return;
    }
    const isClone = startsWith(bytes, start, open, clone);
    if (
      !isClone &&
      !startsWith(bytes, start, result.end, fork) &&
      !startsWith(bytes, start, result.end, vfork)
    )
      return;
    const shared = isClone && indexOf(bytes, open, result.end, sameProcess) >= 0;
    const parent = this.known.get(tid);
    this.set(result.number, shared ? (parent?.pid ?? -1) : result.number, parent?.process ?? none);
  }

  private executed(tid: number, bytes: Uint8Array, start: number, end: number): void {
    const quote = bytes.indexOf(0x22, start);
    if (quote < 0 || quote >= end) return;
    const path = decode(bytes, start, quote);
    this.set(tid, tid, this.out.string(path.slice(path.lastIndexOf('/') + 1)));
  }

  private set(tid: number, pid: number, process: TextId | None): ThreadId {
    if (this.known.size >= maxKnown) this.known.clear();
    const thread = this.out.thread(process, pid, tid);
    this.known.set(tid, { pid, process, thread });
    return thread;
  }
}
