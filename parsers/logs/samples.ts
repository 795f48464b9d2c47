/** Checks a definition against its samples. */
import type { Format } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import type { LogFormat, Sample } from './definition.ts';
import { whereItStops } from './explain.ts';

/** Sentences that say which sample failed and how; empty if all passed. */
export function sampleFailures(definition: LogFormat, format: Format): string[] {
  return definition.samples.flatMap((sample, index) => {
    const recorder = readAll(format, ascii(`${sample.text}\n`), { year: 2025 });
    return differences(definition, sample, recorder).map(
      what => `sample ${index + 1} of ${definition.id} ("${sample.text.slice(0, 60)}"): ${what}`,
    );
  });
}

function differences(definition: LogFormat, sample: Sample, recorder: Recorder): string[] {
  const [event] = recorder.events.slice(-1);
  if (event === undefined) return ['no event was read from it'];
  const unmatched = ['line-without-time', 'damaged-record'];
  if (recorder.problems.some(({ code }) => unmatched.includes(code))) {
    if (definition.patterns === undefined) return ['its first line does not begin a record'];
    const [line = ''] = sample.text.split(/\r?\n/);
    return [`its first line matches no pattern: ${whereItStops(definition, new TextEncoder().encode(line))}`];
  }
  if (recorder.events.length > 1) return [`${recorder.events.length} events were read from it, not one`];
  const found: string[] = [];
  const expect = (what: string, wanted: unknown, read: unknown): void => {
    if (wanted !== undefined && wanted !== read) {
      found.push(`${what} is ${JSON.stringify(read)}, not ${JSON.stringify(wanted)}`);
    }
  };
  expect('time', sample.time === undefined ? undefined : normal(sample.time), timeOf(recorder, event));
  expect('level', sample.level, event.level);
  expect('component', sample.component, event.component);
  expect('process', sample.process, event.thread?.process ?? null);
  expect('pid', sample.pid, event.thread?.pid ?? null);
  expect('tid', sample.tid, event.thread?.tid ?? null);
  expect('message', sample.message, event.message);
  for (const [key, value] of Object.entries(sample.fields ?? {}))
    expect(`field ${key}`, value, event.fields[key] ?? null);
  for (const [key, unit] of Object.entries(sample.units ?? {}))
    expect(`unit of ${key}`, unit, recorder.units[key] ?? null);
  return found;
}

/** Time of an event as ISO 8601, with `Z` if the capture's clock is UTC; null if it has none. */
export function timeOf(recorder: Recorder, event: RecordedEvent): string | null {
  const clock = recorder.lastClock;
  if (event.ts === null || clock === null) return null;
  const ns = clock.zero + BigInt(event.ts);
  const milliseconds = Number(ns / 1_000_000n);
  const below = ns - BigInt(milliseconds) * 1_000_000n;
  const iso = new Date(milliseconds).toISOString().slice(0, -1);
  return normal(`${iso}${below.toString().padStart(6, '0')}${clock.domain === 'utc' ? 'Z' : ''}`);
}

/** Removes zeros at the end of the fraction, so that equal times are equal texts. */
function normal(time: string): string {
  const zone = time.endsWith('Z') ? 'Z' : '';
  const bare = zone === '' ? time : time.slice(0, -1);
  return (bare.includes('.') ? bare.replace(/\.?0{1,32}$/, '') : bare) + zone;
}
