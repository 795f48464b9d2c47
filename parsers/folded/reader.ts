import type { BulkOutput } from '../bulk.ts';
import {
  type FrameId,
  type None,
  none,
  type Options,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { decode, indexOfByte, lastIndexOfByte, parseDecimal, parseUnsigned, trimEnd } from '../kit/bytes.ts';
import { ByteTable } from '../kit/intern.ts';
import { LineReader, type Verdict } from '../kit/line-reader.ts';
import { undated } from '../kit/undated.ts';
import { type Dialect, dialectOf, threadName } from './dialect.ts';
import { parseFrame } from './frame.ts';

/** Bytes of distinct frames at which the cache is cleared. */
const maxCachedBytes = 64 << 20;

const semicolon = 0x3b;

/** Cache of parsed frames, by their id in the byte table. */
class FrameCache {
  readonly texts = new ByteTable();
  readonly frames: FrameId[] = [];
  /** Thread of a frame that is the first of a line. */
  readonly threads: (ThreadId | undefined)[] = [];

  forget(): void {
    this.texts.truncate(0);
    this.frames.length = 0;
    this.threads.length = 0;
  }
}

/**
 * Turns lines into samples, weighted by the line's count. Equal frames are parsed once, and because files are sorted,
 * a line reuses the stack that it shares with the line before.
 */
export class FoldedReader extends LineReader<BulkOutput> {
  private readonly learned: FrameCache;
  private readonly dialect: Dialect;
  private readonly kinds: readonly TextId[];

  /** The line before: its stack as bytes, and for each frame the position of its `;` and its stack. */
  private before = new Uint8Array(1024);
  private beforeEnd = 0;
  private depth = 0;
  private readonly semicolons: number[] = [];
  private readonly stacks: StackId[] = [];

  constructor(out: BulkOutput, options: Options) {
    super(out, options);
    this.learned = out.keep(
      () => new FrameCache(),
      learned => learned.forget(),
    );
    this.dialect = dialectOf(options.head);
    this.kinds = kindsOf(this.dialect).map(kind => out.string(kind));
    out.clock(undated(options, 'none'));
  }

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    if (bytes[start] === 0x23 || this.read(bytes, start, end)) return 'used';
    this.problem('no-count', 'warning', 'A line does not end with a count like the others; it was skipped.');
    return 'skipped';
  }

  /** @returns true if the line has the required counts */
  private read(bytes: Uint8Array, start: number, stop: number): boolean {
    let end = stop;
    const counts = [0, 0];
    for (let at = this.dialect.counts - 1; at >= 0; at--) {
      const blank = Math.max(
        lastIndexOfByte(bytes, 0x20, start, end),
        lastIndexOfByte(bytes, 0x09, start, end),
      );
      if (blank < 0) return false;
      counts[at] = this.count(bytes, blank + 1, end);
      if (Number.isNaN(counts[at])) return false;
      end = trimEnd(bytes, start, blank);
    }
    let from = start;
    let thread: ThreadId | None = none;
    if (this.dialect.threads) {
      const semicolonAt = indexOfByte(bytes, semicolon, start, end);
      const stop = semicolonAt < 0 ? end : semicolonAt;
      thread = this.threadAt(bytes, start, stop);
      from = Math.min(stop + 1, end);
    }
    this.stackOf(bytes, from, end);
    const stack = this.depth === 0 ? none : this.stacks[this.depth - 1]!;
    for (let at = 0; at < this.kinds.length; at++) {
      const count = counts[at]!;
      if (count > 0) this.out.sample(Number.NaN, -1, thread, this.kinds[at]!, count, Number.NaN, stack);
    }
    return true;
  }

  private count(bytes: Uint8Array, start: number, end: number): number {
    if (!this.dialect.fractions) return exact(parseUnsigned(bytes, start, end));
    if (bytes[start] === 0x2d || bytes[start] === 0x2b) return Number.NaN;
    return exact(Math.round(parseDecimal(bytes, start, end) * 1000));
  }

  /** Fills `stacks` with the stack of the first frame, of the first two frames, and so on. */
  private stackOf(bytes: Uint8Array, start: number, end: number): void {
    let { depth } = this;
    const shared = this.sharedWith(bytes, start, end);
    while (depth > 0 && this.semicolons[depth - 1]! >= shared) depth--;
    let from = depth === 0 ? start : start + this.semicolons[depth - 1]! + 1;
    while (start < end) {
      let to = from;
      while (to < end && bytes[to] !== semicolon) to++;
      const caller: StackId | None = depth === 0 ? none : this.stacks[depth - 1]!;
      this.stacks[depth] = this.out.stack(caller, this.frameAt(bytes, from, to));
      this.semicolons[depth++] = to - start;
      if (to === end) break;
      from = to + 1;
    }
    this.depth = depth;
    this.keep(bytes, start, end);
  }

  /** Number of bytes of the stack that equal those of the line before. */
  private sharedWith(bytes: Uint8Array, start: number, end: number): number {
    const { before } = this;
    const most = Math.min(end - start, this.beforeEnd);
    let shared = 0;
    while (shared < most && bytes[start + shared] === before[shared]) shared++;
    return shared;
  }

  private keep(bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length > this.before.length) this.before = new Uint8Array(2 * length);
    this.before.set(bytes.subarray(start, end));
    this.beforeEnd = length;
  }

  private frameAt(bytes: Uint8Array, start: number, end: number): FrameId {
    const { texts, frames } = this.learned;
    if (texts.size > maxCachedBytes) this.learned.forget();
    const id = texts.intern(bytes, start, end);
    frames[id] ??= this.frameOf(decode(bytes, start, end));
    return frames[id]!;
  }

  private frameOf(text: string): FrameId {
    if (text.includes('\ufffd'))
      this.problem('invalid-utf8', 'notice', 'A name is not valid UTF-8; invalid bytes are shown as U+FFFD.');
    const { symbol, module, address } = parseFrame(text);
    const { out } = this;
    return address === null
      ? out.frame(out.string(symbol), out.string(module))
      : out.frame(out.string(symbol), out.string(module), address);
  }

  private threadAt(bytes: Uint8Array, start: number, end: number): ThreadId {
    const { texts, threads } = this.learned;
    const id = texts.intern(bytes, start, end);
    threads[id] ??= this.threadOf(decode(bytes, start, end));
    return threads[id]!;
  }

  private threadOf(text: string): ThreadId {
    const [, process = text, pid = '?', tid] = threadName.exec(text) ?? [];
    const number = pid === '?' ? -1 : Number(pid);
    return this.out.thread(this.out.string(process), number, tid === undefined ? number : Number(tid));
  }
}

/** Kinds of samples, named after the counts of the file. */
function kindsOf({ counts, fractions }: Dialect): string[] {
  const kind = fractions ? 'folded (thousandths)' : 'folded';
  return counts === 1 ? [kind] : [`${kind} before`, `${kind} after`];
}

const exact = (count: number): number => (Number.isSafeInteger(count) ? count : Number.NaN);
