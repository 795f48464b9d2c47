/** Writes records as events: those that perf prints in addition to samples. */
import type { BulkOutput } from '../bulk.ts';
import {
  type EventRow,
  type FieldSchemaId,
  type FieldType,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { switchFields, switchState } from '../families/tracepoints/switch-records.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { ascii } from '../kit/bytes.ts';
import { Field } from './attrs.ts';
import type { RecordedEvent } from './events.ts';
import type { Sample } from './sample.ts';
import type { Printed } from './tracepoints.ts';

class Row implements EventRow {
  ts = Number.NaN;
  kind = 0 as TextId;
  thread: ThreadId | None = none;
  cpu = -1;
  message: EventRow['message'] = null;
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  stack: StackId | None = none;
  line = 0;
  lines = 1;
  offset = 0;
}

interface AccessField {
  readonly type: FieldType;
  readonly value: (view: ByteView, sample: Sample) => number;
}

/** The fields at the end of a record that is not a sample. */
export interface RecordTrailer {
  readonly ts: number;
  readonly cpu: number;
  readonly thread: ThreadId | None;
  /** -1 if unknown. */
  readonly tid: number;
}

export class EventWriter {
  private readonly row = new Row();
  private readonly accesses = new Map<
    RecordedEvent,
    { readonly schema: FieldSchemaId; readonly fields: readonly AccessField[] } | null
  >();

  /** @param before called before each row */
  constructor(
    private readonly out: BulkOutput,
    private readonly before: () => void,
  ) {}

  /** Counts rows written by `RecordRuns`. @returns the number of the first one */
  takeLines(rows: number): number {
    const first = this.row.line + 1;
    this.row.line += rows;
    return first;
  }

  /** Writes a sample of a tracepoint, without a text if the file has no format for it. */
  tracepoint(
    printed: Printed | null,
    sample: Sample,
    event: RecordedEvent,
    ts: number,
    thread: ThreadId | None,
    stack: StackId | None,
    offset: number,
  ): void {
    const { fieldSchema = none, fields = [], message = null } = printed ?? {};
    this.write(event.kind, message, fieldSchema, fields, ts, sample.cpu, thread, stack, offset);
  }

  /** Writes the memory access or the branches of a sample, which are not part of its stack. */
  access(
    view: ByteView,
    sample: Sample,
    event: RecordedEvent,
    ts: number,
    thread: ThreadId | None,
    stack: StackId | None,
    offset: number,
  ): void {
    let found = this.accesses.get(event);
    if (found === undefined) {
      found = this.accessOf(event);
      this.accesses.set(event, found);
    }
    if (found === null) return;
    if (!hasValues(view, sample)) return;
    const fields = found.fields.map(({ value }) => value(view, sample));
    const bytes = sample.branches > 0 ? ascii(branchesOf(view, sample)) : null;
    const message = bytes && { bytes, start: 0, end: bytes.length };
    this.write(event.kind, message, found.schema, fields, ts, sample.cpu, thread, stack, offset);
  }

  private accessOf({ attr: { sampleType } }: RecordedEvent) {
    const { out } = this;
    const text = (value: string) => out.string(value);
    const hex = (view: ByteView, at: number) => text(`0x${view.big(at).toString(16)}`);
    const fields: AccessField[] = [];
    const add = (field: number, type: FieldType, value: AccessField['value']) => {
      if (sampleType & field) fields.push({ type, value });
    };
    add(Field.address, { key: 'addr', type: 'text' }, (view, { addressAt }) => hex(view, addressAt));
    add(Field.weight | Field.weightStruct, { key: 'weight', type: 'number' }, (view, { weightAt }) =>
      view.u32(view.little ? weightAt : weightAt + 4),
    );
    add(Field.dataSource, { key: 'operation', type: 'text' }, (view, { dataSourceAt }) =>
      text(operationOf(view.low(dataSourceAt))),
    );
    add(Field.dataSource, { key: 'level', type: 'text' }, (view, { dataSourceAt }) =>
      text(levelOf(view.low(dataSourceAt))),
    );
    add(Field.dataSource, { key: 'data_src', type: 'text' }, (view, { dataSourceAt }) =>
      hex(view, dataSourceAt),
    );
    add(Field.transaction, { key: 'transaction', type: 'text' }, (view, { transactionAt }) =>
      hex(view, transactionAt),
    );
    add(Field.physicalAddress, { key: 'phys_addr', type: 'text' }, (view, { physicalAt }) =>
      hex(view, physicalAt),
    );
    if (fields.length === 0 && !(sampleType & Field.branches)) return null;
    return { schema: out.fieldSchema(fields.map(({ type }) => type)), fields };
  }

  /** Writes the text that perf prints for a record other than a sample. */
  note(
    kind: string,
    message: string,
    lost: number,
    { ts, cpu, thread }: RecordTrailer,
    offset: number,
  ): void {
    const { out } = this;
    const hasLost = !Number.isNaN(lost);
    const schema = hasLost ? out.fieldSchema([{ key: 'lost', type: 'number' }]) : none;
    const bytes = ascii(message);
    const slice = { bytes, start: 0, end: bytes.length };
    this.write(out.string(kind), slice, schema, hasLost ? [lost] : [], ts, cpu, thread, none, offset);
  }

  /**
   * A CPU switches away from a thread, or to it.
   *
   * @param other ids of the thread before or after it, if the record states them
   */
  switch(
    isOut: boolean,
    isPreempted: boolean,
    other: { readonly pid: number; readonly tid: number } | null,
    { ts, cpu, thread, tid }: RecordTrailer,
    offset: number,
  ): void {
    const { out } = this;
    const kind = out.string(other ? 'PERF_RECORD_SWITCH_CPU_WIDE' : 'PERF_RECORD_SWITCH');
    const way = isOut ? `OUT${isPreempted ? ' preempt' : ''}` : 'IN';
    const whom = other ? `  ${isOut ? 'next' : 'prev'} pid/tid: ${other.pid}/${other.tid}` : '';
    const bytes = ascii(`${way}${whom}`);
    const message = { bytes, start: 0, end: bytes.length };
    // A switch between two recorded threads has two records; the one away from the first states both.
    if (other !== null && !isOut) {
      this.write(kind, message, none, [], ts, cpu, thread, none, offset);
      return;
    }
    const types: FieldType[] = [];
    const fields: number[] = [];
    if (isOut) {
      types.push(switchFields.state);
      fields.push(out.string(switchState(isPreempted)));
    }
    if (other !== null) {
      types.push(switchFields.nextPid, switchFields.nextTid);
      fields.push(other.pid, other.tid);
    } else if (!isOut && tid >= 0) {
      types.push(switchFields.nextTid);
      fields.push(tid);
    }
    const schema = out.fieldSchema(types);
    this.write(kind, message, schema, fields, ts, cpu, thread, none, offset);
  }

  private write(
    kind: TextId,
    message: EventRow['message'],
    schema: FieldSchemaId | None,
    fields: ArrayLike<number>,
    ts: number,
    cpu: number,
    thread: ThreadId | None,
    stack: StackId | None,
    offset: number,
  ): void {
    this.before();
    const { row } = this;
    row.ts = ts;
    row.kind = kind;
    row.thread = thread;
    row.cpu = cpu;
    row.message = message;
    row.fieldSchema = schema;
    row.fields = fields;
    row.stack = stack;
    row.line++;
    row.offset = offset;
    this.out.event(row);
  }
}

/** True if any of these fields has a value: perf requests addresses and data sources also for samples without any. */
function hasValues(view: ByteView, sample: Sample): boolean {
  const { addressAt, weightAt, dataSourceAt, transactionAt, physicalAt, branches } = sample;
  const isThere = (at: number) => at >= 0 && (view.low(at) !== 0 || view.high(at) !== 0);
  const hasSource = dataSourceAt >= 0 && (view.low(dataSourceAt) & 0x1e) !== 0;
  return branches > 0 || hasSource || [addressAt, weightAt, transactionAt, physicalAt].some(isThere);
}

/** `perf_mem_data_src`, from its lowest bits: the operation, then the memory level that answered. */
const operations = ['N/A', 'LOAD', 'STORE', 'PFETCH', 'EXEC'];
const levels = [
  'N/A',
  'HIT',
  'MISS',
  'L1',
  'LFB',
  'L2',
  'L3',
  'Local RAM',
  'Remote RAM (1 hop)',
  'Remote RAM (2 hops)',
  'Remote Cache (1 hop)',
  'Remote Cache (2 hops)',
  'I/O',
  'Uncached',
];

const namesOf = (bits: number, names: readonly string[]): readonly string[] =>
  names.filter((_, bit) => (bits >> bit) & 1);

const operationOf = (low: number): string => namesOf(low & 0x1f, operations).join(' ') || 'N/A';

function levelOf(low: number): string {
  const found = namesOf((low >>> 5) & 0x3fff, levels);
  const place = found.filter(name => name !== 'HIT' && name !== 'MISS').join(' or ');
  const result = found.find(name => name === 'HIT' || name === 'MISS');
  return `${place || 'N/A'}${result ? ` ${result.toLowerCase()}` : ''}`;
}

/** PERF_BR_…, by number. */
const branchTypes = [
  '',
  'COND',
  'UNCOND',
  'IND',
  'CALL',
  'IND_CALL',
  'RET',
  'SYSCALL',
  'SYSRET',
  'COND_CALL',
  'COND_RET',
  'ERET',
  'IRQ',
];

/** Bit fields of `perf_branch_entry`, which begin with the highest bit where the byte order is big. */
function branchFlags(view: ByteView, at: number) {
  const [low, high] = [view.low(at), view.high(at)];
  const bit = (index: number) => (view.little ? (low >>> index) & 1 : (high >>> (31 - index)) & 1);
  return {
    mispredicted: bit(0),
    predicted: bit(1),
    inTransaction: bit(2),
    aborted: bit(3),
    cycles: view.little ? (low >>> 4) & 0xffff : (high >>> 12) & 0xffff,
    type: view.little ? (low >>> 20) & 15 : (high >>> 8) & 15,
  };
}

/** Branches as perf prints them: `0x4011d6/0x4011e0/P/-/-/12`, the latest first. */
function branchesOf(view: ByteView, { branchesAt, branches }: Sample): string {
  const all: string[] = [];
  for (let branch = 0; branch < Math.min(branches, 256); branch++) {
    const at = branchesAt + branch * 24;
    const { mispredicted, predicted, inTransaction, aborted, cycles, type } = branchFlags(view, at + 16);
    const prediction = predicted ? 'P' : mispredicted ? 'M' : '-';
    const kind = branchTypes[type] ?? '';
    all.push(
      `0x${view.big(at).toString(16)}/0x${view.big(at + 8).toString(16)}/${prediction}/${inTransaction ? 'X' : '-'}/${aborted ? 'A' : '-'}/${cycles}${kind === '' ? '' : `/${kind}`}`,
    );
  }
  return all.join(' ');
}
