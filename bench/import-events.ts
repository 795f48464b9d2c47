/**
 * Imports events end to end, with all fields, templates and texts, into a closed workspace file: two access
 * logs of 500 MB, one with a different client on nearly every line and one with few clients and paths, each
 * against lnav on the same file, and 782 MB of scheduler tracepoints.
 *
 * Both programs run in turn, and the round with the least processor time counts. lnav runs in the mode in
 * which it does least: it indexes the file and counts its lines. Its plain headless mode, which also prints
 * the log, is measured once and not compared. `AFTERTRACE_BENCH_MB` sets the size of each log.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, incident, missing } from '../fixtures/shared.ts';
import { busySite, quietSite, type Site, writeAccessLog } from './import-events/access-log.ts';
import { importInto, isInstalled, least, type Run, report, run } from './processes/run.ts';

const rounds = 2;
const logSize = Number(process.env.AFTERTRACE_BENCH_MB ?? 500) * 1e6;
const tracepoints = incident('cpu-hog/sched.perf.txt.zst');
const count = ';SELECT count(*) FROM access_log';

function benchLog(name: string, site: Site, file: string, workspace: string): void {
  writeAccessLog(file, logSize, site);
  const size = statSync(file).size;
  console.log(`${name}, ${(size / 1e6).toFixed(0)} MB`);
  const hasPeer = isInstalled('lnav', '-V');
  const [us, them]: [Run[], Run[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    us.push(importInto(workspace, file));
    if (hasPeer) them.push(run('lnav', '-n', '-c', count, file));
  }
  const mine = least(us, 'cpu');
  report('  aftertrace import', size, mine);
  if (!hasPeer) {
    console.log('  no lnav to compare with');
    return;
  }
  const theirs = least(them, 'cpu');
  report(`  lnav, indexing (-n -c '${count}')`, size, theirs);
  const [byCpu, byClock] = [theirs.cpu / mine.cpu, theirs.seconds / mine.seconds];
  console.log(
    `  import is ${byCpu.toFixed(2)} × as fast as lnav by processor time, ${byClock.toFixed(2)} × by the clock`,
  );
  report(
    '  not compared, once: lnav, indexing and printing the log to /dev/null (-n)',
    size,
    run('lnav', '-n', file),
  );
}

async function benchTracepoints(file: string, workspace: string): Promise<void> {
  const bytes = await bytesOf(tracepoints);
  writeFileSync(file, bytes);
  const runs = Array.from({ length: rounds }, () => importInto(workspace, file));
  console.log(`tracepoints, ${(bytes.length / 1e6).toFixed(0)} MB`);
  report('  aftertrace import', bytes.length, least(runs, 'cpu'));
}

async function bench(folder: string): Promise<void> {
  const workspace = join(folder, 'bench.aftertrace');
  const log = join(folder, 'access.log');
  benchLog('access log, a new client on nearly every line', busySite, log, workspace);
  benchLog('access log, few clients and few paths', quietSite, log, workspace);
  if (missing(tracepoints)) process.exitCode = 1;
  else await benchTracepoints(join(folder, 'sched.perf.txt'), workspace);
}

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
bench(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
