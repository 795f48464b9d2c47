import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import { otlp } from '../otlp/format.ts';
import { jaeger } from './format.ts';

const bytes = (name: string) => bytesOf(fixture(name));
const read = async (name: string): Promise<Recorder> => readAll(jaeger, await bytes(`jaeger/${name}`));
const parsed = (data: unknown): Recorder => readAll(jaeger, ascii(JSON.stringify({ data })));

const spansOf = ({ events }: Recorder) => events.filter(({ kind }) => kind === 'span');
const named = (recorder: Recorder, name: string): RecordedEvent =>
  spansOf(recorder).find(({ message }) => message === name)!;

describe('Jaeger', () => {
  it('is recognised by the beginning of its first trace', async () => {
    for (const name of ['shop.json', 'by-hand.json']) {
      const head = (await bytes(`jaeger/${name}`)).subarray(0, 1 << 16);
      expect(formats.filter(each => each.sniff(head, 'x') !== 'no').map(({ id }) => id)).toContain('jaeger');
    }
    const sniff = (text: string) => jaeger.sniff(ascii(text), 'x');
    expect(sniff('{"total":0,"limit":20,"data":[{"spans":[')).toBe('yes');
    expect(sniff('{"data":[{"traceID":"a","name":"x"}]}')).toBe('no');
    expect(sniff('{"data":[]}')).toBe('no');
  });

  it('gives the rows that OTLP gives of the same spans, to the microsecond', async () => {
    const [ours, theirs] = [await read('shop.json'), readAll(otlp, await bytes('otlp/traces.jsonl'))];
    const id = ({ kind, fields }: RecordedEvent) => `${kind} ${fields.trace_id} ${fields.span_id}`;
    const expected = new Map(theirs.events.map(event => [id(event), event]));
    const micros = ({ lastClock }: Recorder, ts: number | null) =>
      (lastClock!.zero + BigInt(Math.round(ts ?? Number.NaN))) / 1000n;
    const rowOf = (recorder: Recorder, event: RecordedEvent) => {
      const { 'otel.scope.version': _, ...fields } = event.fields;
      const { kind, level, message, component, thread } = event;
      const duration = event.duration === null ? null : Math.floor(event.duration / 1000);
      return { kind, level, message, component, thread, fields, duration, ts: micros(recorder, event.ts) };
    };
    expect(ours.events.length).toBe(42);
    expect(ours.events.map(event => rowOf(ours, event))).toEqual(
      ours.events.map(event => rowOf(theirs, expected.get(id(event))!)),
    );
    expect(ours.facts).toEqual(theirs.facts);
    expect(ours.problems).toEqual([]);
  });

  it('reads tags of OpenTracing, and logs without the name of an event', async () => {
    const recorder = await read('by-hand.json');
    const get = named(recorder, 'GET /');
    expect(get).toMatchObject({ level: 'error', component: 'net/http', duration: 5_000_000 });
    expect(get.thread).toMatchObject({ process: 'web', pid: 77 });
    expect(get.fields).toMatchObject({
      error: 'error',
      'span.status': 'error',
      'http.status_code': 502,
      'order.id': '9007199254740993',
      'sampler.param': 0.5,
      'host.name': 'web7',
      ip: '10.0.0.7',
      warnings: 'clock skew adjustment disabled',
    });
    expect(named(recorder, 'queue').fields.error).toBe('queue is full');
    const logs = recorder.events.filter(({ kind }) => kind === 'span-event');
    expect(logs.map(({ message, level, fields }) => [message, level, fields.span_id])).toEqual([
      ['error: upstream closed', 'error', '01'],
      ['retry=1 backoff=5ms', null, '01'],
    ]);
    expect(logs[0]!.ts! - get.ts!).toBe(1_000_000);
  });

  it('takes the parent from CHILD_OF, else from FOLLOWS_FROM of the trace, else from its own member', async () => {
    const recorder = await read('by-hand.json');
    const parents = spansOf(recorder).map(({ message, fields }) => [message, fields.parent_span_id]);
    expect(Object.fromEntries(parents)).toEqual({
      'GET /': null,
      queue: '01',
      lost: '02',
      itself: null,
      late: null,
      x: '10',
      y: '11',
    });
    expect(named(recorder, 'queue').fields.links).toBe('b2/09');
    expect(named(recorder, 'lost').fields.links).toBe('a1/01');
  });

  it('reads a damaged span without what is damaged, and reports it', async () => {
    const recorder = await read('by-hand.json');
    expect(recorder.problems.map(({ code }) => code).sort()).toEqual([
      'broken-record',
      'broken-record',
      'impossible-duration',
      'own-parent',
      'stated-by-jaeger',
      'time-out-of-range',
      'unknown-process',
    ]);
    expect(named(recorder, 'lost').thread).toBeNull();
    expect(named(recorder, 'itself')).toMatchObject({ duration: null });
    expect(named(recorder, 'late')).toMatchObject({ ts: null, duration: null });
    expect(named(recorder, 'x').thread?.process).toBe('worker');
    const { used, blank, skipped } = recorder.counts;
    expect(used + blank + skipped).toBe((await bytes('jaeger/by-hand.json')).length);
  });

  it('keeps the processes of each trace apart', () => {
    const trace = (id: string, service: string) => ({
      traceID: id,
      spans: [{ traceID: id, spanID: '1', operationName: id, startTime: 0, duration: 1, processID: 'p1' }],
      processes: { p1: { serviceName: service } },
    });
    const recorder = parsed([trace('a', 'web'), { ...trace('b', ''), processes: null }, trace('c', 'db')]);
    expect(spansOf(recorder).map(({ thread }) => thread?.process ?? null)).toEqual(['web', null, 'db']);
    expect(recorder.problems.map(({ code }) => code)).toEqual(['unknown-process']);
  });
});
