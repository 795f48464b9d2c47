/**
 * Import of events end to end, with all fields, templates and texts, into a closed workspace file: an access log of
 * 500 MB, against lnav indexing the same file, and 782 MB of scheduler tracepoints.
 *
 * All are processes of their own, start-up included; they take turns, and the round with the least processor time
 * counts: unlike the time on the clock, whatever else the machine does weighs little on it. `AFTERTRACE_BENCH_MB` is the
 * size of the log.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, incident, missing } from '../fixtures/shared.ts';
import { writeAccessLog } from './import-events/access-log.ts';

const rounds = 2;
const logSize = Number(process.env.AFTERTRACE_BENCH_MB ?? 500) * 1e6;
const tracepoints = incident('cpu-hog/sched.perf.txt.zst');
const command =
  'require(process.argv[1]).main(process.argv.slice(2), async () => 1).then(s => { process.exitCode = s; })';

interface Run {
  /** By the clock. */
  readonly seconds: number;
  /** Processor time, all threads. */
  readonly cpu: number;
}

/** The shell tells what its children took: minutes and seconds of user and system time, in its second line. */
function run(program: string, args: readonly string[]): Run {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$@" >&2 || exit; times', 'sh', program, ...args],
    {
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    },
  );
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${stderr}`);
  const times = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)]
    .slice(2)
    .map(([, m, s]) => Number(m) * 60 + Number(s));
  return { seconds: (performance.now() - begin) / 1000, cpu: times.reduce((sum, time) => sum + time, 0) };
}

function ours(file: string, workspace: string): Run {
  rmSync(workspace, { force: true });
  return run(process.execPath, ['-e', command, join(__dirname, 'cli.cjs'), 'import', workspace, file]);
}

const lnav = (file: string) => run('lnav', ['-n', '-c', ';SELECT count(*) FROM access_log', file]);

const least = (runs: readonly Run[]) => runs.reduce((a, b) => (b.cpu < a.cpu ? b : a));

function tell(name: string, bytes: number, { seconds, cpu }: Run): void {
  const speed = (bytes / 1e6 / cpu).toFixed(0);
  console.log(
    `${name}: ${cpu.toFixed(2)} s of processor time (${speed} MB/s), ${seconds.toFixed(2)} s by the clock`,
  );
}

function benchLog(file: string, workspace: string): void {
  writeAccessLog(file, logSize);
  const size = statSync(file).size;
  const hasPeer = spawnSync('lnav', ['-V'], { stdio: 'ignore' }).status === 0;
  const [us, them]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    us.push(ours(file, workspace));
    if (hasPeer) them.push(lnav(file));
  }
  const mine = least(us);
  tell(`access log of ${(size / 1e6).toFixed(0)} MB, aftertrace`, size, mine);
  if (!hasPeer) {
    console.log('no lnav to compare with');
    return;
  }
  const peer = least(them);
  tell('lnav', size, peer);
  const [byCpu, byClock] = [peer.cpu / mine.cpu, peer.seconds / mine.seconds];
  console.log(
    `ratio: ${byCpu.toFixed(2)} × its speed by processor time, ${byClock.toFixed(2)} × by the clock`,
  );
}

async function benchTracepoints(file: string, workspace: string): Promise<void> {
  const bytes = await bytesOf(tracepoints);
  writeFileSync(file, bytes);
  const runs = Array.from({ length: rounds }, () => ours(file, workspace));
  tell(`tracepoints of ${(bytes.length / 1e6).toFixed(0)} MB, aftertrace`, bytes.length, least(runs));
}

async function bench(folder: string): Promise<void> {
  const workspace = join(folder, 'bench.aftertrace');
  benchLog(join(folder, 'access.log'), workspace);
  if (missing(tracepoints)) process.exitCode = 1;
  else await benchTracepoints(join(folder, 'sched.perf.txt'), workspace);
}

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
bench(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
