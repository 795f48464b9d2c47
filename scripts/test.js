/**
 * `npm test [-- VITEST-FILTER…]`: types, lint, unit and conformance tests, then the window in a real Electron
 * on a virtual display. Installs what is missing. Every step runs, even if earlier ones failed.
 *
 * `npm test -- --changed[=COMMIT]` runs the tests that files which differ from the commit (`HEAD`) can reach.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, ensureBuilt } from './build.js';
import { virtualDisplay } from './display.js';
import { findElectron } from './electron.js';
import { install } from './install.js';
import { messageOf } from './messages.js';
import { root } from './stale.js';
import { installPackages, missingPackages } from './system.js';
import { outcomeOf, summary } from './test-outcome.js';

const results = join(root, 'test-results');
const filters = process.argv.slice(2);
const changed = filters.find(filter => /^--changed(?:=|$)/.test(filter));
const others = filters.filter(filter => filter !== changed);

/**
 * @typedef {import('./test-outcome.js').Outcome} Outcome
 */
const passed = { passed: 1, failed: 0, skipped: [] };
const failed = { passed: 0, failed: 1, skipped: [] };

/**
 * @param {string} name of a program in node_modules/.bin
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function tool(name, args, env = {}) {
  const program = join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/**
 * @returns {Outcome}
 * @param {boolean} ok
 */
const check = ok => (ok ? passed : failed);

async function build() {
  await ensureBuilt(all);
  return passed;
}

/**
 * Runs projects of vitest.config.ts.
 * @returns {Outcome}
 * @param {readonly string[]} projects
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} only
 */
function vitest(projects, env = {}, only = filters) {
  const report = join(results, `${projects[0]}.json`);
  rmSync(report, { force: true });
  const ok = tool(
    'vitest',
    [
      'run',
      ...projects.flatMap(project => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
      // A filter may match files of the other project only.
      ...(only.length > 0 ? ['--passWithNoTests', ...only] : []),
    ],
    env,
  );
  return existsSync(report) ? outcomeOf(JSON.parse(readFileSync(report, 'utf8')), ok, root) : check(ok);
}

/** Files that differ from the commit of `--changed`. */
function changedFiles() {
  const commit = changed?.split('=')[1] ?? 'HEAD';
  return [
    ['diff', '--name-only', commit],
    ['ls-files', '--others', '--exclude-standard'],
  ].flatMap(args => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n'));
}

/** Window tests test a build, which no import leads to: all run if a source of the window has changed. */
const reachesWindow = () =>
  changedFiles().some(
    path => path.startsWith('app/e2e/') || (path.startsWith('app/') && !/\.(?:test\.tsx?|md)$/.test(path)),
  );

/** False if the filters match no window test: a runtime and a display are then not needed. */
function needsWindow() {
  if (changed !== undefined && !reachesWindow()) return false;
  const paths = others.filter(filter => !filter.startsWith('-'));
  if (paths.length === 0 || paths.length < others.length) return true;
  const files = readdirSync(join(root, 'app/e2e')).map(name => `app/e2e/${name}`);
  return files.some(file => paths.some(path => file.includes(path)));
}

/** As many windows as are tested at the same time; more do not fit two cores. */
const windows = 2;

/**
 * Window tests find the runtime through `AFTERTRACE_ELECTRON` and the display of each worker through `AFTERTRACE_DISPLAYS`.
 * They have a temporary folder of their own, in which they must not leave anything.
 */
async function window() {
  const { program, from, warning } = await findElectron();
  if (!installPackages(missingPackages(program, { display: true }))) return failed;
  console.log(`Electron from ${from}.${warning ? ` ${warning}` : ''}`);
  const isVirtual = process.platform === 'linux';
  const displays = await Promise.all(Array.from({ length: isVirtual ? windows : 0 }, virtualDisplay));
  const temporary = mkdtempSync(join(tmpdir(), 'aftertrace-e2e-'));
  try {
    const variables = {
      AFTERTRACE_ELECTRON: program,
      ...(isVirtual && { AFTERTRACE_DISPLAYS: displays.map(({ name }) => name).join(' ') }),
      TMPDIR: temporary,
    };
    const outcome = vitest(['e2e'], variables, others);
    // Chromium cannot remove its own if a test kills it.
    const left = readdirSync(temporary).filter(name => !/^(?:scoped_dir|\.org\.chromium)/.test(name));
    if (left.length === 0) return outcome;
    console.error(`Window tests left in the temporary folder: ${left.join(', ')}`);
    return { ...outcome, failed: outcome.failed + 1 };
  } finally {
    for (const display of displays) display.close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @type {readonly (readonly [string, () => Outcome | Promise<Outcome>])[]} */
const steps = [
  ['build', build],
  ['types', () => check(tool('tsc', ['-b']))],
  ['lint', () => check(tool('biome', ['check', '.']))],
  ['unit and conformance', () => vitest(['unit', 'component', 'alone'])],
  ['window', () => (needsWindow() ? window() : { passed: 0, failed: 0, skipped: [], files: 0 })],
];

/**
 * @param {() => Outcome | Promise<Outcome>} step
 * @param {string} name
 */
async function attempt(name, step) {
  console.log(`\n── ${name}`);
  try {
    return await step();
  } catch (error) {
    console.error(messageOf(error));
    return failed;
  }
}

/** @param {readonly { name: string, outcome: Outcome }[]} outcomes */
function summarise(outcomes) {
  const { lines, total, failed } = summary(outcomes, changed !== undefined);
  console.log(['\n── summary', ...lines, total].join('\n'));
  writeFileSync(join(results, 'summary.txt'), `${total}\n`);
  return failed;
}

mkdirSync(results, { recursive: true });
rmSync(join(results, 'summary.txt'), { force: true });
await install();
const outcomes = [];
for (const [name, step] of steps) outcomes.push({ name, outcome: await attempt(name, step) });
process.exitCode = summarise(outcomes) > 0 ? 1 : 0;
