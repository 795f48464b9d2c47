/** A note and a save as while calls on files fail, in small: `npm run bench -- faults` tries all calls of seven operations. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { Lab } from './lab.ts';
import type { Operation } from './operations.ts';
import { buildPreload, type Call, type Fault } from './preload.ts';
import { sites } from './rounds.ts';

const folder = realpathSync(temporaryFolder());
const library = buildPreload('bench/faults/preload.c', folder);
if (library === null) console.warn('SKIPPED: faults need Linux and a C compiler (cc).');

const file = 'case.aftertrace';
const note = (under: string, title: string) => ['note', join(under, file), 'add', '--title', title];
const noting: Operation = {
  name: 'note',
  mayRepeat: true,
  async prepare(under, run) {
    await run('create', join(under, file));
    await run(...note(under, 'before'));
  },
  commands: under => [note(under, 'after')],
};

const saving: Operation = {
  name: 'save as',
  async prepare(under, run) {
    await noting.prepare(under, run);
    await run('create', join(under, 'other.aftertrace'));
    await run('note', join(under, 'other.aftertrace'), 'add', '--title', 'older');
  },
  commands: under => [['save-as', join(under, file), join(under, 'other.aftertrace')]],
};

/** Runs commands under the library. */
const driver = join(folder, 'driver.cjs');

describe.skipIf(library === null)('with calls on files that fail', () => {
  beforeAll(async () => {
    await build({
      stdin: {
        contents: `
          import { runCommands } from './command.ts';
          void runCommands(JSON.parse(process.argv[2]), { under: process.env.FAULTS_UNDER });`,
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: driver,
      external: ['@duckdb/*'],
      define: { 'import.meta.url': JSON.stringify(import.meta.url) },
      logLevel: 'error',
    });
    process.env.NODE_PATH = resolve('node_modules');
  });

  describe('a note', () => {
    let lab: Lab;
    let calls: readonly Call[];
    beforeAll(async () => {
      lab = new Lab(noting, { folder, library: library!, driver: [driver] });
      calls = await lab.prepare();
    });

    it('makes calls that the library sees, also those of the engine', () => {
      expect([...sites(calls).keys()]).toEqual(
        expect.arrayContaining([
          `create ${file}.wal`,
          `write ${file}.wal`,
          `sync ${file}.wal`,
          `pwrite ${file}`,
          `sync ${file}`,
          `remove ${file}.wal`,
          'rename data/findings/*-*.findings',
        ]),
      );
    });

    it.each<Fault>([
      { call: 'write', files: `${file}.wal`, at: 1, error: 'ENOSPC', stays: true },
      { call: 'sync', files: `${file}.wal`, at: 1, error: 'EIO' },
      { call: 'write', files: 'data/findings/.*-*.findings.*.part', at: 1, error: 'ENOSPC' },
    ])('whose $call of $files fails with $error is lost with a sentence, or stored', async fault => {
      expect(await lab.fail(fault)).toEqual([]);
    });

    it('that was acknowledged outlives a failure of power', async () => {
      expect(await lab.cutPower(null, ['names and contents'])).toEqual([]);
    });

    it('that is killed leaves the workspace as before or as after', async () => {
      const sync = calls.findIndex(({ call, file: of }) => call === 'sync' && of === `${file}.wal`);
      expect(await lab.kill(sync + 1)).toEqual([]);
    });
  });

  describe('a workspace that is saved over another', () => {
    let lab: Lab;
    beforeAll(async () => {
      lab = new Lab(saving, { folder, library: library!, driver: [driver] });
      await lab.prepare();
    });

    it('leaves the other as it was if it cannot be renamed', async () => {
      expect(await lab.fail({ call: 'rename', files: 'other.aftertrace', at: 1, error: 'EIO' })).toEqual([]);
    });

    it('is there, or the other is, after a failure of power', async () => {
      expect(await lab.cutPower(null, ['names and contents'])).toEqual([]);
    });
  });
});
