import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { formats } from './formats.ts';

const folders = readdirSync(import.meta.dirname).filter(
  folder => folder !== 'example-format' && existsSync(join(import.meta.dirname, folder, 'entry.ts')),
);

const isEntry = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'sniff' in value;

it.each(folders)('the entries of %s/entry.ts are registered', async folder => {
  const exported: unknown[] = Object.values(await import(`./${folder}/entry.ts`)).flat();
  const registered = new Set<unknown>(formats);
  const missing = exported.filter(isEntry).filter(each => !registered.has(each));
  expect(missing.map(({ id }) => id)).toEqual([]);
});

it.each(formats.map(entry => [entry.id, entry] as const))(
  'the entry of %s loads its format',
  async (_, entry) => {
    const { open, boundary, ranges, survey, meanings, ...format } = await entry.load();
    expect(format).toMatchObject({ id: entry.id, sniff: expect.any(Function) });
    expect(open).toBeTypeOf('function');
  },
);

it('no reader is loaded before a capture is recognised', async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'formats.ts')],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const inputs = Object.values(metafile.inputs);
  const loadedLater = inputs.flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path),
  );
  const atOnce = new Set<string>();
  const visit = (path: string) => {
    if (atOnce.has(path)) return;
    atOnce.add(path);
    for (const each of metafile.inputs[path]!.imports) if (each.kind === 'import-statement') visit(each.path);
  };
  visit(Object.keys(metafile.inputs).find(path => path.endsWith('parsers/formats.ts'))!);
  expect(loadedLater.length).toBeGreaterThan(50);
  expect(loadedLater.filter(path => atOnce.has(path))).toEqual([]);
  expect([...atOnce].filter(path => /(?:reader|survey|scanner)\.ts$/.test(path))).toEqual([]);
});

it('docs/formats.md has a section for each format', () => {
  const docs = readFileSync(join(import.meta.dirname, '../docs/formats.md'), 'utf8').toLowerCase();
  const missing = formats.filter(
    ({ id, title }) => !docs.includes(title.toLowerCase()) && !new RegExp(`\\b${id}\\b`).test(docs),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});

it('the table of docs/formats.md has each format, with what it loses: node scripts/corpus.js writes it', () => {
  const docs = readFileSync(join(import.meta.dirname, '../docs/formats.md'), 'utf8');
  const [, table = ''] = /\n\| format \| files \|.*\n\|[-:|]+\n((?:\|.*\n)+)/.exec(docs) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map(row => row.slice(2, -2).split(' | '));
  expect(rows.map(cells => [cells[0], cells.slice(6).join(' | ').trim()])).toEqual(
    formats.map(({ id, lost }) => [id, lost ?? '']),
  );
});
