/** Events of a recording, and the event of each record. */
import type { Output, TextId } from '../contract.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { type Attr, Flag, hasFlag, nameOfAttr, tracepoint } from './attrs.ts';
import { RecordType } from './records.ts';
import { headOf, type SampleHead, type Trailer, trailerOf } from './sample.ts';

export interface RecordedEvent {
  readonly attr: Attr;
  readonly head: SampleHead;
  name: string;
  kind: TextId;
  readonly isTracepoint: boolean;
  /** Period of every sample; NaN if each sample states its own. */
  readonly period: number;
}

const header = 8;

export class RecordedEvents {
  readonly all: RecordedEvent[] = [];
  private readonly byId = new Map<number, RecordedEvent>();
  private head = headOf(0);
  trailer: Trailer = trailerOf(0);
  /** True if all records have a time, so that they can be sorted by it. */
  isOrdered = false;

  constructor(private readonly out: Output) {}

  add(attr: Attr, ids: readonly number[], name = nameOfAttr(attr)): RecordedEvent {
    const isTracepoint = attr.type === tracepoint;
    const period = hasFlag(attr, Flag.frequency) ? Number.NaN : attr.period;
    const head = headOf(attr.sampleType);
    const event = { attr, head, name, kind: this.out.string(name), isTracepoint, period };
    if (this.all.push(event) === 1) {
      this.head = head;
      if (hasFlag(attr, Flag.sampleIdAll)) this.trailer = trailerOf(attr.sampleType);
      this.isOrdered = this.trailer.time >= 0;
    }
    for (const id of ids) this.byId.set(id, event);
    return event;
  }

  rename(event: RecordedEvent, name: string): void {
    event.name = name;
    event.kind = this.out.string(name);
  }

  withId(id: number): RecordedEvent | undefined {
    return this.byId.get(id);
  }

  /** Events by id. */
  get ids(): Iterable<readonly [number, RecordedEvent]> {
    return this.byId;
  }

  /** Positions of the time and the id in samples. */
  get sampleHead(): SampleHead {
    return this.head;
  }

  /** Event of a record; the first event if the record names none. */
  of(view: ByteView, type: number, start: number, end: number): RecordedEvent | null {
    const [first = null] = this.all;
    if (this.all.length < 2) return first;
    const { head, trailer } = this;
    const isSample = type === RecordType.sample;
    if (isSample ? head.id < 0 : trailer.id < 0) return first;
    const at = isSample ? start + header + head.id : end - trailer.id * 8;
    if (at < start + header || at + 8 > end) return null;
    const id = view.u64(at);
    return id === 0 ? first : (this.byId.get(id) ?? null);
  }

  /** Position of a record's time; -1 if it has none. */
  timeAt(type: number, start: number, end: number): number {
    const { head, trailer } = this;
    const isSample = type === RecordType.sample;
    if (isSample ? head.time < 0 : trailer.time < 0) return -1;
    const at = isSample ? start + header + head.time : end - trailer.time * 8;
    return at < start + header || at + 8 > end ? -1 : at;
  }
}
