import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { problems } from './problems.ts';

const vmstat = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0    100    200    300    0    0     0     0   10   20  1  1 98  0  0
 x  0      0    100    200    300    0    0     0     0   10   20  1  1 98  0  0
`;

it('lists what could not be read, with its line and offset', async () => {
  const found = await answerAbout({ 'vmstat.txt': vmstat }, problems);
  const offset = vmstat.indexOf(' x  0');
  expect(rowsOf(found, 'code', 'severity', 'line', 'offset', 'count')).toEqual([
    ['not-a-number', 'warning', 4, offset, 1],
  ]);
});
