/**
 * Reads perf.data, compared with `perf script` on the same file. Records files for a few seconds each, if
 * perf is installed and permitted; `AFTERTRACE_BENCH_PERF_DATA` names files to use instead.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './parsers/measure.ts';
import { isInstalled, run } from './processes/run.ts';

/** A load that starts programs, reads files, and computes. */
const load =
  'end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do ls -lR /usr/lib | gzip -c > /dev/null & ls -lR /usr/share > /dev/null; done; wait';

const recordings: Readonly<Record<string, readonly string[]>> = {
  'cpu-clock -g': ['-e', 'cpu-clock', '-F', '4000', '-g'],
  'sched tracepoints': ['-e', 'sched:sched_switch,sched:sched_waking,sched:sched_wakeup'],
  raw_syscalls: ['-e', 'raw_syscalls:sys_enter,raw_syscalls:sys_exit'],
};

async function compare(name: string, file: string): Promise<void> {
  const bytes = readFileSync(file);
  const { cpu, rows, megabytes } = await measure('perf-data', bytes);
  const peer = run('perf', 'script', '-i', file, '--force').cpu;
  const own = megabytes / cpu;
  console.log(
    `${name.padEnd(20)} ${cpu.toFixed(0)} MB/s cpu, ${((own / rows) * 1e6).toFixed(2)} µs a row (${megabytes.toFixed(1)} MB, ${rows} rows); perf script ${(megabytes / peer).toFixed(1)} MB/s, ratio ${(peer / own).toFixed(1)}`,
  );
}

async function bench(): Promise<void> {
  if (!isInstalled('perf', '--version')) {
    console.warn('SKIPPED: perf is not installed');
    return;
  }
  const files = process.env.AFTERTRACE_BENCH_PERF_DATA?.split(':') ?? [];
  for (const file of files) await compare(file, file);
  if (files.length > 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  try {
    for (const [name, events] of Object.entries(recordings)) {
      const file = join(folder, 'perf.data');
      const { status } = spawnSync('perf', [
        'record',
        '-q',
        '-a',
        '-o',
        file,
        ...events,
        '--',
        'sh',
        '-c',
        load,
      ]);
      if (status === 0) await compare(name, file);
      else console.warn(`SKIPPED: perf may not record ${name}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void bench();
