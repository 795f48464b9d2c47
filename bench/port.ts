/**
 * Costs of sending 20,000 rows of six cells from the engine's process to a sandboxed page that sums them, in
 * a real Electron: as columns, as Arrow read by column, as Arrow converted to one object per row, and as
 * objects. All forms take turns.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-port-'));
try {
  const common = { bundle: true, outdir: folder, logLevel: 'warning' } as const;
  const source = (name: string) => `bench/port/${name}.ts`;
  buildSync({
    ...common,
    entryPoints: [source('main'), source('preload'), source('engine')],
    platform: 'node',
    format: 'cjs',
    external: ['electron'],
  });
  buildSync({ ...common, entryPoints: [source('page')], platform: 'browser' });
  writeFileSync(join(folder, 'package.json'), '{ "name": "port", "version": "0.0.0", "main": "main.js" }');
  writeFileSync(
    join(folder, 'page.html'),
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'self'"><script src="page.js"></script>`,
  );
  const electron = process.env.AFTERTRACE_ELECTRON ?? (createRequire(import.meta.url)('electron') as string);
  const isRoot = process.getuid?.() === 0;
  const flags = [...(isRoot ? ['--no-sandbox'] : []), `--user-data-dir=${join(folder, 'settings')}`];
  const { status } = spawnSync(electron, [...flags, folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
