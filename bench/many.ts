/**
 * Imports folders of many files: 10,000 small logs, and 2,000 captures of twenty formats, of which most have no clock of their own. Prints the
 * time of each file, that of the first and the last tenth of the import, and the memory.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportProgress, ImportReport } from '../workspace/import/request.ts';
import { Workspace } from '../workspace/workspace.ts';

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-many-'));
  try {
    const sizes = (process.env.AFTERTRACE_BENCH_MANY ?? '10000,2000').split(',').map(Number);
    await measured('small logs', smallLogs(join(folder, 'logs'), sizes[0] ?? 0));
    await measured('captures of twenty formats', mixed(join(folder, 'mixed'), sizes[1] ?? 0));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(
  what: string,
  files: { readonly path: string; readonly count: number },
): Promise<void> {
  if (files.count === 0) return;
  const workspace = await Workspace.open(null, {});
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const at: number[] = [];
  let read = 0;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  const onProgress = (progress: ImportProgress) => {
    if (!progress.what.startsWith('reading')) read ||= performance.now();
    at[progress.files] ??= performance.now();
  };
  const report: ImportReport = await workspace.import({ paths: [files.path] }, { onProgress });
  const ended = performance.now();
  clearInterval(watch);
  const used = process.cpuUsage(cpu);
  await workspace.close();
  const times = at.filter(each => each !== undefined);
  const tenth = Math.floor(times.length / 10);
  const perFile = (from: number, to: number) => ((times[to]! - times[from]!) / (to - from)).toFixed(1);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `${files.count} ${what}: ${seconds(ended - began)} (${seconds((used.user + used.system) / 1000)} of processor time), ` +
      `${((ended - began) / files.count).toFixed(1)} ms each; the first tenth ${perFile(0, tenth)} ms each, the last ${perFile(times.length - 1 - tenth, times.length - 1)}; ` +
      `after reading ${seconds(read > 0 ? ended - read : 0)}; ${Math.round(most / 1e6)} MB; ` +
      `${report.captures.length} captures, ${report.failures.length} failures`,
  );
}

const start = Date.UTC(2026, 0, 2, 3, 0, 0);
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const clock = (seconds: number) => iso(seconds).slice(11, 19);

function smallLogs(path: string, count: number) {
  mkdirSync(path);
  for (let i = 0; i < count; i++) {
    const lines = Array.from(
      { length: 20 },
      (_, k) => `${iso(i + k / 10)} INFO worker-${i} request ${i * 20 + k} done in ${(i * 7 + k) % 90} ms`,
    );
    writeFileSync(join(path, `app-${i}.log`), `${lines.join('\n')}\n`);
  }
  return { path, count };
}

/** Texts of formats by number: half state their times, half only those since their begin or none. */
const kinds: readonly ((i: number) => readonly [name: string, text: string])[] = [
  i => ['app.log', repeat(60, k => `${iso(i + k)} INFO job ${i}-${k} done`)],
  i => [
    'app.jsonl',
    repeat(60, k => JSON.stringify({ time: iso(i + k), level: 'info', msg: `job ${i}-${k}` })),
  ],
  i => [
    'access.log',
    repeat(
      60,
      k => `10.0.0.1 - - [02/Jan/2026:${clock(i + k)} +0000] "GET /item/${k} HTTP/1.1" 200 ${i + k}`,
    ),
  ],
  i => ['syslog', repeat(60, k => `Jan  2 ${clock(i + k)} vm app[${100 + i}]: job ${k} done`)],
  i => [
    'postgresql.log',
    repeat(60, k => `2026-01-02 ${clock(i + k)}.000 UTC [${100 + i}] LOG:  duration: ${k}.5 ms`),
  ],
  i => ['table.csv', `time,cpu,queue\n${repeat(60, k => `${iso(i + k)},${k},${k % 7}`)}`],
  i => ['plain.csv', `t,cpu,queue\n${repeat(60, k => `${k},${k + (i % 3)},${k % 7}`)}`],
  i => ['stacks.folded', repeat(30, k => `main;work;f${k} ${i + k}`)],
  () => ['vmstat.txt', vmstat(60)],
  i => [
    'perf.txt',
    repeat(
      60,
      k => `app ${100 + i} [000] ${i + k}.000000: cpu-clock:\n\t    1000 f${k % 9}+0x1 (/bin/app)\n`,
    ),
  ],
  i => [
    'strace.txt',
    repeat(60, k => `${100 + i} ${clock(i + k)}.000000 read(3, "x", 1) = 1 <0.0000${10 + k}>`),
  ],
  i => ['strace-r.txt', repeat(60, k => `     0.${String(100000 + i + k).slice(-6)} read(3, "x", 1) = 1`)],
  i => [
    'pgbench.txt',
    repeat(60, k => `progress: ${k + 1}.0 s, ${1000 + i + k}.0 tps, lat 1.${k} ms stddev 0.2, 0 failed`),
  ],
  i => [
    'sched.txt',
    repeat(
      30,
      k =>
        `app ${100 + i} [000] ${i + k}.000000: sched:sched_switch: prev_comm=app prev_pid=${100 + i} prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120`,
    ),
  ],
  () => [
    'mpstat.txt',
    `Linux 6.1.0 (vm) \t01/02/2026 \t_x86_64_\t(2 CPU)\n\n${repeat(30, k => `${clock(k)}     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle\n${clock(k)}     all    1.00    0.00    1.00    0.00    0.00    0.00    0.00    0.00    0.00   98.00\n`)}`,
  ],
  i => [
    'trace.json',
    JSON.stringify({
      traceEvents: Array.from({ length: 60 }, (_, k) => ({
        name: `f${k}`,
        ph: 'X',
        ts: k * 1000,
        dur: 500,
        pid: 1,
        tid: i,
      })),
    }),
  ],
  i => [
    'gc.log',
    repeat(
      60,
      k =>
        `[${k}.${100 + (i % 800)}s][info][gc] GC(${k}) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(256M) 3.${k}ms`,
    ),
  ],
  i => ['logfmt.log', repeat(60, k => `time=${iso(i + k)} level=info msg="job ${i}-${k} done"`)],
  i => [
    'uptime.log',
    repeat(60, k => `[${String(k).padStart(5)}.${String(100000 + i).slice(-6)}] usb 1-1: device ${k} found`),
  ],
  i => ['ltsv.log', repeat(60, k => `time:${iso(i + k)}\tlevel:info\tmessage:job ${i}-${k} done`)],
];

function mixed(path: string, count: number) {
  mkdirSync(path);
  for (let i = 0; i < count; i++) {
    const [name, text] = kinds[i % kinds.length]!(i);
    writeFileSync(join(path, `${i}-${name}`), `${text}\n`);
  }
  return { path, count };
}

function repeat(count: number, line: (k: number) => string): string {
  return Array.from({ length: count }, (_, k) => line(k)).join('\n');
}

function vmstat(count: number): string {
  const header =
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st';
  return `${header}\n${repeat(count, k => ` ${k % 3}  0      0 1000000  10000 500000    0    0     0    ${k}  100  200  1  1 98  0  0`)}`;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
