import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import { timeOf } from '../logs/samples.ts';

const format = (id: string) => formats.find(each => each.id === id)!;
const surest = (bytes: Uint8Array): string | undefined =>
  ['yes', 'likely', 'maybe']
    .map(how => formats.find(each => each.sniff(bytes, 'x') === how)?.id)
    .find(id => id !== undefined);

async function read(id: string, name: string): Promise<Recorder> {
  const bytes = await bytesOf(fixture(`${id}/${name}`));
  expect(surest(bytes)).toBe(id);
  const recorder = readAll(await format(id).load(), bytes);
  expect(recorder.counts.skipped).toBe(0);
  return recorder;
}

const shown = ({ level, component, message }: RecordedEvent) => [level, component, message?.split('\n')[0]];

describe('logs of CloudWatch', () => {
  it("are the lines of their programs, with the service's time in ms", async () => {
    const recorder = await read('cloudwatch', 'filter.json');
    const stream = '2024/01/12/[$LATEST]8f5c3ab1';
    expect(recorder.events.map(shown)).toEqual([
      [null, stream, 'START RequestId: 8f5 Version: $LATEST'],
      ['error', stream, expect.stringContaining("KeyError: 'sku'")],
      ['warning', stream, 'slow "cart"'],
      ['error', 'main.go', 'no route'],
      ['info', stream, 'done'],
      [null, stream, expect.stringContaining('REPORT RequestId: 8f5')],
    ]);
    expect(recorder.events.map(event => timeOf(recorder, event))).toEqual([
      '2024-01-12T13:14:15Z',
      '2024-01-12T13:14:15.12Z',
      '2024-01-12T13:14:15.3Z',
      '2024-01-12T13:14:15.62Z',
      '2024-01-12T13:14:15.7Z',
      '2024-01-12T13:14:15.812Z',
    ]);
    expect(recorder.events[2]?.fields).toMatchObject({ took: 31 });
    expect(recorder.events[1]?.fields['exception.type']).toBe('KeyError');
    expect(recorder.events.map(({ line }) => line)).toEqual([3, 10, 17, 24, 31, 38]);
  });

  it('are read from pages and subscriptions, with group and stream', async () => {
    expect((await read('cloudwatch', 'get.json')).events.map(({ level }) => level)).toEqual([
      null,
      'error',
      'warning',
    ]);
    const { events } = await read('cloudwatch', 'subscription.json');
    expect(events).toHaveLength(12);
    expect(events.map(({ component }) => component)).toContain('2024/01/12/[$LATEST]b2');
    expect(new Set(events.map(({ fields }) => fields.logGroup))).toEqual(new Set(['/aws/lambda/cart']));
    expect(new Set(events.map(({ fields }) => fields.source ?? null))).toEqual(
      new Set([null, '2024/01/12/[$LATEST]a1', '2024/01/12/[$LATEST]b2']),
    );
  });
});

describe('entries of Google Cloud', () => {
  it.each(['list.json', 'lines.json'])('are text, JSON and requests: %s', async name => {
    const recorder = await read('google-cloud-logging', name);
    expect(recorder.events.map(shown)).toEqual([
      ['error', 'cart', 'no route'],
      ['error', 'cart', 'payment failed'],
      ['error', 'cart', 'https://shop.example/cart'],
      ['notice', 'cart', 'plain words'],
    ]);
    expect(timeOf(recorder, recorder.events[1]!)).toBe('2024-01-12T13:14:15.200456789Z');
    expect(recorder.events[0]?.thread?.pid).toBe(7);
    expect(recorder.events[1]?.fields).toMatchObject({
      'jsonPayload.order': 17,
      'jsonPayload.user.id': 'u-9',
      spanId: 'b7ad6b7169203331',
      'resource.labels.location': 'europe-west1',
    });
  });
});

describe('streams of Loki', () => {
  it.each([
    ['loki-query', 'query.json', 'stream.pod'],
    ['loki-jsonl', 'logcli.jsonl', 'labels.pod'],
  ])('%s: lines with their labels, to the nanosecond', async (id, name, pod) => {
    const recorder = await read(id, name);
    expect(recorder.events.map(shown)).toEqual([
      ['error', 'web', 'no route'],
      ['warning', 'web', 'slow'],
      ['fatal', 'db', 'too many connections'],
      [null, 'db', 'plain é words'],
    ]);
    expect(recorder.events.map(event => timeOf(recorder, event))).toEqual([
      '2024-01-12T13:14:15.123456794Z',
      '2024-01-12T13:14:15.123456789Z',
      '2024-01-12T13:14:15.123456798Z',
      '2024-01-12T13:14:15.123456796Z',
    ]);
    expect(recorder.events.map(({ fields }) => fields[pod])).toEqual(['web-7d9', 'web-7d9', 'db-0', 'db-0']);
  });
});

describe('a time in front of lines', () => {
  it('is recognised by the lines after it, and is the time of the line', async () => {
    const recorder = await read('time-prefixed', 's3-export.txt');
    expect(recorder.events.slice(0, 3).map(shown)).toEqual([
      [null, null, 'START RequestId: 8f0 Version: $LATEST'],
      ['info', 'cart.go', 'order 0'],
      ['error', 'cart.go', 'no route'],
    ]);
    expect(timeOf(recorder, recorder.events[1]!)).toBe('2024-01-12T13:14:15.223Z');
  });

  it('is not recognised if the lines are of no other format', () => {
    const plain = ascii('2024-01-12T13:14:15.123Z one 12:30\n2024-01-12T13:14:16.123Z two 12:31\n'.repeat(4));
    expect(format('time-prefixed').sniff(plain, 'x')).toBe('no');
    expect(surest(plain)).toBe('timed-lines');
    const containers = ascii('2024-01-12T13:14:15.123Z stdout F I0112 13:14:15.1 12 a.go:1] x\n'.repeat(4));
    expect(surest(containers)).toBe('cri');
  });
});

describe('an incomplete document', () => {
  it('is left out and reported; labels do not become members of other values', async () => {
    const text =
      '{"messageType":"DATA_MESSAGE","logGroup":"g","logEvents":[{},7,{"timestamp":1705065255000,"message":"a"';
    const recorder = readAll(await format('cloudwatch').load(), ascii(text));
    expect(recorder.events.map(({ ts, component }) => [ts, component])).toEqual([[null, 'g']]);
    expect(recorder.problems.map(({ code }) => code)).toEqual(['broken-record', 'document-cut']);
    const { used, blank, skipped } = recorder.counts;
    expect(used + blank + skipped).toBe(text.length);
  });
});
