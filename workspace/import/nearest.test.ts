import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';
import { nearestTo } from './nearest.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const prose = 'What we see here is another session, and nobody knows what it is for.';

describe('a log in an unknown format', () => {
  const time = (second: number) => `2024-05-06 07:08:${10 + second}`;
  it.each([
    ['plain', (n: number) => `${time(n)} something ${n}`],
    ['behind a label in brackets', (n: number) => `[web-3] ${time(n)} something ${n}`],
    ['behind the name of a container', (n: number) => `web | ${time(n)} something ${n}`],
    ['behind a name and its process', (n: number) => `web[${n}]: ${time(n)} something ${n}`],
    ['behind a number', (n: number) => `${n} ${time(n)} something ${n}`],
  ])('is read as lines with a time if a tenth of them begin with one: %s', async (name, line) => {
    const lines = Array.from({ length: 20 }, (_, n) => (n % 10 === 3 ? line(n) : `${prose} ${n}`));
    const path = scratch.file(`${name}.txt`, `${lines.join('\n')}\n`);
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.failures).toEqual([]);
        expect(report.captures).toMatchObject([{ format: 'timed-lines', confidence: 'maybe', skipped: 0 }]);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM event WHERE ts IS NOT NULL')).toEqual([[2]]);
      },
      { formats },
    );
  });

  it('is refused if fewer lines begin with one, with the nearest formats and the lines where they fail', async () => {
    const few = Array.from({ length: 40 }, (_, n) =>
      n % 20 === 3 ? `${time(n % 50)} x ${n}` : `${prose} ${n}`,
    );
    const path = scratch.file('few.txt', `${few.join('\n')}\n`);
    await imported(
      { paths: [path] },
      async (_, report) => {
        expect(report.captures).toEqual([]);
        expect(report.failures).toMatchObject([{ path, code: 'not-recognised' }]);
        expect(report.failures[0]?.nearest?.join('\n')).toMatch(
          /^lines with a time: 2 of the first 40 lines match; line 1 is not: after "What we " what follows, .*, is not the \{time\}\.$/m,
        );
      },
      { formats },
    );
  });
});

it('a table of 100,000 columns is refused in words', async () => {
  const row = (cell: (column: number) => string) => Array.from({ length: 100_000 }, (_, n) => cell(n)).join();
  const path = scratch.file('wide.csv', `time,${row(n => `c${n}`)}\n2024-05-01T12:00:00Z,${row(String)}\n`);
  await imported(
    { paths: [path] },
    async (_, { captures, failures }) => {
      expect(captures).toEqual([]);
      expect(failures).toMatchObject([{ path, code: 'not-recognised' }]);
      expect(failures[0]?.message).toContain('its first line is longer than the 64 KiB');
    },
    { formats },
  );
});

describe('a part of a file that a format recognises', () => {
  const vmstat = [
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----',
    ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
    ' 1  0      0 100000  20000 300000    0    0     1     2    3    4  5  6 89  0  0',
    ' 1  0      0 100000  20000 300000    0    0     1     2    3    4  5  6 89  0  0',
  ];
  const near = (lines: readonly string[]) =>
    nearestTo(Buffer.from(lines.map(line => `${line}\n`).join('')), formats);

  it('is named, with what to remove', () => {
    expect(near(['Hi, this is what I see:', '', ...vmstat])).toEqual([
      'vmstat: recognised from line 3 on; remove the lines before it, or name the format.',
    ]);
    expect(near(vmstat.map(line => `> ${line}`))).toEqual([
      'vmstat: recognised without the > of a quotation; remove them and import it again.',
    ]);
  });

  it('is not found in stacks, source code and prose', () => {
    const jstack = [
      'Full thread dump OpenJDK 64-Bit Server VM (17.0.2+8 mixed mode):',
      '',
      '"main" #1 prio=5 os_prio=0 cpu=59.83ms elapsed=10.01s tid=0x7f runnable  [0x0000]',
      '   java.lang.Thread.State: RUNNABLE',
      '\tat java.net.Socket.read(Native Method)',
      '\tat com.acme.Main.main(Main.java:3)',
      '',
      '"pool-1" #12 prio=5 os_prio=0 cpu=9.83ms elapsed=9.01s tid=0x7f waiting  [0x0000]',
      '   java.lang.Thread.State: WAITING (parking)',
    ];
    expect(near(jstack)).toEqual([]);
    expect(near(Array.from({ length: 9 }, () => prose))).toEqual([]);
    expect(near([])).toEqual([]);
  });

  it('cannot be told of a table without times, which is said', () => {
    expect(near(['name,size,owner', 'a,12,root', 'b,13,root'])).toEqual([
      'It looks like a table of 3 columns separated by commas: no column of times was found.',
    ]);
  });
});
