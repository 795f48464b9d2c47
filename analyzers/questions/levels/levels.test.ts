import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { levels } from './levels.ts';

it('counts errors and warnings in each quarter of the time', async () => {
  const found = await answerAbout({ 'app.log': written.log }, levels, { params: { buckets: 4 } });
  expect(rowsOf(found, 'level', 'count')).toEqual([
    ['error', 0],
    ['error', 1],
    ['error', 1],
    ['error', 0],
    ['warning', 0],
    ['warning', 0],
    ['warning', 0],
    ['warning', 1],
    ['info', 1],
    ['info', 0],
    ['info', 0],
    ['info', 0],
  ]);
});

it('counts records without a level if asked, of logs or of all kinds', async () => {
  const files = {
    'auth.log': `Jan  2 03:04:05 host sshd[7]: Failed password for root
Jan  2 03:04:06 host sshd[7]: Failed password for admin
`,
    'app.log': written.log,
    'sched.txt': `web    11 [000] 1.000000: sched:sched_switch: prev_comm=web prev_pid=11 prev_prio=120 prev_state=S ==> next_comm=db next_pid=20 next_prio=120
`,
  };
  const counts = async (unlevelled: string) => {
    const found = await answerAbout(files, levels, { params: { buckets: 1, unlevelled } });
    return [...new Set(rowsOf(found, 'level', 'id').map(String))].map(text => text.split(','));
  };
  expect(await counts('omit')).not.toContainEqual(['none', '']);
  expect(await counts('log')).toContainEqual(['none', '']);
  const sum = async (unlevelled: string) => {
    const found = await answerAbout(files, levels, { params: { buckets: 1, unlevelled } });
    const rows = rowsOf(found, 'level', 'count').filter(([level]) => level === 'none');
    return rows.reduce((all, [, count]) => all + Number(count), 0);
  };
  expect(await Promise.all(['omit', 'log'].map(sum))).toEqual([0, 2]);
});
