import type { Output } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { isObject, type Json, type JsonObject, objectOf, textOf } from '../kit/json-values.ts';
import { Resource, Resources } from '../otlp/resource.ts';
import { type Attributes, parseJson } from '../otlp/values.ts';
import { depths, places } from './places.ts';
import type { ProcessTexts } from './processes.ts';
import { isSpan, Spans } from './spans.ts';
import { tagsOf } from './tags.ts';

/** Members beside traces, and beside their spans, that hold no records. */
const besides: ReadonlySet<string> = new Set(['total', 'limit', 'offset', 'traceID']);

/** Tags of Jaeger's own clients for attributes of OpenTelemetry. */
const names: Readonly<Record<string, string>> = { hostname: 'host.name', pid: 'process.pid' };

/** Reads span by span, so that a trace of any size takes the memory of its longest span. */
export class JaegerReader extends JsonDocuments {
  private readonly spans: Spans;
  private readonly unknown: Resource;
  private readonly resources: Resources;
  /** Processes of the trace that were read before its spans. */
  private readonly read = new Map<string, string>();
  private trace = -1;
  /** The list that is read: `spans` or `processes`. */
  private of = '';

  constructor(
    out: Output,
    private readonly processes: ProcessTexts,
  ) {
    super(out, places);
    this.resources = new Resources(out);
    this.unknown = new Resource(out, new Map());
    this.spans = new Spans(out, (code, at) =>
      this.problem(
        code,
        'warning',
        code === 'own-parent'
          ? 'A span names itself as its parent; it was read without a parent.'
          : 'A span has no duration, or an impossible one; it was read without it.',
        at,
      ),
    );
  }

  protected override finish(): void {
    if (this.spans.cut > 0)
      this.problem(
        'text-cut',
        'notice',
        `Long texts of tags and messages were truncated: ${this.spans.cut}.`,
        {
          line: 1,
          lines: 1,
          offset: 0,
        },
      );
  }

  enter(key: string, depth: number): void {
    if (depth === depths.members) this.of = key;
    if (depth !== depths.trace) return;
    this.trace++;
    this.read.clear();
  }

  value(
    key: string,
    depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    if (depth < depths.members && besides.has(key)) return true;
    const text = decode(bytes, start, end);
    const example = { bytes, start, end };
    if (depth === depths.members && this.of === 'processes') {
      this.read.set(key, text);
      return true;
    }
    const value = parseJson(text) ?? undefined;
    if (depth < depths.members) {
      if (text === 'null' || (Array.isArray(value) && this.noted(key, value, at))) return true;
      this.problem(
        'unknown-member',
        'warning',
        'A member that Jaeger does not write was skipped.',
        at,
        example,
      );
      return false;
    }
    if (isObject(value) && isSpan(value)) {
      this.spans.take(value, this.resourceOf(value, at), at);
      return true;
    }
    const message = 'A span is not a JSON object with a name or a time; it was skipped.';
    this.problem('broken-record', 'warning', message, at, example);
    return false;
  }

  /** Errors of the answer, and warnings about a trace. */
  private noted(key: string, list: readonly Json[], at: JsonPosition): boolean {
    if (key !== 'errors' && key !== 'warnings') return false;
    for (const each of list) {
      const note = textOf(each) || textOf(objectOf(each).msg);
      this.problem('stated-by-jaeger', 'warning', `Jaeger states of its answer: ${note.slice(0, 1000)}`, at);
    }
    return true;
  }

  private resourceOf({ processID, process }: JsonObject, at: JsonPosition): Resource {
    const id = textOf(processID);
    const text =
      this.read.get(id) ??
      this.processes.get(this.trace, id) ??
      (isObject(process) ? JSON.stringify(process) : undefined);
    const found = text === undefined ? null : this.resources.of(text, () => attributesIn(text));
    if (found === null) {
      const message = 'A span names a process that its trace does not list; it was read without its service.';
      this.problem('unknown-process', 'warning', message, at);
    }
    return found ?? this.unknown;
  }
}

/** Attributes of a process; null if the text is not an object. */
function attributesIn(text: string): Attributes | null {
  const process = parseJson(text) ?? undefined;
  if (!isObject(process)) return null;
  const { serviceName, tags } = process;
  const renamed = [...tagsOf(tags)].map(
    ([key, value]) => [Object.hasOwn(names, key) ? names[key]! : key, value] as const,
  );
  return new Map([...renamed, ['service.name', textOf(serviceName)]]);
}
