import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { formats } from '../formats.ts';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { perfC2c, perfLock, perfReport } from './format.ts';

const report = async (name: string): Promise<Recorder> =>
  readAll(perfReport, await bytesOf(fixture(`perf-report/${name}`)));
const lock = async (name: string): Promise<Recorder> =>
  readAll(perfLock, await bytesOf(fixture(`perf-lock/${name}`)));

describe('perf report', () => {
  it.each(['counts.txt', 'percent.txt', 'children.txt', 'chains.txt', 'mem.txt', 'hierarchy.txt'])(
    'is recognised, and by no other format: %s',
    async name => {
      const head = (await bytesOf(fixture(`perf-report/${name}`))).subarray(0, 1 << 16);
      expect(formats.filter(of => of.sniff(head, name) === 'yes').map(({ id }) => id)).toEqual([
        'perf-report',
      ]);
    },
  );

  it('gives samples without a time, as many as perf counted', async () => {
    const { samples, counts } = await report('counts.txt');
    expect(samples.reduce((sum, { weight }) => sum + weight, 0)).toBe(1350);
    expect(samples[0]).toMatchObject({
      ...{ ts: null, kind: 'cpu-clock (perf report)', weight: 90, stack: 'PyLong_FromString' },
      thread: { process: 'python3', pid: null, tid: null },
      frames: [{ symbol: 'PyLong_FromString', module: 'libpython3.11.so.1.0' }],
    });
    expect(counts.skipped).toBe(0);
    const [period] = (await report('period.txt')).samples;
    expect(period).toMatchObject({
      weight: 90,
      period: 22_500_000,
      thread: { process: 'python3', tid: 26659 },
    });
  });

  it('weighs rows without counts by their share, under another kind', async () => {
    const [first] = (await report('percent.txt')).samples;
    expect(first).toMatchObject({ kind: 'cpu-clock (perf report, 0.01 %)', weight: 667 });
  });

  it('gives shares with children as metrics, not as samples', async () => {
    const { samples, metrics, facts, problems } = await report('children.txt');
    // The command continues for two lines that are not comments.
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-line', 17],
      ['unknown-line', 18],
    ]);
    expect(facts).toMatchObject({ arch: 'x86_64', cpus: 2, os: 'Linux 6.18.44-fc-v657' });
    const of = metrics.find(({ series }) => series.instance === 'do_syscall_64 in [kernel.kallsyms]');
    expect(of).toMatchObject({ value: 7.7, ts: null, series: { unit: '%', task: { process: 'bash' } } });
    expect(samples.some(({ stack }) => stack === 'do_syscall_64')).toBe(false);
    expect(samples.find(({ stack }) => stack === 'scan_once_unicode')?.weight).toBe(77);
  });

  it('counts the lowest rows of a hierarchy, which the others include', async () => {
    const { samples, problems } = await report('hierarchy.txt');
    expect(samples.reduce((sum, { weight }) => sum + weight, 0)).toBe(214);
    expect(samples[0]).toMatchObject({
      ...{ kind: 'cpu-clock (perf report)', weight: 40, stack: '__vfprintf_internal' },
      thread: { process: 'sums' },
      frames: [{ symbol: '__vfprintf_internal', module: 'libc.so.6' }],
    });
    expect(samples.find(({ stack }) => stack === 'hot')).toMatchObject({
      weight: 81,
      frames: [{ module: 'sums' }],
    });
    expect(problems.map(({ code }) => code)).toEqual(['call-chains-left-out']);
  });

  it('skips a row whose number of samples is none', async () => {
    const text = new TextDecoder().decode(await bytesOf(fixture('perf-report/hierarchy.txt')));
    const of = (count: string) =>
      readAll(perfReport, new TextEncoder().encode(text.replace(/ 40( +\[\.\])/, ` ${count}$1`)));
    const [whole, damaged] = [of('40'), of('9'.repeat(25))];
    expect(damaged.samples).toHaveLength(whole.samples.length - 1);
    expect(damaged.counts.skipped).toBe(whole.counts.skipped + 1);
    expect(damaged.problems.map(({ message }) => message)).toContain(
      'A row was skipped whose number of samples or events is too large to be one.',
    );
  });

  it('reports that drawings of call chains are left out', async () => {
    const { samples, counts, problems } = await report('chains.txt');
    expect(samples.map(({ weight }) => weight).slice(0, 3)).toEqual([90, 77, 60]);
    expect(counts.skipped).toBeGreaterThan(40);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['call-chains-left-out', 13]]);
  });

  it('reads memory accesses with every column', async () => {
    const { samples, events, problems, counts } = await report('mem.txt');
    expect(samples.map(({ weight, stack }) => [weight, stack])).toEqual([
      [1, 'copy_user_enhanced_fast_string'],
      [2, 'hash_search'],
      [1, 'LWLockAcquire'],
    ]);
    expect(events[2]).toMatchObject({ kind: 'perf mem', ts: null });
    expect(events[2]?.fields).toMatchObject({
      Overhead: 12.02,
      'Local Weight': 166,
      'Memory access': 'LFB or LFB hit',
      Snoop: 'HitM',
      'Data Object': 'SYSV0052e2c1',
      Locked: 'Yes',
    });
    expect(problems.map(({ code }) => code)).toEqual(['lost-samples']);
    expect(counts.skipped).toBe(0);
  });
});

