/** Converts spans, their events, and log records of OTLP's JSON. */
import type { Output } from '../contract.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { type Json, type JsonObject, listOf, numberOf, objectOf, textOf } from '../kit/json-values.ts';
import type { Level } from '../levels.ts';
import type { NanoClock } from './clock.ts';
import { type Counts, EventRows, type Source, type Span } from './event-rows.ts';
import { attributesOf, attributeValue } from './values.ts';

/** https://opentelemetry.io/docs/specs/otel/trace/api/#spankind */
const spanKinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const statuses = ['unset', 'ok', 'error'];

const droppedOfSpan = {
  droppedAttributesCount: 'dropped_attributes',
  droppedEventsCount: 'dropped_events',
  droppedLinksCount: 'dropped_links',
};
const droppedOfRecord = { droppedAttributesCount: 'dropped_attributes' };

export class Records {
  private readonly rows: EventRows;

  constructor(
    out: Output,
    private readonly clock: NanoClock,
  ) {
    this.rows = new EventRows(out);
  }

  /** Number of truncated texts of attributes. */
  get cut(): number {
    return this.rows.cut;
  }

  /** @returns true if it is a span */
  takeSpan(record: JsonObject, source: Source, at: JsonPosition): boolean {
    const start = this.clock.at(record.startTimeUnixNano, at);
    const end = this.clock.at(record.endTimeUnixNano, at);
    const name = textOf(record.name);
    if (name === '' && Number.isNaN(start)) return false;
    const attributes = attributesOf(record.attributes);
    const { code, message } = objectOf(record.status);
    const status = codeOf(code, 'STATUS_CODE_', statuses);
    const span: Span = {
      start,
      // A span that has not ended, or whose clock was set back, has no duration.
      duration: end >= start ? end - start : Number.NaN,
      name,
      trace: textOf(record.traceId),
      id: textOf(record.spanId),
      parent: textOf(record.parentSpanId),
      kind: codeOf(record.kind, 'SPAN_KIND_', spanKinds),
      status,
      error: status === 'error' ? textOf(message) || String(attributes.get('error.type') ?? 'error') : '',
      traceState: textOf(record.traceState),
      links: listOf(record.links).map(
        each => `${textOf(objectOf(each).traceId)}/${textOf(objectOf(each).spanId)}`,
      ),
      attributes,
      dropped: countsOf(record, droppedOfSpan),
    };
    this.rows.span(span, source, at);
    for (const each of listOf(record.events)) this.takeSpanEvent(objectOf(each), span, source, at);
    return true;
  }

  private takeSpanEvent(event: JsonObject, span: Span, source: Source, at: JsonPosition): void {
    const attributes = attributesOf(event.attributes);
    const name = textOf(event.name);
    const what = attributes.get('exception.message');
    this.rows.spanEvent(
      {
        time: this.clock.at(event.timeUnixNano, at),
        name,
        level: name === 'exception' ? 'error' : null,
        message: what === undefined ? name : `${name}: ${what}`,
        attributes,
        dropped: countsOf(event, droppedOfRecord),
      },
      span,
      source,
      at,
    );
  }

  takeLog(record: JsonObject, source: Source, at: JsonPosition): boolean {
    const stated = this.clock.at(record.timeUnixNano, at);
    const time = Number.isNaN(stated) ? this.clock.at(record.observedTimeUnixNano, at) : stated;
    const attributes = attributesOf(record.attributes);
    const body = attributeValue(record.body);
    if (Number.isNaN(time) && body === null && attributes.size === 0) return false;
    const name = textOf(record.eventName);
    this.rows.log(
      {
        time,
        name,
        trace: textOf(record.traceId),
        span: textOf(record.spanId),
        severity: textOf(record.severityText),
        level: levelOf(record),
        message: body === null ? name : String(body),
        attributes,
        dropped: countsOf(record, droppedOfRecord),
      },
      source,
      at,
    );
    return true;
  }
}

/** Counts above 0, by the names of their fields. */
const countsOf = (record: JsonObject, fields: Readonly<Record<string, string>>): Counts =>
  Object.entries(fields)
    .map(([key, field]) => [field, numberOf(record[key])] as const)
    .filter(([, count]) => count > 0);

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
