/**
 * Import end to end, from a perf script text of 363 MB to a closed workspace file, against inferno-collapse-perf with
 * its default threads on the same file in the same run. Ours keeps time, CPU, thread and event besides the stacks.
 *
 * Both are processes of their own, start-up included; they take turns, and the best of a few rounds counts, so that
 * whatever else the machine does weighs on neither. `AFTERTRACE_BENCH_TENFOLD=1` also reads ten times the file: memory
 * must not grow with it.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, incident, missing } from '../fixtures/shared.ts';

const copies = 11;
const rounds = 3;
const mostMemory = 1e9;

interface Run {
  readonly seconds: number;
  /** Peak resident memory, bytes; NaN where the process does not tell. */
  readonly memory: number;
}

/** Runs the command's own bundle and has it tell its peak memory at the end. */
const driver = `
const { main } = require(process.argv[1]);
main(process.argv.slice(2), async () => 1).then(status => {
  process.stderr.write(String(process.resourceUsage().maxRSS * 1024));
  process.exitCode = status;
});`;

function ours(file: string, workspace: string): Run {
  rmSync(workspace, { force: true });
  const begin = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-e', driver, join(__dirname, 'cli.cjs'), 'import', workspace, file],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the import ended with status ${status}: ${stderr}`);
  return { seconds: (performance.now() - begin) / 1000, memory: Number(stderr) };
}

function inferno(file: string): Run {
  const begin = performance.now();
  const { status } = spawnSync('inferno-collapse-perf', [file], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`inferno-collapse-perf ended with status ${status}`);
  return { seconds: (performance.now() - begin) / 1000, memory: Number.NaN };
}

function repeated(bytes: Uint8Array, times: number, file: string): void {
  const target = openSync(file, 'w');
  for (let i = 0; i < times; i++) writeSync(target, bytes);
  closeSync(target);
}

const best = (runs: readonly Run[]) => runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));

function tell(name: string, bytes: number, { seconds, memory }: Run): void {
  const peak = Number.isNaN(memory) ? '' : `, peak ${(memory / 1e6).toFixed(0)} MB`;
  console.log(`${name}: ${seconds.toFixed(2)} s, ${(bytes / 1e6 / seconds).toFixed(0)} MB/s${peak}`);
}

async function bench(folder: string): Promise<boolean> {
  const bytes = await bytesOf(incident('cpu-hog/cpu.perf.txt.zst'));
  const file = join(folder, 'repeated.perf.txt');
  const workspace = join(folder, 'bench.aftertrace');
  repeated(bytes, copies, file);
  const size = statSync(file).size;
  const hasPeer = spawnSync('inferno-collapse-perf', ['--help'], { stdio: 'ignore' }).status === 0;
  console.log(
    `${(size / 1e6).toFixed(0)} MB of perf script text, ${cpus().length} CPUs, best of ${rounds} rounds`,
  );

  const [us, them]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    us.push(ours(file, workspace));
    if (hasPeer) them.push(inferno(file));
  }
  const mine = best(us);
  tell('aftertrace import', size, mine);
  console.log(`workspace: ${(statSync(workspace).size / 1e6).toFixed(0)} MB`);
  let ok = mine.memory <= mostMemory;
  if (hasPeer) {
    const peer = best(them);
    tell('inferno-collapse-perf', size, peer);
    console.log(`ratio: ${(peer.seconds / mine.seconds).toFixed(2)} × its speed`);
    ok &&= mine.seconds <= peer.seconds;
  } else {
    console.log('no inferno-collapse-perf to compare with: cargo install inferno');
  }

  if (process.env.AFTERTRACE_BENCH_TENFOLD) {
    repeated(bytes, copies * 10, file);
    const large = ours(file, workspace);
    tell('ten times the file', size * 10, large);
    ok &&= large.memory <= mostMemory;
  }
  return ok;
}

if (missing(incident('cpu-hog/cpu.perf.txt.zst'))) {
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  bench(folder)
    .then(ok => {
      if (!ok) console.log('✗ slower than the peer, or more memory than 1 GB');
      process.exitCode = ok ? 0 : 1;
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }));
}
