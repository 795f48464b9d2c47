import { afterAll, expect, it } from 'vitest';
import { Workspace } from '../workspace.ts';
import { Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const sample = (thread: string, time: string, symbol: string) =>
  `          ${thread} [001]   ${time}:     100000 cycles:  ffffffff9c4d5392 ${symbol}+0x62 ([kernel.kallsyms])\n`;

it('rows of a thread under its placeholder and under its name are of one thread', async () => {
  const text = [
    sample(':41224 41224', '2532065.975344', 'a'),
    sample('worker 41224', '2532065.975417', 'b'),
    sample(':41224 41224', '2532065.975454', 'c'),
    sample(':7 7', '2532065.975460', 'd'),
    sample(':8 8/9', '2532065.975470', 'e'),
    sample('other 8/9', '2532065.975480', 'f'),
    `          :41224 41224 [001]   2532065.975490: sched:sched_waking: comm=x pid=3 prio=120 target_cpu=001\n`,
  ].join('');
  const workspace = await Workspace.open(null);
  try {
    const { failures } = await workspace.import({ paths: [scratch.file('late.txt', text)], workers: 0 });
    expect(failures).toEqual([]);
    const threads = await workspace.table(
      'SELECT process, pid, tid, count(*)::INTEGER AS n FROM samples GROUP BY ALL ORDER BY tid, process',
    );
    expect(threads.rows).toEqual([
      [':7', null, 7, 1],
      [':8', 8, 9, 1],
      ['other', 8, 9, 1],
      ['worker', null, 41224, 3],
    ]);
    expect((await workspace.table('SELECT process, tid FROM events')).rows).toEqual([['worker', 41224]]);
  } finally {
    await workspace.close();
  }
});
