/** Converts spans, their events, and log records to rows of `event`. */
import { type FieldType, type None, none, type Output, type TextId } from '../contract.ts';
import { EventFields, type FieldKind } from '../kit/event-fields.ts';
import { ReusedRow } from '../kit/event-row.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { type Json, type JsonObject, listOf, numberOf, objectOf, textOf } from '../kit/json-values.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';
import { exceptionIn } from '../logs/exceptions.ts';
import { TemplateMasker } from '../logs/templates/masker.ts';
import type { NanoClock } from './clock.ts';
import type { Resource } from './resource.ts';
import { type Attributes, attributesOf, attributeValue } from './values.ts';

/** https://opentelemetry.io/docs/specs/otel/trace/api/#spankind */
const spanKinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const statuses = ['unset', 'ok', 'error'];

/** Maximum length of an attribute's text; longer ones are truncated. */
const maxText = 16 << 10;
const maxMessage = 1 << 20;

export class Records {
  /** Number of truncated texts of attributes. */
  cut = 0;
  private readonly row: ReusedRow;
  private readonly text = new Utf8Buffer();
  private readonly fields: EventFields;
  private readonly templates = new TemplateMasker();
  private readonly kinds: { readonly span: TextId; readonly spanEvent: TextId; readonly log: TextId };
  private readonly span;
  private readonly spanEvent;
  private readonly log;
  private readonly exceptionWhere: FieldKind;
  /** Field kinds by attribute key, for numbers and for texts. */
  private readonly known = new Map<string, FieldKind>();
  private readonly usedKeys = new Set<string>();

