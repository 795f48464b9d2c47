/** Turns rows into samples and events. */
import type { BulkOutput } from '../bulk.ts';
import { type EventRow, type None, none, type TextId, type ThreadId } from '../contract.ts';
import { parseProcess } from '../families/windows/process.ts';
import { indexOfByte, isUtf8, parseDecimal, parseHex, parseUnsigned, skipBlanks } from '../kit/bytes.ts';
import { ByteTable } from '../kit/intern.ts';
import { Cells, nextComma } from './cells.ts';
import type { Field } from './fields.ts';
import { Frames } from './frames.ts';
import type { Layout } from './layout.ts';
import { maxRowLength, type PendingRow } from './pending.ts';
import { hashOfAddress } from './stack-rows.ts';
import { Texts } from './texts.ts';

/** Maximum bytes of cached processes, and maximum number of threads with a known process. */
const maxCached = 16 << 20;
const maxThreads = 1 << 20;

const encoder = new TextEncoder();

/** `Idle (   0),          0`: a process and one of its threads. */
interface Who {
  readonly name: TextId | None;
  readonly pid: number;
}

export class Rows {
  readonly frames: Frames;
  readonly texts: Texts;
  private readonly cells = new Cells();
  private readonly widened = new Map<Layout, Layout>();
  private readonly processes = new ByteTable();
  private whos: Who[] = [];
  private readonly threadCells = new ByteTable();
  private threads: (ThreadId | None)[] = [];
  /** Rows of counters name a thread without its process. */
  private readonly byTid = new Map<number, ThreadId>();
  private readonly values: number[] = [];
  private message = new Uint8Array(1024);

  constructor(private readonly out: BulkOutput) {
    this.texts = new Texts(out);
    this.frames = new Frames(out, this.texts);
  }

  /** The thread id of a row that is not yet split; -1 if it has none. */
  cellAsId({ process, tid }: Layout, bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    for (let cell = 0; cell < tid; cell++) {
      let stop = nextComma(bytes, at, end);
      while (cell === process && stop < end && bytes[stop - 1] !== 0x29)
        stop = nextComma(bytes, stop + 1, end);
      at = stop + 1;
    }
    if (at >= end) return none;
    at = skipBlanks(bytes, at, end);
    return idOf(bytes, at, nextComma(bytes, at, end));
  }

  give(row: PendingRow): void {
    const { bytes, start, end } = row;
    this.texts.at(row.line, row.offset);
    if (isAscii(bytes, start, end) || isUtf8(bytes, start, end)) {
      this.read(row, bytes, start, end);
      return;
    }
    const text = encoder.encode(this.texts.decode(bytes, start, end));
    this.read(row, text, 0, text.length);
  }

  private read(row: PendingRow, bytes: Uint8Array, start: number, end: number): void {
    const layout = this.split(row.layout, bytes, start, end);
    if (layout.sample !== null && this.cells.count > layout.sample.frame) this.sample(row, layout, bytes);
    else this.event(row, layout, bytes);
  }

  /** Splits the row according to its type; returns the layout for its number of cells. */
  private split(named: Layout, bytes: Uint8Array, start: number, end: number): Layout {
    const { cells } = this;
    const layout = this.widened.get(named) ?? named;
    cells.split(bytes, start, end, layout.columns);
    if (start >= end) cells.count = 0;
    if (cells.count <= layout.columns.length) return layout;
    const wider = layout.widened(cells.count);
    this.widened.set(named, wider);
    cells.split(bytes, start, end, wider.columns);
    return wider;
  }

  private sample({ ts, stack, leafHash }: PendingRow, layout: Layout, bytes: Uint8Array): void {
    const { starts, ends } = this.cells;
    const { address, frame, count } = layout.sample!;
    let found = stack;
    // If only the user-space part was recorded, the sampled address is not its innermost frame.
    if (stack === none || leafHash !== hashOfAddress(bytes, starts[address]!, ends[address]!)) {
      const leaf = this.frames.idOf(bytes, starts[frame]!, ends[frame]!, starts[address]!, ends[address]!);
      found = this.out.stack(stack, leaf);
    }
    const weight = this.number(bytes, count);
    const samples = Number.isSafeInteger(weight) && weight >= 0 ? weight : 1;
    this.out.sample(
      ts * 1000,
      this.cpu(layout, bytes),
      this.thread(layout, bytes),
      layout.kind,
      samples,
      Number.NaN,
      found,
    );
  }

