/** Makes events of drafts; all log formats share it. */
import type { BulkOutput } from '../bulk.ts';
import { type None, none, type Severity, type Slice, type TextId, type ThreadId } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { untimed } from '../kit/untimed.ts';
import type { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { findException } from './exceptions.ts';
import { KeyTree } from './keys.ts';
import { Pairs } from './pairs.ts';
import { type Draft, maxMessage, Row } from './record.ts';
import { TemplateMasker } from './templates/masker.ts';
import { lineEnd, trimEnd } from './text.ts';

/** Bytes of a message in which figures are looked for. */
const maxFigures = 1 << 16;

export type ReportAt = (
  code: string,
  severity: Severity,
  message: string,
  line: number,
  offset: number,
) => void;

export class Events {
  private readonly pairs: Pairs;
  private readonly row: Row;
  private readonly templates = new TemplateMasker();
  /** Thread of the previous event, cached: most lines share it. */
  private lastProcess: TextId | None = none;
  private lastPid = -1;
  private lastTid = -1;
  private lastThread: ThreadId | None = none;
  private exceptionFields: readonly [number, number] | null = null;
  private isLimitReported = false;

  constructor(
    private readonly out: BulkOutput,
    private readonly draft: Draft,
    private readonly clock: LogClock,
    private readonly report: ReportAt,
  ) {
    this.pairs = new Pairs(out, draft.schemas, new KeyTree());
    this.row = new Row(out.string('log'));
  }

  /** Outputs the draft as the event of the record that starts at `offset` of the part. */
  give(offset: number, line: number, lines: number): void {
    const { draft, row, out } = this;
    const { message, schemas } = draft;
    message.end = trimEnd(message.bytes, message.start, message.end);
    this.cutMessage(line, offset);
    const firstEnd =
      lines === 1 && !draft.unescaped ? message.end : lineEnd(message.bytes, message.start, message.end);
    if (draft.morePairs.length > 0) {
      const { bytes, start: from, end: to } = draft.morePairs;
      this.pairs.scan(bytes, from, to);
    }
    if (draft.figures) this.addFigures(draft.figures);
    if (draft.pairs) this.pairs.scan(message.bytes, message.start, message.end);
    if (firstEnd < message.end) this.exception(message);
    if (draft.trace.length > 0) this.exception(draft.trace);
    row.ts = draft.time === null ? Number.NaN : this.clock.resolve(draft.time);
    if (Number.isNaN(row.ts) && (draft.time !== null || draft.hasBadTime))
      this.report(untimed.code, untimed.severity, untimed.message, line, offset);
    row.zoneDiffers = draft.time !== null && this.clock.zoneDiffers;
    row.thread = this.thread();
    row.level = draft.level;
    row.component = draft.component;
    row.template = this.templates.mask(message.bytes, message.start, firstEnd, out);
    row.message = message;
    row.fieldSchema = schemas.fieldSchema();
    row.fields = schemas.values;
    row.line = line;
    row.lines = lines;
    row.offset = offset;
    out.event(row);
    if (schemas.full && !this.isLimitReported) {
      this.isLimitReported = true;
      this.report(
        'too-many-fields',
        'notice',
        'The messages have more different fields than the limit; further fields are only a part of the message.',
        line,
        offset,
      );
    }
  }

  private addFigures(find: NonNullable<LogFormat['figures']>): void {
    const { message, schemas } = this.draft;
    const end = Math.min(message.end, message.start + maxFigures);
    for (const { key, value, unit } of find(decode(message.bytes, message.start, end)))
      if (Number.isFinite(value)) schemas.add(schemas.field(key, 'number', unit), value);
  }

  private thread(): ThreadId | None {
    const { process, pid, tid } = this.draft;
    if (process === none && pid < 0 && tid < 0) return none;
    if (process !== this.lastProcess || pid !== this.lastPid || tid !== this.lastTid) {
      this.lastProcess = process;
      this.lastPid = pid;
      this.lastTid = tid;
      this.lastThread = this.out.thread(process, pid, tid);
    }
    return this.lastThread;
  }

  private exception({ bytes, start, end }: Slice): void {
    const { schemas } = this.draft;
    const thrown = findException(bytes, start, end);
    if (thrown === null) return;
    this.exceptionFields ??= [
      schemas.field('exception.type', 'text'),
      schemas.field('exception.where', 'text'),
    ];
    schemas.add(this.exceptionFields[0], this.out.string(thrown.type));
    if (thrown.where !== null) schemas.add(this.exceptionFields[1], this.out.string(thrown.where));
  }

  private cutMessage(line: number, offset: number): void {
    const { message } = this.draft;
    if (message.length <= maxMessage) return;
    this.report(
      'message-cut',
      'warning',
      `A message of ${message.length} bytes was truncated to its first ${maxMessage}.`,
      line,
      offset,
    );
    message.end = message.start + maxMessage;
    while (message.end > message.start && (message.bytes[message.end]! & 0xc0) === 0x80) message.end--;
  }
}
