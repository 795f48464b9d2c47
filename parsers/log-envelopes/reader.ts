import type { BulkOutput } from '../bulk.ts';
import type { Options } from '../contract.ts';
import { ascii, decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { JsonPosition } from '../kit/json-stream.ts';
import { LogClock } from '../logs/clock.ts';
import { Events } from '../logs/events.ts';
import { innerFormats } from '../logs/index.ts';
import { JsonReader } from '../logs/json.ts';
import { Match } from '../logs/match.ts';
import { Draft } from '../logs/record.ts';
import { Streams } from '../logs/streams.ts';
import type { Envelope } from './envelope.ts';

const nothing = ascii('');

/**
 * Reads record by record, however large the document. Services write labels before the records that they belong to;
 * each record is read as one object with its labels.
 */
export class EnvelopeReader extends JsonDocuments<BulkOutput> {
  private readonly records: JsonReader;
  private readonly draft: Draft;
  private readonly events: Events;
  private readonly clock: LogClock;
  private readonly streams: Streams;
  private readonly match = new Match();
  /** Labels of the open containers by depth, as members of an object. */
  private readonly labels: string[] = [];
  private list = '';
  /** Labels so far, as bytes. */
  private before: Uint8Array = nothing;
  private whole = new Uint8Array(1 << 12);
  /** `"time":`, before the elements of records that are lists. */
  private readonly names: readonly Uint8Array[];
  private at: JsonPosition = { line: 1, lines: 1, offset: 0 };

  constructor(
    out: BulkOutput,
    options: Options,
    private readonly envelope: Envelope,
  ) {
    super(out, envelope.documents);
    const report = (code: string, severity: 'notice' | 'warning' | 'error', message: string) =>
      this.problem(code, severity, message, this.at);
    this.names = (envelope.elements ?? []).map(name => ascii(`${JSON.stringify(name)}:`));
    this.records = new JsonReader(envelope.record);
    this.draft = new Draft(out);
    this.clock = new LogClock(out, options, undefined, report, () => []);
    this.events = new Events(out, this.draft, this.clock, report);
    this.streams = new Streams(this.draft, this.events, innerFormats, true);
  }

  protected override finish(): void {
    this.streams.end();
    this.clock.end();
  }

  enter(key: string, depth: number): void {
    this.labels.length = depth;
    this.labels[depth] = '';
    this.list = key;
  }

  leave(_key: string, depth: number): void {
    this.labels.length = depth;
    this.list = '';
    this.before = nothing;
  }

  value(
    key: string,
    depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    this.at = at;
    const isRecord = (key === '[]' || depth === 0) && this.envelope.lists.includes(this.list);
    if (isRecord) return this.record(bytes, start, end);
    if (this.envelope.labels.includes(key)) {
      this.labels[depth] += `${JSON.stringify(key)}:${decode(bytes, start, end)},`;
      this.before = ascii(this.labels.join(''));
    }
    return true;
  }

  private record(bytes: Uint8Array, start: number, end: number): boolean {
    const { draft, match, at } = this;
    const length =
      bytes[start] === 0x5b ? this.fromList(bytes, start, end) : this.fromObject(bytes, start, end);
    draft.clear();
    if (length === 0 || !this.records.read(this.whole, 0, length, match, draft)) {
      const example = { bytes, start, end };
      this.problem(
        'broken-record',
        'warning',
        'A record is not of this format; it was skipped.',
        at,
        example,
      );
      return false;
    }
    draft.open = false;
    this.streams.take(at.offset, at.line, at.lines);
    return true;
  }

  /** Writes `{…}` with its labels to `whole` and returns the length; 0 if it is not an object. */
  private fromObject(bytes: Uint8Array, start: number, end: number): number {
    const { before } = this;
    if (bytes[start] !== 0x7b) return 0;
    this.grow(before.length + end - start);
    this.whole[0] = 0x7b;
    this.whole.set(before, 1);
    this.whole.set(bytes.subarray(start + 1, end), 1 + before.length);
    const length = before.length + end - start;
    // If the object has no members, the comma after the labels is removed.
    return bytes[start + 1] === 0x7d && before.length > 0 ? this.closeAt(before.length) : length;
  }

  private closeAt(at: number): number {
    this.whole[at] = 0x7d;
    return at + 1;
  }

  /** `["1700000000000000000","line"]`: the elements as members with their names. */
  private fromList(bytes: Uint8Array, start: number, end: number): number {
    const { before, names } = this;
    const elements = elementsOf(bytes, start, end, names.length);
    if (elements.length < 2) return 0;
    this.grow(before.length + end - start + names.reduce((sum, name) => sum + name.length, 2));
    const { whole } = this;
    whole[0] = 0x7b;
    whole.set(before, 1);
    let at = 1 + before.length;
    elements.forEach(([from, to], index) => {
      const name = names[index]!;
      whole.set(name, at);
      whole.set(bytes.subarray(from, to), at + name.length);
      at += name.length + to - from;
      whole[at++] = 0x2c;
    });
    return this.closeAt(at - 1);
  }

  private grow(length: number): void {
    if (length > this.whole.length) this.whole = new Uint8Array(2 * length);
  }
}

/** Positions of the first elements of a list whose brackets are balanced; the reader of an element checks its type. */
function elementsOf(bytes: Uint8Array, start: number, end: number, most: number): [number, number][] {
  const found: [number, number][] = [];
  let from = start + 1;
  let depth = 0;
  for (let at = start + 1; at < end && found.length < most; at++) {
    const byte = bytes[at]!;
    if (byte === 0x22) {
      at++;
      while (at < end && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
    } else if (byte === 0x5b || byte === 0x7b) depth++;
    else if (depth > 0 && (byte === 0x5d || byte === 0x7d)) depth--;
    else if (depth === 0 && (byte === 0x2c || byte === 0x5d)) {
      found.push([from, at]);
      from = at + 1;
    }
  }
  return found;
}
