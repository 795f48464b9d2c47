/**
 * Compares captures of perf with `perf script` of the same files, sample by sample and event by event, and with the samples by function of
 * `perf report --no-children`, because `perf script` has some of a reader's blind spots:
 * `AFTERTRACE_BENCH_PERF_DATA=a.data:b.data npm run bench -- perf-agrees`; without files, recordings of what this machine allows are made. Samples are compared by process,
 * thread, CPU, time, period, kind and call chain with functions and modules, events of tracepoints by their
 * text. Ends with status 1 if anything differs that is not listed as known.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Workspace } from '../workspace/workspace.ts';
import { perfReportOf, type SelfCounts, selfCountsOf, selfDifferences } from './perf-agrees/perf-report.ts';
import { type CaptureLines, perfScriptOf } from './perf-agrees/perf-script.ts';
import { record } from './perf-agrees/recordings.ts';
import { captureLines, withoutBuild } from './perf-agrees/workspace.ts';

/** Folders with symbols beside those of this machine. */
const symbols = process.env.AFTERTRACE_BENCH_SYMBOLS?.split(':') ?? [];
const examples = Number(process.env.AFTERTRACE_BENCH_EXAMPLES ?? 3);

/** Returns the number of lines that only one side has, and prints some of them. */
function differences(noun: string, ours: readonly string[], perf: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of ours) counts.set(line, (counts.get(line) ?? 0) + 1);
  const onlyPerf: string[] = [];
  for (const line of perf) {
    const count = counts.get(line) ?? 0;
    if (count === 0) onlyPerf.push(line);
    else if (count === 1) counts.delete(line);
    else counts.set(line, count - 1);
  }
  const onlyOwn = [...counts].flatMap(([line, count]) => Array<string>(count).fill(line));
  for (const line of someOf(onlyPerf)) console.log(`    ${noun} only in perf:       ${line}`);
  for (const line of someOf(onlyOwn)) console.log(`    ${noun} only in Aftertrace: ${line}`);
  return onlyPerf.length + onlyOwn.length;
}

/** The first lines of each kind. */
function someOf(lines: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return lines.filter(line => {
    const kind = / -?\d+\/-?\d+ \S+ \S+ (\S+)/.exec(line)?.[1] ?? '';
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < examples;
  });
}

const withoutNames = (line: string, modules: ReadonlySet<string>): string =>
  modules.size === 0
    ? line
    : line.replace(/\[([^|]*)\|(\/[^|\]]*|\[[a-z.]+\])\]/g, (all, _symbol, module: string) =>
        modules.has(module) ? `[?|${module}]` : all,
      );

/** Maps of just-in-time compilers, which perf reads from there as well. */
const maps = (): readonly string[] =>
  readdirSync('/tmp')
    .filter(name => /^perf-\d+\.map$/.test(name))
    .map(name => join('/tmp', name));

/** The line of a sample without the callers of its function: Aftertrace does not unwind copies of the stack (`--call-graph dwarf`), which a problem says. */
const leafOnly = (line: string): string => line.replace(/^(.*? [0-9a-f]+\[[^\]]*\]).*$/, '$1');

/** The line of a sample without its call chain. */
const chainless = (line: string): string => line.replace(/ [0-9a-f]+\[[^|]*\|.*$/, '');

/**
 * Of a damaged call chain `perf script` prints nothing, and Aftertrace has the frames before the damage, which a problem
 * says. Leaves such chains out of `ours`, and counts them.
 */
function withoutDamaged(ours: readonly string[], perf: readonly string[]): { lines: string[]; left: number } {
  const bare = new Map<string, number>();
  for (const line of perf) if (chainless(line) === line) bare.set(line, (bare.get(line) ?? 0) + 1);
  let left = 0;
  const lines = ours.map(line => {
    const head = chainless(line);
    const count = bare.get(head) ?? 0;
    if (head === line || count === 0) return line;
    bare.set(head, count - 1);
    left++;
    return head;
  });
  return { lines, left };
}

async function compare(file: string, folder: string): Promise<boolean> {
  const perf = perfScriptOf(file);
  const workspace = await Workspace.open(join(folder, 'w.aftertrace'));
  let ours: CaptureLines;
  let problems: readonly string[];
  const reported = perfReportOf(file);
  let self: SelfCounts;
  let unnamed: ReadonlySet<string>;
  try {
    await workspace.import({ paths: [file], workers: 0, symbols: [...symbols, ...maps()] });
    ours = await captureLines(workspace, perf.hasCpu);
    unnamed = await withoutBuild(workspace);
    // A report of one event does not name it.
    self = await selfCountsOf(workspace, [...reported.keys()].some(each => each.startsWith(' ')) ? '' : null);
    problems = (await workspace.problems()).map(({ code }) => code);
  } finally {
    await workspace.close();
    rmSync(join(folder, 'w.aftertrace'), { force: true });
  }
  const isUnwound = !problems.includes('stack-dump-not-unwound');
  const comparable = ({ samples }: CaptureLines) =>
    samples.map(line => withoutNames(isUnwound ? line : leafOnly(line), unnamed));
  const { lines, left } = problems.includes('bad-call-chain')
    ? withoutDamaged(comparable(ours), perf.samples)
    : { lines: comparable(ours), left: 0 };
  const differing =
    differences('sample', lines, comparable(perf)) + differences('event', ours.events, perf.events);
  const byFunction = selfDifferences(self, reported, unnamed);
  for (const line of byFunction.slice(0, examples)) console.log(`    report: ${line}`);
  const counts = `${perf.samples.length} samples, ${perf.events.length} events`;
  console.log(
    `${basename(file).padEnd(28)} ${differing === 0 ? 'equal' : `${differing} differ`}, report ${byFunction.length === 0 ? 'equal' : `${byFunction.length} functions differ`} (${counts}, ${reported.size} functions) ${problems.join(' ')}${left > 0 ? `; damaged call chains that perf does not print: ${left}` : ''}${unnamed.size > 0 ? `; no build id: ${unnamed.size} modules` : ''}`,
  );
  return differing === 0 && byFunction.length === 0;
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-'));
  try {
    const given = process.env.AFTERTRACE_BENCH_PERF_DATA?.split(':');
    const { made: files, not } = given ? { made: given, not: [] } : record(folder);
    for (const reason of not) console.log(`not recorded: ${reason}`);
    for (const file of files) {
      try {
        if (!(await compare(file, folder))) process.exitCode = 1;
      } catch (error) {
        console.log(`${basename(file).padEnd(28)} FAILED: ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

bench();
