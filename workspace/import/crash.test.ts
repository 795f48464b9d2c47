/** Cases that need another process or file system: a killed import, and a full disk. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';

const folder = temporaryFolder();
const program = join(folder, 'import.cjs');
const disk = join(folder, 'disk');
afterAll(() => {
  if (mounted) execFileSync('umount', [disk]);
});

/** A small file system; only root can mount one. */
const mounted = (() => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('SKIPPED: no small file system can be mounted here, so a full disk is not tried');
    return false;
  }
})();

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { Workspace } from '../workspace.ts';
        import { fakeFormats } from './fake.testing.ts';
        const [, , path, ...paths] = process.argv;
        (async () => {
          const workspace = await Workspace.open(path);
          await workspace.import({ paths, workers: 0, grown: 'replace' }, {
            formats: fakeFormats,
            onProgress: ({ rows, bytes }) => console.log(rows, bytes),
          });
        })();`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: program,
    external: ['@duckdb/*'],
  });
});

function samples(path: string, count: number, random = false): string {
  const lines = ['Z 0'];
  const text = () =>
    random ? Array.from({ length: 8 }, () => Math.random().toString(36).slice(2)).join('') : 'x';
  for (let i = 0; i < count; i++) {
    lines.push(`S ${1_700_000_000_000_000_000n + BigInt(i)} cycles p main;f${i % 1000}`);
    if (i % 4 === 0)
      lines.push(`E ${1_700_000_000_000_000_000n + BigInt(i)} p ${i} who ${text()} message ${i}`);
  }
  writeFileSync(path, lines.join('\n'));
  return path;
}

describe('a killed import', () => {
  it('leaves a workspace that opens, with its earlier content and nothing else', async () => {
    const path = join(folder, 'killed.aftertrace');
    const before = await Workspace.open(path);
    await before.import({ paths: [samples(join(folder, 'before.txt'), 10)] }, { formats: fakeFormats });
    await before.close();

    // The file continues an imported one, and would have replaced it.
    const big = samples(join(folder, 'big.txt'), 400_000);
    const child = spawn(process.execPath, [program, path, big], {
      env: { ...process.env, NODE_PATH: resolve('node_modules') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const rows = await new Promise<number>(done => {
      child.stdout.on('data', (data: Buffer) => {
        const now = Number(data.toString().trim().split('\n').at(-1)?.split(' ')[0]);
        if (now < 150_000) return;
        child.kill('SIGKILL');
        done(now);
      });
      child.on('exit', () => done(-1));
    });
    expect(rows).toBeGreaterThan(0);
    await new Promise(done =>
      child.exitCode !== null || child.signalCode !== null ? done(null) : child.on('exit', done),
    );
    expect(child.signalCode).toBe('SIGKILL');

    const after = await Workspace.open(path);
    expect((await after.captures()).map(c => [c.id, c.name, c.status])).toEqual([
      [1, 'before.txt', 'complete'],
    ]);
    const counts = await after.table(
      'SELECT (SELECT count(*) FROM sample), (SELECT count(*) FROM event), (SELECT count(*) FROM stack)',
    );
    expect(counts.rows).toEqual([[10, 3, 11]]);
    const again = await after.import(
      { paths: [samples(join(folder, 'small.txt'), 100)], again: true },
      { formats: fakeFormats },
    );
    expect(again.captures[0]).toMatchObject({ id: 2, status: 'complete' });
    await after.close();
  }, 120_000);
});

describe('a full disk', () => {
  it.skipIf(!mounted)(
    'gives one sentence, and changes nothing else',
    async () => {
      const workspace = await Workspace.open(join(disk, 'full.aftertrace'));
      await workspace.import({ paths: [samples(join(folder, 'fits.txt'), 100)] }, { formats: fakeFormats });
      const large = samples(join(folder, 'large.txt'), 500_000, true);
      const report = await workspace.import({ paths: [large, large], workers: 0 }, { formats: fakeFormats });
      expect(report.failures.map(f => f.code)).toEqual(['disk-full']);
      expect(report.failures[0]?.message).toMatch(/is full: free some space .*\.$/);
      expect((await workspace.captures()).map(c => c.name)).toEqual(['fits.txt']);
      expect((await workspace.table('SELECT count(*) FROM sample')).rows).toEqual([[100]]);
      const again = await workspace.import(
        { paths: [samples(join(folder, 'small.txt'), 50)] },
        { formats: fakeFormats },
      );
      expect(again.captures[0]).toMatchObject({ id: 2, status: 'complete' });
      await workspace.close();
      const reopened = await Workspace.open(join(disk, 'full.aftertrace'));
      expect((await reopened.table('SELECT count(*) FROM sample')).rows).toEqual([[150]]);
      await reopened.close();
    },
    120_000,
  );
});
