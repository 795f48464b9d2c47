import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerOf as ask, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import { type MeaningOf, means } from '../../../parsers/kit/metrics/meaning.ts';
import type { Answer } from '../../contract.ts';
import { rules } from './rules.ts';
import { saturation } from './saturation.ts';

const second = 1_000_000_000n;
const at = (seconds: number) => BigInt(seconds) * second;
const meant = ({ name, attributes, factor = 1, addend = 0 }: MeaningOf) => ({
  name,
  attributes,
  factor,
  addend,
});
const repeat = (times: number, value: number) => Array.from({ length: times }, () => value);

/** The row of one thing, by column. */
function row(found: Answer, resource: string, instance: string | null): Record<string, unknown> {
  const names = found.columns.map(each => each.name);
  const rows = rowsOf(found).map(cells => Object.fromEntries(names.map((name, i) => [name, cells[i]])));
  const one = rows.find(each => each.resource === resource && each.instance === instance);
  expect(one, `${resource} ${instance}`).toBeDefined();
  return one!;
}

describe('saturation', () => {
  it('finds the worst minute, and notes the resources that were not measured', async () => {
    const workspace = await workspaceOf(
      [],
      [{ zero: at(60_000) }],
      [
        {
          path: 'cpu/all/%idle',
          meaning: 'sar',
          values: [...repeat(600, 50), ...repeat(60, 0), ...repeat(60, 50)],
          unit: '%',
        },
        { path: 'cpu/0/%idle', meaning: 'sar', values: repeat(720, 1), unit: '%' },
        { path: 'cpu/1/%idle', meaning: 'sar', values: repeat(720, 90), unit: '%' },
        // Waits for a disk: any other could have that CPU.
        { path: 'cpu/2/%idle', meaning: 'sar', values: repeat(720, 5), unit: '%' },
        { path: 'cpu/2/%iowait', meaning: 'sar', values: repeat(720, 80), unit: '%' },
        {
          path: 'scheduler/r',
          meaning: 'vmstat',
          values: [...repeat(600, 1), ...repeat(60, 8), ...repeat(60, 1)],
        },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'cpu', 'all')).toMatchObject({
      host: 'capture-1',
      verdict: 'saturated',
      measure: 'runnable threads per CPU',
      worst_minute: at(60_600),
      worst_utilisation: 100,
      worst_saturation: 8 / 3,
      not_measured: 'errors',
      evidence: 'capture-1 cpu/all/%idle; capture-1 scheduler/r',
    });
    expect(row(answer, 'cpu', '0')).toMatchObject({ verdict: 'busy', utilisation: 99 });
    expect(row(answer, 'cpu', '1')).toMatchObject({ verdict: 'calm', utilisation: 10 });
    expect(row(answer, 'cpu', '2')).toMatchObject({
      verdict: 'calm',
      utilisation: 15,
      evidence: 'capture-1 cpu/2/%idle + cpu/2/%iowait',
    });
    for (const resource of ['memory', 'swap', 'disk', 'network']) {
      expect(row(answer, resource, null)).toMatchObject({
        verdict: 'not measured',
        utilisation: null,
        not_measured: 'utilisation, saturation, errors',
      });
    }
    expect(rowsOf(answer, 'verdict').flat()).toEqual([
      'saturated',
      'busy',
      'calm',
      'calm',
      ...repeat(4, 0).map(() => 'not measured'),
    ]);
    const calm = await ask(workspace, saturation, {}, { to: at(60_600) });
    expect(row(calm, 'cpu', 'all')).toMatchObject({ verdict: 'calm', worst_saturation: 1 / 3 });
    await workspace.close();
  });

  it('judges a short queue at an idle disk as a burst, and cumulative counts by their rates', async () => {
    const workspace = await workspaceOf(
      [],
      [{ facts: {} }],
      [
        { path: 'disk/a/%util', meaning: 'iostat', values: repeat(60, 10), unit: '%' },
        { path: 'disk/a/aqu-sz', meaning: 'iostat', values: repeat(60, 9) },
        { path: 'disk/b/%util', meaning: 'iostat', values: repeat(60, 90), unit: '%' },
        { path: 'disk/b/aqu-sz', meaning: 'iostat', values: repeat(60, 9) },
        { path: 'disk/c/aqu-sz', meaning: 'iostat', values: repeat(60, 9), cumulative: true },
        {
          path: 'network/eth0/RX-ERR',
          meaning: 'netstat',
          values: [0, 0, 30],
          unit: 'count',
          cumulative: true,
        },
        {
          path: 'network/eth0/TX-ERR',
          meaning: 'netstat',
          values: [5, 5, 15],
          unit: 'count',
          cumulative: true,
        },
        { path: 'memory/used', meaning: 'free', values: [1, 3], unit: 'GB' },
        { path: 'memory/total', meaning: 'free', values: [4, 4], unit: 'GB' },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'disk', 'a')).toMatchObject({ verdict: 'calm', saturation: 9 });
    expect(row(answer, 'disk', 'b')).toMatchObject({
      verdict: 'saturated',
      measure: 'requests queued and served',
    });
    expect(rowsOf(answer, 'instance').flat()).not.toContain('c');
    expect(row(answer, 'network', 'eth0')).toMatchObject({ verdict: 'errors', errors: 20 });
    expect(row(answer, 'memory', 'all')).toMatchObject({ utilisation: 50 });
    await workspace.close();
  });

  it('says that threads waited for memory, although no page was scanned, and that an idle CPU is not saturated', async () => {
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        { path: 'paging/pgscank/s', meaning: 'sar', values: repeat(60, 0) },
        {
          path: 'pressure/%smem',
          meaning: 'sar',
          values: [...repeat(40, 0), ...repeat(20, 60)],
          unit: '%',
        },
        { path: 'cpu/all/%idle', meaning: 'sar', values: [...repeat(30, 20), ...repeat(30, 90)], unit: '%' },
        { path: 'cpu/0/%idle', meaning: 'sar', values: repeat(60, 50), unit: '%' },
        { path: 'scheduler/runq-sz', meaning: 'sar', values: repeat(60, 5) },
        // A virtual disk whose few requests are slow.
        { path: 'disk/vda/%util', meaning: 'iostat', values: repeat(60, 28), unit: '%' },
        { path: 'disk/vda/await', meaning: 'iostat', values: repeat(60, 80), unit: 'ms' },
      ],
    );
    const found = await ask(workspace, saturation);
    expect(row(found, 'memory', 'all')).toMatchObject({
      verdict: 'saturated',
      measure: '% of time some thread waited for memory',
      worst_saturation: 60,
    });
    expect(row(found, 'memory', 'all').saturated_percent).toBeCloseTo(33, -1);
    expect(row(found, 'disk', 'vda')).toMatchObject({ verdict: 'calm', saturated_percent: 0 });
    expect(row(found, 'cpu', 'all').saturated_percent).toBeCloseTo(50, -1);
    const fault = await ask(workspace, saturation, {}, { from: at(31) });
    expect(row(fault, 'cpu', 'all')).toMatchObject({ verdict: 'calm' });
    await workspace.close();
  });

  it('reads the counters of Windows and of ESX', async () => {
    const host = 'HOST';
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        {
          path: 'Processor/_Total/% Processor Time',
          meaning: 'perfmon',
          values: repeat(30, 95),
          unit: '%',
          host,
        },
        { path: 'Processor/0/% Processor Time', meaning: 'perfmon', values: repeat(30, 95), unit: '%', host },
        { path: 'System/Processor Queue Length', meaning: 'perfmon', values: repeat(30, 9), host },
        { path: 'PhysicalDisk/0 C:/% Idle Time', meaning: 'perfmon', values: repeat(30, 5), unit: '%', host },
        { path: 'Память/Доступно МБ', values: [1], host },
        {
          path: 'Group Cpu/77:vm/% Ready',
          meaning: 'esxtop',
          values: repeat(30, 22),
          unit: '%',
          host: 'esx',
        },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'cpu', 'all')).toMatchObject({ host, verdict: 'saturated', saturation: 9 });
    expect(row(answer, 'disk', '0 C:')).toMatchObject({ host, verdict: 'busy', utilisation: 95 });
    expect(noteData(answer, 'not-judged')).toEqual({ objects: ['Память'] });
    expect(row(answer, 'vm', '77:vm')).toMatchObject({ host: 'esx', verdict: 'saturated', saturation: 22 });
    await workspace.close();
  });

  it('judges cumulative counts by their rates, and network links by their speed', async () => {
    const counts = (step: number) => Array.from({ length: 30 }, (_, i) => 1000 + i * step);
    const grows = { cumulative: true } as const;
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        { path: 'cpu/0/idle', meaning: 'collectl', values: counts(5), unit: 'ticks', ...grows },
        { path: 'cpu/0/iowait', meaning: 'collectl', values: counts(5), unit: 'ticks', ...grows },
        { path: 'cpu/all/idle', meaning: 'collectl', values: counts(20), unit: 'ticks', ...grows },
        { path: 'disk/vda/busy ms', meaning: 'collectl', values: counts(950), unit: 'ms', ...grows },
        { path: 'disk/vda/weighted ms', meaning: 'collectl', values: counts(7000), unit: 'ms', ...grows },
        { path: 'sd/0:sd0/rtime', meaning: 'kstat', values: counts(0.3), unit: 's', ...grows },
        { path: 'sd/0:sd0/wlentime', meaning: 'kstat', values: counts(4), unit: 's', ...grows },
        { path: 'link/0:net0/rbytes64', meaning: 'kstat', values: counts(50e6), ...grows },
        { path: 'link/0:net0/obytes64', meaning: 'kstat', values: counts(12.5e6), ...grows },
        { path: 'link/0:net0/ifspeed', meaning: 'kstat', values: repeat(30, 1e9) },
        {
          path: 'Network Interface/NIC/Bytes Total/sec',
          meaning: 'perfmon',
          values: repeat(30, 112.5e6),
          unit: 'B/s',
        },
        { path: 'Network Interface/NIC/Current Bandwidth', meaning: 'perfmon', values: repeat(30, 1e9) },
        {
          path: 'Network Port/vmnic0/MBits Transmitted/sec',
          meaning: 'esxtop',
          values: repeat(30, 2000),
          unit: 'Mbit/s',
        },
        {
          path: 'Network Port/vmnic0/MBits Received/sec',
          meaning: 'esxtop',
          values: repeat(30, 500),
          unit: 'Mbit/s',
        },
        { path: 'Network Port/vmnic0/Link Speed (Mb/s)', meaning: 'esxtop', values: repeat(30, 10_000) },
        { path: 'memory/MemAvailable', meaning: 'collectl', values: repeat(30, 10), unit: 'kB' },
        { path: 'memory/MemTotal', meaning: 'collectl', values: repeat(30, 40), unit: 'kB' },
        { path: 'perf/stalled-cycles-backend', meaning: 'perf-stat', values: repeat(30, 60), unit: 'count' },
        { path: 'perf/cycles', meaning: 'perf-stat', values: repeat(30, 100), unit: 'count' },
      ],
    );
    const answer = await ask(workspace, saturation);
    const close = (resource: string, instance: string, utilisation: number) =>
      expect(row(answer, resource, instance).utilisation, instance).toBeCloseTo(utilisation, 6);
    close('cpu', '0', 90);
    expect(rowsOf(answer, 'resource', 'instance')).not.toContainEqual(['cpu', 'all']);
    close('disk', 'vda', 95);
    close('disk', '0:sd0', 30);
    close('network', '0:net0', 50);
    close('network', 'NIC', 90);
    close('network', 'vmnic0', 25);
    close('memory', 'all', 75);
    expect(row(answer, 'disk', 'vda')).toMatchObject({ verdict: 'saturated', saturation: 7 });
    expect(row(answer, 'disk', '0:sd0')).toMatchObject({ verdict: 'saturated', saturation: 4 });
    expect(row(answer, 'memory bus', 'all')).toMatchObject({ verdict: 'saturated', saturation: 60 });
    await workspace.close();
  });

  it('judges an unknown tool by the meanings of its series', async () => {
    const busy = means('system.disk.io_time', {}, 0.001);
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        // Thousandths of the time.
        { path: 'platter/p1/strain', values: repeat(30, 930), meaning: meant(busy) },
        {
          path: 'platter/p1/line',
          values: repeat(30, 40),
          meaning: meant(means('system.disk.weighted_io_time', {}, 0.1)),
        },
        { path: 'platter/p1/heat', values: repeat(30, 40) },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'disk', 'p1')).toMatchObject({
      verdict: 'saturated',
      utilisation: 93,
      saturation: 4,
      evidence: 'capture-1 platter/p1/strain; capture-1 platter/p1/line',
    });
    await workspace.close();
  });

  it('never adds up redundant series', async () => {
    const idle = { values: repeat(30, 60), unit: '%', meaning: 'perfmon' };
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        { path: 'PhysicalDisk/_Total/% Idle Time', ...idle },
        { path: 'LogicalDisk/_Total/% Idle Time', ...idle },
        { path: 'LogicalDisk/_Total/% Disk Time', ...idle },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'disk', 'all')).toMatchObject({ utilisation: 40 });
    await workspace.close();
  });

  it('leaves out impossible values, such as a disk busy for 137,482 times the elapsed time', async () => {
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        {
          path: 'disk/sda/%util',
          values: [30, 13_748_294.72, 50, 100.2],
          unit: '%',
          meaning: 'sar',
        },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'disk', 'sda').utilisation).toBeCloseTo((30 + 50 + 100.2) / 3);
    expect(noteData(answer, 'impossible-left-out')).toEqual({ values: 1, series: ['disk/sda/%util'] });
    await workspace.close();
  });

  it('works without a clock, and without a number of CPUs', async () => {
    const workspace = await workspaceOf(
      [],
      [{ name: 'v.txt', utcOffset: null }],
      [
        { path: 'cpu/id', meaning: 'vmstat', values: [20, 0], ts: [null, null], unit: '%' },
        { path: 'scheduler/r', meaning: 'vmstat', values: [3, 5], ts: [null, null] },
      ],
    );
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'cpu', 'all')).toMatchObject({
      verdict: 'busy',
      utilisation: 90,
      saturation: 4,
      measure: 'runnable threads (number of CPUs unknown)',
      worst_minute: null,
    });
    expect(noteData(answer, 'without-clock')).toEqual({ captures: ['v.txt'] });
    await workspace.close();
  });

  it('judges free memory by the limit', async () => {
    const of = (counter: string, value: number) => ({
      path: `memory/${counter}`,
      meaning: 'free',
      values: [value],
      unit: 'kB',
    });
    const workspace = await workspaceOf([], [{}], [of('free', 100), of('total', 1000)]);
    expect(row(await ask(workspace, saturation), 'memory', 'all')).toMatchObject({
      verdict: 'busy',
      utilisation: 90,
    });
    await workspace.close();
  });

  it('gives no verdict on a run queue without the number of CPUs, with a note', async () => {
    const queue = { path: 'scheduler/r', meaning: 'vmstat', values: [9, 9] };
    const workspace = await workspaceOf([], [{ name: 'v.txt' }], [queue]);
    const answer = await ask(workspace, saturation);
    expect(row(answer, 'cpu', 'all')).toMatchObject({ verdict: 'not judged', saturation: 9 });
    expect(noteData(answer, 'without-threshold')).toEqual({ hosts: ['v.txt'], resources: ['cpu'] });
    await workspace.close();
  });

  it('has thresholds for saturation only', () => {
    for (const { aspect, above, measure } of rules) {
      if (aspect !== 'saturation') expect(above, measure).toBeUndefined();
      else expect(above, measure).toBeGreaterThanOrEqual(0);
    }
  });
});

