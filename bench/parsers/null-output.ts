import type { BulkOutput, ClassId, EventColumns, SampleColumns } from '../../parsers/bulk.ts';
import type { FieldSchemaId, FrameId, SeriesId, StackId, TextId, ThreadId } from '../../parsers/contract.ts';
import { ByteTable } from '../../parsers/kit/intern.ts';
import { Kept } from '../../parsers/kit/kept.ts';

/** Counts rows and keeps only interned texts, whose ids some readers need: measures the reader alone. */
export class NullOutput implements BulkOutput {
  rows = 0;
  problems = 0;
  lines = 0;
  private readonly kept = new Kept();
  private ids = 0;
  private readonly texts = new ByteTable();
  private readonly strings = new Map<string, TextId>();

  text(bytes: Uint8Array, start: number, end: number): TextId {
    return this.texts.intern(bytes, start, end) as TextId;
  }
  string(text: string): TextId {
    let id = this.strings.get(text);
    if (id === undefined) {
      id = this.strings.size as TextId;
      this.strings.set(text, id);
    }
    return id;
  }
  newTexts(_bytes: Uint8Array, lengths: Int32Array): TextId {
    const first = this.ids;
    this.ids += lengths.length;
    return first as TextId;
  }
  fieldValue(): number {
    return this.ids++;
  }
  uninternedValues(): number {
    return -2;
  }
  frame(): FrameId {
    return this.ids++ as FrameId;
  }
  stack(): StackId {
    return this.ids++ as StackId;
  }
  thread(): ThreadId {
    return this.ids++ as ThreadId;
  }
  series(): SeriesId {
    return this.ids++ as SeriesId;
  }
  fieldSchema(): FieldSchemaId {
    return this.ids++ as FieldSchemaId;
  }
  eventClass(): ClassId {
    return this.ids++ as ClassId;
  }
  classOfDifferingZone(): ClassId {
    return this.ids++ as ClassId;
  }
  keep<T>(make: () => T, drop: (kept: T) => void): T {
    return this.kept.get(make, drop);
  }
  close(): void {
    this.kept.drop();
  }
  sample(): void {
    this.rows++;
  }
  event(): void {
    this.rows++;
  }
  eventColumns({ rows }: EventColumns): void {
    this.rows += rows;
  }
  sampleColumns({ rows }: SampleColumns): void {
    this.rows += rows;
  }
  row(): void {
    this.rows++;
  }
  metric(): void {
    this.rows++;
  }

  metricRow(series: Int32Array): void {
    this.rows += series.length;
  }
  problem(): void {
    this.problems++;
  }
  ledger(used: number, blank: number, skipped: number): void {
    this.lines += used + blank + skipped;
  }
  clock(): void {
    // Times are not needed.
  }
  about(): void {
    // Nothing is kept.
  }
}
