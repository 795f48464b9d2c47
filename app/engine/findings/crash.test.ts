/**
 * Text typed a second before a kill is there when the workspace is opened again, saved or not, also during an
 * import.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary.ts';
import { Engine } from '../engine.ts';

const folder = temporaryFolder();
const program = join(folder, 'type.cjs');
const unsaved = join(folder, 'unsaved');
const events = { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined };

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { Engine } from '../engine.ts';
        const [, , path, unsaved, capture] = process.argv;
        const silent = { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined };
        (async () => {
          const engine = new Engine({ version: '1', unsaved }, silent);
          await engine.open(path === '-' ? null : path);
          const id = await engine.addFinding('add', { title: 'first' });
          if (capture) void engine.import('import', { paths: [capture], workers: 0 });
          await engine.changeFinding(id, { text: 'typed' });
          await engine.changeSummary({ title: 'so far', text: '' });
          console.log('typed');
          setInterval(() => undefined, 1000);
        })();`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: program,
    external: ['@duckdb/*'],
    logLevel: 'error',
  });
}, 60_000);

/** Changes a text in another process, which is killed a second after the engine has confirmed the change. */
async function typed(...argv: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...argv], {
    env: { ...process.env, NODE_PATH: resolve('node_modules') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (data: Buffer) => done(data.toString().trim()));
    child.once('exit', () => fail(new Error('the program ended by itself')));
  });
  await new Promise(passed => setTimeout(passed, 1000));
  child.removeAllListeners('exit');
  const ended = new Promise(done => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
  return said;
}

async function expectTyped(engine: Engine): Promise<void> {
  const { findings, summary, undo } = await engine.findings();
  await engine.close();
  expect({ findings, summary, undo }).toMatchObject({
    findings: [{ title: 'first', text: 'typed' }],
    summary: { title: 'so far' },
    undo: 'the summary',
  });
}

// Each waits for a second.
it.concurrent('in a workspace that was saved', async () => {
  const path = join(folder, 'saved.aftertrace');
  expect(await typed(path, unsaved)).toBe('typed');
  const engine = new Engine({ version: '1' }, events);
  await engine.open(path);
  await expectTyped(engine);
}, 60_000);

it.concurrent('in an unsaved workspace', async () => {
  expect(await typed('-', unsaved)).toBe('typed');
  const engine = new Engine({ version: '1', unsaved }, events);
  const [left] = await engine.unsaved();
  await engine.recover(left!.path);
  await expectTyped(engine);
}, 60_000);

it.concurrent('beside an import', async () => {
  const capture = join(folder, 'big.log');
  const line = (n: number) =>
    `2024-01-01 00:00:${String(n % 60).padStart(2, '0')}.${String(n % 1000).padStart(3, '0')} INFO request ${n} of ${n * 7} took ${n % 97} ms`;
  writeFileSync(capture, Array.from({ length: 400_000 }, (_, n) => line(n)).join('\n'));
  const path = join(folder, 'importing.aftertrace');
  expect(await typed(path, unsaved, capture)).toBe('typed');
  const engine = new Engine({ version: '1' }, events);
  await engine.open(path);
  await expectTyped(engine);
}, 60_000);
