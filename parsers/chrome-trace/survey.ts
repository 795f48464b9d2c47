/**
 * The first of two readings: names of processes and threads, and facts about the clock, which may be anywhere in the
 * file.
 */

import type { BulkOutput } from '../bulk.ts';
import type { CaptureFacts, Options, Reader, Survey } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { type JsonSink, JsonStream } from '../kit/json-stream.ts';
import { type JsonObject, numberOf, objectOf, parsed, textOf } from '../kit/json-values.ts';
import { microseconds } from './clock.ts';
import { pidOf, threadKey } from './events.ts';
import { places, TraceReader } from './reader.ts';

/** Maximum number of names: a trace of real programs has fewer. */
const maxNames = 1 << 18;

export class TraceFacts {
  readonly processes = new Map<number, string>();
  /** By `pid tid`. */
  readonly threads = new Map<string, string>();
  /** Earliest and latest time of an event, µs; NaN without any. */
  first = Number.NaN;
  last = Number.NaN;
  /** Time at which the recording ended, as stated in the file, epoch ns. */
  captured: bigint | null = null;
  about: CaptureFacts = {};

  event(event: JsonObject): void {
    if (event.ph === 'M') {
      this.name(event);
      return;
    }
    const ts = microseconds(event.ts);
    if (!(ts > 0)) return;
    const end = ts + Math.max(0, microseconds(event.dur) || 0);
    if (!(this.first <= ts)) this.first = ts;
    if (!(this.last >= end)) this.last = end;
  }

  private name(event: JsonObject): void {
    const { name, pid, args } = event;
    const given = textOf(objectOf(args).name);
    if (given === '' || this.processes.size + this.threads.size >= maxNames) return;
    if (name === 'process_name') this.processes.set(pidOf(pid), given);
    else if (name === 'thread_name') this.threads.set(threadKey(event), given);
  }

  metadata(metadata: JsonObject): void {
    const text = (key: string) => textOf(metadata[key]).slice(0, 4096);
    const cpus = numberOf(metadata['num-cpus'] ?? metadata.hardwareConcurrency);
    const os = [text('os-name'), text('os-version')].filter(each => each !== '').join(' ');
    this.about = {
      ...(os !== '' && { os }),
      ...(text('os-arch') !== '' && { arch: text('os-arch') }),
      ...(cpus > 0 && cpus < 1 << 16 && { cpus }),
      ...(text('command_line') !== '' && { command: text('command_line') }),
      other: {
        ...(text('product-version') !== '' && { product: text('product-version') }),
        ...(text('startTime') !== '' && { started: text('startTime') }),
      },
    };
    this.captured = capturedAt(text('trace-capture-datetime'));
  }
}

/** `2026-11-23 10:9:54`, in UTC (Chromium's content/browser/tracing); null if it is something else. */
function capturedAt(text: string): bigint | null {
  if (!/^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}$/.test(text)) return null;
  const [day, time] = text.replace(/\b\d\b/g, '0$&').split(' ');
  const ms = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(ms) ? null : BigInt(ms) * 1_000_000n;
}

export class TraceSurvey implements Survey, JsonSink {
  private readonly facts = new TraceFacts();
  private readonly stream = new JsonStream(places, this);

  push(chunk: Uint8Array): void {
    this.stream.push(chunk);
  }

  end(): void {
    this.stream.end();
  }

  value(key: string, _depth: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (key !== '[]' && key !== 'metadata') return true;
    const value = objectOf(parsed(decode(bytes, start, end)) ?? undefined);
    if (key === '[]') this.facts.event(value);
    else this.facts.metadata(value);
    return true;
  }

  broken(): void {
    // The second reading reports problems.
  }

  open(out: BulkOutput, options: Options): Reader {
    return new TraceReader(out, options, this.facts);
  }
}
