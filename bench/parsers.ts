/**
 * Throughput of readers alone: one thread, rows counted and dropped. MB/s of decompressed input, by wall
 * clock and by processor time (which other programs on the machine disturb less). For perf script,
 * inferno-collapse-perf is measured too, if installed.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, corpus, fixture, incident } from '../fixtures/shared.ts';
import { cloudwatchPage, googleCloudLines, lokiAnswer } from './captures/envelopes.ts';
import { etlTrace } from './captures/etl.ts';
import { lengthened } from './captures/longer.ts';
import { xperfDump } from './captures/xperf-dumper.ts';
import { measure, median } from './parsers/measure.ts';
import { isInstalled, run } from './processes/run.ts';

interface Case {
  readonly format: string;
  /** A file, or the name of generated input. */
  readonly path: string;
  readonly generate?: () => Uint8Array | Promise<Uint8Array>;
  /** Goal, MB/s of processor time; 20 by default. */
  readonly goal?: number;
  /** Small files are repeated this often, as one file. */
  readonly times: number;
  readonly peer?: true;
}

const cases: readonly Case[] = [
  { format: 'perf-script', path: incident('cpu-hog/cpu.perf.txt.zst'), times: 11, goal: 100, peer: true },
  { format: 'perf-script', path: incident('cpu-hog/sched.perf.txt.zst'), times: 1, goal: 100 },
  { format: 'perf-script', path: corpus('flamegraph/test/perf-vertx-stacks-01.txt'), times: 200, peer: true },
  {
    format: 'folded',
    path: corpus('flamegraph/test/results/perf-vertx-stacks-01-collapsed-all.txt'),
    times: 300,
    goal: 100,
  },
  { format: 'strace', path: corpus('strace-misc/zicada.asterisk.strace.log'), times: 20, goal: 100 },
  { format: 'bcc', path: fixture('bcc/opensnoop.txt'), times: 5000 },
  { format: 'bcc', path: fixture('bcc/offcputime.txt'), times: 5000 },
  { format: 'bcc', path: corpus('heatmap/example-trace.txt'), times: 40 },
  { format: 'bpftrace', path: fixture('bpftrace/block-stacks.txt'), times: 5000 },
  { format: 'bpftrace', path: fixture('bpftrace/read-latency.txt'), times: 1000 },
  { format: 'dtrace', path: fixture('dtrace/stacks.txt'), times: 5000 },
  { format: 'dtrace', path: fixture('dtrace/aggregations.txt'), times: 5000 },
  { format: 'dtrace', path: fixture('dtrace/iosnoop.txt'), times: 20_000 },
  { format: 'dtrace', path: corpus('dtracetoolkit/Examples/j_flowtime_example.txt'), times: 50 },
  {
    format: 'wpa',
    path: corpus('etwanalyzer/ETWAnalyzer_uTest/TestData/Disk_Usage_Utilization_by_Disk.csv'),
    times: 100,
  },
  { format: 'tracerpt-csv', path: fixture('tracerpt-csv/dumpfile.csv'), times: 3000 },
  { format: 'snoop', path: fixture('snoop/absolute.txt'), times: 20_000 },
  { format: 'tcpdump', path: fixture('tcpdump/any.txt'), times: 3000 },
  { format: 'perf-report', path: fixture('perf-report/counts.txt'), times: 200 },
  { format: 'sar', path: incident('cpu-hog/sar.txt'), times: 20 },
  { format: 'pidstat', path: incident('cpu-hog/pidstat.txt'), times: 30 },
  { format: 'iostat', path: incident('cpu-hog/iostat.txt'), times: 200 },
  { format: 'vmstat', path: incident('cpu-hog/vmstat.txt'), times: 500 },
  { format: 'ps', path: fixture('ps/ps-aux.txt'), times: 4000, goal: 5 },
  { format: 'jstat', path: fixture('jstat/gcutil.txt'), times: 30_000, goal: 5 },
  { format: 'nfsiostat', path: fixture('nfsiostat/nfsiostat.txt'), times: 10_000, goal: 5 },
  { format: 'xperf-dumper', path: 'generated', generate: () => xperfDump(60), times: 4, goal: 100 },
  {
    format: 'etl',
    path: 'generated',
    generate: () => Buffer.concat([...etlTrace(120e6)]),
    times: 1,
    goal: 200,
  },
  {
    format: 'etl',
    path: 'generated/files',
    generate: () => Buffer.concat([...etlTrace(60e6, 'files')]),
    times: 1,
    goal: 200,
  },
  {
    format: 'etl',
    path: 'generated/providers',
    generate: () => Buffer.concat([...etlTrace(60e6, 'providers')]),
    times: 1,
    goal: 200,
  },
  lengthenedCase('bcc', 'bcc/execsnoop.txt', 1),
  lengthenedCase('dtrace', 'dtrace/iosnoop.txt', 1),
  lengthenedCase('dtrace', 'dtrace/flowtime.txt', 1),
  lengthenedCase('dtrace', 'dtrace/dtruss.txt', 1),
  lengthenedCase('wpa', 'wpa/precise.csv', 1),
  lengthenedCase('snoop', 'snoop/verbose.txt', 0),
  lengthenedCase('truss', 'truss/illumos.txt', 1),
  lengthenedCase('ltrace', 'ltrace/threads.txt', 0),
  lengthenedCase('perf-c2c', 'perf-c2c/report.txt', 0),
  lengthenedCase('perf-lock', 'perf-lock/contention.txt', 2),
  lengthenedCase('perf-trace', 'perf-trace/calls.txt', 0),
  lengthenedCase('ftrace', 'ftrace/graph-times.txt', 4),
  lengthenedCase('ftrace', 'ftrace/function.txt', 6),
  lengthenedCase('tracerpt-xml', 'tracerpt-xml/dumpfile.xml', 0),
  { format: 'cloudwatch', path: 'generated', generate: cloudwatchPage, times: 1 },
  { format: 'loki-query', path: 'generated', generate: lokiAnswer, times: 1 },
  { format: 'google-cloud-logging', path: 'generated', generate: googleCloudLines, times: 1 },
  { format: 'chrome-trace', path: fixture('chrome-trace/node.json'), times: 400 },
];