describe('perf lock', () => {
  const rows = ({ metrics }: Recorder, instance: string) =>
    Object.fromEntries(
      metrics
        .filter(({ series }) => series.instance === instance)
        .map(({ series, value }) => [`${series.counter} ${series.unit}`, value]),
    );

  it('reads report: sums of each lock, with units', async () => {
    const recorder = await lock('report.txt');
    expect(rows(recorder, 'irqentry_exit_to...')).toEqual({
      'acquired null': 3,
      'contended null': 3,
      'avg wait ns': 27_680,
      'total wait ns': 83_060,
      'max wait ns': 42_780,
      'min wait ns': 17_960,
    });
    expect(recorder.counts).toEqual({ used: 3, blank: 1, skipped: 0 });
  });

  it('reads contention by caller and by thread', async () => {
    const [callers, threads] = [await lock('contention.txt'), await lock('threads.txt')];
    const total = ({ metrics }: Recorder) =>
      metrics
        .filter(({ series }) => series.counter === 'total wait')
        .reduce((sum, { value }) => sum + value, 0);
    expect(Math.round(total(callers))).toBe(Math.round(total(threads)));
    expect(callers.metrics[0]?.series.object).toBe('spinlock');
    expect(callers.metrics[0]?.series.task).toBeUndefined();
    const gzip = threads.metrics.find(({ series }) => series.task?.tid === 26773);
    expect(gzip?.series).toMatchObject({ object: 'lock', task: { process: 'gzip' } });
    expect(rows(threads, 'gzip 26773')).toMatchObject({ 'contended null': 2, 'total wait ns': 60_740 });
  });

  it('skips stacks of -v, and reads the ns of older versions', async () => {
    const recorder = await lock('stacks.txt');
    expect(recorder.counts.skipped).toBeGreaterThan(10);
    expect(recorder.metrics).toHaveLength((await lock('contention.txt')).metrics.length);
    const old = `                Name   acquired  contended   avg wait (ns) total wait (ns)   max wait (ns)   min wait (ns)

             &rq->lock       1200         12            1500           18000            4000             900
`;
    expect(rows(readAll(perfLock, ascii(old)), '&rq->lock')).toMatchObject({
      'contended null': 12,
      'total wait ns': 18_000,
    });
  });
});

describe('perf c2c', () => {
  it('reads counts, shared cache lines and their accesses', async () => {
    const recorder = readAll(perfC2c, await bytesOf(fixture('perf-c2c/report.txt')));
    expect(recorder.problems).toEqual([]);
    expect(recorder.metrics.map(({ series, value }) => [series.counter, series.unit, value])).toContainEqual([
      'LLC Misses to Local DRAM',
      '%',
      62.5,
    ]);
    const [first, second, ...accesses] = recorder.events;
    expect(first?.kind).toBe('perf c2c line');
    expect(first?.fields).toMatchObject({
      'Cacheline Address': '0x55c8971f0080',
      'Cacheline PA cnt': 1967,
      'Tot Hitm': 66.14,
      'Load Hitm LclHitm': 252,
      'Total Stores': 249,
    });
    expect(second?.fields).toMatchObject({ 'Cacheline Node': 'N/A', 'Total records': 91 });
    expect(accesses.map(({ kind }) => kind)).toEqual(Array(3).fill('perf c2c access'));
    expect(accesses[1]?.fields).toMatchObject({
      'Cacheline Address': '0x55c8971f0080',
      'HITM LclHitm': 86.9,
      'Data address Offset': '0x20',
      'Total records': 113,
      Symbol: '[.] std::vector<int, a>::at',
      'Shared Object': 'postgres',
    });
  });
});
