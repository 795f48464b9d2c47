/**
 * `npm start [-- PATH…]`: opens the window on the given captures or workspace, or on the samples in
 * `fixtures/`. Installs and builds what is missing or stale. Without a display it imports and answers in the
 * terminal.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { all, ensureBuilt, forCli } from './build.js';
import { install } from './install.js';
import { messageOf } from './messages.js';
import { root } from './stale.js';
import { findProgram, launch } from './window.js';

/** One folder per capture that comes with the program. */
const samples = join(root, 'fixtures/samples');

/** Headings and questions printed in the terminal, each with the table that must have rows. */
const answers = /** @type {const} */ ([
  ['Modules', 'modules', 'sample'],
  ['Hottest functions', 'functions', 'sample'],
  ['Resources', 'saturation', 'metric'],
  ['Events', 'templates', 'event'],
]);

/** Number of rows printed per question. */
const shownRows = '15';

/**
 * @param {readonly string[]} args paths
 * @returns {Promise<number>} exit status
 */
async function start(args) {
  const missing = args.find(path => !existsSync(path));
  if (missing) {
    console.error(`There is no ${missing}.`);
    return 1;
  }
  await install();
  const paths = args.length > 0 ? args : readdirSync(samples).map(name => join(samples, name));
  if (!hasDisplay()) return answerInTerminal(paths, 'neither DISPLAY nor WAYLAND_DISPLAY is set');
  try {
    return await openWindow(paths);
  } catch (error) {
    if (!(error instanceof NoDisplay)) throw error;
    return answerInTerminal(paths, `${error.display} cannot be opened`);
  }
}

/** Thrown if the display that DISPLAY names cannot be opened (a session over ssh, a container). */
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
  const program = await findProgram();
  if (!program) return 1;
  const { status, signal, hasDisplay } = await launch(program, paths).ended;
  if (!hasDisplay) throw new NoDisplay();
  if (signal) console.error(`The window was ended by ${signal}.`);
  return status ?? 1;
}

/**
 * @param {readonly string[]} paths captures, or one workspace
 * @param {string} why there is no window
 */
async function answerInTerminal(paths, why) {
  console.error(`There is no display (${why}), so the answers are printed here.\n`);
  await ensureBuilt(forCli);
  const { main } = createRequire(import.meta.url)('../build/app/cli.cjs');
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-'));
  try {
    const [first = ''] = paths;
    const isWorkspace = paths.length === 1 && first.endsWith('.aftertrace');
    const workspace = isWorkspace ? first : join(folder, 'start.aftertrace');
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
    const others = Object.entries(rows).filter(
      ([table]) => !answers.some(([, , answered]) => answered === table),
    );
    if (others.length > 0) {
      const counts = others.map(([table, count]) => `${table} ${count}`).join(', ');
      console.log(`\nRows of other tables: ${counts}. \`aftertrace questions\` lists what can be asked.`);
    }
    return status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @returns {Promise<Record<string, number>>} number of rows by table, for tables that have some; empty if
 *   there is no workspace
 * @param {typeof import('../app/cli/main.ts').main} main
 * @param {string} workspace
 */
async function rowsOf(main, workspace) {
  if (!existsSync(workspace)) return {};
  let text = '';
  /** @type {import('../app/cli/io.ts').Io} */
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
  /** @type {Record<string, number>} */
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
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
