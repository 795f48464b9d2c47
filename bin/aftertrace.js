#!/usr/bin/env node
/** The command: rebuilds if its sources are newer than the build, then runs in this process. */
import { fileURLToPath } from 'node:url';
import { ensureBuilt, forCli } from '../scripts/build.js';
import { load } from '../scripts/compiled.js';
import { messageOf } from '../scripts/messages.js';

try {
  await ensureBuilt(forCli);
} catch (error) {
  console.error(`aftertrace could not be built: ${messageOf(error)}`);
  process.exit(1);
}
const command = process.argv[2] ?? '';
const { main } = /** @type {typeof import('../app/cli/main.ts')} */ (
  load(
    fileURLToPath(new URL('../build/app/cli.cjs', import.meta.url)),
    /^[a-z]+$/.test(command) ? command : 'none',
  )
);
/** @param {readonly string[]} paths */
const openWindow = async paths => (await import('../scripts/start.js')).openWindow(paths);
process.exitCode = await main(process.argv.slice(2), openWindow);
