import { afterAll, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { event } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import { diskIoRate } from './disk-io-rate.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const issue = (us: string, sector: string, bytes: number, device = '8,0') =>
  event(us, '0', ['db', '5'], `block:block_rq_issue: ${device} WS ${bytes} () ${sector} + 8 0x2,0,4 [db]`);
const complete = (us: string, sector: string, device = '8,0') =>
  event(us, '0', ['-', '0'], `block:block_rq_complete: ${device} WS () ${sector} + 8 0x2,0,4 [0]`);

it('counts requests in the bucket of their issue, by disk, with their latency', async () => {
  const text = [
    issue('0', '100', 4096),
    issue('5', '200', 8192),
    complete('35', '200'),
    complete('100', '100'),
    issue('110', '100', 4096),
    issue('120', '1', 512, '8,16'),
    complete('160', '1', '8,16'),
  ].join('');
  const workspace = await imported([scratch.file('block.txt', text)]);
  const zero = 5_000_000_000n;
  const scope = { from: zero, to: zero + 200_000n };
  const answer = await answerOf(workspace, diskIoRate, { buckets: 2 }, scope);
  expect(rowsOf(answer, 'device', 'time', 'count', 'bytes', 'p50', 'p99', 'max')).toEqual([
    ['8,0', zero, 2, 12_288, 65_000, 99_300, 100_000],
    // Issued, and not seen to complete.
    ['8,0', zero + 100_000n, 1, 4096, null, null, null],
    ['8,16', zero, 0, 0, null, null, null],
    ['8,16', zero + 100_000n, 1, 512, 40_000, 40_000, 40_000],
  ]);
  expect(noteData(answer, 'requests-without-completion')).toEqual({ requests: 1 });

  const part = { from: zero + 3000n, to: zero + 10_000n };
  expect(rowsOf(await answerOf(workspace, diskIoRate, { buckets: 1 }, part), 'count', 'p50')).toEqual([
    [1, 30_000],
  ]);
  const aligned = rowsOf(
    await answerOf(workspace, diskIoRate, { buckets: 4, aligned: true }, scope),
    'count',
  );
  expect(aligned.reduce((sum, [count]) => sum + Number(count), 0)).toBe(4);
  await workspace.close();
});
