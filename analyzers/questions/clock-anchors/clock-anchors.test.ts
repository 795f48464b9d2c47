import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { clockAnchors } from './clock-anchors.ts';

/** The same requests of a disk, seen by two recordings. */
const seen = (begin: number) =>
  Array.from(
    { length: 30 },
    (_, i) =>
      `web 10/11 [000] ${(begin + i * i * 0.37).toFixed(6)}: block:block_rq_issue: 8,0 R 4096 () ${100 + i * 8} + 8 [web]\n`,
  ).join('');

it('lists the moments that two captures recorded, and whether they agree', async () => {
  const asked = { params: { capture: '2', by: '1' } };
  const found = await answerAbout({ 'a.txt': seen(10), 'b.txt': seen(500) }, clockAnchors, asked);
  const requests = rowsOf(found, 'what', 'residual', 'agrees').filter(([what]) =>
    /^8,0 R/.test(String(what)),
  );
  expect(requests.map(([what]) => what)).toContain('8,0 R 4096 () 332 + 8 [web]');
  expect(requests).toHaveLength(30);
  for (const [, residual, agrees] of requests) {
    expect(agrees).toBe('yes');
    expect(Math.abs(Number(residual))).toBeLessThan(1000);
  }
});
