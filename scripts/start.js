/**
 * `npm start [-- PATH…]`: opens the window on the captures or the workspace named, or on the samples in `fixtures/`.
 * Installs and builds what is missing or stale. Where there is no display it imports and answers in the terminal.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { all, ensureBuilt, forCli } from './build.js';
import { findElectron } from './electron.js';
import { install } from './install.js';
import { isNoise, saysNoDisplay } from './noise.js';
import { root } from './stale.js';
import { explainMissing, missingPackages } from './system.js';

/** One folder for each capture that comes with the program. */
const samples = join(root, 'fixtures/samples');

/** What the terminal is told, by the table that must have rows. */
const answers = [
  ['Modules', 'modules', 'sample'],
  ['Hottest functions', 'functions', 'sample'],
  ['Resources', 'saturation', 'metric'],
  ['Events', 'templates', 'event'],
];

/** How many rows of each question the terminal gets. */
const shownRows = '15';

/**
 * @param {readonly string[]} given
 * @returns {Promise<number>} exit status
 */
async function start(given) {
  const missing = given.find(path => !existsSync(path));
  if (missing) {
    console.error(`There is no ${missing}.`);
    return 1;
  }
  await install();
  const paths = given.length > 0 ? given : readdirSync(samples).map(name => join(samples, name));
  if (!hasDisplay()) return answerInTerminal(paths, 'neither DISPLAY nor WAYLAND_DISPLAY is set');
  try {
    return await openWindow(paths);
  } catch (error) {
    if (!(error instanceof NoDisplay)) throw error;
    return answerInTerminal(paths, `${error.display} cannot be opened`);
  }
}

/** A display is named, but nothing answers there (a session over ssh, a container). */
class NoDisplay extends Error {
  code = 'no-display';
  display = process.env.WAYLAND_DISPLAY || process.env.DISPLAY;
  constructor() {
    super();
    this.message = `The display ${this.display} cannot be opened: correct DISPLAY, or use the other commands.`;
  }
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * @param {readonly string[]} paths captures or a workspace; none: an empty window
 * @returns {Promise<number>} exit status
 * @throws {NoDisplay}
 */
export async function openWindow(paths) {
  await ensureBuilt(all);
  const { program, from, warning } = await findElectron();
  const packages = missingPackages(program);
  if (packages.length > 0) {
    console.error(explainMissing(packages, 'The window'));
    return 1;
  }
  if (warning) console.error(`Electron comes from ${from}. ${warning}`);
  const { status, signal, hasDisplay } = await run(program, [...sandboxFlags(), root, ...paths]);
  if (!hasDisplay) throw new NoDisplay();
  if (signal) console.error(`The window was ended by ${signal}.`);
  return status ?? 1;
}

/** Chromium refuses to run as root inside its sandbox; elsewhere the sandbox stays on. */
function sandboxFlags() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  console.error('Running as root: the window goes without its sandbox. Prefer an ordinary user.');
  return ['--no-sandbox'];
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ status: number | null, signal: string | null, hasDisplay: boolean }>}
 */
function run(program, args) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(program, args, { stdio: ['inherit', 'inherit', 'pipe'], env });
  let hasDisplay = true;
  createInterface({ input: child.stderr, crlfDelay: Number.POSITIVE_INFINITY }).on('line', line => {
    if (saysNoDisplay(line)) hasDisplay = false;
    else if (!isNoise(line)) console.error(line);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, hasDisplay }));
  });
}

/**
 * @param {readonly string[]} paths captures, or one workspace
 * @param {string} why there is no window
 */
async function answerInTerminal(paths, why) {
  console.error(`There is no display (${why}), so the answers come here.\n`);
  await ensureBuilt(forCli);
  const { main } = createRequire(import.meta.url)('../build/app/cli.cjs');
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-'));
  try {
    const isWorkspace = paths.length === 1 && paths[0].endsWith('.aftertrace');
    const workspace = isWorkspace ? paths[0] : join(folder, 'start.aftertrace');
    console.log(isWorkspace ? 'What was read\n' : `Reading ${paths.join(', ')}\n`);
    const status = await main(
      isWorkspace ? ['captures', workspace] : ['import', workspace, ...paths],
      openWindow,
    );
    const rows = await rowsOf(main, workspace);
    for (const [title, question, table] of answers) {
      if (!rows[table]) continue;
      console.log(`\n${title}\n`);
      await main(['ask', workspace, question, '--limit', shownRows], openWindow);
    }
    const others = Object.entries(rows).filter(([table]) => !answers.some(([, , of]) => of === table));
    if (others.length > 0) {
      const counts = others.map(([table, count]) => `${table} ${count}`).join(', ');
      console.log(`\nRows of other tables: ${counts}. \`aftertrace questions\` lists what can be asked.`);
    }
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<Record<string, number>>} rows by table, of tables that have some; none where there is no workspace */
async function rowsOf(main, workspace) {
  if (!existsSync(workspace)) return {};
  let text = '';
  const io = {
    write: async data => {
      text += data;
    },
    say: console.error,
    width: null,
    status: () => undefined,
    onInterrupt: () => () => undefined,
  };
  await main(['sql', workspace, 'SELECT "rows" FROM capture', '-o', 'json'], openWindow, io);
  const total = {};
  for (const { rows } of JSON.parse(text))
    for (const [table, count] of Object.entries(JSON.parse(rows)))
      if (count > 0) total[table] = (total[table] ?? 0) + count;
  return total;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await start(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
