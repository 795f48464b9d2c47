/**
 * `npm run dev [-- PATH…]`: opens the window, and keeps it up to date with the sources. A change in `app/renderer` (the page)
 * shows at once, and the workspace stays open; after any other change the program is rebuilt and restarted, and
 * reads PATH again. `npm run dev -- gallery` shows every widget and every picture on fixed data instead.
 *
 * Its settings are in `build/dev`, or in `--user-data-dir`.
 */
import { join } from 'node:path';
import { all, ensureBuilt, products } from './build.js';
import { install } from './install.js';
import { messageOf } from './messages.js';
import { isFresh, root } from './stale.js';
import { findProgram, launch } from './window.js';

/** All products except the page, whose sources are served directly. */
const built = all.filter(product => product !== products.renderer);

/** Delay after the last change, ms: an editor or git may change many files in a row. */
const pause = 150;

/** @param {readonly string[]} args */
const defaultSettings = args =>
  args.some(arg => arg.startsWith('--user-data-dir')) ? [] : [`--user-data-dir=${join(root, 'build/dev')}`];

/** @param {readonly string[]} argv */
async function dev(argv) {
  await install();
  await ensureBuilt(built);
  const program = await findProgram();
  if (!program) return 1;
  const { servePage } = await import('./page.js');
  const server = await servePage();
  const [address = ''] = server.resolvedUrls?.local ?? [];
  const isGallery = argv[0] === 'gallery';
  const args = [...defaultSettings(argv), ...(isGallery ? argv.slice(1) : argv)];
  const page = new URL(isGallery ? 'gallery/' : 'renderer/', address).href;
  console.error(`The page is served at ${page}`);

  let window = launch(program, args, { AFTERTRACE_PAGE: page });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => window.child.kill('SIGTERM'));
  let isReplaced = false;
  const rebuild = async () => {
    if (isReplaced || built.every(isFresh)) return;
    try {
      await ensureBuilt(built);
      isReplaced = true;
      window.child.kill('SIGTERM');
    } catch (error) {
      console.error(`${messageOf(error)}\nThe window stays as it was.`);
    }
  };
  /** @type {NodeJS.Timeout | undefined} */
  let waiting;
  server.watcher.add(built.flatMap(({ inputs }) => inputs.map(path => join(root, path))));
  server.watcher.on('all', () => {
    clearTimeout(waiting);
    waiting = setTimeout(rebuild, pause);
  });

  for (;;) {
    const { status } = await window.ended;
    if (!isReplaced) {
      await server.close();
      return status ?? 1;
    }
    isReplaced = false;
    window = launch(program, args, { AFTERTRACE_PAGE: page });
  }
}

process.exitCode = await dev(process.argv.slice(2));
