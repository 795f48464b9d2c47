import { type None, none, type Options, type Output, type StackId, type ThreadId } from '../contract.ts';
import type { FieldRole } from '../event-meanings.ts';
import { internFrame } from '../families/windows/frames.ts';
import { parseProcess } from '../families/windows/process.ts';
import { isSmall } from '../kit/bounds.ts';
import { cellsOf } from '../kit/csv.ts';
import { distinctKeys, EventFields, type FieldKind } from '../kit/event-fields.ts';
import { memoized } from '../kit/memoized.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { RowOf } from '../rows.ts';
import { type Header, parseHeader } from './header.ts';
import { nsOf, numberOf } from './numbers.ts';
import { parseStackCell, StackTree } from './stack-tree.ts';

const diskRoles: Readonly<Record<string, FieldRole>> = {
  disk: 'disk-io.device',
  'path name': 'disk-io.file',
  'io type': 'disk-io.operation',
  size: 'disk-io.bytes',
};

/** Columns of the time of a row; the first one present is used. */
const times = [
  'timestamp',
  'switch-in time',
  'init time',
  'time',
  'complete time',
  'start time',
  'enter time',
];

/** Limit at which sums are still exact integers. */
const maxCounted = 2 ** 40 * 1000;
const beyondCount = 'A row has a count or a weight out of range; it was skipped.';
const withoutWeight = 'A row has neither a count nor a weight; it was skipped.';
/** If the table has no counts, the weight is a time. */
const weightKind = 'weight (ns)';
/** Maximum number of rows of one process, or of a table without processes. */
const maxRows = 1 << 20;

/** Cells of a row by the names of their columns; the first name that the table has is used. */
class Row {
  constructor(
    private readonly titles: Titles,
    readonly cells: readonly string[],
  ) {}

  text(...names: readonly string[]): string {
    return this.cells[this.titles.at(names)]?.trim() ?? '';
  }

  number(...names: readonly string[]): number {
    const at = this.titles.at(names);
    return at < 0 ? Number.NaN : numberOf(this.cells[at] ?? '', this.titles.columns[at]!.number);
  }

  ns(...names: readonly string[]): number {
    const at = this.titles.at(names);
    const ns = at < 0 ? Number.NaN : nsOf(this.cells[at] ?? '', this.titles.columns[at]!);
    // The difference of two such values is still an exact integer.
    return Math.abs(ns) <= 2 ** 52 ? ns : Number.NaN;
  }

  /** A CPU or a thread; -1 if the cell has none. */
  small(...names: readonly string[]): number {
    const value = this.number(...names);
    return isSmall(value) ? value : -1;
  }
}

class Titles {
  private readonly places = new Map<string, number>();

  constructor(readonly columns: Header['columns']) {
    columns.forEach(({ name }, at) => {
      if (!this.places.has(name)) this.places.set(name, at);
    });
  }

  at(names: readonly string[]): number {
    for (const name of names) {
      const place = this.places.get(name);
      if (place !== undefined) return place;
    }
    return -1;
  }
}

/** A column as a field of events; null if it is not one. */
interface ColumnField {
  readonly number: FieldKind;
  readonly text: FieldKind;
}

