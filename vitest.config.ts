import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{parsers,workspace,analyzers,app,scripts,bin,fixtures,bench}/**/*.test.{ts,tsx,js}'],
          exclude: ['app/e2e/**'],
          globalSetup: 'scripts/vitest-setup.js',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['app/e2e/**/*.test.ts'],
          fileParallelism: false,
          // The default of one second is too short for a window on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
