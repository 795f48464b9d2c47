/**
 * Converts spans and their logs to the rows that OTLP's spans have. Tags are those of OpenTelemetry's exporter, or of
 * OpenTracing: https://opentelemetry.io/docs/specs/otel/trace/sdk_exporters/jaeger/,
 * https://github.com/opentracing/specification/blob/master/semantic_conventions.md
 */
import { none, type Output } from '../contract.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { type Json, type JsonObject, listOf, numberOf, objectOf, textOf } from '../kit/json-values.ts';
import { reportUntimed } from '../kit/untimed.ts';
import { EventRows, type Source, type Span } from '../otlp/event-rows.ts';
import type { Resource } from '../otlp/resource.ts';
import type { Attributes } from '../otlp/values.ts';
import { durationIn, MicroClock } from './clock.ts';
import { tagsOf } from './tags.ts';

/** Tags that name the instrumentation: the first one present is the component. */
const componentKeys = ['otel.scope.name', 'otel.library.name', 'component'] as const;
/** Tags that have a field, or a column, of another name. */
const stated: ReadonlySet<string> = new Set([
  ...componentKeys,
  'otel.status_code',
  'otel.status_description',
  'w3c.tracestate',
]);

/** What was left out of a span. */
export type SpanFault = 'impossible-duration' | 'own-parent';

/** A span has a name, or at least a time. */
export const isSpan = ({ operationName, startTime }: JsonObject): boolean =>
  textOf(operationName) !== '' || !Number.isNaN(numberOf(startTime));

export class Spans {
  private readonly clock: MicroClock;
  private readonly rows: EventRows;

  constructor(
    private readonly out: Output,
    private readonly fault: (code: SpanFault, at: JsonPosition) => void,
  ) {
    this.clock = new MicroClock(out);
    this.rows = new EventRows(out);
  }

  /** Number of truncated texts of tags. */
  get cut(): number {
    return this.rows.cut;
  }

  take(record: JsonObject, resource: Resource, at: JsonPosition): void {
    const start = this.clock.at(record.startTime);
    const duration = durationIn(record.duration);
    if (Number.isNaN(start)) reportUntimed(this.out, at);
    if (Number.isNaN(duration)) this.fault('impossible-duration', at);
    const tags = tagsOf(record.tags);
    const text = (key: string) => String(tags.get(key) ?? '');
    const trace = textOf(record.traceID);
    const id = textOf(record.spanID);
    const { parent, links } = referencesOf(record, trace);
    if (parent !== '' && parent === id) this.fault('own-parent', at);
    const error = errorIn(tags);
    const component = componentKeys.map(text).find(each => each !== '');
    const span: Span = {
      start,
      duration: Number.isNaN(start) ? Number.NaN : duration,
      name: textOf(record.operationName),
      trace,
      id,
      parent: parent === id ? '' : parent,
      kind: text('span.kind'),
      status: error === '' ? text('otel.status_code').toLowerCase() || 'unset' : 'error',
      error,
      traceState: text('w3c.tracestate'),
      links,
      attributes: attributesOf(tags, record.warnings),
      dropped: [],
    };
    const source: Source = {
      resource,
      component: component === undefined ? none : this.out.string(component.slice(0, 1024)),
    };
    this.rows.span(span, source, at);
    for (const each of listOf(record.logs)) this.takeLog(objectOf(each), span, source, at);
  }

  private takeLog(log: JsonObject, span: Span, source: Source, at: JsonPosition): void {
    const fields = tagsOf(log.fields);
    const text = (key: string) => String(fields.get(key) ?? '');
    const time = this.clock.at(log.timestamp);
    if (Number.isNaN(time)) reportUntimed(this.out, at);
    const name = text('event');
    const what = text('exception.message') || text('message');
    this.rows.spanEvent(
      {
        time,
        name,
        level: name === 'exception' || name === 'error' ? 'error' : null,
        message: [name, what].filter(each => each !== '').join(': ') || listed(fields),
        attributes: new Map([...fields].filter(([key]) => key !== 'event')),
        dropped: [],
      },
      span,
      source,
      at,
    );
  }
}

const listed = (fields: Attributes): string => [...fields].map(([key, value]) => `${key}=${value}`).join(' ');

/**
 * The parent is the first CHILD_OF within the trace, else the first FOLLOWS_FROM, as in Jaeger; spans of older versions
 * state it in a member of its own. All other references are links.
 */
function referencesOf(
  record: JsonObject,
  trace: string,
): { readonly parent: string; readonly links: readonly string[] } {
  const references = listOf(record.references).map(each => {
    const { refType, traceID, spanID } = objectOf(each);
    return { type: textOf(refType), trace: textOf(traceID), span: textOf(spanID) };
  });
  const within = (type: string) => references.find(each => each.type === type && each.trace === trace);
  const parent = within('CHILD_OF') ?? within('FOLLOWS_FROM');
  return {
    parent: parent?.span ?? textOf(record.parentSpanID),
    links: references.filter(each => each !== parent).map(each => `${each.trace}/${each.span}`),
  };
}

/** Why it failed; empty if it did not. OpenTracing's tag `error` is true, or some writers' text of the error. */
function errorIn(tags: Attributes): string {
  const text = (key: string) => String(tags.get(key) ?? '');
  const error = text('error');
  const failed = error !== '' && error !== 'false' && error !== '0';
  if (!failed && text('otel.status_code').toUpperCase() !== 'ERROR') return '';
  const message = error === 'true' || error === '1' ? '' : error;
  return text('otel.status_description') || message || text('error.type') || text('error.kind') || 'error';
}

/** Tags without those that are stated elsewhere, and what Jaeger noted about the span, such as a corrected clock. */
function attributesOf(tags: Attributes, warnings: Json | undefined): Attributes {
  const attributes = new Map([...tags].filter(([key]) => !stated.has(key)));
  const noted = listOf(warnings).map(textOf).join('; ');
  if (noted !== '') attributes.set('warnings', noted);
  return attributes;
}
