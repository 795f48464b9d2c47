#!/usr/bin/env node
/** The command: builds itself when its sources are newer than the build, then runs it in this process. */
import { createRequire } from 'node:module';
import { ensureBuilt, forCli } from '../scripts/build.js';

try {
  await ensureBuilt(forCli);
} catch (error) {
  console.error(`aftertrace could not be built: ${error.message}`);
  process.exit(1);
}
const { main } = createRequire(import.meta.url)('../build/app/cli.cjs');
const openWindow = async paths => (await import('../scripts/start.js')).openWindow(paths);
process.exitCode = await main(process.argv.slice(2), openWindow);
