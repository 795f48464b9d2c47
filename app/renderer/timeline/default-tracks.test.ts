import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MeaningSelector } from '../../../analyzers/metrics/select-meaning.ts';
import { type Rule, rules } from '../../../analyzers/questions/saturation/rules.ts';
import { meanings } from '../../../parsers/meanings.ts';
import { defaultTracks, type MeasuredSeries, proposed } from './default-tracks.ts';

const cpu = (mode: string) => ({ name: 'system.cpu.utilization', attributes: { 'cpu.mode': mode } });
const meant: Readonly<Record<string, MeasuredSeries['meaning']>> = {
  '%util': { name: 'system.disk.io_time', attributes: {} },
  'runq-sz': { name: 'system.process.count', attributes: { 'process.state': 'running' } },
  si: { name: 'aftertrace.paging.io', attributes: { 'system.paging.direction': 'in' } },
  us: cpu('user'),
  sy: cpu('system'),
  id: cpu('idle'),
  '%usr': cpu('user'),
  tps: { name: 'aftertrace.operations', attributes: { 'operation.name': 'transaction' } },
  lat: {
    name: 'db.client.operation.duration',
    attributes: { 'db.operation.name': 'transaction', statistic: 'mean' },
  },
  stddev: {
    name: 'db.client.operation.duration',
    attributes: { 'db.operation.name': 'transaction', statistic: 'stddev' },
  },
};

const of = (
  object: string,
  instance: string | null,
  counter: string,
  mean: number,
  capture = 1,
  meaning: MeasuredSeries['meaning'] = meant[counter] ?? null,
): MeasuredSeries => ({
  capture,
  host: null,
  object,
  instance,
  counter,
  unit: '%',
  mean,
  max: mean * 2,
  points: 9,
  factor: 0.01,
  addend: 0,
  meaning,
});

const format = (capture: number) => ['', 'vmstat', 'vmstat', 'mpstat'][capture] ?? '';

const nothing = { samples: false, states: false };
const profile = { samples: true, states: false };

