import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { parseUserFormat } from '../user-formats.ts';
import type { TableDefinition } from './definition.ts';
import { table, tableFormat } from './format.ts';
import { timeFormOf } from './times.ts';
import { unitInTitle } from './units.ts';

const read = async (name: string, given = {}) =>
  readAll(table, await bytesOf(fixture(`table/${name}`)), given);
const lines = (...rows: string[]) => ascii(`${rows.join('\n')}\n`);

describe('table', () => {
  it('finds semicolons, decimal commas, the day first, units, a host and a device', async () => {
    const recorder = await read('german.csv');
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:00:05', '2026-11-21T04:00:10']);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'table sda Disk Service Time (µs)': [1.5, 2],
      'table sda read kB/s': [1024.25, 2048],
      'table sda CPU %': [12, 99.5],
      'table sdb Disk Service Time (µs)': [0.25, 0.5],
      'table sdb CPU %': [12, 99.5],
      'table sdb read kB/s': [8],
    });
    expect(recorder.allSeries.values.slice(0, 3).map(({ unit, host }) => [unit, host])).toEqual([
      ['µs', 'web1'],
      ['kB/s', 'web1'],
      ['%', 'web1'],
    ]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads one value per row, as PowerCLI exports', async () => {
    const recorder = await read('powercli.csv');
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:00:20', '2026-11-21T04:00:40', '2026-11-21T16:00:40']);
    expect(recorder.allSeries.values).toEqual([
      {
        object: 'table',
        instance: null,
        counter: 'cpu.usage.average',
        unit: '%',
        host: 'esx1.example.org',
        cumulative: false,
      },
      {
        object: 'table',
        instance: null,
        counter: 'mem.consumed.average',
        unit: 'KB',
        host: 'esx1.example.org',
        cumulative: false,
      },
      {
        object: 'table',
        instance: '0',
        counter: 'cpu.usage.average',
        unit: '%',
        host: 'esx1.example.org',
        cumulative: false,
      },
    ]);
    expect(valuesOf(recorder).get('table mem.consumed.average')).toEqual([1048576, 1048900]);
  });

  const valuesWithUnits = (bytes: Uint8Array) =>
    readAll(table, bytes).metrics.map(
      ({ ts, series: { object, instance, counter, unit }, value }) =>
        `${(ts ?? 0) / 1e9} ${object} ${instance} ${counter} = ${value} ${unit}`,
    );

  it('reads cells with a unit as values, and never as names', () => {
    const gpu = lines(
      'timestamp, index, name, memory.used [MiB], power.draw, fan.speed [%], pstate',
      '2026/07/31 00:00:00, 0, NVIDIA A10G, 0 MiB, 10.5 W, [N/A], P8',
      '2026/07/31 00:00:05, 0, NVIDIA A10G, 5000 MiB, 200.5 W, [Not Supported], P0',
      '',
    );
    expect(table.sniff(gpu, '')).toBe('likely');
    expect(valuesWithUnits(gpu)).toEqual([
      '0 table 0 NVIDIA A10G memory.used [MiB] = 0 MiB',
      '0 table 0 NVIDIA A10G power.draw = 10.5 W',
      '5 table 0 NVIDIA A10G memory.used [MiB] = 5000 MiB',
      '5 table 0 NVIDIA A10G power.draw = 200.5 W',
    ]);
    expect(readAll(table, gpu).problemCounts()).toEqual({ 'columns-left-out': 1 });
  });

  it('converts cells to the unit of their column', () => {
    const mixed = lines(
      'time,latency,mem',
      '2024-05-01 10:00:00,12 ms,500 MiB',
      '2024-05-01 10:00:10,1.5 s,1 GiB',
      '2024-05-01 10:00:20,800 us,5 W',
      '2024-05-01 10:00:30,1 ms,1 MiB',
      '',
    );
    expect(valuesWithUnits(mixed)).toEqual([
      '0 table null latency = 12 ms',
      '0 table null mem = 500 MiB',
      '10 table null latency = 1500 ms',
      '10 table null mem = 1024 MiB',
      '20 table null latency = 0.8 ms',
      '30 table null latency = 1 ms',
      '30 table null mem = 1 MiB',
    ]);
    expect(readAll(table, mixed).problemCounts()).toEqual({ 'not-a-number': 1 });
  });

  it('reads tables in Markdown', () => {
    const markdown = lines(
      '| time | cpu % | runq |',
      '|------|------:|-----:|',
      '| 2024-05-01 10:00:00 | 12.5 | 1 |',
      '| 2024-05-01 10:00:10 | 97.5 | 14 |',
      '',
    );
    const [best] = formats.filter(({ sniff }) => sniff(markdown, '') === 'likely');
    expect(best?.id).toBe('table');
    expect(valuesWithUnits(markdown)).toEqual([
      '0 table null cpu % = 12.5 %',
      '0 table null runq = 1 null',
      '10 table null cpu % = 97.5 %',
      '10 table null runq = 14 null',
    ]);
    expect(readAll(table, markdown).counts).toEqual({ used: 4, blank: 1, skipped: 0 });
  });

  it('reads tables of the clients of databases, and Markdown without a frame', () => {
    const rows = ['2024-05-01 10:00:00 | 12.5 |    1', '2024-05-01 10:00:10 | 97.5 |   14'];
    const framed = (text: string) => `| ${text} |`;
    const rule = '+---------------------+------+------+';
    const tables = [
      lines(
        '        time         | cpu  | runq ',
        '---------------------+------+------',
        ...rows.map(row => ` ${row}`),
        '(2 rows)',
        '',
      ),
      lines(
        rule,
        framed('time                | cpu  | runq'),
        rule,
        ...rows.map(framed),
        rule,
        '2 rows in set (0.00 sec)',
        '',
      ),
      lines('time | cpu | runq', ':--- | ---: | ---', ...rows, ''),
    ];
    for (const each of tables) {
      expect(formats.filter(({ sniff }) => sniff(each, '') === 'likely')[0]?.id).toBe('table');
      expect(valuesWithUnits(each)).toEqual([
        '0 table null cpu = 12.5 null',
        '0 table null runq = 1 null',
        '10 table null cpu = 97.5 null',
        '10 table null runq = 14 null',
      ]);
      expect(readAll(table, each).counts).toMatchObject({ blank: 1, skipped: 0 });
    }
  });

  it('reads counters of .NET: the unit is in the name, the provider is the object', () => {
    const counters = lines(
      'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment',
      '11/14/2023 08:53:04,System.Runtime,GC Heap Size (MB),Metric,12096',
      '11/14/2023 08:53:04,System.Runtime,Time spent in JIT (ms / 1 sec),Rate,3',
      '11/14/2023 08:53:05,System.Runtime,CPU Usage (%),Metric,21',
      '11/14/2023 08:53:05,System.Runtime,dotnet.gc.collections ({collection} / 1 sec)[gc.heap.generation=gen0],Rate,2',
      '',
    );
    expect(table.sniff(counters, '')).toBe('likely');
    expect(valuesWithUnits(counters)).toEqual([
      '0 System.Runtime null GC Heap Size = 12096 MB',
      '0 System.Runtime null Time spent in JIT = 3 ms/s',
      '1 System.Runtime null CPU Usage = 21 %',
      '1 System.Runtime gc.heap.generation=gen0 dotnet.gc.collections = 2 collection/s',
    ]);
  });

  it('keeps parentheses in names of counters of other tools', () => {
    const oracle = lines(
      'DATE,NAME,VALUE',
      '2025/03/21 07:00:07,recompute count (total),7',
      '2025/03/21 07:00:17,recompute count (total),9',
      '',
    );
    expect(valuesWithUnits(oracle)).toEqual([
      '0 table null recompute count (total) = 7 null',
      '10 table null recompute count (total) = 9 null',
    ]);
  });

  it('is unaligned if times count from the start', async () => {
    const recorder = await read('elapsed.tsv');
    expect(recorder.lastClock).toMatchObject({ domain: 'none', utcOffset: null });
    expect(recorder.metrics.map(({ ts }) => ts)).toEqual([5e8, 5e8, 1e9, 1e9, 15e8, 15e8]);
    expect(recorder.allSeries.values).toMatchObject([
      { instance: '42', counter: 'latency_ms', unit: 'ms' },
      { instance: '42', counter: 'requests', unit: null },
    ]);
  });

  it('reports each cell that is not a number, except marks for a missing value', () => {
    const recorder = readAll(
      table,
      lines(
        'time,cpu,disk',
        '2026-11-21 04:00:00,1,5',
        '2026-11-21 04:00:01,oops,-',
        '2026-11-21 04:00:02,3,N/A',
        '2026-11-21 04:00:03,4,7',
        '',
      ),
    );
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({ 'table cpu': [1, 3, 4], 'table disk': [5, 7] });
    expect(recorder.problems).toMatchObject([
      { code: 'not-a-number', line: 3, message: '“oops” in column “cpu” is not a number: it was skipped.' },
    ]);
  });

  it('reads a column cpu as load if it cannot be the number of a CPU', () => {
    const row = (at: number, cpu: string) => `2026-11-21 04:00:0${at},${cpu},5`;
    const seen = (...rows: string[]) => [
      ...valuesOf(readAll(table, lines('time,cpu,kB', ...rows, ''))).keys(),
    ];
    expect(seen(row(0, '12'), row(1, '99'), row(2, '12'))).toEqual(['table cpu', 'table kB']);
    expect(seen(row(0, '0'), row(0, '1'), row(1, '0'), row(1, '1'))).toEqual(['table 0 kB', 'table 1 kB']);
    expect(seen(row(0, '0.5'), row(0, '0.7'))).toEqual(['table cpu', 'table kB']);
  });

  it.each([
    ['written out', '2026-11-21 04:00:0'],
    ['since 1970', '176369400'],
    ['of day', '04:00:0'],
  ])('leaves out a row with a bad time, and reads the others: times %s', (_, prefix) => {
    for (const bad of [1, 2, 4]) {
      const times = Array.from({ length: 6 }, (_row, at) => (at === bad ? '#ERR' : `${prefix}${at}`));
      const recorder = readAll(table, lines('time,cpu', ...times.map((time, at) => `${time},${at}`), ''));
      expect(valuesOf(recorder).get('table cpu')).toEqual([0, 1, 2, 3, 4, 5].filter(at => at !== bad));
      expect(recorder.counts).toMatchObject({ used: 6, skipped: 1 });
      expect(recorder.problems).toMatchObject([
        { line: bad + 2, message: 'A row whose time cannot be read was skipped.' },
      ]);
    }
  });

  it('leaves out the last number of a table that ends within a row', () => {
    const titles = 'time,cpu,queue\n';
    const text = `${titles}2026-11-21 04:00:05,12.50,11\n2026-11-21 04:00:06,13.50,12`;
    const read = (cut: string) => readAll(table, ascii(cut));
    const cut = read(text);
    expect(valuesOf(cut).get('table cpu')).toEqual([12.5, 13.5]);
    expect(valuesOf(cut).get('table queue')).toEqual([11]);
    expect(cut.problemCounts()).toEqual({ 'cut-off': 1 });
    expect(valuesOf(read(`${text}\n`)).get('table queue')).toEqual([11, 12]);
    // As many decimals as above: the number is whole.
    const whole = read(`${text.replaceAll(/,1.$/gm, '').replace(',queue', '')}`);
    expect(valuesOf(whole).get('table cpu')).toEqual([12.5, 13.5]);
    expect(whole.problemCounts()).toEqual({});
    expect(
      valuesOf(read('time,cpu\n2026-11-21 04:00:05,12.50\n2026-11-21 04:00:06,13.5')).get('table cpu'),
    ).toEqual([12.5]);
  });

  it('joins a date and a time in separate columns', () => {
    const recorder = readAll(
      table,
      lines('date,time,x', '2026-11-21,04:00:05,1', '2026-11-21,04:00:06.5,2', '2026-11-22,00:00:00,3'),
    );
    expect(timesOf(recorder)).toEqual([
      '2026-11-21T04:00:05',
      '2026-11-21T04:00:06.500Z',
      '2026-11-22T00:00:00',
    ]);
  });

  it('reads as defined, and detects the rest', () => {
    const given = {
      id: 'mine',
      title: 'Mine',
      object: 'array',
      columns: {
        day: { is: 'date', time: 'dd/MM/yyyy' },
        at: { is: 'time', time: 'HH.mm' },
        id: { is: 'value', name: 'queue', unit: '' },
        ms: { unit: 's', cumulative: true },
      },
    } as const;
    const text = lines('day,at,id,ms,note', '01/02/2026,04.00,7,1,a', '01/02/2026,04.01,8,2,b');
    const mine = tableFormat(given);
    expect([table.sniff(text, 'x'), mine.sniff(text, 'x')]).toEqual(['likely', 'yes']);
    expect(mine.sniff(lines('at,id,ms', '04.00,1,1', '04.01,1,1'), 'x')).toBe('no');
    const recorder = readAll(mine, text);
    expect(timesOf(recorder)).toEqual(['2026-02-01T04:00:00', '2026-02-01T04:01:00']);
    expect(recorder.allSeries.values.slice(0, 2)).toMatchObject([
      { object: 'array', instance: 'a', counter: 'queue', unit: null, cumulative: false },
      { object: 'array', instance: 'a', counter: 'ms', unit: 's', cumulative: true },
    ]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reports errors in a definition', () => {
    const errors = (description: object) => parseUserFormat(JSON.stringify(description)).errors;
    expect(errors({ id: 'x', columns: {} })).toEqual([
      '"columns" must name at least one column: a table is recognised by its columns.',
    ]);
    expect(
      errors({
        id: 'X y',
        columns: { a: { is: 'times' }, b: { is: 'time', time: 'MMM d' }, c: { is: 'time', units: 's' } },
        zone: 'Mars/Olympus',
        decimal: ';',
        colour: 'red',
      }),
    ).toEqual([
      '"colour" is not a member of a table\'s definition.',
      '"id" must be lower-case words joined by hyphens.',
      '"decimal" must be "." or ",".',
      '"zone" must be a time zone like Europe/Vienna or +02:00.',
      '"is" of the column "a" must be one of time, date, value, instance, host, counter, unit, nothing.',
      '"time" of the column "b" cannot be used: the time "MMM d" has a date without a year.',
      '"units" of the column "c" is not a property of a column.',
      'Only one column can be the time, not "b" and "c".',
    ]);
  });

  it('gives columns the meaning that the user chose, in its unit', () => {
    const parsed = parseUserFormat(
      JSON.stringify({
        id: 'array',
        columns: {
          'Busy %': { meaning: 'system.disk.io_time' },
          Idle: {
            meaning: { name: 'system.cpu.utilization', attributes: { 'cpu.mode': 'idle' }, factor: 0.001 },
          },
          Free: { meaning: 'system.memory.utilization' },
        },
      }),
    );
    const definition = parsed.definition;
    expect(parsed.errors).toBeNull();
    const format = tableFormat(definition as TableDefinition);
    const text = lines(
      'time,Busy %,Idle,Free',
      '2026-01-01 00:00:00,50,900,3',
      '2026-01-01 00:00:01,60,800,4',
    );
    const recorder = readAll(format, text);
    const meanings = new Map(recorder.allSeries.values.map(({ counter, meaning }) => [counter, meaning]));
    expect(meanings.get('Busy %')).toEqual({
      name: 'system.disk.io_time',
      attributes: {},
      factor: 0.01,
      addend: 0,
    });
    expect(meanings.get('Idle')).toMatchObject({ attributes: { 'cpu.mode': 'idle' }, factor: 0.001 });
    expect(meanings.get('Free')).toBeUndefined();
    expect(recorder.problemCounts()).toEqual({ 'meaning-without-factor': 1 });
    const wrong = (meaning: unknown) =>
      parseUserFormat(JSON.stringify({ id: 'array', columns: { a: { meaning } } })).errors?.join();
    expect(wrong('system.disk.busy')).toMatch(
      /"meaning" of the column "a" is unknown.*system\.disk\.io_time/,
    );
    expect(wrong({ name: 'system.disk.io_time', factor: '2' })).toMatch(/numbers/);
    expect(wrong({ name: 'system.disk.io_time', attributes: { a: 1 } })).toMatch(/texts/);
  });

  it('finds meanings of benchmark columns by their titles', () => {
    const key = { object: 'table', instance: null, host: null, cumulative: false };
    const meaningOf = (counter: string, unit: string | null) => table.meanings?.({ ...key, counter, unit });
    expect(meaningOf('tps', '/s')).toMatchObject({ name: 'aftertrace.operations', factor: 1 });
    expect(meaningOf('latency avg', 'ms')).toMatchObject({
      name: 'aftertrace.operation.duration',
      factor: 0.001,
    });
    expect(meaningOf('latency', null)).toMatchObject({ factor: null });
    expect(meaningOf('price', '/s')).toBeNull();
  });

  it('marks an assumed order of day and month, and uses one order for all rows', () => {
    const open = readAll(table, lines('time,x', '05/11/2026 04:00,1', '06/11/2026 04:00,2'));
    expect(timesOf(open)).toEqual(['2026-05-11T04:00:00', '2026-06-11T04:00:00']);
    expect(open.lastClock).toMatchObject({
      orderAssumed: true,
      source: 'row-times',
    });
    const given = readAll(table, lines('time,x', '05/11/2026 04:00,1', '13/11/2026 04:00,2'));
    expect(timesOf(given)).toEqual(['2026-11-05T04:00:00', '2026-11-13T04:00:00']);
  });

  it.each([
    ['1795288182', 'epoch', 1e9],
    ['1795288182498', 'epoch', 1e6],
    ['1795288182498123', 'epoch', 1e3],
    ['1795288182498123456', 'epoch', 1],
  ])('reads %s as time since 1970', (cell, kind, unit) => {
    expect(timeFormOf('x', [cell, cell])).toEqual({ kind, unit });
    const recorder = readAll(table, lines('when,x', `${cell},1`, `${cell},2`));
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
    expect(timesOf(recorder)[0]).toMatch(/^2026-11-21T19:09:42/);
  });

  it('skips rows that do not fit, and names the columns it left out', () => {
    const rows = Array.from(
      { length: 30 },
      (_, i) => `2026-01-01 00:00:${String(i + 10)},${i},text of row ${i}`,
    );
    const recorder = readAll(table, lines('time,x,message', ...rows, 'junk', 'never,1,2'));
    expect(recorder.counts).toEqual({ used: 31, blank: 0, skipped: 2 });
    expect(recorder.problemCounts()).toEqual({ 'columns-left-out': 1, 'unknown-line': 2 });
    expect(table.sniff(lines('time,x,message', ...rows), 'x')).toBe('maybe');
  });

  it.each([
    ['no time', ['name,x', 'a,1', 'b,2']],
    ['no values', ['time,name', '2026-01-01 00:00:00,a', '2026-01-01 00:00:01,b']],
    ['no titles', ['2026-01-01 00:00:00,1', '2026-01-01 00:00:01,2', '2026-01-01 00:00:02,3']],
    ['prose', ['time, they say, flies', 'and so do birds', 'in autumn, mostly']],
  ])('does not recognise %s', (_, rows) => {
    expect(table.sniff(lines(...rows), 'x.csv')).toBe('no');
  });

  it.each([
    ['Disk Service Time (µs)', 'µs'],
    ['rx [kB/s]', 'kB/s'],
    ['read kB/s', 'kB/s'],
    ['latency_ms', 'ms'],
    ['cpu percent', '%'],
    ['%util', '%'],
    ['requests', null],
  ])('finds the unit of %s', (title, unit) => {
    expect(unitInTitle(title).unit).toBe(unit);
  });
});