  constructor(
    private readonly out: Output,
    private readonly clock: NanoClock,
  ) {
    this.fields = new EventFields(out);
    this.kinds = { span: out.string('span'), spanEvent: out.string('span-event'), log: out.string('log') };
    this.row = new ReusedRow(this.kinds.span);
    const text = (key: string, role?: FieldType['role']) =>
      this.fields.kind({ key, type: 'text', ...(role && { role }) });
    this.span = {
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
    this.spanEvent = { name: text('event.name'), trace: text('trace_id'), id: text('span_id') };
    this.log = {
      trace: text('trace_id'),
      id: text('span_id'),
      severity: text('severity'),
      name: text('event.name'),
    };
    this.exceptionWhere = text('exception.where');
  }

  /** @returns true if it is a span */
  takeSpan(span: JsonObject, resource: Resource, component: TextId | None, at: JsonPosition): boolean {
    const { row } = this;
    const start = this.clock.at(span.startTimeUnixNano);
    const end = this.clock.at(span.endTimeUnixNano);
    const name = textOf(span.name);
    if (name === '' && Number.isNaN(start)) return false;
    const attributes = attributesOf(span.attributes);
    const status = objectOf(span.status);
    const failed = codeOf(status.code, 'STATUS_CODE_', statuses) === 'error';
    this.begin(resource, component, attributes, at);
    row.kind = this.kinds.span;
    row.ts = start;
    // A span that has not ended, or whose clock was set back, has no duration.
    row.duration = end >= start ? end - start : Number.NaN;
    row.level = failed ? 'error' : null;
    this.add(this.span.name, name);
    this.add(this.span.trace, textOf(span.traceId));
    this.add(this.span.id, textOf(span.spanId));
    this.add(this.span.parent, textOf(span.parentSpanId));
    this.add(this.span.kind, codeOf(span.kind, 'SPAN_KIND_', spanKinds));
    this.add(this.span.status, codeOf(status.code, 'STATUS_CODE_', statuses));
    const type = attributes.get('error.type');
    this.add(this.span.error, failed ? textOf(status.message) || String(type ?? 'error') : '');
    const links = listOf(span.links).map(
      each => `${textOf(objectOf(each).traceId)}/${textOf(objectOf(each).spanId)}`,
    );
    if (links.length > 0) this.add(this.span.links, links.join(' '));
    if (textOf(span.traceState) !== '') this.add(this.span.traceState, textOf(span.traceState));
    this.lost(span, 'droppedAttributesCount', 'dropped_attributes');
    this.lost(span, 'droppedEventsCount', 'dropped_events');
    this.lost(span, 'droppedLinksCount', 'dropped_links');
    this.addAll(attributes, resource);
    this.message(name);
    this.give();
    for (const each of listOf(span.events)) this.takeSpanEvent(objectOf(each), span, resource, component, at);
    return true;
  }

  private takeSpanEvent(
    event: JsonObject,
    span: JsonObject,
    resource: Resource,
    component: TextId | None,
    at: JsonPosition,
  ): void {
    const { row } = this;
    const attributes = attributesOf(event.attributes);
    const name = textOf(event.name);
    this.begin(resource, component, attributes, at);
    row.kind = this.kinds.spanEvent;
    row.ts = this.clock.at(event.timeUnixNano);
    row.level = name === 'exception' ? 'error' : null;
    this.add(this.spanEvent.name, name);
    this.add(this.spanEvent.trace, textOf(span.traceId));
    this.add(this.spanEvent.id, textOf(span.spanId));
    this.lost(event, 'droppedAttributesCount', 'dropped_attributes');
    this.addAll(attributes, resource);
    this.thrown(attributes);
    const what = attributes.get('exception.message');
    this.message(what === undefined ? name : `${name}: ${what}`);
    this.give();
  }

  takeLog(log: JsonObject, resource: Resource, component: TextId | None, at: JsonPosition): boolean {
    const { row } = this;
    const time = this.clock.at(log.timeUnixNano);
    const ts = Number.isNaN(time) ? this.clock.at(log.observedTimeUnixNano) : time;
    const attributes = attributesOf(log.attributes);
    const body = attributeValue(log.body);
    if (Number.isNaN(ts) && body === null && attributes.size === 0) return false;
    this.begin(resource, component, attributes, at);
    row.kind = this.kinds.log;
    row.ts = ts;
    row.level = levelOf(log);
    this.add(this.log.trace, textOf(log.traceId));
    this.add(this.log.id, textOf(log.spanId));
    this.add(this.log.severity, textOf(log.severityText));
    if (textOf(log.eventName) !== '') this.add(this.log.name, textOf(log.eventName));
    this.lost(log, 'droppedAttributesCount', 'dropped_attributes');
    this.addAll(attributes, resource);
    this.thrown(attributes);
    this.message(body === null ? textOf(log.eventName) : String(body));
    const { bytes, start, end } = row.message;
    const newline = bytes.subarray(start, end).indexOf(0x0a);
    row.template = this.templates.mask(bytes, start, newline < 0 ? end : start + newline, this.out);
    this.give();
    return true;
  }

  private begin(
    resource: Resource,
    component: TextId | None,
    attributes: Attributes,
    at: JsonPosition,
  ): void {
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

  private lost(record: JsonObject, key: string, field: string): void {
    const count = numberOf(record[key]);
    if (count > 0) this.addNamed(field, count);
  }

  private addAll(attributes: Attributes, { labels }: Resource): void {
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

/** A protobuf enum, which JSON has as a number or a name. */
function codeOf(value: Json | undefined, prefix: string, names: readonly string[]): string {
  if (typeof value === 'number') return names[value] ?? '';
  const name = textOf(value);
  return name.startsWith(prefix) ? name.slice(prefix.length).toLowerCase() : '';
}

const levelsBySeverity: readonly Level[] = ['trace', 'debug', 'info', 'warning', 'error', 'fatal'];

/** https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber: four numbers per level, from 1. */
function levelOf({ severityNumber, severityText }: JsonObject): Level | null {
  const name = /^SEVERITY_NUMBER_(TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\d?$/.exec(textOf(severityNumber))?.[1];
  const number = name === undefined ? numberOf(severityNumber) : 0;
  if (number >= 1 && number <= 24) return levelsBySeverity[Math.floor((number - 1) / 4)] ?? null;
  const word = (name ?? textOf(severityText)).toLowerCase().replace(/^warn$/, 'warning');
  return levelsBySeverity.find(level => level === word) ?? null;
}