describe('defaultTracks', () => {
  it('begins with the most important meaning, and the busiest of several series', () => {
    const tracks = defaultTracks(
      [
        of('disk', 'vda', '%util', 12),
        of('disk', 'vdb', '%util', 40),
        of('scheduler', null, 'runq-sz', 4),
        of('memory', null, 'free', 900),
        of('swap', null, 'si', 0),
      ],
      profile,
      format,
    );
    expect(tracks.map(({ title, series }) => [title, series.length])).toEqual([
      ['Run queue', 1],
      ['Disk vdb', 1],
    ]);
  });

  it('takes the busiest by the unit of the meaning, whatever units tools print', () => {
    const perSecond = { ...of('disk', 'sda', '%util', 0.5), unit: 's/s', factor: 1 };
    const percent = of('disk', 'vda', '%util', 12);
    const unknown = { ...of('disk', 'x', '%util', 900), factor: null, addend: null };
    const tracks = defaultTracks([percent, unknown, perSecond], profile, format);
    expect(tracks.map(({ title }) => title)).toEqual(['Disk sda']);
  });

  it('does not compare different meanings: the preferred one comes first', () => {
    const used = { name: 'system.memory.utilization', attributes: { 'system.memory.state': 'used' } };
    const available = { name: 'system.memory.linux.available', attributes: {} };
    const queue = { name: 'system.disk.weighted_io_time', attributes: {} };
    const pending = { name: 'system.disk.pending_operations', attributes: {} };
    const memory = [
      { ...of('memory', null, 'MemAvailable', 2e9, 1, available), host: 'full', factor: 1 },
      { ...of('memory', null, 'kbavail', 9e9, 2, available), host: 'empty', factor: 1 },
    ];
    const disk = [of('disk', 'sda', 'in flight', 40, 1, pending), of('disk', 'sdb', 'aqu-sz', 3, 1, queue)];
    const series = (all: readonly MeasuredSeries[]) =>
      defaultTracks(all, profile, format).map(({ title, series: [first] }) => [title, first?.counter]);
    expect(series([...memory, ...disk])).toEqual([
      ['Disk queue sdb', 'aqu-sz'],
      ['Memory', 'MemAvailable'],
    ]);
    expect(series([...memory, of('memory', null, '%memused', 60, 1, used)])).toEqual([
      ['Memory', '%memused'],
    ]);
  });

  it('have the meanings that docs/formats.md lists, in addition to those with verdicts', () => {
    const docs = readFileSync(join(import.meta.dirname, '../../../parsers/README.md'), 'utf8');
    const rows = docs
      .split('\n')
      .filter(line => /^\| `[a-z_.0-9]+` \|/.test(line) && line.split('|').length === 8);
    const list = (words: readonly string[]) => [...new Set(words)].filter(Boolean).join(', ') || '–';
    const code = (text: string) => `\`${text}\``;
    const whereOf = ({ where = {} }: MeaningSelector) =>
      Object.entries(where)
        .map(([key, value]) =>
          value === null ? `no ${code(key)}` : code(`${key}: ${[value].flat().join(' / ')}`),
        )
        .join(' and ');
    const needsOf = ({ share, perCpu }: Rule) =>
      share
        ? [code(share.meaning), whereOf(share)].filter(Boolean).join(' with ')
        : perCpu
          ? 'number of CPUs'
          : '';
    const expected = Object.keys(meanings).flatMap(name => {
      const judging = rules.filter(({ selector }) => selector.meaning === name);
      const limiting = rules.filter(
        ({ selector, share }) => share?.meaning === name && selector.meaning !== name,
      );
      const tracks = proposed.filter(({ selector }) => selector.meaning === name);
      if (judging.length + limiting.length + tracks.length === 0) return [];
      const cells = [
        code(name),
        list([
          ...judging.map(({ resource, aspect }) => `${resource} ${aspect}`),
          ...limiting.map(({ resource, aspect }) => `limit of ${resource} ${aspect}`),
        ]),
        list(judging.map(({ selector }) => whereOf(selector))),
        list(tracks.map(({ title }) => title)),
        list(tracks.map(({ selector }) => whereOf(selector))),
        list(judging.map(needsOf)),
      ];
      return [`| ${cells.join(' | ')} |`];
    });
    expect(rows).toEqual(expected);
  });

  it('leaves out metrics that thread states show as well, and leaves space for those', () => {
    const series = [
      of('scheduler', null, 'runq-sz', 4),
      of('disk', 'vda', '%util', 12),
      of('swap', null, 'si', 3),
      of('pgbench', null, 'tps', 900),
      of('pgbench', null, 'lat', 12),
    ];
    const titles = (states: boolean) =>
      defaultTracks(series, { samples: true, states }, format).map(({ title }) => title);
    expect(titles(false)).toEqual(['Run queue', 'Latency', 'Throughput', 'Disk vda']);
    expect(titles(true)).toEqual(['Latency', 'Throughput', 'Disk vda']);
  });

  it('include the latency and throughput of benchmarks', () => {
    const tracks = defaultTracks(
      [of('pgbench', null, 'tps', 900), of('pgbench', null, 'lat', 12), of('pgbench', null, 'stddev', 40)],
      profile,
      format,
    );
    expect(tracks.map(({ title, series }) => [title, ...series.map(({ counter }) => counter)])).toEqual([
      ['Latency', 'lat'],
      ['Throughput', 'tps'],
    ]);
  });

  it('shows the CPUs of one capture if there is no profile', () => {
    const cpu = [
      of('cpu', null, 'us', 60, 2),
      of('cpu', null, 'sy', 10, 2),
      of('cpu', null, 'id', 30, 2),
      of('cpu', 'all', '%usr', 60, 3),
      of('cpu', '0', '%usr', 60, 3),
    ];
    expect(defaultTracks(cpu, profile, format)).toEqual([]);
    const [track] = defaultTracks(cpu, nothing, format);
    expect(track).toMatchObject({ title: 'CPU', scale: 'one' });
    expect(track!.series.map(({ counter }) => counter)).toEqual(['us', 'sy']);
  });

  it('shows the busiest CPU if there is no total', () => {
    const cpu = (instance: string, mode: string, mean: number): MeasuredSeries => ({
      ...of('system.cpu.time', instance, mode, mean),
      meaning: { name: 'system.cpu.time', attributes: { 'cpu.mode': mode } },
      factor: 1,
    });
    const tracks = defaultTracks(
      [
        ...[cpu('cpu0', 'user', 0.2), cpu('cpu0', 'system', 0.3), cpu('cpu0', 'idle', 0.5)],
        ...[cpu('cpu1', 'user', 0.7), cpu('cpu1', 'system', 0.1), cpu('cpu1', 'idle', 0.2)],
      ],
      nothing,
      format,
    );
    expect(tracks.map(({ title, series }) => [title, ...series.map(({ counter }) => counter)])).toEqual([
      ['CPU cpu1', 'user', 'system'],
    ]);
  });

  it('joins the series of captures of the same format', () => {
    const tracks = defaultTracks(
      [of('disk', 'vda', '%util', 12, 2), of('disk', 'vda', '%util', 40), of('disk', 'vda', '%util', 30, 3)],
      profile,
      format,
    );
    expect(tracks).toMatchObject([{ title: 'Disk vda', series: [{ capture: 1 }, { capture: 2 }] }]);
  });

  it('uses the first counters if none has a known meaning', () => {
    const own = [
      of('array', 'a', 'latency (µs)', 5),
      of('array', 'b', 'latency (µs)', 9),
      { ...of('array', 'a', 'hits', 9), points: 1 },
      of('array', 'a', 'reads', 0),
    ];
    const tracks = defaultTracks(own, nothing, format);
    expect(tracks.map(({ title }) => title)).toEqual(['array b latency (µs)']);
  });
});