const tools = ['vmstat', 'mpstat', 'iostat', 'pidstat', 'sar'];
describe.each([
  ['cpu-hog', 'cpu', 'all'],
  ['disk-stall', 'disk', 'vda'],
])('%s', (name, resource, instance) => {
  const truth = incident(`${name}/truth.json`);
  const fault = () => {
    const { from, to } = JSON.parse(readFileSync(truth, 'utf8')) as { from: string; to: string };
    return [from, to].map(each => BigInt(Date.parse(each)) * 1_000_000n) as [bigint, bigint];
  };
  const check = async (files: readonly string[]) => {
    const workspace = await imported(files.map(tool => incident(`${name}/${tool}.txt`)));
    const answer = await ask(workspace, saturation);
    await workspace.close();
    return answer;
  };

  it.skipIf(missing(truth))(
    'is found first, with its worst minute inside the fault',
    async () => {
      const found = await check(tools);
      expect(rowsOf(found, 'resource', 'instance', 'verdict')[0]).toEqual([resource, instance, 'saturated']);
      const worst = row(found, resource, instance).worst_minute as bigint;
      const [from, to] = fault();
      expect(worst >= from && worst < to).toBe(true);
    },
    30_000,
  );

  it.skipIf(missing(truth))(
    'is found by one tool alone',
    async () => {
      const found = await check([resource === 'cpu' ? 'mpstat' : 'iostat']);
      const worst = row(found, resource, instance).worst_minute as bigint;
      const [from, to] = fault();
      expect(worst >= from && worst < to).toBe(true);
      expect(rowsOf(found, 'resource', 'verdict')).toContainEqual(['network', 'not measured']);
    },
    30_000,
  );
});
