/** Compares ten systems of loghub, line by line, with their published columns. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';
import { Levels } from './levels.ts';
import { timeOf } from './samples.ts';

const logFormats = logFormatsOf(definitions);

type Row = Readonly<Record<string, string>>;

interface System {
  readonly name: string;
  readonly format: string;
  /** The time in the published columns, ISO 8601. */
  time(row: Row): string;
  level?(row: Row): string | undefined;
  component?(row: Row): string | undefined;
  content?(row: Row): string;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (text: string | number): string => String(text).padStart(2, '0');
const month = (name: string): string => two(months.indexOf(name) + 1);
const plain = (row: Row): string => `${row.Date}T${row.Time!.replace(',', '.')}`;
const levelColumn = (row: Row): string | undefined => row.Level;
const componentColumn = (row: Row): string | undefined => row.Component;
const epoch = (seconds: string, fraction = ''): string =>
  `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction}Z`;

const systems: readonly System[] = [
  {
    name: 'Apache',
    format: 'apache-error',
    time: row => {
      const [, name, day, clock, year] = row.Time!.split(' ');
      return `${year}-${month(name!)}-${day}T${clock}`;
    },
    level: levelColumn,
  },
  {
    name: 'BGL',
    format: 'bgl',
    // The columns give local time; the line also gives seconds since 1970, which are UTC.
    time: row => epoch(row.Timestamp!, row.Time!.slice(19)),
    level: levelColumn,
    component: componentColumn,
  },
  {
    name: 'HDFS',
    format: 'hdfs',
    time: row => {
      const [, y, m, d] = /(..)(..)(..)/.exec(row.Date!.padStart(6, '0'))!;
      return `20${y}-${m}-${d}T${row.Time!.padStart(6, '0').replace(/(..)(..)(..)/, '$1:$2:$3')}`;
    },
    level: levelColumn,
    component: componentColumn,
  },
  { name: 'HPC', format: 'hpc', time: row => epoch(row.Time!), component: componentColumn },
  { name: 'Hadoop', format: 'log4j', time: plain, level: levelColumn, component: componentColumn },
  {
    name: 'Linux',
    format: 'syslog',
    // The column Level holds the host.
    time: row => `2005-${month(row.Month!)}-${two(row.Date!)}T${row.Time}`,
    component: componentColumn,
  },
  {
    name: 'Mac',
    format: 'syslog',
    time: row => `2005-${month(row.Month!)}-${two(row.Date!)}T${row.Time}`,
    component: componentColumn,
  },
  {
    name: 'OpenSSH',
    format: 'syslog',
    // The columns are shifted: Date holds the month, Component the host.
    time: row => `2005-${month(row.Date!)}-${two(row.Day!)}T${row.Time}`,
    component: () => 'sshd',
  },
  {
    name: 'Spark',
    format: 'spark',
    time: row => `20${row.Date!.replaceAll('/', '-')}T${row.Time}`,
    level: levelColumn,
    component: componentColumn,
  },
  {
    name: 'Zookeeper',
    format: 'zookeeper',
    time: plain,
    level: levelColumn,
    // The columns split thread and class at the first colon, which is inside the thread's name.
    component: row => row.Component!.split(':').at(-1),
  },
];

const path = (name: string): string => corpus(`loghub/${name}/${name}_2k.log`);
const levels = new Levels();

describe.each(systems.map(system => [system.name, system] as const))('%s', (name, system) => {
  const skip = missing(path(name));
  let rows: Row[] = [];
  let recorder: Recorder;
  let recognised: string[] = [];

  beforeAll(() => {
    if (skip) return;
    rows = csv(readFileSync(`${path(name)}_structured.csv`, 'utf8'));
    const bytes = new Uint8Array(readFileSync(path(name)));
    const head = bytes.subarray(0, 64 << 10);
    recognised = logFormats.filter(format => format.sniff(head, 'unknown') !== 'no').map(({ id }) => id);
    recorder = readAll(logFormats.find(({ id }) => id === system.format)!, bytes, { year: 2005 });
  });

  it.skipIf(skip)('is recognised', () => expect(recognised).toEqual([system.format]));

  it.skipIf(skip)('has every line as an event', () => {
    expect(recorder.events).toHaveLength(rows.length);
    expect(recorder.counts).toEqual({ used: rows.length, blank: 0, skipped: 0 });
  });

  const differing = (read: (event: RecordedEvent) => unknown, wanted: (row: Row) => unknown): string[] =>
    rows.flatMap((row, index) => {
      const is = read(recorder.events[index]!);
      const should = wanted(row);
      return is === should ? [] : [`line ${index + 1}: ${is}, not ${should}`];
    });

  it.skipIf(skip)('has the right times', () => {
    const bare = (time: string): string => (time.includes('.') ? time.replace(/\.?0+(Z?)$/, '$1') : time);
    expect(
      differing(
        event => timeOf(recorder, event),
        row => bare(system.time(row)),
      ),
    ).toEqual([]);
  });

  if (system.level)
    it.skipIf(skip)('has the right levels', () => {
      expect(
        differing(
          event => event.level,
          row => expectedLevel(system.level!(row)!),
        ),
      ).toEqual([]);
    });

  if (system.component)
    it.skipIf(skip)('has the right components', () => {
      expect(
        differing(
          event => event.component ?? '',
          row => system.component!(row) ?? '',
        ),
      ).toEqual([]);
    });

  it.skipIf(skip)('has the right contents', () => {
    expect(
      differing(
        event => event.message,
        row => row.Content!.trim(),
      ),
    ).toEqual([]);
  });
});

/** Blue Gene's FAILURE and SEVERE have no level of their own. */
const expectedLevel = (word: string): string | null =>
  ({ FAILURE: 'fatal', SEVERE: 'error' })[word] ?? levels.of(word);

function csv(text: string): Row[] {
  const [header, ...lines] = text.trim().split(/\r?\n/).map(cells);
  return lines.map(line => Object.fromEntries(header!.map((name, index) => [name, line[index]!])));
}

function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? bare! : quoted.replaceAll('""', '"'),
  );
}
