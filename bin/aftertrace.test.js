/** Tests the command as a process of its own, with its bundles and its workers. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt, forCli } from '../scripts/build.js';
import { root } from '../scripts/stale.js';

const program = join(root, 'bin/aftertrace.js');
const samples = join(root, 'fixtures/samples/cpu-hog');

let folder = '';
let workspace = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-bin-'));
  workspace = join(folder, 'ws.aftertrace');
  await ensureBuilt(forCli);
}, 120_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** @param {readonly string[]} args */
const aftertrace = (...args) => promisify(execFile)(process.execPath, [program, ...args]);

describe('aftertrace', () => {
  it('imports with workers, and prints nothing but JSON', async () => {
    const { stdout } = await aftertrace('import', workspace, samples, '--workers', '2', '--json');
    const { captures, failures } = JSON.parse(stdout);
    expect(failures).toEqual([]);
    expect(captures).toMatchObject([
      { name: 'cpu.perf.txt.zst', format: 'perf-script', status: 'complete', rows: 7811, skipped: 0 },
      { name: 'vmstat.txt', format: 'vmstat', status: 'complete', skipped: 0 },
    ]);
    const modules = JSON.parse((await aftertrace('ask', workspace, 'modules', '-o', 'json')).stdout);
    expect(modules[0]).toMatchObject({ module: '/usr/lib/postgresql/15/bin/postgres', self: 2760 });
  }, 60_000);

  it('exits with the documented statuses', async () => {
    await expect(aftertrace('nonsense')).rejects.toMatchObject({ code: 2, stdout: '' });
    await expect(aftertrace('ask', join(folder, 'none'), 'functions')).rejects.toMatchObject({
      code: 1,
      stdout: '',
    });
  });

  it('exits if the workspace cannot be opened, even though a worker was started', async () => {
    const nowhere = join(folder, 'none', 'ws.aftertrace');
    const { signal, code, stderr } = await promisify(execFile)(
      process.execPath,
      [program, 'import', nowhere, samples, '--workers', '1'],
      { timeout: 15_000 },
    ).catch(error => error);
    expect({ signal, code }).toEqual({ signal: null, code: 1 });
    expect(stderr).toContain('does not exist: make the folder first.');
  });

  it('ends quietly if the reader of its output closes the pipe', async () => {
    const child = spawn(process.execPath, [
      program,
      'sql',
      workspace,
      'SELECT range FROM range(300000)',
      '-o',
      'csv',
    ]);
    let complaint = '';
    child.stderr.on('data', data => {
      complaint += data;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise(resolve => child.once('exit', resolve));
    expect({ status, complaint }).toEqual({ status: 0, complaint: '' });
  });
});