export class WpaReader extends TextReader {
  private header: Header | null = null;
  private titles: Titles | null = null;
  private columnFields: readonly (ColumnField | null)[] = [];
  private readonly fields = new EventFields(this.out);
  /** Cells left of the stack, printed once for all rows below. */
  private groups: string[] = [];
  private stackAt = -1;
  private readonly tree = new StackTree(this.out);
  private hasCounts = false;
  private lastLine = 0;
  private hasReportedMissing = false;
  private readonly buffer = new Utf8Buffer();
  private readonly processOf = memoized(parseProcess);
  private readonly stackOf = memoized(cell => this.parseStack(cell));

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (this.header === null) return this.begin(line);
    const { columns, isCopied, separator } = this.header;
    const cells = isCopied ? line.split(separator) : cellsOf(line, separator);
    if (cells.length > columns.length && isCopied && this.stackAt >= 0) {
      // Only names of functions contain the separator.
      const more = cells.length - columns.length;
      const stack = cells.splice(this.stackAt, more + 1).join(separator);
      cells.splice(this.stackAt, 0, stack);
    }
    if (cells.length < 2)
      return this.unknown('A row has fewer cells than the table has columns; it was skipped.');
    if (cells.length > columns.length)
      return this.unknown('A row has more cells than the table has columns; it was skipped.');
    return isCopied ? this.copied(cells) : this.row(new Row(this.titles!, cells));
  }

  protected override finish(): void {
    if (this.header !== null) this.emitTree();
  }

  private begin(line: string): Verdict {
    const header = parseHeader(line);
    if (header === null) return this.unknown('A line before the titles was skipped.');
    this.header = header;
    this.titles = new Titles(header.columns);
    this.columnFields = this.fieldsOf(header);
    this.stackAt = header.columns.findIndex(({ name }) => name === 'stack');
    this.groups = Array(Math.max(0, this.stackAt - 1)).fill('');
    this.out.about({ other: { table: header.table } });
    const isTree = header.isCopied && this.stackAt >= 0;
    const hasTime = !isTree && header.columns.some(({ name, unit }) => unit === 's' && times.includes(name));
    this.out.clock(undated(this.options, hasTime ? 'run-seconds' : 'none'));
    return 'used';
  }

  /** Reads a copied row: groups are printed once for all rows below them. */
  private copied(cells: readonly string[]): Verdict {
    if (this.stackAt < 0) return this.row(new Row(this.titles!, cells));
    const groups = cells.slice(1, this.stackAt);
    const depth = groups.findIndex(cell => cell.trim() !== '');
    if (depth >= 0) this.groups = [...this.groups.slice(0, depth), ...groups.slice(depth)];
    const row = new Row(this.titles!, [cells[0] ?? '', ...this.groups, ...cells.slice(this.stackAt)]);
    const [count, weight] = [row.number('count'), row.ns('weight')];
    if (Number.isNaN(count) && Number.isNaN(weight)) return this.unknown(withoutWeight);
    if (Math.abs(count) > maxCounted || Math.abs(weight) > maxCounted) return this.unknown(beyondCount);
    if (this.tree.size >= maxRows) return this.unknown('The table is too long; its end was skipped.');
    if (depth === 0) this.emitTree();
    this.checkLine(row.number('line #'));
    const thread = this.threadOf(row, ['process'], ['thread id']);
    const stack = parseStackCell(cells[this.stackAt] ?? '');
    this.hasCounts ||= !Number.isNaN(count);
    if (stack === null) this.tree.addGroup(Math.max(depth, 0), thread, count, weight);
    else {
      if (depth >= 0) this.tree.openGroup(depth);
      this.tree.addStack(stack, thread, count, weight);
    }
    return 'used';
  }

  /** Rows that were collapsed are not copied. */
  private checkLine(line: number): void {
    if (line !== this.lastLine + 1 && !this.hasReportedMissing) {
      this.hasReportedMissing = true;
      this.problem(
        'rows-missing',
        'notice',
        'Rows are missing, because line numbers have gaps; their samples count as on top of the rows above them.',
      );
    }
    this.lastLine = line;
  }

  /** Writes samples of leaves: the counts of a row beyond those of the rows below it. */
  private emitTree(): void {
    const kind = this.out.string(this.hasCounts ? this.countKind() : weightKind);
    for (const { thread, stack, count, weight } of this.tree.take()) {
      const samples = this.hasCounts ? count : weight;
      if (!(samples > 0)) continue;
      const period = this.hasCounts && weight >= 0 ? weight : Number.NaN;
      this.out.sample(Number.NaN, -1, thread, kind, samples, period, stack);
    }
  }

  /** In an unknown table, the unit of counts is unknown as well. */
  private countKind(): string {
    const { table } = this.header!;
    return table === 'Table' ? 'Count' : table;
  }

  private row(row: Row): Verdict {
    const { table } = this.header!;
    if (table === 'CPU Usage (Sampled)') return this.sample(row);
    if (table === 'CPU Usage (Precise)') return this.switchIn(row);
    const ts = this.time(row, ...times);
    const duration = table === 'Disk Usage' ? row.ns('io time', 'disk service time') : row.ns('duration');
    const isAtEnd = table === 'Disk Usage' && Number.isNaN(row.ns('init time')) && duration >= 0;
    const kind =
      table === 'Generic Events'
        ? [row.text('provider name'), row.text('task name', 'event name'), row.text('opcode name')]
            .filter(part => part !== '')
            .join('/') || table
        : table;
    const provider = row.text('provider name');
    this.event(row, {
      ts: isAtEnd ? ts - duration : ts,
      duration,
      kind,
      component: provider,
      thread: this.threadOf(row, ['process'], ['thread id', 'threadid']),
      stack: this.stackOf(row.text('stack')),
    });
    return 'used';
  }

  private sample(row: Row): Verdict {
    const frame = [row.text('module'), row.text('function')].filter(part => part !== '').join('!');
    const stack =
      row.text('stack') === '' && frame !== ''
        ? this.out.stack(none, internFrame(this.out, frame))
        : this.stackOf(row.text('stack'));
    const [count, weight] = [row.number('count'), row.ns('weight')];
    const hasCount = count > 0;
    if (!hasCount && !(weight > 0)) return this.unknown(withoutWeight);
    if (count > maxCounted || weight > maxCounted) return this.unknown(beyondCount);
    this.out.sample(
      this.time(row, 'timestamp'),
      row.small('cpu'),
      this.threadOf(row, ['process'], ['thread id']),
      this.out.string(hasCount ? 'CPU Usage (Sampled)' : weightKind),
      hasCount ? count : weight,
      hasCount && weight >= 0 ? weight : Number.NaN,
      stack,
    );
    return 'used';
  }

  /** A row of CPU Usage (Precise): a thread waited, was made ready, and ran. */
  private switchIn(row: Row): Verdict {
    const thread = this.threadOf(row, ['new process', 'process'], ['new thread id', 'thread id']);
    const stack = this.stackOf(row.text('new thread stack', 'stack'));
    const [out, ready, began, ended] = [
      row.ns('last switch-out time'),
      row.ns('ready time'),
      this.time(row, 'switch-in time'),
      row.ns('next switch-out time'),
    ];
    const onCpu = row.small('cpu');
    const count = row.number('count');
    const isIdle = row.number('new thread id', 'thread id') === 0;
    // A row of several switches has only sums and extremes.
    if (thread !== none && !isIdle && !(count > 1)) {
      const waker = this.threadOf(row, ['readying process'], ['readying thread id']);
      const reason = row.text('new prev wait reason');
      const wait = { thread, ...(reason !== '' && { reason: this.out.string(reason) }), stack };
      if (out < ready) this.state({ ...wait, ts: out, duration: ready - out, waker }, 'waiting');
      const since = ready >= 0 ? ready : out;
      if (ready >= 0 && since < began)
        this.state({ thread, ts: since, duration: began - since, waker }, 'ready');
      if (began < ended) this.state({ thread, cpu: onCpu, ts: began, duration: ended - began }, 'running');
    }
    this.event(row, {
      ts: began,
      duration: ended > began && !(count > 1) ? ended - began : Number.NaN,
      kind: 'CPU Usage (Precise)',
      component: '',
      thread,
      stack,
    });
    return 'used';
  }

  /** The time of a row; an empty cell is none, but no problem. */
  private time(row: Row, ...names: readonly string[]): number {
    const ts = row.ns(...names);
    return row.text(...names) === '' ? ts : this.checkedTime(ts);
  }

  private state(row: Omit<RowOf<'state'>, 'state'>, state: string): void {
    this.out.row('state', { ...row, state: this.out.string(state) });
  }

  private event(
    row: Row,
    event: {
      readonly ts: number;
      readonly duration: number;
      readonly kind: string;
      readonly component: string;
      readonly thread: ThreadId | None;
      readonly stack: StackId | None;
    },
  ): void {
    const text = this.takeFields(row);
    const { buffer } = this;
    buffer.write(text);
    this.out.event({
      ts: event.ts,
      duration: event.duration >= 0 ? event.duration : Number.NaN,
      kind: this.out.string(event.kind),
      component: event.component === '' ? none : this.out.string(event.component),
      thread: event.thread,
      cpu: row.small('cpu'),
      message: buffer.length === 0 ? null : { bytes: buffer.bytes, start: 0, end: buffer.length },
      fieldSchema: this.fields.schema(),
      fields: this.fields.values,
      stack: event.stack,
      line: this.lineNumber,
      lines: 1,
      offset: this.lineOffset,
    });
  }

  /** Every column except stacks. */
  private fieldsOf({ columns, table }: Header): (ColumnField | null)[] {
    const keys = distinctKeys(columns.map(({ title }) => title));
    return columns.map(({ name, unit }, at) => {
      if (/\bstack$/.test(name)) return null;
      const key = keys[at]!;
      const role = table === 'Disk Usage' ? diskRoles[name] : undefined;
      const field = { key, ...(role !== undefined && { role }) };
      return {
        number: this.fields.kind({ ...field, type: 'number', ...(unit !== null && { unit }) }),
        text: this.fields.kind({ ...field, type: 'text' }),
      };
    });
  }

  /** Non-empty cells as fields; returns their text. */
  private takeFields({ cells }: Row): string {
    const { fields } = this;
    fields.begin();
    let text = '';
    this.header!.columns.forEach(({ number }, at) => {
      const cell = cells[at]?.trim() ?? '';
      const field = this.columnFields[at]!;
      if (cell === '' || field === null) return;
      text += text === '' ? cell : `, ${cell}`;
      const value = number === null ? Number.NaN : numberOf(cell, number);
      if (Number.isNaN(value)) fields.add(field.text, this.out.string(cell));
      else fields.add(field.number, value);
    });
    return text;
  }

  private threadOf(row: Row, processes: readonly string[], threads: readonly string[]): ThreadId | None {
    const { name, pid } = this.processOf(row.text(...processes));
    const tid = row.small(...threads);
    if (name === null && pid < 0 && tid < 0) return none;
    return this.out.thread(name === null ? none : this.out.string(name), pid, tid);
  }

  /** A stack in one cell: `[Root]/ntdll.dll!RtlUserThreadStart/app.exe!main`, root first. */
  private parseStack(cell: string): StackId | None {
    if (cell === '' || cell === 'n/a') return none;
    let stack: StackId | None = none;
    for (const name of cell.split(/\/(?=[^/!]{1,260}!|\?!\?)/)) {
      if (name === '[Root]' || name === '') continue;
      stack = this.out.stack(stack, internFrame(this.out, name));
    }
    return stack;
  }
}
