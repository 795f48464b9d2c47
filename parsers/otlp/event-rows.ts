/** Writes spans, their events, and log records as rows of `event`, whichever format states them. */
import { type FieldType, type None, none, type Output, type TextId } from '../contract.ts';
import { EventFields, type FieldKind } from '../kit/event-fields.ts';
import { ReusedRow } from '../kit/event-row.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';
import { exceptionIn } from '../logs/exceptions.ts';
import { TemplateMasker } from '../logs/templates/masker.ts';
import type { Resource } from './resource.ts';
import type { Attributes } from './values.ts';

/** A span; texts are empty if it has none. Times are ns since the capture's zero. */
export interface Span {
  /** NaN if it is unknown. */
  readonly start: number;
  /** NaN for a span that has not ended. */
  readonly duration: number;
  readonly name: string;
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly kind: string;
  readonly status: string;
  /** Empty if it did not fail. */
  readonly error: string;
  readonly traceState: string;
  /** `trace/span` of each. */
  readonly links: readonly string[];
  readonly attributes: Attributes;
  /** Counts of what its SDK dropped, by the name of their field. */
  readonly dropped: Counts;
}

export interface SpanEvent {
  readonly time: number;
  readonly name: string;
  readonly level: Level | null;
  readonly message: string;
  readonly attributes: Attributes;
  readonly dropped: Counts;
}

export interface LogRecord {
  readonly time: number;
  readonly name: string;
  readonly trace: string;
  readonly span: string;
  readonly severity: string;
  readonly level: Level | null;
  readonly message: string;
  readonly attributes: Attributes;
  readonly dropped: Counts;
}

export type Counts = readonly (readonly [field: string, count: number])[];

/** The source of a record. */
export interface Source {
  readonly resource: Resource;
  /** The instrumentation that wrote it. */
  readonly component: TextId | None;
}

/** Maximum length of an attribute's text; longer ones are truncated. */
const maxText = 16 << 10;
const maxMessage = 1 << 20;

export class EventRows {
  /** Number of truncated texts of attributes. */
  cut = 0;
  private readonly row: ReusedRow;
  private readonly text = new Utf8Buffer();
  private readonly fields: EventFields;
  private readonly templates = new TemplateMasker();
  private readonly kinds: { readonly span: TextId; readonly spanEvent: TextId; readonly log: TextId };
  private readonly spanFields;
  private readonly spanEventFields;
  private readonly logFields;
  private readonly exceptionWhere: FieldKind;
  /** Field kinds by attribute key, for numbers and for texts. */
  private readonly known = new Map<string, FieldKind>();
  private readonly usedKeys = new Set<string>();

  constructor(private readonly out: Output) {
    this.fields = new EventFields(out);
    this.kinds = { span: out.string('span'), spanEvent: out.string('span-event'), log: out.string('log') };
    this.row = new ReusedRow(this.kinds.span);
    const text = (key: string, role?: FieldType['role']) =>
      this.fields.kind({ key, type: 'text', ...(role && { role }) });
    this.spanFields = {
      name: text('span.name', 'slice.name'),
      trace: text('trace_id', 'slice.trace'),
      id: text('span_id', 'slice.id'),
      parent: text('parent_span_id', 'slice.parent'),
      kind: text('span.kind'),
      status: text('span.status'),
      error: text('error', 'slice.error'),
      links: text('links'),
      traceState: text('trace_state'),
    };
    this.spanEventFields = { name: text('event.name'), trace: text('trace_id'), id: text('span_id') };
    this.logFields = {
      trace: text('trace_id'),
      id: text('span_id'),
      severity: text('severity'),
      name: text('event.name'),
    };
    this.exceptionWhere = text('exception.where');
  }

  span(span: Span, source: Source, at: JsonPosition): void {
    const { row, spanFields: fields } = this;
    this.begin(source, span.attributes, at);
    row.kind = this.kinds.span;
    row.ts = span.start;
    row.duration = span.duration;
    row.level = span.error === '' ? null : 'error';
    this.add(fields.name, span.name);
    this.add(fields.trace, span.trace);
    this.add(fields.id, span.id);
    this.add(fields.parent, span.parent);
    this.add(fields.kind, span.kind);
    this.add(fields.status, span.status);
    this.add(fields.error, span.error);
    if (span.links.length > 0) this.add(fields.links, span.links.join(' '));
    if (span.traceState !== '') this.add(fields.traceState, span.traceState);
    this.addAll(span.dropped, span.attributes, source.resource);
    this.message(span.name);
    this.give();
  }