  private event({ ts, stack, line, offset }: PendingRow, layout: Layout, bytes: Uint8Array): void {
    // Rows of intervals have the time of their end.
    const duration =
      layout.duration < 0 ? Number.NaN : Math.round(this.number(bytes, layout.duration) * 1000);
    const began = duration >= 0 ? ts * 1000 - duration : ts * 1000;
    const length = this.say(layout, bytes);
    const row: EventRow = {
      ts: began,
      duration: duration >= 0 ? duration : Number.NaN,
      kind: layout.kind,
      component: layout.component,
      thread: this.thread(layout, bytes),
      cpu: this.cpu(layout, bytes),
      message: length === 0 ? null : { bytes: this.message, start: 0, end: length },
      fields: this.fieldsOf(layout, bytes),
      fieldSchema: layout.schema,
      stack,
      line,
      lines: 1,
      offset,
    };
    this.out.event(row);
  }

  /** The text of cells that are in no other column, without padding. */
  private say({ firstSaid, cpu, duration }: Layout, bytes: Uint8Array): number {
    const { count, starts, ends } = this.cells;
    if (count === 0) return 0;
    const most = ends[count - 1]! - starts[0]! + 2 * count;
    if (this.message.length < most) this.message = new Uint8Array(Math.max(most, maxRowLength));
    const { message } = this;
    let length = 0;
    for (let cell = firstSaid; cell < count; cell++) {
      if (cell === cpu || cell === duration) continue;
      if (length > 0) {
        message[length++] = 0x2c;
        message[length++] = 0x20;
      }
      const end = ends[cell]!;
      for (let at = starts[cell]!; at < end; at++) message[length++] = bytes[at]!;
    }
    return length;
  }

  private fieldsOf(layout: Layout, bytes: Uint8Array): number[] {
    const { values } = this;
    // A cell that turns out to be text changes the schema, before anything is written.
    for (let field = 0; field < layout.fields.length; field++) {
      const { take, cell } = layout.fields[field]!;
      values[field] =
        take === 'text' || take === 'name' || take === 'word' ? none : this.numberOf(take, cell, bytes);
      if (take === 'any' && Number.isNaN(values[field]) && this.isSomething(cell, bytes))
        layout.becomesText(field);
    }
    for (let field = 0; field < layout.fields.length; field++) {
      const { take, cell } = layout.fields[field]!;
      if (take === 'text') values[field] = this.textOf(cell, bytes, field);
      else if (take === 'name') values[field] = cell < this.cells.count ? this.who(cell, bytes).name : none;
      else if (take === 'word') values[field] = this.out.string(layout.name.slice('Disk'.length));
    }
    return values;
  }

  private numberOf(take: Field['take'], cell: number, bytes: Uint8Array): number {
    if (cell >= this.cells.count) return Number.NaN;
    const start = this.cells.starts[cell]!;
    const end = this.cells.ends[cell]!;
    if (take === 'pid') {
      const { pid } = this.who(cell, bytes);
      return pid < 0 ? Number.NaN : pid;
    }
    if (take === 'any') return decimal(bytes, start, end);
    const value = bytes[start + 1] === 0x78 ? parseHex(bytes, start + 2, end) : decimal(bytes, start, end);
    return take === 'status' ? value | 0 : Number.isSafeInteger(value) ? value : Number.NaN;
  }

