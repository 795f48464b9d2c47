/** The first record of a trace: the machine, the session, its clock, and the number of lost events. */
import { isInstant } from '../kit/civil.ts';
import { type Block, two32 } from './bytes.ts';
import type { RecordHead } from './records.ts';

export interface TraceHeader {
  readonly os: string;
  readonly cpus: number;
  /** Size of the kernel's pointers in bytes. */
  readonly pointer: number;
  readonly mhz: number;
  readonly eventsLost: number;
  readonly buffersLost: number;
  readonly logFileMode: number;
  readonly bufferSize: number;
  /** Number of buffers that were written; null if it says nothing of the file: some of them may have been overwritten. */
  readonly buffers: number | null;
  /** FILETIMEs. */
  readonly start: bigint;
  readonly end: bigint;
  readonly boot: bigint;
  /** Ticks per second. */
  readonly frequency: number;
  readonly clock: 'qpc' | 'system' | 'cycles';
  /** UTC minus local time, in minutes. */
  readonly bias: number;
  readonly session: string;
  readonly file: string;
  /** Tick of the record: `start` on the clock of the events. */
  readonly tickHigh: number;
  readonly tickLow: number;
}

const timeZone = 172;
/** `EVENT_TRACE_FILE_MODE_CIRCULAR`: once the file has its full size, its oldest buffers are overwritten. */
const circular = 2;

/** Parses the first record; null if it is too short. */
export function readTraceHeader(
  block: Block,
  { payload, end, pointer, time }: RecordHead,
): TraceHeader | null {
  // The times after the zone are aligned to 8 bytes.
  const times = payload + ((56 + 2 * pointer + timeZone + 7) & ~7);
  if (times + 32 > end) return null;
  const clockType = block.u32(times + 24);
  const frequency = block.u64(times + 8);
  const mhz = block.u32(payload + 52);
  const clock = clockType === 2 ? 'system' : clockType === 3 ? 'cycles' : 'qpc';
  const session = times + 32;
  const sessionEnd = block.endOfWide(session, end);
  const [bufferSize, mode, written] = [block.u32(payload), block.u32(payload + 32), block.u32(payload + 36)];
  const isOverwritten = (mode & circular) !== 0 && written * bufferSize > block.u32(payload + 28) * 2 ** 20;
  const version = [block.u8(payload + 4), block.u8(payload + 5), block.u32(payload + 8)];
  return {
    os: version.join('.'),
    cpus: block.u32(payload + 12),
    pointer: block.u32(payload + 44) === 4 ? 4 : 8,
    mhz,
    eventsLost: block.u32(payload + 48),
    buffersLost: block.u32(times + 28),
    logFileMode: mode,
    bufferSize,
    buffers: isOverwritten ? null : written,
    start: block.big(times + 16),
    end: block.big(payload + 16),
    boot: block.big(times),
    frequency: (clock === 'system' ? 1e7 : clock === 'cycles' ? mhz * 1e6 : frequency) || 1e7,
    clock,
    bias: block.i32(payload + 56 + 2 * pointer),
    session: block.wide(session, sessionEnd),
    file: block.wideZ(Math.min(sessionEnd + 2, end), end),
    tickHigh: block.u32(time + 4),
    tickLow: block.u32(time),
  };
}

/** Converts ticks to ns since the first header of the file, so that all sessions of a merged trace share one clock. */
export class TraceClock {
  /** The last header. */
  last: TraceHeader | null = null;
  private first: TraceHeader | null = null;
  private high = 0;
  private low = 0;
  private nsPerTick = 100;
  private shift = 0;

  add(header: TraceHeader): void {
    const { first } = this;
    this.last = header;
    this.nsPerTick = 1e9 / header.frequency;
    if (first === null) {
      this.first = header;
      this.high = header.tickHigh;
      this.low = header.tickLow;
      return;
    }
    // Traces of one boot share the counter; others are placed by their start.
    const isShared =
      first.clock === header.clock && first.frequency === header.frequency && near(first.boot, header.boot);
    if (isShared) {
      this.high = first.tickHigh;
      this.low = first.tickLow;
      this.shift = 0;
    } else {
      this.high = header.tickHigh;
      this.low = header.tickLow;
      this.shift = Number(header.start - first.start) * 100;
    }
  }

  /** ns of the 64-bit tick at `at`; NaN if it is out of range. */
  at(block: Block, at: number): number {
    const ticks = (block.u32(at + 4) - this.high) * two32 + (block.u32(at) - this.low);
    const ns = Math.round(ticks * this.nsPerTick) + this.shift;
    return isInstant(ns / 1e9) ? ns : Number.NaN;
  }

  duration(ticks: number): number {
    return Math.round(ticks * this.nsPerTick);
  }
}

/** Boot times within a minute count as equal: they are computed from the system clock, which may be adjusted. */
const near = (a: bigint, b: bigint): boolean => a - b < 600_000_000n && b - a < 600_000_000n;
