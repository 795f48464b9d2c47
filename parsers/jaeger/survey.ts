/** The first of two readings: the processes of each trace, which Jaeger writes behind the spans that name them. */
import type { BulkOutput } from '../bulk.ts';
import type { Reader, Survey } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { type JsonSink, JsonStream } from '../kit/json-stream.ts';
import { depths, places } from './places.ts';
import { ProcessTexts } from './processes.ts';
import { JaegerReader } from './reader.ts';

export class ProcessSurvey implements Survey, JsonSink {
  private readonly processes = new ProcessTexts();
  private readonly stream = new JsonStream(places, this);
  private trace = -1;
  private of = '';

  push(chunk: Uint8Array): void {
    this.stream.push(chunk);
  }

  end(): void {
    this.stream.end();
  }

  enter(key: string, depth: number): void {
    if (depth === depths.members) this.of = key;
    if (depth === depths.trace) this.trace++;
  }

  value(key: string, depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (depth === depths.members && this.of === 'processes')
      this.processes.add(this.trace, key, decode(bytes, start, end));
    return true;
  }

  broken(): void {
    // The second reading reports problems.
  }

  open(out: BulkOutput): Reader {
    return new JaegerReader(out, this.processes);
  }
}
