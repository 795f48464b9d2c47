import { expect, it } from 'vitest';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';

async function read(...lines: string[]) {
  const bytes = ascii(`${lines.join('\n')}\n`);
  const [format] = formats
    .map(each => ({ each, sniff: each.sniff(bytes, '') }))
    .sort((a, b) => rank(b.sniff) - rank(a.sniff));
  const { events, units } = readAll(await format!.each.load(), bytes);
  return { id: format!.each.id, events, units };
}
const rank = (sniff: string) => ['no', 'maybe', 'likely', 'yes'].indexOf(sniff);

const scavenge =
  '[12345:0x55d0c0de0]       52 ms: Scavenge 2.4 (3.0) -> 2.0 (4.0) MB, 0.83 / 0.00 ms  (average mu = 1.000, current mu = 1.000) allocation failure';

it('lines of --trace-gc between those of a log have their fields, and the time of the line above', async () => {
  const request = (second: number) => `2024-05-01T10:00:0${second}.250Z INFO GET /${second} 200`;
  const { id, events } = await read(request(1), request(2), scavenge, request(3));
  expect(id).toBe('timed-lines');
  expect(events.map(({ ts }) => ts)).toEqual([0.25e9, 1.25e9, 1.25e9, 2.25e9]);
  expect(events[2]!.fields).toEqual({ pause: 0.83, before: 2.4, after: 2, heap: 4 });
});

it.each([
  ['node-gc', scavenge],
  [
    'go-gctrace',
    'gc 1 @0.023s 1%: 0.031+0.64+0.17 ms clock, 0.25+0.26/0.62/0.77+1.3 ms cpu, 4->4->1 MB, 5 MB goal, 8 P',
  ],
  ['jvm-gc', '[123ms][gc] GC(0) Pause Young (Normal) 24M->4M(256M) 5.123ms'],
  [
    'jvm-gc',
    '[2023-12-02T00:23:10.948+0700][40.494s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 5.123ms',
  ],
  [
    'jvm-gc',
    '3.245: [GC (Allocation Failure) [PSYoungGen: 262144K->43519K(305664K)] 262144K->78325K(1005056K), 0.0613940 secs]',
  ],
])('%s is recognised: %s', async (id, line) => {
  expect((await read(line, line)).id).toBe(id);
});

it('a collection of a generation has its time, which is no pause; times of processors may be on a line of their own', async () => {
  const young = await read(
    '[2024-06-11T09:15:02.145+0200][2.154s][info][gc] GC(0) Major Collection (Warmup) 412M(10%)->88M(2%) 0.031s',
  );
  expect(young.events[0]!.fields).toMatchObject({ collection: 31, before: 412, after: 88 });
  expect(young.events[0]!.fields).not.toHaveProperty('pause');
  const detailed = await read(
    '2024-06-11T09:15:02.123+0200: 12.345: [GC pause (G1 Evacuation Pause) (young), 0.0512312 secs]',
    '   [Eden: 204.0M(204.0M)->0.0B(180.0M) Survivors: 0.0B->24.0M Heap: 204.0M(4096.0M)->23.1M(4096.0M)]',
    ' [Times: user=0.18 sys=0.01, real=0.05 secs] ',
  );
  expect(detailed.events[0]!.fields).toMatchObject({ pause: 51.2312, user: 0.18, sys: 0.01, real: 0.05 });
  expect(detailed.units).toMatchObject({ user: 's', sys: 's', real: 's' });
});
