import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import type { JsonObject } from '../kit/json-values.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { otlp } from './format.ts';
import { bucketsOf, rowsOf, since } from './histograms.ts';

const read = async (name: string): Promise<Recorder> => readAll(otlp, await bytesOf(fixture(`otlp/${name}`)));
const parsed = (text: string): Recorder => readAll(otlp, ascii(text));

interface Node {
  readonly [key: string]: readonly Node[];
}
/** All elements of the nested lists with these names, as parsed by JSON.parse. */
async function listed(name: string, ...path: string[]): Promise<Record<string, unknown>[]> {
  const text = new TextDecoder().decode(await bytesOf(fixture(`otlp/${name}`)));
  let nodes = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Node);
  for (const key of path) nodes = nodes.flatMap(node => node[key] ?? []);
  return nodes as unknown as Record<string, unknown>[];
}

/** Epoch ns of a time since the zero. */
const nanos = ({ lastClock }: Recorder, ts: number | null): bigint => lastClock!.zero + BigInt(ts!);

describe('OTLP', () => {
  it('is recognised by the beginning of its documents', async () => {
    const sniff = (text: string) => otlp.sniff(ascii(text), 'x');
    expect(sniff(' {\n "resourceMetrics" : [')).toBe('yes');
    expect(sniff('{"batches":[{"scopeSpans":[')).toBe('yes');
    expect(sniff('{"batches":[{"size":1')).toBe('no');
    expect(sniff('{"level":"info","resourceSpans":[]}')).toBe('no');
    const head = (await bytesOf(fixture('otlp/logs.jsonl'))).subarray(0, 1 << 16);
    expect(formats.filter(each => each.sniff(head, 'x') === 'yes').map(({ id }) => id)).toEqual(['otlp']);
  });

  it('reads every span, with its times to the nanosecond', async () => {
    const recorder = await read('traces.jsonl');
    const spans = recorder.events.filter(({ kind }) => kind === 'span');
    const expected = await listed('traces.jsonl', 'resourceSpans', 'scopeSpans', 'spans');
    expect(spans.map(({ message, fields }) => [message, fields.trace_id, fields.span_id])).toEqual(
      expected.map(span => [span.name, span.traceId, span.spanId]),
    );
    expect(spans.map(({ ts, duration }) => [nanos(recorder, ts), nanos(recorder, ts! + duration!)])).toEqual(
      expected.map(span => [
        BigInt(span.startTimeUnixNano as string),
        BigInt(span.endTimeUnixNano as string),
      ]),
    );
    expect(spans.map(({ fields }) => fields.parent_span_id)).toEqual(
      expected.map(({ parentSpanId }) => parentSpanId ?? null),
    );
    const failed = spans.filter(({ level }) => level === 'error');
    expect(failed.length).toBe(
      expected.filter(({ status }) => (status as { code: number }).code === 2).length,
    );
    expect(new Set(failed.map(({ fields }) => fields.error))).toEqual(
      new Set(['500', 'stock is not a number']),
    );
    expect(new Set(spans.map(({ thread }) => `${thread?.process} ${thread?.pid}`))).toEqual(
      new Set(['checkout 4101', 'stock 4202']),
    );
  });

  it('reads events of spans, including exceptions', async () => {
    const { events } = await read('traces.jsonl');
    const [thrown] = events.filter(({ kind }) => kind === 'span-event');
    expect(thrown).toMatchObject({ level: 'error', message: 'exception: stock is not a number' });
    expect(thrown?.fields['exception.type']).toBe('TypeError');
    expect(thrown?.fields['exception.where']).toMatch(/make\.mjs/);
    const owner = events.find(
      ({ kind, fields }) => kind === 'span' && fields.span_id === thrown?.fields.span_id,
    );
    expect(owner?.thread?.process).toBe('stock');
  });

  it('reads log records with level, logger, and the span they were written in', async () => {
    const { events } = await read('logs.jsonl');
    const expected = await listed('logs.jsonl', 'resourceLogs', 'scopeLogs', 'logRecords');
    expect(events.map(({ message, fields }) => [message, fields.trace_id])).toEqual(
      expected.map(({ body, traceId }) => [(body as { stringValue: string }).stringValue, traceId]),
    );
    expect(events[0]).toMatchObject({ kind: 'log', level: 'info', component: 'checkout.cart' });
    expect(new Set(events.map(({ template }) => template))).toEqual(
      new Set(['order <*> took <*> ms', 'order <*> failed']),
    );
  });

  it('reads metrics; a cumulative and a delta histogram give the same counts', async () => {
    const [cumulative, delta] = [await read('metrics.jsonl'), await read('metrics-delta.jsonl')];
    const counted = (of: Recorder, name: string) => {
      const counts = new Map<unknown, number>();
      for (const { series, low, count } of of.rows.get('histogram') ?? []) {
        const { counter, instance } = series as { counter: string; instance: string };
        if (counter !== name) continue;
        const key = `${instance} ${low}`;
        counts.set(key, (counts.get(key) ?? 0) + (count as number));
      }
      return counts;
    };
    const http = counted(delta, 'http.server.request.duration');
    expect(http.size).toBeGreaterThan(4);
    expect(counted(cumulative, 'http.server.request.duration')).toEqual(http);
    const whole = (of: Recorder, name: string) =>
      [...counted(of, name).values()].reduce((sum, each) => sum + each);
    expect(whole(cumulative, 'queue.wait')).toBe(whole(delta, 'queue.wait'));
    const orders = cumulative.metrics.filter(({ series }) => series.counter === 'shop.orders');
    expect(orders.at(-1)?.value).toBe(whole(delta, 'queue.wait'));
    expect(orders[0]?.series).toMatchObject({ cumulative: true, unit: 'order', object: 'checkout' });
    const deltas = delta.metrics.filter(({ series }) => series.counter === 'shop.orders delta');
    expect(deltas.reduce((sum, { value }) => sum + value, 0)).toBe(orders.at(-1)?.value);
    expect(deltas[0]?.series).toMatchObject({ cumulative: false });
  });

  it('finds meanings by current and former names', async () => {
    const { allSeries } = await read('metrics.jsonl');
    const meant = allSeries.values.filter(({ meaning }) => meaning);
    expect(meant.find(({ counter }) => counter === 'system.cpu.utilization idle')).toMatchObject({
      meaning: { name: 'system.cpu.utilization', attributes: { 'cpu.mode': 'idle' }, factor: 1 },
    });
    expect(new Set(meant.map(({ meaning }) => meaning?.name))).toContain('system.memory.usage');
    expect(new Set(meant.map(({ meaning }) => meaning?.name))).toContain('aftertrace.operation.duration');
    const carts = meant.find(
      ({ meaning }) =>
        meaning?.name === 'aftertrace.operations' && meaning.attributes['operation.name'] === '/cart',
    );
    expect(carts).toMatchObject({ counter: 'http.server.request.duration count', cumulative: true });
    const [cpu] = (await read('document.json')).metrics.filter(({ series }) => series.instance === 'cpu0');
    expect(cpu?.series.meaning).toMatchObject({
      name: 'system.cpu.time',
      attributes: { 'cpu.mode': 'iowait' },
    });
  });

  it('reads pretty-printed documents, unquoted numbers, enums by name, and reports the parts that it left out', async () => {
    const recorder = await read('document.json');
    const [span] = recorder.events;
    expect(nanos(recorder, span!.ts)).toBe(1_700_000_000_123_456_789n);
    expect(span).toMatchObject({ duration: 210, level: 'error', line: 14, lines: 15 });
    expect(span?.fields).toMatchObject({
      'span.kind': 'server',
      big: '9007199254740993',
      tags: '["a\\"b",2]',
      links: '00000000000000000000000000000001/0000000000000002',
      dropped_attributes: 3,
      'k8s.pod.name': 'front-7d9',
    });
    expect(recorder.metrics.map(({ series, value }) => [series.counter, value])).toEqual([
      ['rpc.latency count', 10],
      ['rpc.latency sum', 55.5],
      ['rpc.latency min', 1],
      ['rpc.latency p99', 20.5],
      ['system.cpu.time wait', 12.25],
    ]);
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([
      ['broken-record', 29],
      ['broken-record', 76],
    ]);
    expect(recorder.counts.skipped).toBe(70);
  });

  it('reads hostile values as text, and continues', () => {
    const recorder = parsed(
      '{"resourceLogs":[{"resource":7,"scopeLogs":[{"scope":[],"logRecords":[1,{"timeUnixNano":"x","body":{"stringValue":"</b>\\u0000"},"attributes":[{"key":"constructor","value":{"intValue":"1e999"}},{"key":"k","value":{"kvlistValue":{"values":[{"key":"__proto__","value":{"boolValue":true}}]}}}]}]}]}]}\n',
    );
    expect(recorder.events).toHaveLength(1);
    expect(recorder.events[0]).toMatchObject({ ts: null, message: '</b>\u0000' });
    expect(recorder.problems.map(({ code }) => code)).toEqual([
      'broken-record',
      'broken-record',
      'broken-record',
      'time-out-of-range',
    ]);
  });

  it('reports a resource that comes after its records', () => {
    const span = '{"name":"a","startTimeUnixNano":"1700000000000000000"}';
    const { problems, events } = parsed(
      `{"resourceSpans":[{"scopeSpans":[{"spans":[${span}]}],"resource":{"attributes":[]}}]}`,
    );
    expect(events).toHaveLength(1);
    expect(problems.map(({ code }) => code)).toEqual(['resource-after-records']);
  });
});