  /** Texts without their quotes. */
  private textOf(cell: number, bytes: Uint8Array, field: number): number {
    if (!this.isSomething(cell, bytes)) return none;
    let start = this.cells.starts[cell]!;
    let end = this.cells.ends[cell]!;
    // Not for command lines, which may begin and end with quotes that do not match.
    if (bytes[start] === 0x22 && indexOfByte(bytes, 0x22, start + 1, end) === end - 1) {
      start++;
      end--;
    }
    return this.out.fieldValue(bytes, start, end, field);
  }

  private isSomething(cell: number, bytes: Uint8Array): boolean {
    if (cell >= this.cells.count) return false;
    const start = this.cells.starts[cell]!;
    const end = this.cells.ends[cell]!;
    // `<none>`
    return end > start && !(end - start === 6 && bytes[start] === 0x3c && bytes[start + 1] === 0x6e);
  }

  private number(bytes: Uint8Array, cell: number): number {
    if (cell < 0 || cell >= this.cells.count) return Number.NaN;
    return decimal(bytes, this.cells.starts[cell]!, this.cells.ends[cell]!);
  }

  private cpu({ cpu }: Layout, bytes: Uint8Array): number {
    if (cpu < 0 || cpu >= this.cells.count) return none;
    return idOf(bytes, this.cells.starts[cpu]!, this.cells.ends[cpu]!);
  }

  private thread({ process, tid }: Layout, bytes: Uint8Array): ThreadId | None {
    const { count, starts, ends } = this.cells;
    if (process < 0) {
      if (tid < 0 || tid >= count) return none;
      const id = idOf(bytes, starts[tid]!, ends[tid]!);
      return id < 0 ? none : (this.byTid.get(id) ?? this.out.thread(none, -1, id));
    }
    if (process >= count) return none;
    const last = tid < 0 || tid >= count ? process : tid;
    const cells = this.threadCells.intern(bytes, starts[process]!, ends[last]!);
    if (cells === this.threads.length) {
      const { name, pid } = this.who(process, bytes);
      const id = last === tid ? idOf(bytes, starts[tid]!, ends[tid]!) : none;
      const isKnown = name !== none || pid >= 0 || id >= 0;
      const thread = isKnown ? this.out.thread(name, pid, id) : none;
      this.threads.push(thread);
      if (id > 0 && thread !== none) {
        if (this.byTid.size >= maxThreads) this.byTid.clear();
        this.byTid.set(id, thread);
      }
    }
    const thread = this.threads[cells]!;
    if (this.threadCells.size > maxCached) {
      this.threadCells.truncate(0);
      this.threads = [];
    }
    return thread;
  }

  private who(cell: number, bytes: Uint8Array): Who {
    const start = this.cells.starts[cell]!;
    const end = this.cells.ends[cell]!;
    const known = this.processes.intern(bytes, start, end);
    if (known === this.whos.length) {
      const { name, pid } = parseProcess(this.texts.decode(bytes, start, end));
      this.whos.push({ name: name === null ? none : this.out.string(name), pid });
    }
    const who = this.whos[known]!;
    if (this.processes.size > maxCached) {
      this.processes.truncate(0);
      this.whos = [];
    }
    return who;
  }
}

/** Digits with an optional sign and fraction, if a double is exact; a number with a leading 0 is a name. */
function decimal(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] === 0x2d ? start + 1 : start;
  if (end - first > 16 || first >= end) return Number.NaN;
  const last = bytes[end - 1]!;
  if (last < 0x30 || last > 0x39 || bytes[first] === 0x2e) return Number.NaN;
  if (bytes[first] === 0x30 && end - first > 1 && bytes[first + 1] !== 0x2e) return Number.NaN;
  for (let at = first; at < end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x2e && (byte < 0x30 || byte > 0x39)) return Number.NaN;
  }
  const value = parseDecimal(bytes, start, end);
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** An id; -1 if it is not one, as in `-1`. */
function idOf(bytes: Uint8Array, start: number, end: number): number {
  const value = parseUnsigned(bytes, start, end);
  return value <= 0x7fff_ffff ? value : none;
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  let all = 0;
  for (let at = start; at < end; at++) all |= bytes[at]!;
  return all < 0x80;
}