  spanEvent(event: SpanEvent, { trace, id }: Span, source: Source, at: JsonPosition): void {
    const { row, spanEventFields: fields } = this;
    this.begin(source, event.attributes, at);
    row.kind = this.kinds.spanEvent;
    row.ts = event.time;
    row.level = event.level;
    this.add(fields.name, event.name);
    this.add(fields.trace, trace);
    this.add(fields.id, id);
    this.addAll(event.dropped, event.attributes, source.resource);
    this.thrown(event.attributes);
    this.message(event.message);
    this.give();
  }

  log(log: LogRecord, source: Source, at: JsonPosition): void {
    const { row, logFields: fields } = this;
    this.begin(source, log.attributes, at);
    row.kind = this.kinds.log;
    row.ts = log.time;
    row.level = log.level;
    this.add(fields.trace, log.trace);
    this.add(fields.id, log.span);
    this.add(fields.severity, log.severity);
    if (log.name !== '') this.add(fields.name, log.name);
    this.addAll(log.dropped, log.attributes, source.resource);
    this.thrown(log.attributes);
    this.message(log.message);
    const { bytes, start, end } = row.message;
    const newline = bytes.subarray(start, end).indexOf(0x0a);
    row.template = this.templates.mask(bytes, start, newline < 0 ? end : start + newline, this.out);
    this.give();
  }

  private begin({ resource, component }: Source, attributes: Attributes, at: JsonPosition): void {
    const { row } = this;
    const tid = attributes.get('thread.id');
    row.thread = resource.thread(typeof tid === 'number' && tid >= 0 && tid < 2 ** 31 ? Math.floor(tid) : -1);
    row.component = component;
    row.duration = Number.NaN;
    row.template = none;
    row.line = at.line;
    row.lines = at.lines;
    row.offset = at.offset;
    this.fields.begin();
    this.usedKeys.clear();
  }

  private add(kind: FieldKind, value: string): void {
    this.usedKeys.add(kind.type.key);
    this.fields.add(kind, value === '' ? none : this.out.string(this.bounded(value)));
  }

  private addAll(dropped: Counts, attributes: Attributes, { labels }: Resource): void {
    for (const [key, count] of dropped) this.addNamed(key, count);
    for (const [key, value] of attributes) this.addNamed(key, value);
    for (const [key, value] of labels) this.addNamed(key, value);
  }

  /** Adds an attribute; of equal keys the record's takes precedence over its resource's. */
  private addNamed(key: string, value: number | string): void {
    if (this.usedKeys.has(key)) return;
    this.usedKeys.add(key);
    const type = typeof value === 'number' ? 'number' : 'text';
    const name = `${type} ${key}`;
    let kind = this.known.get(name);
    if (kind === undefined) {
      kind = this.fields.kind({ key, type });
      if (this.known.size < 1 << 14) this.known.set(name, kind);
    }
    this.fields.add(kind, typeof value === 'number' ? value : this.out.string(this.bounded(value)));
  }

  /** The position that threw an exception, from its stack trace; its type is an attribute of its own. */
  private thrown(attributes: Attributes): void {
    const trace = attributes.get('exception.stacktrace');
    if (typeof trace !== 'string') return;
    const where = exceptionIn(trace.slice(0, maxText))?.where ?? null;
    if (where !== null) this.add(this.exceptionWhere, where);
  }

  private bounded(value: string): string {
    if (value.length <= maxText) return value;
    this.cut++;
    return value.slice(0, maxText);
  }

  private message(value: string): void {
    const { row, text } = this;
    if (value.length > maxMessage) this.cut++;
    text.write(value.length > maxMessage ? value.slice(0, maxMessage) : value);
    row.message.bytes = text.bytes;
    row.message.end = text.length;
  }

  private give(): void {
    const { row, fields } = this;
    row.fieldSchema = fields.schema();
    row.fields = fields.values;
    this.out.event(row);
  }
}
