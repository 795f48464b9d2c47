/**
 * Fails each call that seven operations make on files, the engine's included, at its first, a middle and its last time;
 * kills them; and cuts the power. Afterwards nothing acknowledged is lost, files are as before or as after, one sentence
 * has said the cause, nothing is left behind, and the operation works again. See `faults/`.
 *
 * `AFTERTRACE_FAULTS_ONLY` (names of operations), `AFTERTRACE_FAULTS_KINDS` (`fail,cut,kill`), `AFTERTRACE_FAULTS_PART` (`0/3`:
 * the first of three parts of the call sites, for processes that run at once), `AFTERTRACE_FAULTS_SITES` (`rename`: the call
 * sites and passes with this text).
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommands, type Words } from './faults/command.ts';
import { Lab } from './faults/lab.ts';
import { operations } from './faults/operations.ts';
import { buildPreload } from './faults/preload.ts';
import { cuts, failures, kills, sites } from './faults/rounds.ts';

const only = process.env.AFTERTRACE_FAULTS_ONLY?.split(',');
const kinds = process.env.AFTERTRACE_FAULTS_KINDS?.split(',') ?? ['fail', 'cut', 'kill'];
const named = process.env.AFTERTRACE_FAULTS_SITES ?? '';
const [part = 0, parts = 1] = (process.env.AFTERTRACE_FAULTS_PART ?? '0/1').split('/').map(Number);
const source = join(process.env.AFTERTRACE_FIXTURES ?? 'fixtures', '../bench/faults/preload.c');

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'aftertrace-faults-'));
  try {
    const library = buildPreload(source, folder);
    if (library === null) {
      console.log('SKIPPED: faults need Linux and a C compiler (cc).');
      return;
    }
    for (const operation of operations) {
      if (only && !only.includes(operation.name)) continue;
      const lab = new Lab(operation, { folder, library, driver: [__filename, 'commands'] });
      const calls = await lab.prepare();
      console.log(`${operation.name}: ${sites(calls).size} call sites, ${calls.length} calls`);
      const rounds = [
        ...(kinds.includes('fail') ? [failures(lab, calls, { part, parts, named })] : []),
        ...(kinds.includes('cut') ? [cuts(lab, calls)] : []),
        ...(kinds.includes('kill') ? [kills(lab, calls, operation.name, named)] : []),
      ];
      for (const round of rounds)
        for await (const { name, tried, held, defects } of round) {
          console.log(`${operation.name.padEnd(16)} ${name.padEnd(44)} ${held} of ${tried} held`);
          for (const defect of defects) console.log(`    ${defect}`);
          if (held < tried) process.exitCode = 1;
        }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const work =
  process.argv[2] === 'commands'
    ? runCommands(JSON.parse(process.argv[3]!) as readonly Words[], { under: process.env.FAULTS_UNDER })
    : bench();
work.catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