describe('histograms', () => {
  const exponential = (scale: number, offset: number, bucketCounts: number[], more: JsonObject = {}) =>
    bucketsOf({ scale, positive: { offset, bucketCounts }, ...more })!;

  it('have bounds according to their scale, on both sides of 0', () => {
    const buckets = exponential(1, 2, [3, 0, 1], {
      negative: { offset: 0, bucketCounts: [2] },
      zeroCount: 4,
    });
    const rows = [...rowsOf(buckets, 0.5)];
    expect(rows.map(({ count }) => count)).toEqual([2, 4, 3, 1]);
    const bounds = rows.map(({ low, high }) => [low, high].map(each => Number(each.toFixed(2))));
    expect(bounds).toEqual([
      [-1.41, -1],
      [-0.5, 0.5],
      [2, 2.83],
      [4, 5.66],
    ]);
  });

  it('are subtracted even if the scale decreased in between', () => {
    const before = exponential(1, 2, [3, 1]);
    const now = exponential(0, 1, [6, 1]);
    expect([...since(before, now).counts]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('restart if a count decreases, or bounds differ', () => {
    const explicit = (bucketCounts: number[], explicitBounds: number[]) =>
      bucketsOf({ bucketCounts, explicitBounds })!;
    const before = explicit([5, 5], [1]);
    expect([...since(before, explicit([6, 5], [1])).counts]).toEqual([[0, 1]]);
    expect([...since(before, explicit([1, 2], [1])).counts.values()]).toEqual([1, 2]);
    expect([...since(before, explicit([6, 6], [2])).counts.values()]).toEqual([6, 6]);
    expect(bucketsOf({ bucketCounts: [1], explicitBounds: [1] })).toBeNull();
  });
});
