/** The operations that faults are injected into: what is there before, and the commands. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInClosed } from '../../fixtures/closed-database.ts';
import { switched, woken } from '../../fixtures/scheduler.ts';
import type { Words } from './command.ts';

export interface Operation {
  readonly name: string;
  /** Makes the files that are there before, in an empty folder. */
  prepare(folder: string, run: (...words: Words) => Promise<void>): Promise<void>;
  commands(folder: string): readonly Words[];
  /** True if it can be done twice, and then has another result. */
  readonly mayRepeat?: true;
  /** Commands that leave what the operation may also leave when it is interrupted. */
  between?(folder: string): readonly Words[];
}

const caseFile = 'case.aftertrace';

const line = (second: number, zone = '') =>
  `2024-05-06 10:00:${String(second).padStart(2, '0')}${zone} INFO [main] com.acme.Shop - order ${second} of 7 was paid\n`;

/** With stacks whose functions are named by `symbols/perf-1.map`. */
const scheduler = (): string => {
  const frames =
    '\t    7f0000001010 [unknown] (/tmp/perf-1.map)\n\t    7f0000002020 [unknown] (/tmp/perf-1.map)\n\n';
  return Array.from({ length: 50 }, (_, round) => {
    const at = (us: number) => String(round * 100 + us);
    return [
      switched(`${at(10)} 0 a/1 S b/2`, frames),
      woken(`${at(30)} 0 b/2 a/1`),
      switched(`${at(50)} 0 b/2 R a/1`, frames),
      switched(`${at(60)} 0 a/1 D b/2`, frames),
    ].join('');
  }).join('');
};

const vmstat = [
  'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----',
  ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC',
  ' 2  0      0 1000   200   300    0    0     1     2  100  200 10  5 85  0  0 2024-05-06 10:00:01',
  ' 3  0      0 1100   210   310    0    0     1     2  110  210 11  6 83  0  0 2024-05-06 10:00:02',
  '',
].join('\n');

/** Writes the captures that operations read. */
function captures(folder: string): void {
  mkdirSync(join(folder, 'captures/symbols'), { recursive: true });
  const files = {
    'grown.log': [1, 2, 3].map(second => line(second, '+02:00')).join(''),
    'local.log': [2, 3, 4].map(second => line(second)).join(''),
    'sched.txt': scheduler(),
    'vmstat.txt': vmstat,
    'symbols/perf-1.map': '7f0000001000 100 handle\n7f0000002000 100 serve\n',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'captures', name), content);
}

/** A workspace with three captures and two findings. */
async function filled(folder: string, run: (...words: Words) => Promise<void>): Promise<void> {
  captures(folder);
  const path = join(folder, caseFile);
  const paths = ['grown.log', 'sched.txt', 'vmstat.txt'].map(name => join(folder, 'captures', name));
  await run('import', path, ...paths, '--symbols', join(folder, 'captures/symbols'));
  await run('note', path, 'add', '--title', 'Threads wait', '--question', 'thread-states');
  await run('note', path, 'add', '--title', 'Orders', '--question', 'events');
}

export const operations: readonly Operation[] = [
  {
    name: 'import',
    async prepare(folder, run) {
      captures(folder);
      const path = join(folder, caseFile);
      const log = join(folder, 'captures/grown.log');
      await run('import', path, log);
      await run('note', path, 'add', '--title', 'before');
      await run('clock', path, '--capture', '1', '--drift', '20');
      appendFileSync(log, line(9, '+02:00'));
    },
    commands: folder => [importing(folder, 'grown.log', 'sched.txt', 'local.log')],
    between: folder => [importing(folder, 'grown.log'), importing(folder, 'grown.log', 'sched.txt')],
  },
  {
    name: 'notes',
    mayRepeat: true,
    prepare: filled,
    commands: folder => {
      const note = (...words: Words) => ['note', join(folder, caseFile), ...words];
      return [
        note('add', '--title', 'Readers wait', '--question', 'thread-states'),
        note('edit', '3', '--text', 'for the writer', '--tag', 'cause'),
        note('summary', '--title', 'Why it is slow'),
      ];
    },
  },
  {
    name: 'clock',
    mayRepeat: true,
    prepare: filled,
    commands: folder => {
      const clock = (...words: Words) => ['clock', join(folder, caseFile), ...words, '--capture', '1'];
      return [clock('--shift', '90m', '--drift', '20'), clock('undo')];
    },
  },
  {
    name: 'save as',
    async prepare(folder, run) {
      await filled(folder, run);
      const other = join(folder, 'other.aftertrace');
      await run('import', other, join(folder, 'captures/vmstat.txt'));
      await run('note', other, 'add', '--title', 'older');
    },
    commands: folder =>
      ['other.aftertrace', 'new.aftertrace'].map(to => ['save-as', join(folder, caseFile), join(folder, to)]),
  },
  {
    name: 'report and export',
    async prepare(folder, run) {
      await filled(folder, run);
      for (const old of ['report.html', 'samples.folded', 'tables/event.arrow', 'tables/event.parquet']) {
        mkdirSync(join(folder, 'tables'), { recursive: true });
        writeFileSync(join(folder, old), `older ${old}\n`);
      }
      await run('import', join(folder, 'cut.aftertrace'), join(folder, 'captures/vmstat.txt'));
    },
    commands: folder => {
      const path = join(folder, caseFile);
      return [
        ['report', path, '-o', join(folder, 'report.html')],
        ['report', path, '-o', join(folder, 'report.md'), '--evidence', 'csv'],
        ['export', path, '--folded', join(folder, 'samples.folded')],
        ['export', path, '--arrow', join(folder, 'tables')],
        ['export', path, '--parquet', join(folder, 'tables')],
        ['export', path, '--findings', join(folder, 'cut.aftertrace')],
      ];
    },
  },
  {
    name: 'upgrade',
    async prepare(folder, run) {
      await filled(folder, run);
      await runInClosed(
        join(folder, caseFile),
        "DROP TABLE owed; UPDATE workspace SET value = '6' WHERE key = 'schema_version'; DELETE FROM workspace WHERE key = 'id'",
      );
    },
    commands: folder => [['captures', join(folder, caseFile)]],
  },
  {
    name: 'creation',
    prepare: async folder => captures(folder),
    commands: folder => [['import', join(folder, 'new.aftertrace'), join(folder, 'captures/vmstat.txt')]],
    between: folder => [['create', join(folder, 'new.aftertrace')]],
  },
];

const importing = (folder: string, ...names: readonly string[]): Words => [
  'import',
  join(folder, caseFile),
  ...names.map(name => join(folder, 'captures', name)),
  '--symbols',
  join(folder, 'captures/symbols'),
];