/** @param head number of lines that the tool prints only once */
function lengthenedCase(format: string, path: string, head: number): Case {
  return { format, path: fixture(path), generate: () => lengthened(fixture(path), head), times: 1 };
}

/** Upper bound of the measured input, bytes; the rest of a larger one is left out. */
const maxBytes = 256 << 20;

/** Wall-clock MB/s of inferno-collapse-perf with its default threads; null if it is not installed. */
function measurePeer(bytes: Uint8Array, times: number): number | null {
  if (!isInstalled('inferno-collapse-perf', '--help')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  try {
    const file = join(folder, 'perf.txt');
    writeFileSync(file, Buffer.concat(Array(times).fill(bytes)));
    const seconds = Array.from({ length: 3 }, () => run('inferno-collapse-perf', file).seconds);
    return (bytes.length * times) / 1e6 / median(seconds);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bench(): Promise<void> {
  let measured = 0;
  for (const { format, path, generate, times, peer: hasPeer, goal = 20 } of cases) {
    if (generate === undefined && !existsSync(path)) {
      console.warn(`SKIPPED: ${path} is missing`);
      continue;
    }
    const bytes = (await (generate?.() ?? bytesOf(path))).subarray(0, maxBytes);
    const { wall, cpu, rows, megabytes } = await measure(format, bytes, times);
    const name = path.split(/[\\/]/).slice(-2).join('/');
    const figures = `${wall.toFixed(0).padStart(5)} MB/s wall ${cpu.toFixed(0).padStart(5)} MB/s cpu`;
    const size = `${megabytes.toFixed(0)} MB, ${rows} rows`;
    const peer = hasPeer ? measurePeer(bytes, times) : null;
    const comparison =
      peer === null
        ? ''
        : ` inferno-collapse-perf ${peer.toFixed(0)} MB/s, ratio ${(wall / peer).toFixed(2)}`;
    const verdict = cpu >= goal ? '' : ` (goal: ${goal})`;
    console.log(`${format.padEnd(12)} ${name.padEnd(36)} ${figures}${verdict} (${size})${comparison}`);
    measured++;
  }
  if (measured === 0) process.exitCode = 1;
}

bench();
