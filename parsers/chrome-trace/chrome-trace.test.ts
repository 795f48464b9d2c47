import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { chromeTrace } from './format.ts';

const bytes = (name: string) => bytesOf(fixture(`chrome-trace/${name}`));
const read = async (name: string): Promise<Recorder> => readAll(chromeTrace, await bytes(name));

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly ts: number;
  readonly dur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: Record<string, unknown>;
}
/** The events as parsed by JSON.parse. */
async function listed(name: string): Promise<readonly Event[]> {
  const text = new TextDecoder().decode(await bytes(name));
  return (JSON.parse(text) as { traceEvents: readonly Event[] }).traceEvents;
}

/** Times of events and slices, ns since 1970 or boot. */
const begins = ({ lastClock, events }: Recorder, kind: string) =>
  events
    .filter(event => event.kind === kind)
    .map(({ ts, duration, message }) => [message, Number(lastClock!.zero) + ts!, duration])
    .sort();

describe('trace events', () => {
  it('are recognised by the beginning of their list', async () => {
    for (const name of ['node.json', 'chrome.json', 'by-hand.json']) {
      const head = (await bytes(name)).subarray(0, 1 << 16);
      expect(formats.filter(each => each.sniff(head, 'x') === 'yes').map(({ id }) => id)).toEqual([
        'chrome-trace',
      ]);
    }
    const devTools =
      '{"metadata": {"source": "DevTools", "modifications": {"hidden": []}},\n"traceEvents": [';
    expect(chromeTrace.sniff(ascii(devTools), 'x')).toBe('yes');
    expect(chromeTrace.sniff(ascii('{"level":"info","msg":"traceEvents"}'), 'x')).toBe('no');
    expect(chromeTrace.sniff(ascii('[{"level":"info","msg":"x"}]'), 'x')).toBe('no');
  });

  it('are all read, each slice with its duration', async () => {
    const recorder = await read('node.json');
    const events = await listed('node.json');
    const complete = events
      .filter(({ ph }) => ph === 'X')
      .map(({ name, ts, dur }) => [name, ts * 1000, dur! * 1000]);
    const slices = begins(recorder, 'slice');
    expect(slices).toEqual(expect.arrayContaining(complete));
    const begun = events.filter(({ ph }) => ph === 'B' || ph === 'b').length;
    expect(slices.length).toBe(complete.length + begun);
    expect(begins(recorder, 'instant').length).toBe(events.filter(({ ph }) => ph === 'I').length);
    expect(recorder.problems).toEqual([]);
    expect(new Set(recorder.events.map(({ thread }) => thread!.process))).toEqual(new Set(['node']));
  });

  it("have V8's samples with their stacks, dated by the end of the recording", async () => {
    const recorder = await read('chrome.json');
    const chunks = (await listed('chrome.json'))
      .filter(({ name }) => name === 'ProfileChunk')
      .map(
        ({ args }) =>
          (args.data as { cpuProfile?: { samples?: unknown[] } }).cpuProfile?.samples?.length ?? 0,
      );
    expect(recorder.samples.length).toBe(chunks.reduce((sum, count) => sum + count, 0));
    expect(recorder.samples.some(({ stack }) => /fib;fib;fib/.test(stack ?? ''))).toBe(true);
    expect(recorder.lastClock).toMatchObject({ domain: 'boot', source: 'captured-on' });
    const { zero, utcOffset } = recorder.lastClock!;
    const started = new Date(Number((zero + utcOffset!) / 1_000_000n)).toISOString();
    expect(started.slice(0, 13)).toBe('2026-11-23T10');
  });

  it('are reported if their time is out of range', () => {
    const event = (ts: string) => `{"name":"a","ph":"X","ts":${ts},"dur":2,"pid":1,"tid":1}`;
    const text = `[${[event('1'), event('1e30'), event('5')].join(',\n')}]`;
    const recorder = readAll(chromeTrace, ascii(text));
    expect(recorder.events.map(({ ts }) => ts)).toEqual([0, null, 4000]);
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([['time-out-of-range', 2]]);
  });

  it('are read without an end of their list or of their slices', async () => {
    const recorder = await read('by-hand.json');
    const slice = (name: string) =>
      recorder.events.filter(({ message }) => message === name).map(({ duration }) => duration);
    expect(slice('request')).toEqual([3_000_000]);
    expect(slice('query')).toEqual([2_000_250]);
    expect(slice('upload').sort()).toEqual([1_000_000, null]);
    expect(slice('open')).toEqual([null]);
    const request = recorder.events.find(({ message }) => message === 'request');
    expect(request?.fields).toMatchObject({ url: '/cart', status: 200 });
    expect(recorder.metrics.map(({ ts, value }) => [ts, value])).toEqual([
      [0, 10],
      [0, 5],
      [1_000_000, 12],
      [1_000_000, 3],
    ]);
    expect(recorder.problems.map(({ code }) => code)).toEqual(['unknown-event', 'unknown-event']);
  });
});
