import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { topFormat } from './format.ts';

const read = async (path: string, given = {}) => readAll(topFormat, await bytesOf(path), given);

interface JcTop {
  readonly load_5m: number;
  readonly tasks_sleeping: number;
  readonly cpu_idle: number;
  readonly mem_free: number;
  readonly mem_available: number;
  readonly swap_used: number;
  readonly processes: readonly {
    pid: number;
    virtual_mem: number;
    percent_cpu: number;
    resident_mem: number;
  }[];
}

describe('top', () => {
  it('reads screens: load, tasks, processors, memory, processes', async () => {
    const recorder = await read(fixture('top/top-b.txt'), { modified: 1_795_285_400_000_000_000n });
    expect(timesOf(recorder)).toEqual(['2026-11-21T18:22:36', '2026-11-21T18:22:37']);
    expect(recorder.clocks.at(-1)).toMatchObject({ domain: 'local', dateFrom: 'file-time', zone: null });
    const values = valuesOf(recorder);
    expect(values.get('scheduler load average 5')).toEqual([7.37, 7.37]);
    expect(values.get('tasks running')).toEqual([7, 5]);
    expect(values.get('cpu us')).toEqual([77.8, 94.5]);
    expect(values.get('memory avail Mem')).toEqual([22488.6, 22488.6]);
    expect(values.get('process node (17478) %CPU')).toEqual([64.7, 58.3]);
    expect(values.get('process node (17478) TIME+')).toEqual([9.45, 10.05]);
    expect(values.get('process electron (17627) VIRT')?.[0]).toBeCloseTo(1129.8 * 1024 * 1024);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('takes date and zone of its screens from a collector', () => {
    const screen = (time: string) => `top - ${time} up 1 day,  1 user,  load average: 1.00, 0.50, 0.25\n`;
    const text = `zzz ***Fri Apr 12 23:59:59 +07 2019\n${screen('23:59:59')}${screen('00:00:02')}zzz ***Sat Apr 13 00:00:29 +07 2019\n${screen('00:00:29')}`;
    const recorder = readAll(topFormat, ascii(text));
    expect(timesOf(recorder)).toEqual(['2019-04-12T16:59:59', '2019-04-12T17:00:02', '2019-04-12T17:00:29']);
    expect(recorder.lastClock).toMatchObject({ domain: 'utc' });
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads the decimal commas of a locale in every part of a screen', () => {
    const values = valuesOf(
      readAll(
        topFormat,
        ascii(
          'top - 09:15:02 up 12 days,  3:04,  2 users,  load average: 8,12, 4,01, 2,20\n' +
            'Tasks: 212 total,   3 running, 208 sleeping,   0 stopped,   1 zombie\n' +
            '%Cpu(s): 71,2 us, 12,0 sy,  0,0 ni,100,0 id,  6,3 wa,  0,0 hi,  0,4 si,  0,0 st \n' +
            'MiB Mem :  15905,3 total,    321,4 free,  12501,9 used,   3082,0 buff/cache     \n' +
            'MiB Swap:   2048,0 total,   1011,0 free,   1037,0 used.   2611,4 avail Mem \n' +
            '    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND\n' +
            '   2211 www-data  20   0 1524140   7,5g  12344 R  99,9  50,2  12:33,41 php-fpm\n',
        ),
      ),
    );
    const expected = {
      'scheduler load average 1': [8.12],
      'scheduler load average 5': [4.01],
      'scheduler load average 15': [2.2],
      'tasks total': [212],
      'tasks zombie': [1],
      'cpu us': [71.2],
      'cpu id': [100],
      'cpu wa': [6.3],
      'cpu st': [0],
      'memory total': [15905.3],
      'memory buff/cache': [3082],
      'memory avail Mem': [2611.4],
      'swap used': [1037],
      'process php-fpm (2211) RES': [7.5 * 1024 * 1024],
      'process php-fpm (2211) %CPU': [99.9],
      'process php-fpm (2211) TIME+': [753.41],
    };
    expect(Object.fromEntries(Object.keys(expected).map(key => [key, values.get(key)]))).toEqual(expected);
  });

  it('distinguishes processors, and counts threads', async () => {
    const values = valuesOf(await read(fixture('top/top-H-1.txt')));
    expect(values.get('cpu 0 sy')).toEqual([33.3]);
    expect(values.get('tasks running')).toEqual([12]);
  });

  it('reads the screens of a terminal, on which unchanged parts are not repeated', () => {
    const text =
      '\u001b[?1h\u001b=\u001b[?25l\u001b[H\u001b[2J\u001b(B\u001b[mtop - 16:57:55 up 22 min,  1 user,  load average: 0.07, 0.06, 0.14\u001b[K\n' +
      '\u001b[7m    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND \u001b[K\n' +
      '\u001b(B\u001b[m   2638 me     20   0   77624  18736   8832 S  55.0   0.2   0:01.75 a b     \u001b(B\u001b[m\u001b[K' +
      '\u001b[H\u001b(B\u001b[mtop - 16:57:59 up 22 min,  1 user,  load average: 0.08, 0.06, 0.14\u001b[K\n' +
      '\u001b[K\n' +
      '   2638 me     20   0   77624  18736   8832 S  21.9   0.2   0:01.95 a b     \u001b[K\n';
    const recorder = readAll(topFormat, ascii(text));
    expect(valuesOf(recorder).get('process a b (2638) %CPU')).toEqual([55, 21.9]);
    expect(recorder.metrics.map(metric => metric.row).at(-1)).toBe(1);
    expect(recorder.counts.skipped).toBe(0);
  });

  const recording = corpus('top-misc/coderrohan14.top-ansi-escapes.txt');
  it.skipIf(missing(recording))('reads a recorded terminal to the end', async () => {
    const recorder = await read(recording);
    expect(recorder.counts.skipped).toBe(0);
    expect(timesOf(recorder).length).toBeGreaterThan(5);
  });

  for (const name of ['centos-7.7/top-b-n3', 'ubuntu-20.10/top-b-n1', 'ubuntu-20.10/top-b-allfields']) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}`, async () => {
      const values = valuesOf(await read(path));
      const screens: JcTop[] = JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8'));
      const all = (of: (screen: JcTop) => number): number[] => screens.map(of);
      expect(values.get('scheduler load average 5')).toEqual(all(screen => screen.load_5m));
      expect(values.get('tasks sleeping')).toEqual(all(screen => screen.tasks_sleeping));
      expect(values.get('cpu id')).toEqual(all(screen => screen.cpu_idle));
      expect(values.get('memory free')).toEqual(all(screen => screen.mem_free));
      expect(values.get('memory avail Mem')).toEqual(all(screen => screen.mem_available));
      expect(values.get('swap used')).toEqual(all(screen => screen.swap_used));
      const processes = screens.flatMap(screen => screen.processes);
      const sum = (title: string): number => {
        let total = 0;
        for (const [key, numbers] of values)
          if (key.startsWith('process ') && key.endsWith(` ${title}`))
            for (const value of numbers) total += value;
        return total;
      };
      expect(sum('RES')).toBeCloseTo(
        processes.reduce((total, row) => total + row.resident_mem, 0),
        3,
      );
      expect(sum('VIRT')).toBeCloseTo(
        processes.reduce((total, row) => total + row.virtual_mem, 0),
        3,
      );
      expect(sum('%CPU')).toBeCloseTo(
        processes.reduce((total, row) => total + row.percent_cpu, 0),
        3,
      );
    });
  }
});
