import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Folders with tests that need no window. */
const folders = '{parsers,workspace,analyzers,app,scripts,bin,fixtures,bench}/**';
const extensions = '{ts,js}';

const unit = {
  globalSetup: 'scripts/vitest-setup.js',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // By default a core is kept free, which is half of two.
  maxWorkers: availableParallelism(),
};

// Tests leave nothing in the user's folders.
process.env.AFTERTRACE_DATA ??= '';

/** Names of virtual displays, which `scripts/test.js` starts. */
const displays = process.env.AFTERTRACE_DISPLAYS?.split(' ') ?? [];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          // Most functions run too rarely to be worth optimizing: V8 does so later than by default, which saves a
          // fourteenth of the processor time.
          execArgv: ['--interrupt-budget=1000000'],
          // Files share the modules of their process: importing them anew took a fifth of the time.
          isolate: false,
          // Small tables are read by one thread in any case; waking the others took a tenth of the time.
          env: { AFTERTRACE_THREADS: '1' },
          include: [`${folders}/*.test.${extensions}`],
          exclude: ['app/e2e/**', `**/*.alone.test.${extensions}`],
        },
      },
      {
        test: {
          ...unit,
          // Components, in a document without layout.
          name: 'component',
          environment: 'happy-dom',
          // The default timeout of one second is too short on a busy machine.
          expect: { poll: { timeout: 20_000, interval: 5 } },
          isolate: false,
          include: ['app/**/*.test.tsx'],
        },
      },
      {
        test: {
          ...unit,
          // Files that replace a module.
          name: 'alone',
          include: [`${folders}/*.alone.test.${extensions}`],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['app/e2e/**/*.test.ts'],
          globalSetup: 'app/e2e/setup.ts',
          environment: './app/e2e/environment.ts',
          // Each worker has one window for all its files, on a display of its own: windows on one display take the
          // keyboard from each other.
          isolate: false,
          maxWorkers: Math.max(1, displays.length),
          sequence: { groupOrder: 1 },
          // The default timeout of one second is too short for a window on a busy machine; the default interval of 50 ms
          // added up to a tenth of the time.
          expect: { poll: { timeout: 60_000, interval: 20 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
