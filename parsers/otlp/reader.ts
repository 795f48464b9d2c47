import { type None, none, type Options, type Output, type Slice, type TextId } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPlace, JsonPosition } from '../kit/json-stream.ts';
import { isObject, type JsonObject, objectOf, textOf } from '../kit/json-values.ts';
import { NanoClock } from './clock.ts';
import { Metrics } from './metrics.ts';
import { Records } from './records.ts';
import { Resource, Resources } from './resource.ts';
import { attributesOf, parseJson } from './values.ts';

const scopesOf = (records: string): JsonPlace => ({ '[]': { [records]: {} } });
const spans = { '[]': { scopeSpans: scopesOf('spans'), instrumentationLibrarySpans: scopesOf('spans') } };
const logs = {
  '[]': { scopeLogs: scopesOf('logRecords'), instrumentationLibraryLogs: scopesOf('logRecords') },
};
const metrics = {
  '[]': { scopeMetrics: scopesOf('metrics'), instrumentationLibraryMetrics: scopesOf('metrics') },
};

/** `batches` is Tempo's name for them. */
export const documents: JsonPlace = {
  resourceSpans: spans,
  batches: spans,
  resourceLogs: logs,
  resourceMetrics: metrics,
};

/** Depths of the containers of a resource, a scope and their records. */
const depths = { document: 1, resource: 3, scope: 5, records: 6 } as const;

/**
 * Reads record by record, so that a document of any size takes the memory of its longest record. The resource and the
 * scope come before their records in all known writers; if they come later, the records lack them.
 */
export class OtlpReader extends JsonDocuments {
  private readonly clock: NanoClock;
  private readonly records: Records;
  private readonly metrics: Metrics;
  private readonly unknown: Resource;
  private resource: Resource;
  private readonly resources: Resources;
  private scope: TextId | None = none;
  private of = '';
  /** Number of records since the resource, and the scope, began. */
  private sinceResource = 0;
  private sinceScope = 0;

  constructor(out: Output, { head }: Options) {
    super(out, documents);
    this.clock = new NanoClock(out, head);
    this.records = new Records(out, this.clock);
    this.metrics = new Metrics(out, this.clock);
    this.resources = new Resources(out);
    this.unknown = new Resource(out, new Map());
    this.resource = this.unknown;
  }

  protected override finish(): void {
    const at = { line: 1, lines: 1, offset: 0 };
    if (this.metrics.exemplars > 0)
      this.problem(
        'exemplars-left-out',
        'notice',
        `Exemplars, single measurements beside points of metrics, were left out: ${this.metrics.exemplars}.`,
        at,
      );
    if (this.metrics.uncountable > 0)
      this.problem(
        'no-count',
        'warning',
        `Buckets of histograms with counts below 0 or above 2^53 were left out, in ${this.metrics.uncountable} points.`,
        at,
      );
    if (this.records.cut > 0)
      this.problem(
        'text-cut',
        'notice',
        `Long texts of attributes and messages were truncated: ${this.records.cut}.`,
        at,
      );
  }

  enter(key: string, depth: number): void {
    if (depth === depths.resource) {
      this.resource = this.unknown;
      this.sinceResource = 0;
      this.metrics.beginSample();
    } else if (depth === depths.scope) {
      this.scope = none;
      this.sinceScope = 0;
    } else if (depth === depths.records) this.of = key;
  }

  value(
    key: string,
    depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    const isContext =
      (depth === depths.resource && key === 'resource') ||
      (depth === depths.scope && (key === 'scope' || key === 'instrumentationLibrary'));
    const isRecord = depth === depths.records;
    // Other members beside them: schemaUrl, and lists that are null.
    if (!isContext && !isRecord) {
      if (key === 'schemaUrl' || bytes[start] === 0x6e || end - start <= 2) return true;
      return this.left(
        'unknown-member',
        'A member that OTLP does not define was skipped.',
        { bytes, start, end },
        at,
      );
    }
    const text = decode(bytes, start, end);
    const value = parseJson(text);
    if (!isObject(value ?? undefined))
      return this.left(
        'broken-record',
        'A record is not a JSON object; it was skipped.',
        { bytes, start, end },
        at,
      );
    const object = objectOf(value ?? undefined);
    if (isRecord) {
      this.sinceResource++;
      this.sinceScope++;
      if (this.take(object, at)) return true;
      return this.left(
        'broken-record',
        'A record has neither name nor time; it was skipped.',
        { bytes, start, end },
        at,
      );
    }
    if (key === 'resource') this.begin(object, text, at);
    else {
      if (this.sinceScope > 0) this.late('scope', at);
      const name = textOf(object.name);
      this.scope = name === '' ? none : this.out.string(name.slice(0, 1024));
    }
    return true;
  }

  private begin(resource: JsonObject, text: string, at: JsonPosition): void {
    if (this.sinceResource > 0) this.late('resource', at);
    this.resource = this.resources.of(text, () => attributesOf(resource.attributes));
  }

  private take(record: JsonObject, at: JsonPosition): boolean {
    const { resource, scope } = this;
    if (this.of === 'spans') return this.records.takeSpan(record, { resource, component: scope }, at);
    if (this.of === 'logRecords') return this.records.takeLog(record, { resource, component: scope }, at);
    return this.metrics.take(record, resource, at);
  }

  private late(what: string, at: JsonPosition): void {
    this.problem(
      `${what}-after-records`,
      'warning',
      `A ${what} comes after its records: they were read without it.`,
      at,
    );
  }

  private left(code: string, message: string, example: Slice, at: JsonPosition): false {
    this.problem(code, 'warning', message, at, example);
    return false;
  }
}
