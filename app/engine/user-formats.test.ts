/** User formats: found in folders, checked, and used by the engine and its workers. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from './engine.ts';
import { type FormatFolders, loadUserFormats, usualFolders } from './user-formats.ts';

const billing = {
  id: 'billing',
  title: 'Billing service',
  patterns: ['{time:yyyy-MM-dd HH:mm:ssf} !{level}! {component:token}: {message} took {took:int}'],
  levels: { uhoh: 'error' },
  units: { took: 'ms' },
  samples: [{ text: '2024-05-06 07:08:09.5 !uhoh! cart: lost took 12', level: 'error' }],
};

let root: string;
const folder = (name: string, files: Readonly<Record<string, unknown>>): string => {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files))
    writeFileSync(join(path, file), typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'aftertrace-formats-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const usual = (path: string): FormatFolders => ({ named: [], usual: [path] });

describe('loading of user formats', () => {
  it('takes the JSON files of a folder, and a missing usual folder as empty', () => {
    const path = folder('good', { 'billing.json': billing, 'README.md': 'not a format' });
    expect(loadUserFormats(usual(path))).toMatchObject({ failures: [], definitions: [{ id: 'billing' }] });
    expect(loadUserFormats(usual(join(root, 'none')))).toEqual({ failures: [], definitions: [] });
  });

  it('reports an invalid file and its error, and loads the others', () => {
    const wrong = { ...billing, id: 'wrong', samples: [{ ...billing.samples[0], level: 'info' }] };
    const path = folder('mixed', { 'a.json': wrong, 'b.json': billing, 'c.json': billing, 'd.json': '{' });
    const other = folder('other', { 'vmstat.json': { ...billing, id: 'vmstat' } });
    const { definitions, failures } = loadUserFormats({ named: [], usual: [path, other] });
    expect(definitions.map(({ id }) => id)).toEqual(['billing']);
    expect(failures.map(failure => failure.path)).toEqual([
      join(path, 'a.json'),
      join(path, 'c.json'),
      join(path, 'd.json'),
      join(other, 'vmstat.json'),
    ]);
    const [a, c, d, vmstat] = failures.map(({ message }) => message);
    expect(a).toContain('level is "error", not "info"');
    expect(c).toContain(`its id "billing" is that of ${join(path, 'b.json')} already`);
    expect(d).toContain('The file is not JSON');
    expect(vmstat).toContain('a format which is no log');
  });

  it('refuses a named folder that is missing or contains an invalid file', () => {
    const named = (path: string) => () => loadUserFormats({ named: [path], usual: [] });
    expect(named(join(root, 'none'))).toThrow(/There is no folder .*none/);
    expect(named(folder('bad', { 'x.json': '[]' }))).toThrow(/x\.json is no format that can be used/);
  });

  it('looks in the settings folder of the platform, or in `AFTERTRACE_FORMATS`', () => {
    expect(usualFolders({ XDG_CONFIG_HOME: '/c' }, 'linux')).toEqual([join('/c', 'Aftertrace', 'formats')]);
    expect(usualFolders({ APPDATA: '/a' }, 'win32')).toEqual([join('/a', 'Aftertrace', 'formats')]);
    expect(usualFolders({}, 'darwin')[0]).toContain(join(homedir(), 'Library'));
    expect(usualFolders({ AFTERTRACE_FORMATS: '/x' }, 'linux')).toEqual(['/x']);
    expect(usualFolders({ AFTERTRACE_FORMATS: '' }, 'linux')).toEqual([]);
  });
});

describe('the documentation', () => {
  it('shows a format that can be used', () => {
    const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
    const [, example] = /```json\n(.+?)```/s.exec(text.slice(text.indexOf('### Adding a log format'))) ?? [];
    const path = folder('documented', { 'billing.json': example });
    expect(loadUserFormats(usual(path))).toMatchObject({ failures: [], definitions: [{ id: 'billing' }] });
  });
});

describe('the engine', () => {
  it('reads captures with user formats, under their titles, and reports invalid formats', async () => {
    const path = folder('engine', { 'billing.json': billing, 'wrong.json': '{}' });
    const log = join(root, 'billing.log');
    writeFileSync(log, `${billing.samples[0]?.text}\n`.repeat(20));
    const engine = new Engine(
      { version: '1', userFormats: usual(path) },
      { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
    );
    await engine.open(null);
    const report = await engine.import('job', { paths: [log], workers: 0 });
    expect(report.captures).toMatchObject([
      { format: 'billing', formatTitle: 'Billing service', rows: { event: 20 } },
    ]);
    expect(report.failures).toMatchObject([{ path: join(path, 'wrong.json'), code: 'user-format' }]);
    expect(await engine.formats()).toContainEqual({ id: 'billing', title: 'Billing service' });
    const { rows } = await engine.sql('sql', 'SELECT DISTINCT level FROM event');
    expect(rows).toHaveLength(1);
    await engine.close();
  });
});
