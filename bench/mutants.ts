/**
 * Imports mutants of binary and packed captures (perf.data, .etl, sa, gzip, zstd, zip) and asks five questions of each:
 * `npm run fuzz -- mutants`. Checksums of three in four packed mutants are repaired, so that the mutation reaches what is
 * behind the decoder. Fails if an import or a question fails by a fault of the program, if a ledger does not close,
 * or if one takes longer than ten seconds.
 *
 * `AFTERTRACE_MUTANTS` (1000), `AFTERTRACE_MUTANTS_SEED` (1), `AFTERTRACE_MUTANTS_OUT`: a folder for those that fail.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AskRequest } from '../app/contract.ts';
import type { Engine } from '../app/engine/engine.ts';
import { bytesOf, fixture } from '../fixtures/shared.ts';
import { formats } from '../parsers/formats.ts';
import { tarOf, zipOf } from '../workspace/files/archives/archives.testing.ts';
import { mutantOf } from './fuzz/mutants.ts';
import { Random } from './fuzz/random.ts';
import { inZstd, type Repair, repairedGzip, repairedTar, repairedZip, uncheckedZstd } from './fuzz/repair.ts';
import { seedsOf } from './fuzz/seeds.ts';
import { newEngine } from './storm/asking.ts';

const wanted = Number(process.env.AFTERTRACE_MUTANTS ?? 1000);
const seed = Number(process.env.AFTERTRACE_MUTANTS_SEED ?? 1);
const out = process.env.AFTERTRACE_MUTANTS_OUT;

/** A workspace becomes slower with each capture. */
const perWorkspace = 40;
/** Of an import or a question, ms. */
const patience = 10_000;

const questions = ['captures', 'functions', 'events', 'thread-states', 'timeline'];
/** Errors that are answers: the capture has nothing to ask of. */
const refusals = new Set(['not-found', 'nothing-to-show', 'bad-parameter']);

interface Kind {
  readonly ending: string;
  readonly files: readonly Uint8Array[];
  readonly repair?: Repair;
}

async function kinds(): Promise<readonly Kind[]> {
  const chosen = formats.filter(({ id }) => ['perf-data', 'etl', 'sysstat-sa'].includes(id));
  const seeds = await seedsOf(await Promise.all(chosen.map(entry => entry.load())), 'fixtures');
  const raw = (name: string) => Uint8Array.from(readFileSync(fixture(name)));
  const scheduler = await bytesOf(fixture('perf-script/sched.txt'));
  const vmstat = await bytesOf(fixture('samples/cpu-hog/vmstat.txt'));
  const members = [
    { name: 'host/sched.perf.txt', content: scheduler },
    { name: 'host/vmstat.txt', content: vmstat },
    { name: 'host/inner.zip', content: zipOf([{ name: 'vmstat.txt', content: vmstat }]) },
  ];
  const stored: Repair = tar => inZstd(repairedTar(tar));
  return [
    ...seeds.map(({ format, captures }) => ({ ending: format.id, files: captures })),
    { ending: 'gz', files: [gzipSync(scheduler), gzipSync(vmstat, { level: 0 })], repair: repairedGzip },
    { ending: 'zst', files: [raw('clocks/cpu.perf.txt.zst')], repair: uncheckedZstd },
    { ending: 'tar.zst', files: [tarOf(members)], repair: stored },
    { ending: 'zip', files: [zipOf(members), raw('archives/logs-bzip2.zip')], repair: repairedZip },
  ];
}

/** Number of questions that were answered, and of those that were refused in a sentence. */
const asked = { answered: 0, refused: 0 };

/** What is wrong with the import of a file, and with the answers about its captures; sentences. */
async function faultsOf(engine: Engine, path: string): Promise<string[]> {
  const faults: string[] = [];
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const begin = process.cpuUsage();
    try {
      return await work;
    } finally {
      const { user, system } = process.cpuUsage(begin);
      if ((user + system) / 1e3 > patience) faults.push(`${what} takes ${(user + system) / 1e6} s`);
    }
  };
  const { captures, failures } = await timed(
    'import',
    engine.import('import', { paths: [path], workers: 0 }),
  );
  for (const { code, message } of failures) if (code === 'internal') faults.push(message);
  for (const { id, status, reason } of captures) {
    if (status === 'failed') faults.push(reason ?? 'failed without a reason');
    const scope = { captures: [id] };
    for (const question of questions)
      try {
        const request: AskRequest = {
          question,
          params: question === 'timeline' ? { by: 'process' } : {},
          scope,
        };
        const { answer } = await timed(question, engine.ask('ask', request));
        await timed(`a page of ${question}`, engine.page('ask', answer, { offset: 0, limit: 100 }));
        await engine.release(answer);
        asked.answered++;
      } catch (error) {
        const { code = 'internal', message } = error as { code?: string; message?: string };
        if (refusals.has(code)) asked.refused++;
        else faults.push(`${question}: ${code} ${message}`);
      }
  }
  const ids = captures.map(({ id }) => id);
  const open = await engine.sql(
    'ask',
    `SELECT message FROM problem WHERE code = 'ledger-open' AND capture IN (${[-1, ...ids]})`,
  );
  return [...faults, ...open.rows.flat().map(String)];
}

async function main(folder: string): Promise<void> {
  const random = new Random(seed);
  const all = await kinds();
  const others = all.flatMap(({ files }) => files);
  const counts = new Map<string, number>();
  let faults = 0;
  const engine = newEngine();
  for (let n = 0; n < wanted; n++) {
    if (n % perWorkspace === 0) await engine.open(null);
    const { ending, files, repair } = all[n % all.length]!;
    const made = mutantOf(random.among(files), random, { isBinary: true, own: files, others });
    const mutant = repair && random.below(4) > 0 ? repair(made) : made;
    const path = join(folder, `${n}.${ending}`);
    writeFileSync(path, mutant);
    const found = await faultsOf(engine, path).catch((error: unknown) => [String((error as Error).stack)]);
    for (const fault of found) console.log(`seed ${seed}, ${n}.${ending}: ${fault}`);
    if (found.length > 0 && out) {
      mkdirSync(out, { recursive: true });
      writeFileSync(join(out, `${seed}-${n}.${ending}`), mutant);
    }
    faults += found.length;
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    rmSync(path);
  }
  await engine.close();
  const each = [...counts].map(([ending, count]) => `${count} ${ending}`).join(', ');
  console.log(
    `${wanted} mutants, seed ${seed} (${each}), ${asked.answered} questions answered, ${asked.refused} refused: ${faults} faults`,
  );
  if (faults > 0) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-mutants-'));
main(folder)
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
